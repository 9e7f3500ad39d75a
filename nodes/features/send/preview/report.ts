import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { counted, formatCount } from '../../../../l10n/counted';
import { showHint } from '../../../core/notices';
import { pick, PREVIEW, PREVIEWED_REQUEST, shape } from '../../../form/simplify';
import { englishName } from '../../../rules/languages/codes';
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
	const { outcome, jobs, rates, known, refused, planKey } = preview;
	const { languages, cost, ...totals } = totalsOf(preview);
	return {
		json: {
			sendOutcome: outcome,
			wouldDo: wouldDo(preview),
			summary: summaryOf(preview),
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
			refused: refused as unknown as IDataObject[],
			planKey,
		},
		pairedItem: context.getInputData().map((_, item) => ({ item })),
	};
}

/** In words, because the outcome reads as if it had happened. */
function wouldDo({ outcome, jobs }: Preview): string {
	const some = counted(jobs.length, 'job');
	const words: Record<Preview['outcome'], string> = {
		created: `would create ${some}`,
		continued: `would use ${some} that an earlier run has left unsubmitted`,
		alreadySent: `would send nothing: ${some} with this content ${jobs.length === 1 ? 'was' : 'were'} sent before`,
		nothingNew: 'would send nothing: nothing is new',
		refused: 'would send nothing: it would be refused',
	};
	return words[outcome];
}

/** For a mail, a form or a chat: what somebody has to know who says yes or no. */
function summaryOf(preview: Preview): string {
	const { jobs, provider, rates, settings, refused } = preview;
	const { languages, files, texts, words } = totalsOf(preview);
	const price = (cost: bigint | undefined) =>
		!rates ? '' : cost === undefined ? 'not known' : money(rates, cost);
	const { dueDate } = settings.fields as { dueDate?: string };
	const line = (title: string, value = '') => (value === '' ? [] : [`${title}: ${value}`]);
	return [
		...line('Job', jobs.map(({ slot }) => slot.jobName).join('; ')),
		...line('Provider', provider),
		...line('Content', filesAndTexts(files, texts)),
		...line('Words', formatCount(words)),
		...line('Cost', price(totalCost(languages))),
		...line('Due', dueDate),
		...languages.flatMap(({ language, words: some, cost }) =>
			line(englishName(language), [counted(some, 'word'), price(cost)].filter(Boolean).join(', ')),
		),
		...filesNotCounted(preview.amounts).flatMap(([{ requestName }, reason]) =>
			line('Not counted', `${requestName} ${reason}`),
		),
		...refused.flatMap(({ itemIndex, reason }) =>
			line('Refused', itemIndex === undefined ? reason : `item ${itemIndex}, ${reason}`),
		),
	].join('\n');
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

/** Says on the node, in a sentence, what would be sent. */
export function addPreviewSummary(context: IExecuteFunctions, preview: Preview): void {
	const { outcome, refused, warnings } = preview;
	const isNew = outcome === 'created';
	showHint(context, `Send ${isNew ? `would send ${describe(preview)}` : wouldDo(preview)}.`);
	const choice = preview.chosen?.describe();
	if (choice) showHint(context, choice);
	const [first] = refused;
	if (first) {
		const isOneOfMany = first.itemIndex !== undefined && context.getInputData().length > 1;
		const where = isOneOfMany ? ` (item ${first.itemIndex})` : '';
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
