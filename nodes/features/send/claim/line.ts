/**
 * Agrees with other runs of the same key without a lock on the service: each makes a job of its own,
 * and looks once more before it submits. A submitted job wins, then the oldest.
 * docs/internals/reliability.md says why nothing is sent twice.
 */
import { listSupportAssets } from '../../../api/jobFiles';
import { findJob } from '../../../api/jobs';
import { listRequests } from '../../../api/requests';
import type { Job } from '../../../api/resources';
import { wait } from '../../../core/clock';
import { OperationFailed } from '../../../core/errors';
import type { Client } from '../../../http/client';
import { unlessGone } from '../../../http/errors';
import { toArray } from '../../../http/pages';
import { CANCELLED } from '../../../rules/statuses';
import { RunRefused } from '../plan/failures';
import type { JobSlot, PlannedJob } from '../plan/plan';
import type { Run } from './run';
import { asCandidate, type Candidate, findCandidates, isSubmitted, oldestFirst } from './search';

export const MAX_POLL_MS = 2_000;

/** How long unsubmitted jobs of other runs have not changed. */
export class IdleWatch {
	private readonly seen = new Map<string, { signs: string; since: number }>();

	constructor(
		private readonly client: Client,
		private readonly limitMs: number,
	) {}

	get pauseMs(): number {
		return Math.min(MAX_POLL_MS, this.limitMs / 4);
	}

	/** Measured by n8n's clock from the first look on, because the service's clock may be wrong. */
	async isIdle(job: Job): Promise<boolean> {
		const signs = await unlessGone(async () => await this.signsOf(job));
		if (signs === undefined) return false;
		const last = this.seen.get(job.jobId);
		if (last?.signs === signs) return Date.now() - last.since > this.limitMs;
		this.seen.set(job.jobId, { signs, since: Date.now() });
		return false;
	}

	/** What changes while a run fills its job: status, requests, assets. */
	private async signsOf({ jobId, statusCode }: Job): Promise<string> {
		const client = this.client.forDecision();
		const requests = await toArray(listRequests(client, jobId));
		const assets = await toArray(listSupportAssets(client, jobId));
		const ids = [
			...requests.map(({ requestId }) => requestId),
			...assets.map(({ supportassetId }) => String(supportassetId)),
		];
		return JSON.stringify([statusCode, ids.sort()]);
	}
}

/** A list may show a new job late. */
const MAX_LAG_MS = 30_000;
const LAG_PAUSE_MS = 500;

/** What the jobs of a part say about ours, or about making one. */
export type Turn =
	| { is: 'ours' }
	| { is: 'submitted'; candidate: Candidate }
	| { is: 'cancelled'; job: Job }
	/** Complete, and unsubmitted on purpose. */
	| { is: 'left'; job: Job }
	/** Of a run that works on it, or has crashed. */
	| { is: 'before us'; job: Job };

/** The jobs of all parts that earlier runs have made. Refuses another split. */
export async function findEarlier(run: Run): Promise<Candidate[]> {
	if (run.digest === undefined) return [];
	const found = [...(await findCandidates(run, { archived: true })).values()];
	for (const { slot } of run.plan.jobs) refuseOtherSplit(slot, found);
	return found;
}

/** The jobs with the key of one part. */
export class Line {
	private seen: Candidate[];
	private readonly watch: IdleWatch;

	constructor(
		private readonly run: Run,
		private readonly part: PlannedJob,
		earlier: readonly Candidate[],
	) {
		this.watch = new IdleWatch(run.client, run.options.takeOverMs);
		this.seen = this.ofPart(earlier);
	}

