import type { Client } from '../../../http/client';
import { unlessGone } from '../../../http/errors';
import { isResult, type OpenTurn, useSubmitted } from '../adopt';
import { findEarlier, Line } from '../claim/line';
import { type JobResult, Run, type SendOptions, type SentJob } from '../claim/run';
import { readComplete, refuseOthers } from '../jobRequests';
import type { Plan, PlannedJob } from '../plan/plan';

/** A job that Send would make, or submit. */
export interface ToSend extends PlannedJob {
	end: 'toSend';
	outcome: SentJob['outcome'];
}

export type DryRun = JobResult | ToSend;

/** Finds out what Send would do with each job, without changing anything. */
export async function dryRun(client: Client, plan: Plan, options: SendOptions): Promise<DryRun[]> {
	const run = new Run(client, plan, options);
	const earlier = await findEarlier(run);
	const jobs: DryRun[] = [];
	for (const job of plan.jobs) {
		const found = await useSubmitted(run, job, new Line(run, job, earlier));
		jobs.push(isResult(found) ? found : await dryRunJob(run, job, found));
	}
	return jobs;
}

async function dryRunJob(run: Run, job: PlannedJob, turn: OpenTurn): Promise<ToSend> {
	const isLeft = await unlessGone(async () => await wouldUse(run, job, turn));
	return { ...job, end: 'toSend', outcome: isLeft ? 'continued' : 'created' };
}

/** Refuses a job that holds requests which this run does not send. */
async function wouldUse(run: Run, { contentItems }: PlannedJob, turn: OpenTurn): Promise<boolean> {
	if (turn.is === 'ours') return false;
	const { jobId } = turn.job;
	if (turn.is === 'left') return (await readComplete(run, jobId, contentItems)) !== undefined;
	await refuseOthers(run, jobId, contentItems);
	return false;
}
