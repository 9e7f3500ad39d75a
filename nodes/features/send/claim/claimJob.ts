/**
 * Finds or creates the one job of a run without a lock on the service. A submitted job wins, then
 * the oldest. One sender at a time works on an unsubmitted job and puts its label on it. Others
 * wait, and take over when it falls silent.
 */
import { deleteJob, getJob } from '../../../api/jobs';
import type { Job } from '../../../api/resources';
import { wait } from '../../../core/clock';
import { OperationFailed } from '../../../core/errors';
import { asError, isGone } from '../../../http/errors';
import type { RunMark } from '../../../rules/runLabels';
import { CANCELLED, CREATED } from '../../../rules/statuses';
import { RunRefused } from '../plan/failures';
import type { JobSlot } from '../plan/plan';
import type { Run } from './run';
import { type Candidate, compareClocks, findCandidates } from './search';

/** A list may show a new job late. */
const MAX_LAG_MS = 30_000;
const LAG_PAUSE_MS = 500;
export const MAX_POLL_MS = 2_000;

export type Claim =
	| { end: 'submitted'; job: Job; mark: RunMark }
	| { end: 'ours'; job: Job; isNew: boolean }
	| { end: 'cancelled'; job: Job };

/** `held` is a job that this run claimed before. */
export async function claimJob(run: Run, slot: JobSlot, held?: Job): Promise<Claim> {
	if (run.digest === undefined)
		return { end: 'ours', job: held ?? (await run.createJob(slot)), isNew: true };
	const search = new ClaimSearch(run, slot, held);
	for (;;) {
		const claim = await search.tryOnce();
		if (claim) return claim;
	}
}

/** What the run would use, if there is anything. Changes nothing. */
export async function lookForJob(run: Run, slot: JobSlot): Promise<Claim | undefined> {
	return run.digest === undefined ? undefined : await new ClaimSearch(run, slot).look();
}

class ClaimSearch {
	private readonly heartbeat: Heartbeat;
	/** Counts from the first look: until then, nobody can be seen to be silent. */
	private deadline?: number;
	private tookOver = false;
	/** Held before, or created here. */
	private own?: Job;
	private ownSince = Date.now();
	private isNew = false;
	private lag = 0;
	private readsArchive: boolean;

	constructor(
		private readonly run: Run,
		private readonly slot: JobSlot,
		held?: Job,
	) {
		this.own = held;
		this.readsArchive = !held;
		this.heartbeat = new Heartbeat(run.options.leaseMs);
	}

	/** Undefined if another look is needed. */
	async tryOnce(): Promise<Claim | undefined> {
		const candidates = await this.findCandidates();
		const submitted = candidates.find(({ isSubmitted }) => isSubmitted);
		const cancelled = submitted ? undefined : this.cancelledJob();
		if (cancelled) return { end: 'cancelled', job: cancelled };
		if (!submitted && this.isOwnMissing(candidates)) return await this.waitForList();
		const winner = submitted ?? candidates[0];
		if (!winner) return await this.create();
		await this.deleteLosingJobs(candidates, winner);
		const { job, mark } = winner;
		if (submitted) return { end: 'submitted', job, mark };
		if (this.run.holds(mark))
			return { end: 'ours', job, isNew: this.isNew && job.jobId === this.own?.jobId };
		return await this.waitForOther(winner);
	}

	async look(): Promise<Claim | undefined> {
		const candidates = await this.findCandidates();
		const submitted = candidates.find(({ isSubmitted }) => isSubmitted);
		if (submitted) return { ...submitted, end: 'submitted' };
		const cancelled = this.cancelledJob();
		if (cancelled) return { end: 'cancelled', job: cancelled };
		const [unsubmitted] = candidates;
		return unsubmitted && { end: 'ours', job: unsubmitted.job, isNew: false };
	}

	private async findCandidates(): Promise<Candidate[]> {
		const { run, slot, own, readsArchive: archived } = this;
		this.readsArchive = false;
		const all = await findCandidates(run, { own, archived, unfiltered: this.lag > 1 });
		refuseOtherSplit(slot, all);
		const ofSlot = all.filter(({ mark }) => mark.number === slot.number);
		for (const { job } of ofSlot)
			if (job.statusCode === CANCELLED) run.cancelledJobs.set(job.jobId, { job, slot });
		return ofSlot.filter(({ job }) => !run.cancelledJobs.has(job.jobId));
	}

