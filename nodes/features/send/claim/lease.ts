import { getJob } from '../../../api/jobs';
import type { Job } from '../../../api/resources';
import { wait } from '../../../core/clock';
import { OperationFailed } from '../../../core/errors';
import { logOf } from '../../../core/notices';
import { asError, isGone } from '../../../http/errors';
import { readRunMark } from '../../../rules/runLabels';
import { CREATED } from '../../../rules/statuses';
import type { JobSlot } from '../plan/plan';
import type { Run } from './run';

const SIGNS_PER_LEASE = 3;

interface Held {
	slot: JobSlot;
	confirmedAt: number;
	isLost: boolean;
	/** A second renewal could overwrite the label of a run that took the job over. */
	confirming?: Promise<void>;
}

/** Keeps our label on the jobs that this run fills. */
export class Lease {
	private readonly ended = new AbortController();
	private readonly held = new Map<string, Held>();
	private readonly beating: Promise<void>;

	constructor(private readonly run: Run) {
		this.beating = run.digest === undefined ? Promise.resolve() : this.beat();
	}

	hold(jobId: string, slot: JobSlot): void {
		this.held.set(jobId, { slot, confirmedAt: Date.now(), isLost: false });
	}

	/** Call before each change: fails if another run has taken the job over. */
	async check(jobId: string): Promise<void> {
		const held = this.held.get(jobId);
		if (this.run.digest === undefined || !held) return;
		if (!held.isLost && Date.now() - held.confirmedAt > this.run.options.leaseMs)
			await this.confirm(jobId);
		if (held.isLost) {
			throw new OperationFailed(
				`Job ${jobId} was taken over by another execution that sends the same content`,
				'This one was silent for too long, for example because the machine slept. Run it again: it returns what the other execution has sent.',
			);
		}
	}

	async end(): Promise<void> {
		this.ended.abort();
		await this.beating;
	}

	private async beat(): Promise<void> {
		while (await wait(this.run.options.leaseMs / SIGNS_PER_LEASE, this.ended.signal)) {
			for (const jobId of this.held.keys()) {
				try {
					await this.confirm(jobId);
				} catch (error) {
					// The next heartbeat or check tries again.
					logOf(this.run.client.context).warn(
						`Translation Jobs: no sign of life could be left on job ${jobId}`,
						{ jobId, reason: error instanceof Error ? error.message : String(error) },
					);
				}
			}
		}
	}

	private async confirm(jobId: string): Promise<void> {
		const held = this.held.get(jobId);
		if (!held || held.isLost) return;
		held.confirming ??= this.renew(jobId, held).finally(() => (held.confirming = undefined));
		await held.confirming;
	}

	private async renew(jobId: string, held: Held): Promise<void> {
		const at = Date.now();
		let job: Job;
		try {
			job = await getJob(this.run.client, jobId);
			if (job.statusCode !== CREATED || !this.run.holds(readRunMark(job.labels))) {
				held.isLost = true;
				return;
			}
		} catch (error) {
			if (!isGone(error)) throw asError(error);
			held.isLost = true;
			return;
		}
		await this.run.beat(job, held.slot);
		held.confirmedAt = at;
	}
}