	/** By what was seen last. */
	turn(own?: Job): Turn {
		const { run, part } = this;
		const waiting = this.seen.filter(({ job }) => !run.cancelledJobs.has(job.jobId));
		const submitted = waiting.find(isSubmitted);
		if (submitted) return { is: 'submitted', candidate: submitted };
		const cancelled = [...run.cancelledJobs.values()].find(
			({ slot }) => slot.number === part.slot.number,
		);
		// Sending again by itself would undo what a person did.
		if (cancelled && run.options.onCancelled !== 'sendAgain')
			return { is: 'cancelled', job: cancelled.job };
		const [first] = oldestFirst(waiting);
		if (!first || first.job.jobId === own?.jobId) return { is: 'ours' };
		return { is: first.mark.isLeft ? 'left' : 'before us', job: first.job };
	}

	/** After the first look at a job before ours, it has to change. */
	async isIdle(job: Job): Promise<boolean> {
		return await this.watch.isIdle(job);
	}

	/** Looks again. What was seen before counts until it is gone for certain. */
	private async look(own: Job, unfiltered = false): Promise<void> {
		const { run } = this;
		if (run.digest === undefined) return;
		const found = await findCandidates(run, { own, unfiltered });
		for (const { job } of this.seen) {
			if (found.has(job.jobId) || job.jobId === own.jobId) continue;
			const there = await findJob(run.client, job.jobId);
			const candidate = there && asCandidate(run, there);
			if (candidate) found.set(job.jobId, candidate);
		}
		refuseOtherSplit(this.part.slot, [...found.values()]);
		this.seen = this.ofPart([...found.values()]);
	}

	/** Until the list shows our job, it may hide another one, too. False if our job is gone. */
	async waitUntilListed(own: Job): Promise<boolean> {
		const { run } = this;
		const deadline = Date.now() + MAX_LAG_MS;
		for (let lag = 0; run.digest !== undefined; lag += 1) {
			await this.look(own, lag > 1);
			if (this.turn(own).is === 'submitted') return true;
			if (this.seen.some(({ job }) => job.jobId === own.jobId)) return true;
			if (!(await findJob(run.client, own.jobId))) return false;
			const pause = Math.min(LAG_PAUSE_MS * 2 ** lag, deadline - Date.now());
			if (pause <= 0 || !(await wait(pause, run.client.cancelSignal))) throw notListed(own);
		}
		return true;
	}

	/** False once it takes too long. */
	async pause(deadline: number): Promise<boolean> {
		return Date.now() < deadline && (await wait(this.watch.pauseMs, this.run.client.cancelSignal));
	}

	private ofPart(candidates: readonly Candidate[]): Candidate[] {
		const { run, part } = this;
		const found = candidates.filter(({ mark }) => mark.number === part.slot.number);
		for (const { job } of found)
			if (job.statusCode === CANCELLED) run.cancelledJobs.set(job.jobId, { job, slot: part.slot });
		return found;
	}
}

export function sentByAnother({ jobId }: Job): OperationFailed {
	return new OperationFailed(
		`Another execution is sending the same content at this moment, as job ${jobId}`,
		'Nothing was sent twice. Run this again when the other execution has ended: it then returns that job, or sends the content if that job was not submitted.',
	);
}

function notListed({ jobId }: Job): OperationFailed {
	return new OperationFailed(
		`Job ${jobId} was created, but the service does not list it with its run key`,
		`So it cannot be ruled out that the same content is being sent twice, and nothing was submitted. Look at the job, delete it if you do not need it, and run this again. If it stays like that, set 'Search Window (Hours)' to 0: then every run makes a job of its own.`,
	);
}

function refuseOtherSplit(slot: JobSlot, candidates: readonly Candidate[]): void {
	const other = candidates.find(({ mark }) => mark.of !== slot.of);
	if (!other) return;
	throw new RunRefused(
		`The same content was begun as ${count(other.mark.of)} (e.g. ${other.job.jobId}), and would now be ${count(slot.of)}`,
		'The quotas of the service or the options of this node have changed in between. Delete the jobs of the earlier run if they were not submitted, or set a run key of your own to send everything anew.',
	);
}

const count = (jobs: number) => (jobs === 1 ? 'one job' : `${jobs} jobs`);
