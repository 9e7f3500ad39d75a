/** The second part of a poll: decides what is due. */
import { isReached } from '../rules/dates';
import { ALONE_FROM, type DueAgain } from '../triggers/divide';
import type { Poll, Sighting } from './memory';

/** Which deliveries an execution may hold, by the hash of their keys. */
export type Wants = (hash: string) => boolean;

/** When to hand a delivery over: 0 if it is new, Infinity if never or not yet. */
export function dueAt(poll: Poll, hash: string, sighting: Sighting, now: number): number {
	const again = poll.handOvers.dueAt(hash, now, poll.settings.againAfterMs);
	if (again !== undefined) return sighting.repeats || again === 0 ? again : Infinity;
	return isOldEnough(poll, sighting, now) ? 0 : Infinity;
}

/** By n8n's clock: a date that lies too far ahead of it counts as old. */
const isOldEnough = (
	{ settings: { minimumAgeMs } }: Poll,
	{ modified = -Infinity }: Sighting,
	now: number,
): boolean => minimumAgeMs === 0 || isReached(modified + minimumAgeMs, now, minimumAgeMs);

/** When to read a job again on which the service failed. */
function retryAt({ memory }: Poll, jobId: string, now: number): number {
	const { retryAt: time = 0, pauseMs = 0 } = memory.failed.get(jobId) ?? {};
	return isReached(time, now, pauseMs) ? 0 : time;
}

/** What was handed over before and is due again. */
export function dueAgain(poll: Poll): DueAgain[] {
	const { memory, handOvers } = poll;
	const now = Date.now();
	return [...memory.jobs]
		.filter(([jobId]) => retryAt(poll, jobId, now) <= now)
		.flatMap(([, { deliveries }]) => [...deliveries])
		.map(([hash, sighting]) => ({
			hash,
			// What comes once has no third chance, so nothing shares its second one.
			attempt: sighting.repeats ? handOvers.attemptOf(hash) + 1 : ALONE_FROM,
			dueAt: dueAt(poll, hash, sighting, now),
			isLost: handOvers.isLost(hash),
		}))
		.filter(({ hash, dueAt: due }) => handOvers.attemptOf(hash) > 0 && due <= now);
}

/** The jobs to read for a turn. Those with deliveries that were never handed over come first. */
export function jobsDue(poll: Poll, wants: Wants, unread: ReadonlySet<string>): string[] {
	const { memory } = poll;
	const { jobs } = memory;
	const now = Date.now();
	const jobDueAt = (jobId: string): number => {
		const retry = retryAt(poll, jobId, now);
		// What changed comes before what is only looked at again.
		if (unread.has(jobId)) return Math.max(retry, memory.unread.get(jobId) ? 0 : 1);
		let due = Infinity;
		for (const [hash, sighting] of jobs.get(jobId)?.deliveries ?? [])
			if (wants(hash)) due = Math.min(due, dueAt(poll, hash, sighting, now));
		return Math.max(retry, due);
	};
	return [...new Set([...unread, ...jobs.keys()])]
		.map((jobId) => ({ jobId, at: jobDueAt(jobId) }))
		.filter(({ at }) => at <= now)
		.sort((one, other) => one.at - other.at)
		.map(({ jobId }) => jobId);
}
