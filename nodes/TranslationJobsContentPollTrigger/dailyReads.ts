import { PROCESS_RUN, shortHash } from '../core/ledger';
import { isReached } from '../rules/dates';

const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

/** A job whose counts show nothing new. */
export interface QuietJob {
	jobId: string;
	/** By n8n's clock; undefined if this process has not read it. */
	readAt?: number;
}

interface Progress {
	now: number;
	/** Since the last sweep; undefined if there was none. */
	elapsedMs?: number;
	sweepIntervalMs: number;
	/** The part of a read that is left from earlier sweeps. */
	credit: number;
}

/**
 * Counts save reads but may be wrong. So each job is read once a day whatever they say, and each
 * sweep reads its share of them: those that were read longest ago.
 */
export function chooseDailyReads(
	quiet: readonly QuietJob[],
	{ now, sweepIntervalMs, credit, elapsedMs = Math.min(sweepIntervalMs, HOUR_MS) }: Progress,
): { jobIds: string[]; credit: number } {
	// After a longer pause, the next sweeps share what was missed.
	const longest = 2 * Math.max(sweepIntervalMs, HOUR_MS);
	const elapsed = elapsedMs < 0 ? sweepIntervalMs : Math.min(elapsedMs, longest);
	const share = Math.min(1, elapsed / DAY_MS) * quiet.length;
	const isOlderThan = ({ readAt }: QuietJob, ageMs: number) =>
		readAt === undefined || isReached(readAt + ageMs, now, ageMs);
	const overdue = quiet.filter((job) => isOlderThan(job, DAY_MS)).length;
	const most = Math.ceil(share);
	const wanted = Math.min(most, Math.max(Math.floor(credit + share), overdue));
	// Jobs that were never read come in another order in each process, so that each comes soon.
	const jobIds = quiet
		.filter((job) => isOlderThan(job, HOUR_MS))
		.map(({ jobId, readAt = -Infinity }) => ({ jobId, readAt, at: shortHash(PROCESS_RUN + jobId) }))
		.sort((one, other) =>
			one.readAt === other.readAt ? (one.at < other.at ? -1 : 1) : one.readAt - other.readAt,
		)
		.slice(0, wanted)
		.map(({ jobId }) => jobId);
	return { jobIds, credit: Math.min(1, Math.max(0, credit + share - jobIds.length)) };
}
