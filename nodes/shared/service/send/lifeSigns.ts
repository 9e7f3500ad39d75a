import { serverMs } from '../../rules/serverTime';
import type { Client } from '../../transport/client';
import type { Candidate } from './candidates';

/** Tells from the outside whether somebody is still at work on an unsubmitted job. */
export class LifeSigns {
	private readonly seen = new Map<string, { pulse: string; at: number }>();

	constructor(
		private readonly client: Client,
		private readonly leaseMs: number,
	) {}

	/** True if nobody claims the job, or whoever did has given no sign for longer than a sender may. */
	isAbandoned({ job, mark: { sender } }: Candidate): boolean {
		if (!sender) return true;
		const now = Date.now();
		const pulse = `${sender.id} ${sender.pulse}`;
		const before = this.seen.get(job.jobId);
		if (before?.pulse !== pulse) this.seen.set(job.jobId, { pulse, at: before ? now : this.lastChange(job.modifiedDate, now) });
		return now - this.seen.get(job.jobId)!.at > this.leaseMs;
	}

	/** By our own clock. Without a date, the silence begins when we begin to listen: a job's age says nothing about its sender. */
	private lastChange(date: string | undefined, now: number): number {
		const at = serverMs(date);
		return at === undefined ? now : Math.min(now, at - this.client.serverTime(0));
	}
}
