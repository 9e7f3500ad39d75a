import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { showHint } from '../../../core/notices';
import { pick, PREVIEW, PREVIEWED_REQUEST } from '../../../form/columns';
import { counted } from '../../../form/hints';
import { shape } from '../../../form/simplify';
import { fileCount, requestCount } from '../content';
import { filesAndTexts } from '../report';
import {
	amountsByLanguage,
	filesNotCounted,
	type ItemAmount,
	type LanguageAmount,
	totalCost,
} from './amounts';
import type { Rates } from './cost';
import { money } from './enforceLimits';
import type { Preview } from './preview';

/** Of a currency. Nothing without rates, null if a language has none. */
const costOutput = (rates: Rates | undefined, cost: bigint | undefined) =>
	rates ? { cost: cost === undefined ? null : rates.currency.toNumber(cost) } : {};

function totalsOf({ jobs, amounts, rates }: Preview) {
	const items = jobs.flatMap(({ contentItems }) => contentItems);
	const languages = amountsByLanguage(amounts, rates);
	return {
		languages,
		requests: requestCount(items),
		files: fileCount(items),
		texts: items.reduce((sum, { content }) => sum + content.textCount, 0),
		words: sumOf(languages, 'words'),
		...costOutput(rates, totalCost(languages)),
	};
}

const sumOf = (
	languages: readonly LanguageAmount[],
	name: 'words' | 'characters' | 'repeatedWords',
) => languages.reduce((sum, language) => sum + language[name], 0);

export const previewOutputs = (
	context: IExecuteFunctions,
	preview: Preview,
): INodeExecutionData[] => {
	const { output, form } = preview.settings;
	const requests = output === 'requests' ? requestOutputs(preview) : [];
	// Without a request, the run says why. Without any output, the branch would end silently.
	const [outputs, columns] =
		requests.length > 0 ? [requests, PREVIEWED_REQUEST] : [[runOutput(context, preview)], PREVIEW];
	// Null says that it is not known.
	return outputs.map((item) => ({ ...item, json: shape(item.json, columns, form, pick) }));
};

function runOutput(context: IExecuteFunctions, preview: Preview): INodeExecutionData {
	const { outcome, jobs, rates, known, roomLeft, refused, planKey } = preview;
	const { languages, cost, ...totals } = totalsOf(preview);
	return {
		json: {
			sendOutcome: outcome,
			jobs: jobs.length,
			...totals,
			characters: sumOf(languages, 'characters'),
			repeatedWords: sumOf(languages, 'repeatedWords'),
			knownWords: known.known,
			wordsInTranslation: known.inTranslation,
			filesNotCounted: filesNotCounted(preview.amounts).map(
				([{ itemIndex, requestName }, reason]) => ({ itemIndex, requestName, reason }),
			),
			languages: languages.map(({ characters: _, cost: ofLanguage, ...language }) => ({
				...language,
				...costOutput(rates, ofLanguage),
			})),
			...(rates ? { cost, currency: rates.currency.code } : {}),
			roomLeft,
			refused: refused as unknown as IDataObject[],
			planKey,
		},
		pairedItem: context.getInputData().map((_, item) => ({ item })),
	};
}

/** One output per request, in the order of the input and its languages. */
function requestOutputs({ jobs, amounts, planKey, outcome: all }: Preview): INodeExecutionData[] {
	const outputs = jobs.flatMap(({ contentItems, slot, outcome }) =>
		contentItems.flatMap((item) =>
			item.targetNativeLanguageCodes.map((language) => ({
				json: {
					requestName: item.requestName,
					targetNativeLanguageCode: language,
					sourceNativeLanguageCode: item.sourceNativeLanguageCode,
					...amountOutput(amounts.get(item), language),
					jobName: slot.jobName,
					sourceNativeId: item.sourceNativeId,
					sendOutcome: all === 'refused' ? all : outcome,
					planKey,
				},
				pairedItem: { item: item.itemIndex },
			})),
		),
	);
	return outputs.sort((one, other) => one.pairedItem.item - other.pairedItem.item);
}

function amountOutput(amount: ItemAmount | undefined, language: string): IDataObject {
	if (!amount || amount.notCounted !== undefined)
		return { words: null, notCounted: amount?.notCounted };
	const { words, characters, repeated } = amount;
	return { words, characters, repeatedWords: repeated.get(language) ?? 0 };
}

const BEFORE: Record<Preview['outcome'], string> = {
	created: 'Send would send',
	continued: 'Send would finish what an earlier run has begun:',
	alreadySent: 'Send would send nothing again. Sent before:',
	nothingNew: 'Send would send nothing: nothing is new.',
	refused: 'Send would refuse this and send nothing.',
};

/** Says on the node, in a sentence, what would be sent. */
export function addPreviewSummary(context: IExecuteFunctions, preview: Preview): void {
	const { outcome, refused, warnings } = preview;
	const isSomething = preview.jobs.length > 0 && outcome !== 'refused';
	showHint(context, isSomething ? `${BEFORE[outcome]} ${describe(preview)}.` : BEFORE[outcome]);
	const choice = preview.chosen?.describe();
	if (choice) showHint(context, choice);
	const [first] = refused;
	if (first) {
		const where = first.itemIndex === undefined ? '' : ` (item ${first.itemIndex})`;
		const more = refused.length > 1 ? ` … and ${refused.length - 1} more` : '';
		showHint(context, `Refused: ${first.reason}${where}${more}`, 'warning');
	}
	for (const warning of warnings) showHint(context, warning, 'warning');
	const unknown = filesNotCounted(preview.amounts);
	if (unknown.length > 0)
		showHint(
			context,
			`The words of ${counted(unknown.length, 'file')} could not be counted, so words and cost are without them. See filesNotCounted.`,
			'warning',
		);
	if (preview.rates && totalsOf(preview).cost === null)
		showHint(context, "'Rates' has no rate for a language, so the cost is not known.", 'warning');
}

function describe(preview: Preview): string {
	const { jobs, rates } = preview;
	const { languages, files, texts, words } = totalsOf(preview);
	const cost = rates && totalCost(languages);
	const price = rates && cost !== undefined ? `, for ${money(rates, cost)}` : '';
	const inJobs = jobs.length > 1 ? `, in ${jobs.length} jobs` : '';
	return `${filesAndTexts(files, texts)} into ${counted(languages.length, 'language')}: ${counted(words, 'word')}${price}${inJobs}`;
}
