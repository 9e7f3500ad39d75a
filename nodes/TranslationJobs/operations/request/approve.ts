import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { approveRequests } from '../../../api/decideRequests';
import { completeJob, getJob } from '../../../api/jobs';
import { listRequests } from '../../../api/requests';
import { forEachConcurrent } from '../../../core/concurrency';
import { ofFirstItem, toItemError } from '../../../core/errors';
import { showHint } from '../../../core/notices';
import { leftByEarlierTries } from '../../../core/retryOnFail';
import { optionsWith, readCommonOptions } from '../../../form/commonOptions';
import { jobFromInput, requestsFromInput } from '../../../form/locators';
import type { ExecuteAll } from '../../../form/operations';
import { readFlag } from '../../../form/parameters';
import type { Client } from '../../../http/client';
import { asError, isChangeRefused } from '../../../http/errors';
import { ACCEPTED, FINISHED, JOB_OVER, NO_REVIEW_NEEDED } from '../../../rules/statuses';
import { decideInBatches } from './decideInBatches';

export const fields: INodeProperties[] = [
	jobFromInput,
	requestsFromInput,
	optionsWith({
		displayName: 'Complete the Job When Everything Is Approved',
		name: 'completeJob',
		type: 'boolean',
		default: false,
		description:
			'Whether to complete the job as soon as all its requests are approved or cancelled. After that, the service ignores anything that the provider delivers.',
	}),
];

export const executeAll: ExecuteAll = async function (client) {
	const completes = await ofFirstItem(this, () => readFlag(this, 'options.completeJob'));
	const outputs = await decideInBatches(this, client, {
		decide: approveRequests,
		settled: ACCEPTED,
		passedThrough: NO_REVIEW_NEEDED,
	});
	return completes ? await completeJobs(this, client, outputs) : outputs;
};

/** The approvals have taken effect by now, so the error of a failed completion says so. */
async function completeJobs(
	context: IExecuteFunctions,
	client: Client,
	outputs: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const jobIds = [
		...new Set(outputs.filter(({ error }) => !error).map(({ json }) => String(json.jobId))),
	];
	const completed = leftByEarlierTries<string>(context, 0, 'completed');
	const failures: Error[] = [];
	const complete = async (jobId: string) => {
		try {
			if (await completeIfDone(client, jobId)) completed.push(jobId);
		} catch (error) {
			const { pairedItem } = outputs.find(({ json }) => json.jobId === jobId)!;
			const failure = toItemError(context.getNode(), error, (pairedItem as { item: number }).item);
			const nextStep = `The requests of job ${jobId} were approved, but the job was not completed. Use the Complete operation.`;
			failure.description = [nextStep, failure.description].filter(Boolean).join(' ');
			failures.push(failure);
			const message = `Job ${jobId} could not be completed: ${failure.message}`;
			showHint(context, message, 'warning');
		}
	};
	await forEachConcurrent(
		jobIds.filter((jobId) => !completed.includes(jobId)),
		readCommonOptions(context).concurrency,
		complete,
		() => !client.cancelSignal?.aborted,
	);
	if (failures[0] && !context.continueOnFail()) throw failures[0];
	return outputs.map((output) => {
		const jobCompleted = completed.includes(String(output.json.jobId));
		return output.error ? output : { ...output, json: { ...output.json, jobCompleted } };
	});
}

/** Whether this call completed the job. It does not if requests are open, or the job is over. */
export async function completeIfDone(client: Client, jobId: string): Promise<boolean> {
	let count = 0;
	for await (const { statusCode } of listRequests(client.forDecision(), jobId)) {
		if (!FINISHED.includes(statusCode)) return false;
		count += 1;
	}
	if (count === 0 || (await isOver(client, jobId))) return false;
	try {
		await completeJob(client, jobId);
		return true;
	} catch (error) {
		// Another execution may have completed it.
		if (isChangeRefused(error) && (await isOver(client, jobId))) return false;
		throw asError(error);
	}
}

async function isOver(client: Client, jobId: string): Promise<boolean> {
	return JOB_OVER.includes((await getJob(client, jobId)).statusCode);
}
