/** The second part of a poll: decides what is due. */
import { isReached } from '../rules/dates';
import { ALONE_FROM, type DueAgain } from '../triggers/divide';
import type { Poll, Sighting } from './memory';

/** What an execution may hold. */
export interface Turn {
	/** By the hash of the delivery key. */
	wants: (hash: string) => boolean;
	isMixed?: boolean;
}

/** When to hand a delivery over: 0 if it is new, Infinity if never or not yet. */
export function dueAt(poll: Poll, hash: string, sighting: Sighting, now: number): number {
	const again = poll.handedOver.dueAt(hash, now, poll.settings.againAfterMs);
	if (again !== undefined) return sighting.repeats || again === 0 ? again : Infinity;
	return isTooRecent(poll, sighting, now) ? Infinity : 0;
}

/** Both clocks must agree: a date of the service alone may lie in the future forever. */
function isTooRecent(
	{ client, settings: { minimumAgeMs } }: Poll,
	{ firstSeen, modified }: Sighting,
	now: number,
): boolean {
	const age = client.session.serverTime(now) - (modified ?? -Infinity);
	return !isReached(firstSeen + minimumAgeMs, now, minimumAgeMs) && age < minimumAgeMs;
}

/** When to read a job again on which the service failed. */
function retryAt({ memory }: Poll, jobId: string, now: number): number {
	const { retryAt: time = 0, pauseMs = 0 } = memory.failed.get(jobId) ?? {};
	return isReached(time, now, pauseMs) ? 0 : time;
}

/** What was handed over before and is due again. */
export function dueAgain(poll: Poll): DueAgain[] {
	const { jobs, waited } = poll.memory;
	const now = Date.now();
	return [...jobs]
		.filter(([jobId]) => retryAt(poll, jobId, now) <= now)
		.flatMap(([, { deliveries }]) => [...deliveries])
		.map(([hash, sighting]) => ({ hash, sighting, attempt: poll.handedOver.attemptsOf(hash) }))
		.filter(({ hash, sighting, attempt }) => attempt > 0 && dueAt(poll, hash, sighting, now) <= now)
		.map(({ hash, sighting, attempt }) => ({
			hash,
			// What comes once has no third chance, so nothing shares its second one.
			attempt: sighting.repeats ? attempt + 1 : ALONE_FROM,
			isMixed: poll.handedOver.isMixed(hash),
			waited: waited.get(hash) ?? 0,
		}));
}

/** The jobs to read for a turn. Those with deliveries that were never handed over come first. */
export function jobsDue(poll: Poll, turn: Turn, unread: ReadonlySet<string>): string[] {
	const { jobs } = poll.memory;
	const now = Date.now();
	const jobDueAt = (jobId: string): number => {
		const retry = retryAt(poll, jobId, now);
		if (unread.has(jobId)) return retry;
		let due = Infinity;
		for (const [hash, sighting] of jobs.get(jobId)?.deliveries ?? [])
			if (turn.wants(hash)) due = Math.min(due, dueAt(poll, hash, sighting, now));
		return Math.max(retry, due);
	};
	return [...new Set([...unread, ...jobs.keys()])]
		.map((jobId) => ({ jobId, at: jobDueAt(jobId) }))
		.filter(({ at }) => at <= now)
		.sort((one, other) => one.at - other.at)
		.map(({ jobId }) => jobId);
}
