/** A clock may be set right by so much, and the service's clock is known to the second only. */
const DRIFT_MS = 60_000;

/**
 * Whether a stored time is reached. It lies at most `intervalMs` ahead of the moment when it was
 * stored. One that lies further ahead comes from a clock that was wrong, and counts as reached.
 */
export const isReached = (time: number, now: number, intervalMs: number): boolean =>
	time <= now || time > now + intervalMs + DRIFT_MS;
