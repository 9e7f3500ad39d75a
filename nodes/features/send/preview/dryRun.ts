import type { Client } from '../../../http/client';
import { adopt, giveUpCancelled } from '../adopt';
import { lookForJob } from '../claim/claimJob';
import { Run, type SendOptions } from '../claim/run';
import { isOpen, type JobProgress, startJobs } from '../jobProgress';
import { readExisting } from '../jobRequests';
import type { Plan } from '../plan/plan';

/** Finds out what Send would do with each job, without changing anything. */
export async function dryRun(
	client: Client,
	plan: Plan,
	options: SendOptions,
): Promise<JobProgress[]> {
	const run = new Run(client, plan, options);
	const jobs = startJobs(plan);
	for (const job of jobs) await dryRunJob(run, job);
	return jobs;
}

async function dryRunJob(run: Run, progress: JobProgress): Promise<void> {
	while (isOpen(progress)) {
		const found = await lookForJob(run, progress.slot);
		if (found?.end === 'submitted') await adopt(run, progress, found);
		else if (found?.end === 'cancelled') giveUpCancelled(run, progress, found.job);
		else {
			progress.outcome = found ? 'continued' : 'created';
			// Refuses requests that this run cannot continue.
			if (found) await readExisting(run, found.job.jobId, progress.contentItems);
			return;
		}
	}
}
