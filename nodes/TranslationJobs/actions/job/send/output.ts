import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sameCode } from '../../../../shared/rules/languages/codes';
import { CREATED } from '../../../../shared/rules/statuses';
import { listRequests } from '../../../../shared/service/requests/requests';
import type { TranslationRequest } from '../../../../shared/service/resources';
import type { SentJob } from '../../../../shared/service/send/jobProgress';
import type { Client } from '../../../../shared/transport/client';
import { counted } from '../../fields/hints';
import type { Settings } from './readSettings';

const sentItems = ({ contentItems, requests }: SentJob) =>
	contentItems.filter((contentItem) => requests.has(contentItem));
const itemsOf = (sent: SentJob) =>
	[...new Set(sentItems(sent).map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b);

export function jobOutput(sent: SentJob): INodeExecutionData {
	const { job, requests, outcome } = sent;
	const items = itemsOf(sent);
	return {
		json: {
			...job,
			sendOutcome: outcome,
			itemCount: items.length,
			requestCount: [...requests.values()].flat().length,
		},
		pairedItem: items.map((item) => ({ item })),
	};
}

/** One output per request, in the order of the input and its languages, paired with its item. */
export async function requestOutputs(
	client: Client,
	jobs: readonly SentJob[],
): Promise<INodeExecutionData[]> {
	const outputs: Array<{ itemIndex: number; output: INodeExecutionData }> = [];
	for (const sent of jobs) {
		const current = await currentRequests(client, sent);
		for (const contentItem of sentItems(sent)) {
			const requests = sent.requests.get(contentItem)!;
			const inOrder = contentItem.targets.flatMap((target) =>
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
					output: { json, pairedItem: { item: contentItem.itemIndex } },
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
		client.context.logger.warn(
			`Translation Jobs: the requests of job ${job.jobId} could not be read again`,
			{ jobId: job.jobId, reason: error instanceof Error ? error.message : String(error) },
		);
	}
	return current;
}

export function addSummary(
	context: IExecuteFunctions,
	jobs: readonly SentJob[],
	{ providerId, windowHours, ownKey }: Settings,
	failed: number,
): void {
	const hint = (message: string, type: 'info' | 'warning' = 'info') =>
		context.addExecutionHints({ message, type, location: 'outputPane' });
	for (const sent of jobs) {
		const { job, outcome, notReached } = sent;
		if (notReached)
			hint(
				`Job ${job.jobId} was submitted, but the node could not see it reach the provider: ${notReached}. The service continues. Check the job again later.`,
				'warning',
			);
		const what = `job ${job.jobId} ("${job.jobName}")`;
		if (outcome === 'alreadySent') {
			const key = ownKey === '' ? 'This content' : `Content with the run key "${ownKey}"`;
			hint(
				`${key} was already sent within the last ${windowHours} hours as ${what}. Nothing was sent again. To send it again on purpose, enter another run key or set "Search Window" to 0.`,
				'warning',
			);
			continue;
		}
		const amount = `${counted(itemsOf(sent).length, 'item')}, ${counted([...sent.requests.values()].flat().length, 'request')}`;
		const verb = outcome === 'continued' ? 'Continued' : 'Created';
		hint(
			providerId === undefined
				? `${verb} ${what}: ${amount}. It is not submitted yet.`
				: `${verb === 'Created' ? 'Sent' : 'Continued and sent'} ${what} to provider ${providerId}: ${amount}.`,
		);
	}
	if (failed > 0)
		hint(`${counted(failed, 'item')} could not be sent; see their errors.`, 'warning');
}
