import {
	CANCELLED,
	DONE,
	KNOWN_REQUEST_STATUSES,
	NOT_MISSING,
	RETRIEVABLE,
} from '../rules/statuses';
import type { Job } from './resources';

export type RequestCounts = Record<string, number>;

/**
 * The counts that the job shows. Undefined if it shows none, or unknown statuses: then the
 * requests must be read.
 */
export function readCounts({ aggregateRequests: shown }: Job): RequestCounts | undefined {
	if (Array.isArray(shown)) {
		const entries = shown.map((entry: unknown) => {
			const { statusCode, status, count } = (entry ?? {}) as Record<string, unknown>;
			return [String(statusCode ?? status ?? ''), count] as const;
		});
		return toCounts(entries);
	}
	return shown !== null && typeof shown === 'object' ? toCounts(Object.entries(shown)) : undefined;
}

function toCounts(entries: ReadonlyArray<readonly [string, unknown]>): RequestCounts | undefined {
	const isReadable =
		entries.length > 0 &&
		entries.every(
			([status, count]) =>
				KNOWN_REQUEST_STATUSES.includes(status) && typeof count === 'number' && count >= 0,
		);
	if (!isReadable) return undefined;
	const counts: RequestCounts = {};
	for (const [status, count] of entries) counts[status] = (counts[status] ?? 0) + Number(count);
	return counts;
}

export const totalOf = (counts: RequestCounts): number =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);

export function areAllDone(counts: RequestCounts): boolean {
	const present = Object.entries(counts).filter(([, count]) => count > 0);
	return present.length > 0 && present.every(([status]) => DONE.includes(status));
}

/** A translation is still to come. */
export const isMissing = (counts: RequestCounts): boolean =>
	Object.entries(counts).some(([status, count]) => count > 0 && !NOT_MISSING.includes(status));

/** "3 of 9 ready". Cancelled requests are no longer expected. Undefined if none is. */
export function describeProgress(counts: RequestCounts): string | undefined {
	const ready = sumOf(counts, RETRIEVABLE);
	const expected = totalOf(counts) - sumOf(counts, [CANCELLED]);
	return expected > 0 ? `${ready} of ${expected} ready` : undefined;
}

export const sumOf = (counts: RequestCounts, statuses: readonly string[]): number =>
	statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
