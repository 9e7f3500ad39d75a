import type { Candidate } from './candidates';

/** Tells from the outside whether somebody is still at work on an unsubmitted job. */
export class Heartbeat {
	private readonly seen = new Map<string, { heartbeat: string; at: number }>();

	constructor(private readonly leaseMs: number) {}

	/**
	 * True if nobody claims the job, or whoever did has given no sign for longer than a sender may. The silence begins when
	 * we begin to listen: what a date of the service says about it depends on its clock.
	 */
	isAbandoned({ job, mark: { sender } }: Candidate): boolean {
		if (!sender) return true;
		const now = Date.now();
		const heartbeat = `${sender.id} ${sender.heartbeat}`;
		if (this.seen.get(job.jobId)?.heartbeat !== heartbeat) this.seen.set(job.jobId, { heartbeat, at: now });
		return now - this.seen.get(job.jobId)!.at > this.leaseMs;
	}
}
