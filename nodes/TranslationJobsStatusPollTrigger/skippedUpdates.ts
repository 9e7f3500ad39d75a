import type { Settings } from './settings';

const MOST_SKIPPED_POLLS = 64;
/** Entries of an endless list are never forgotten. This is ten times what the service keeps. */
const MOST_REMEMBERED = 100_000;

/** Updates without items, and for how many polls to skip them. */
export interface SkippedUpdates {
	settings: string;
	/** Excluded by events or filters, until the settings change. */
	filtered: Set<string>;
	/** Their job cannot be read for now. Each failure doubles the number of polls to skip. */
	unreadable: Map<string, { pollsLeft: number; tries: number }>;
}

const skippedByNode = new Map<string, SkippedUpdates>();

export function recallSkipped(key: string, settings: Settings): SkippedUpdates {
	const written = JSON.stringify(settings);
	const known = skippedByNode.get(key);
	const isUsable = known?.settings === written && known.filtered.size <= MOST_REMEMBERED;
	const kept: SkippedUpdates = isUsable
		? known
		: { settings: written, filtered: new Set(), unreadable: new Map() };
	for (const entry of kept.unreadable.values()) entry.pollsLeft -= 1;
	skippedByNode.set(key, kept);
	return kept;
}

export function keepListed({ filtered, unreadable }: SkippedUpdates, listed: ReadonlySet<string>) {
	for (const updateId of filtered) if (!listed.has(updateId)) filtered.delete(updateId);
	for (const updateId of unreadable.keys()) if (!listed.has(updateId)) unreadable.delete(updateId);
}

export const isSkipped = ({ filtered, unreadable }: SkippedUpdates, updateId: string) =>
	filtered.has(updateId) || (unreadable.get(updateId)?.pollsLeft ?? -1) >= 0;

export const triesOf = ({ unreadable }: SkippedUpdates, updateId: string) =>
	unreadable.get(updateId)?.tries ?? 0;

export function noteUnreadable({ unreadable }: SkippedUpdates, updateId: string) {
	const tries = (unreadable.get(updateId)?.tries ?? 0) + 1;
	unreadable.set(updateId, { tries, pollsLeft: Math.min(MOST_SKIPPED_POLLS, 2 ** (tries - 1)) });
}
