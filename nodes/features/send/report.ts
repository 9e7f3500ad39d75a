import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../../l10n/counted';
import { sameCode } from '../../../l10n/languageTags';
import { listRequests } from '../../api/requests';
import type { TranslationRequest } from '../../api/resources';
import { logOf, showHint } from '../../core/notices';
import { type OutputForm, SENT_JOB, SENT_REQUEST, shape } from '../../form/simplify';
import type { Client } from '../../http/client';
import { CREATED } from '../../rules/statuses';
import type { ChosenTexts } from './chosenTexts';
import type { SentJob } from './claim/run';
import type { ContentItem } from './content';
import { type KnownEntries, lostTranslations } from './known/knownEntries';
import type { Settings } from './settings';

const sentItems = ({ contentItems, requests }: SentJob): ContentItem[] =>
	contentItems.filter((contentItem) => requests.has(contentItem));
const languagesOf = (contentItems: readonly ContentItem[]): string[] => [
	...new Set(contentItems.flatMap((item) => item.targetNativeLanguageCodes)),
];
const itemsOf = (sent: SentJob) =>
	[...new Set(sentItems(sent).map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b);

export function jobOutput(sent: SentJob, form: OutputForm): INodeExecutionData {
	const { job, requests, outcome } = sent;
	const items = itemsOf(sent);
	const json = {
		...job,
		sendOutcome: outcome,
		itemCount: items.length,
		requestCount: [...requests.values()].flat().length,
	};
	const targetLanguages = languagesOf(sentItems(sent)).join(', ');
	return {
		json: form === 'raw' ? json : shape({ ...json, targetLanguages }, SENT_JOB, form),
		pairedItem: items.map((item) => ({ item })),
	};
}

/** One output per request, in the order of the input and its languages, paired with its item. */
export async function requestOutputs(
	client: Client,
	jobs: readonly SentJob[],
	form: OutputForm,
): Promise<INodeExecutionData[]> {
	const outputs: Array<{ itemIndex: number; output: INodeExecutionData }> = [];
	for (const sent of jobs) {
		const { jobId, jobName } = sent.job;
		const current = await currentRequests(client, sent);
		for (const contentItem of sentItems(sent)) {
			const { itemIndex, requestName, sourceNativeId } = contentItem;
			const requests = sent.requests.get(contentItem)!;
			for (const target of contentItem.targetNativeLanguageCodes) {
				const request = requests.find((one) => sameCode(one.targetNativeLanguageCode, target));
				// Those of an archived job cannot be read.
				const json = {
					...(request
						? (current.get(request.requestId) ?? request)
						: { requestName, sourceNativeId, targetNativeLanguageCode: target, jobId }),
					jobName,
					sendOutcome: sent.outcome,
				};
				outputs.push({
					itemIndex,
					output: { json: shape(json, SENT_REQUEST, form), pairedItem: { item: itemIndex } },
				});
			}
		}
	}
	return outputs.sort((one, other) => one.itemIndex - other.itemIndex).map(({ output }) => output);
}

/** Submitting changes the statuses. The job is sent, so a failed read must not fail the run. */
async function currentRequests(
	client: Client,
	{ job, outcome }: SentJob,
): Promise<Map<string, TranslationRequest>> {
	const current = new Map<string, TranslationRequest>();
	if (outcome === 'alreadySent' || job.statusCode === CREATED) return current;
	try {
		for await (const request of listRequests(client, job.jobId))
			current.set(request.requestId, request);
	} catch (error) {
		logOf(client.context).warn(
			`Translation Jobs: the requests of job ${job.jobId} could not be read again`,
			{ jobId: job.jobId, reason: error instanceof Error ? error.message : String(error) },
		);
	}
	return current;
}

const LANGUAGES_SHOWN = 5;
const COLLECT = 'Next: Collect Translations.';
const MERGE = "Next, when it is translated: Collect Translations with 'Merge Into'";

interface Told {
	providerName?: string;
	chosen: ChosenTexts;
	known: KnownEntries;
	failed: number;
}

/** Says on the node what was sent, and what comes next. */
export async function addSendSummary(
	context: IExecuteFunctions,
	jobs: readonly SentJob[],
	{ providerId, windowHours, ownKey }: Settings,
	{ providerName, chosen, known, failed }: Told,
): Promise<void> {
	const hint = (message: string, type: 'info' | 'warning' = 'info') =>
		showHint(context, message, type);
	const provider = providerName ?? providerId;
	const next = chosen.isUsed
		? `${MERGE}${known.isUsed ? " and 'Known Translations'" : ''}.`
		: COLLECT;
	for (const sent of jobs) {
		const { job, outcome } = sent;
		const name = `'${job.jobName ?? job.jobId}'`;
		const amount = describeAmount(sentItems(sent));
		if (outcome === 'alreadySent') {
			const key = ownKey === '' ? 'with the same content' : `with the run key "${ownKey}"`;
			hint(
				`Nothing was sent again: ${name} ${key} was already sent within the last ${windowHours} hours (${amount}). ${next} To send it again on purpose, enter another run key or set 'Search Window' to 0.`,
				'warning',
			);
		} else if (provider === undefined) {
			const verb = outcome === 'continued' ? 'Found' : 'Created';
			hint(
				`${verb} ${name}: ${amount}. It is not submitted yet. Next: submit it with the operation Submit.`,
			);
		} else {
			const before =
				outcome === 'continued' ? ' An earlier run had left this job unsubmitted.' : '';
			hint(`Sent ${name} to ${provider}: ${amount}.${before} ${next}`);
		}
	}
	const isSentBefore = jobs.length > 0 && jobs.every(({ outcome }) => outcome === 'alreadySent');
	const saved = known.isUsed ? await known.describe({ isSentBefore }) : '';
	if (saved) hint(saved);
	const [leftOut] = known.leftOut;
	if (leftOut)
		hint(
			`${counted(known.leftOut.length, 'entry', 'entries')} left out, such as item ${leftOut.itemIndex}: ${leftOut.reason}. ${leftOut.error.description ?? ''}`.trim(),
			'warning',
		);
	const lost = known.isUsed ? lostTranslations(jobs, windowHours) : undefined;
	for (const warning of [
		chosen.warning() ?? [],
		known.warnings({ isSentBefore }),
		lost ?? [],
	].flat())
		hint(warning, 'warning');
	const choice = chosen.describe();
	if (choice) hint(choice);
	if (failed > 0) hint(`${counted(failed, 'item')} could not be sent; each says why.`, 'warning');
}

export const filesAndTexts = (files: number, texts: number): string =>
	[files > 0 && counted(files, 'file'), texts > 0 && counted(texts, 'text')]
		.filter(Boolean)
		.join(' and ');

/** "2 files and 1 text into de-de, fr-fr, with 1 support asset". */
function describeAmount(contentItems: readonly ContentItem[]): string {
	const count = (wanted: ContentItem['kind']) =>
		contentItems.filter(({ kind }) => kind === wanted).length;
	const [files, assets] = [count('file'), count('supportAsset')];
	const texts = contentItems.reduce((sum, { content }) => sum + content.textCount, 0);
	const languages = languagesOf(contentItems);
	const into =
		languages.length > LANGUAGES_SHOWN
			? counted(languages.length, 'language')
			: languages.join(', ');
	return `${filesAndTexts(files, texts)} into ${into}${assets > 0 ? `, with ${counted(assets, 'support asset')}` : ''}`;
}
