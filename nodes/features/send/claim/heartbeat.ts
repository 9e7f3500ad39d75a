import type { Candidate } from './candidates';

export class Heartbeat {
	private readonly seen = new Map<string, { heartbeat: string; at: number }>();

	constructor(private readonly leaseMs: number) {}

	/**
	 * True if no sender is on the job, or its heartbeat has not changed for a lease. Measured from
	 * our first look, because the service's clock may be wrong.
	 */
	isAbandoned({ job, mark: { sender } }: Candidate): boolean {
		if (!sender) return true;
		const now = Date.now();
		const heartbeat = `${sender.id} ${sender.heartbeat}`;
		const last = this.seen.get(job.jobId);
		if (last?.heartbeat === heartbeat) return now - last.at > this.leaseMs;
		this.seen.set(job.jobId, { heartbeat, at: now });
		return false;
	}
}
