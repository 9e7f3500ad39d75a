import type { INodeExecutionData } from 'n8n-workflow';

import { listRequests } from '../../api/requests';
import type { TranslationRequest } from '../../api/resources';
import { logOf } from '../../core/notices';
import { SENT_JOB, SENT_REQUEST } from '../../form/columns';
import { type OutputForm, shape } from '../../form/simplify';
import type { Client } from '../../http/client';
import { sameCode } from '../../rules/languages/codes';
import { CREATED } from '../../rules/statuses';
import type { ContentItem } from './content/content';
import type { SentJob } from './jobProgress';

export const sentItems = ({ contentItems, requests }: SentJob): ContentItem[] =>
	contentItems.filter((contentItem) => requests.has(contentItem));
export const languagesOf = (contentItems: readonly ContentItem[]): string[] => [
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
		const current = await currentRequests(client, sent);
		for (const contentItem of sentItems(sent)) {
			const requests = sent.requests.get(contentItem)!;
			const inOrder = contentItem.targetNativeLanguageCodes.flatMap((target) =>
				requests.filter(({ targetNativeLanguageCode }) =>
					sameCode(targetNativeLanguageCode, target),
				),
			);
			for (const request of inOrder) {
				const json = {
					...(current.get(request.requestId) ?? request),
					jobName: sent.job.jobName,
					sendOutcome: sent.outcome,
				};
				outputs.push({
					itemIndex: contentItem.itemIndex,
					output: {
						json: shape(json, SENT_REQUEST, form),
						pairedItem: { item: contentItem.itemIndex },
					},
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