	/** Sending again by itself would undo what a person did. */
	private cancelledJob(): Job | undefined {
		if (this.run.options.onCancelled === 'sendAgain') return undefined;
		return [...this.run.cancelledJobs.values()].find(({ slot }) => slot === this.slot)?.job;
	}

	private isOwnMissing(candidates: readonly Candidate[]): boolean {
		return !!this.own && !candidates.some(({ job }) => job.jobId === this.own?.jobId);
	}

	/** Until the list shows our job, it may hide another one, too. */
	private async waitForList(): Promise<undefined> {
		const waited = Date.now() - this.ownSince;
		const pause = Math.min(LAG_PAUSE_MS * 2 ** this.lag++, MAX_LAG_MS - waited);
		if (waited >= MAX_LAG_MS || !(await wait(pause, this.run.client.cancelSignal)))
			throw notListed(this.own!);
		return undefined;
	}

	private async create(): Promise<undefined> {
		const askedAt = Date.now();
		this.own = await this.run.createJob(this.slot);
		compareClocks(this.run, this.own, askedAt);
		this.ownSince = Date.now();
		this.isNew = true;
		return undefined;
	}

	/** Deletes our own losing jobs and abandoned ones. A living sender deletes its own. */
	private async deleteLosingJobs(
		candidates: readonly Candidate[],
		winner: Candidate,
	): Promise<void> {
		for (const candidate of candidates) {
			if (candidate === winner || candidate.isSubmitted) continue;
			if (this.run.holds(candidate.mark) || this.heartbeat.isAbandoned(candidate))
				await deleteLosingJob(this.run, candidate, winner);
		}
	}

	private async waitForOther(other: Candidate): Promise<undefined> {
		const { leaseMs, otherRunWaitMs } = this.run.options;
		this.own = undefined;
		this.deadline ??= Date.now() + otherRunWaitMs;
		const isAbandoned = this.heartbeat.isAbandoned(other);
		if (isAbandoned && !this.tookOver) {
			// The list may show late that we took it over, or never.
			this.tookOver = true;
			this.deadline = Math.max(this.deadline, Date.now() + MAX_LAG_MS);
		}
		if (Date.now() > this.deadline) throw sentByAnother(other);
		if (isAbandoned) await takeOver(this.run, other.job, this.slot);
		const pause = Math.min(MAX_POLL_MS, leaseMs / 4);
		if (!(await wait(pause, this.run.client.cancelSignal))) throw sentByAnother(other);
		return undefined;
	}
}

async function deleteLosingJob(
	run: Run,
	{ job: { jobId } }: Candidate,
	winner: Candidate,
): Promise<void> {
	try {
		await deleteJob(run.client, jobId);
		run.log(
			`deleted the unsubmitted job ${jobId}: job ${winner.job.jobId} was made for the same content`,
			{ jobId, runKey: run.digest },
		);
	} catch (error) {
		if (!isGone(error)) throw asError(error);
	}
}

/** The next search shows who won: of two senders, the last label stays. */
async function takeOver(run: Run, { jobId }: Job, slot: JobSlot): Promise<void> {
	try {
		await run.takeOver(jobId, slot);
	} catch (error) {
		// The job may have been submitted or deleted meanwhile: the next search tells.
		if (await isUnsubmitted(run, jobId)) throw asError(error);
	}
}

async function isUnsubmitted({ client }: Run, jobId: string): Promise<boolean> {
	try {
		return (await getJob(client, jobId)).statusCode === CREATED;
	} catch {
		return false;
	}
}

export function sentByAnother({ job }: Pick<Candidate, 'job'>): OperationFailed {
	return new OperationFailed(
		`Another execution is sending the same content at this moment, as job ${job.jobId}`,
		'Nothing was sent twice. Run this again when the other execution has ended: it then returns that job, or continues it if it was left unfinished.',
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

export class Heartbeat {
	private readonly seen = new Map<string, { heartbeat: string; at: number }>();

	constructor(private readonly leaseMs: number) {}

	/**
	 * True if no sender is on the job, or its heartbeat has not changed for a lease. Measured from
	 * our first look, because the service's clock may be wrong.
	 */
	isAbandoned({ job, mark: { sender } }: Pick<Candidate, 'job' | 'mark'>): boolean {
		if (!sender) return true;
		const now = Date.now();
		const heartbeat = `${sender.id} ${sender.heartbeat}`;
		const last = this.seen.get(job.jobId);
		if (last?.heartbeat === heartbeat) return now - last.at > this.leaseMs;
		this.seen.set(job.jobId, { heartbeat, at: now });
		return false;
	}
}
