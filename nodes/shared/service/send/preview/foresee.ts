import type { Client } from '../../../transport/client';
import { toArray } from '../../../transport/pages';
import { listRequests } from '../../requests/requests';
import type { Job } from '../../resources';
import { adopt, giveUpCancelled } from '../adopt';
import { lookForJob } from '../claim/claimJob';
import { Run, type SendOptions } from '../claim/run';
import { compareRequests } from '../compare';
import { isOpen, type JobProgress, startJobs } from '../jobProgress';
import type { Plan } from '../plan/plan';

/** Finds out what Send would do with each job. Changes nothing. */
export async function foreseeJobs(
	client: Client,
	plan: Plan,
	options: SendOptions,
): Promise<JobProgress[]> {
	const run = new Run(client, plan, options);
	const jobs = startJobs(plan);
	for (const job of jobs) await foresee(run, job);
	return jobs;
}

async function foresee(run: Run, progress: JobProgress): Promise<void> {
	while (isOpen(progress)) {
		const found = await lookForJob(run, progress.slot);
		if (found?.end === 'submitted') await adopt(run, progress, found);
		else if (found?.end === 'cancelled') giveUpCancelled(run, progress, found.job);
		else {
			progress.outcome = found ? 'continued' : 'created';
			if (found) progress.requests = await readPresent(run, found.job, progress);
			return;
		}
	}
}

async function readPresent(
	{ client }: Run,
	{ jobId }: Job,
	{ contentItems }: JobProgress,
): Promise<JobProgress['requests']> {
	const requests = await toArray(listRequests(client.forDecision(), jobId));
	return compareRequests(contentItems, requests).present;
}
