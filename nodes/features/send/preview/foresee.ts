import type { Job } from '../../../api/resources';
import type { Client } from '../../../http/client';
import { adopt, giveUpCancelled } from '../adopt';
import { lookForJob } from '../claim/claimJob';
import { Run, type SendOptions } from '../claim/run';
import { isSupportAsset } from '../content/content';
import { assetIdOf, readAssetIds } from '../fill';
import { isOpen, type JobProgress, startJobs } from '../jobProgress';
import { readExisting } from '../jobRequests';
import type { Plan } from '../plan/plan';

/** What Send would find. Support assets that the job has are among its `requests`. */
export interface Foreseen extends JobProgress {
	/** How many requests Send would delete. */
	surplus: number;
}

/** Finds out what Send would do with each job. Changes nothing. */
export async function foreseeJobs(
	client: Client,
	plan: Plan,
	options: SendOptions,
): Promise<Foreseen[]> {
	const run = new Run(client, plan, options);
	const jobs = startJobs(plan).map((job) => ({ ...job, surplus: 0 }));
	for (const job of jobs) await foresee(run, job);
	return jobs;
}

async function foresee(run: Run, progress: Foreseen): Promise<void> {
	while (isOpen(progress)) {
		const found = await lookForJob(run, progress.slot);
		if (found?.end === 'submitted') await adopt(run, progress, found);
		else if (found?.end === 'cancelled') giveUpCancelled(run, progress, found.job);
		else {
			progress.outcome = found ? 'continued' : 'created';
			if (found) await readLeft(run, found.job, progress);
			return;
		}
	}
}

/** What an earlier run has left in its unsubmitted job. */
async function readLeft(run: Run, { jobId }: Job, progress: Foreseen): Promise<void> {
	const { contentItems } = progress;
	const { present, surplus } = await readExisting(run, jobId, contentItems);
	const assets = contentItems.filter(isSupportAsset);
	const ids = assets.length > 0 ? await readAssetIds(run.client, jobId) : new Set<string>();
	for (const asset of assets) if (!ids.has(assetIdOf(asset))) present.delete(asset);
	progress.requests = present;
	progress.surplus = surplus.length;
}
