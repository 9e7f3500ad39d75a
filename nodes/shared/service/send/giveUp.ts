import type { Client } from '../../transport/client';
import { isStatus } from '../../transport/errors';
import { deleteJob, getJob, updateJob } from '../jobs';
import { type JobSlot, type Run, labelsFor, logProgress } from './run';
import { readRunMark } from './runKey';

/** Takes our name off an unsubmitted job, so that the next run need not wait for us. */
export async function release(client: Client, run: Run, jobId: string, slot: JobSlot): Promise<void> {
	if (run.digest !== undefined) await updateJob(client, jobId, { labels: labelsFor(run, slot, { released: true }) });
}

/** After a failure, for all jobs that this run has touched. Returns, in words, what became of those not submitted. */
export async function removeOrKeep(client: Client, run: Run, submitted: ReadonlySet<string>, choice: 'delete' | 'keep'): Promise<string> {
	const told: string[] = [];
	for (const jobId of run.touched.keys()) if (!submitted.has(jobId)) told.push(await removeOrKeepOne(client, run, jobId, choice));
	return told.filter(Boolean).join(' ');
}

/** Only a job that this run has made may be deleted: one that was taken over may be the finished work of an earlier run. */
async function removeOrKeepOne(client: Client, run: Run, jobId: string, choice: 'delete' | 'keep'): Promise<string> {
	const { slot, isMade } = run.touched.get(jobId)!;
	const isDeleted = choice === 'delete' && isMade;
	try {
		const { statusCode, labels } = await getJob(client, jobId);
		const isOurs = run.digest === undefined || readRunMark(labels)?.sender?.id === run.sender.id;
		if (statusCode !== 'CREATED' || !isOurs) return `Job ${jobId} was left as it is (${statusCode}): it is no longer in the hands of this execution.`;
		if (isDeleted) {
			await deleteJob(client, jobId);
			logProgress(client, `deleted the unsubmitted job ${jobId}`, { jobId });
			return `The unsubmitted job ${jobId} was deleted.`;
		}
		await release(client, run, jobId, slot);
		return `The unsubmitted job ${jobId}${isMade ? '' : ' of an earlier run'} was kept: run this again with the same content, and it is continued.`;
	} catch (error) {
		if (isStatus(error, 404, 410)) return '';
		const reason = error instanceof Error ? error.message : String(error);
		return `The unsubmitted job ${jobId} is still there, because it could not be ${isDeleted ? 'deleted' : 'released'} (${reason}). Running this again with the same content continues it.`;
	}
}
