import type { Settings } from './settings';

const LONGEST_REST = 64;
/** Where a list never comes to its end, nothing is forgotten; this is ten times what the service keeps. */
const MOST_REMEMBERED = 100_000;

/** Updates that gave nothing, and how many polls leave them alone. */
export interface SkippedUpdates {
	settings: string;
	/** Held back by events or filters: until the settings change. */
	filtered: Set<string>;
	/** Their job cannot be read now: ever longer. */
	unreadable: Map<string, { pollsLeft: number; tries: number }>;
}

const passedOver = new Map<string, SkippedUpdates>();

/** What earlier polls with the same settings passed over. */
export function recallSkipped(key: string, settings: Settings): SkippedUpdates {
	const written = JSON.stringify(settings);
	const known = passedOver.get(key);
	const isUsable = known?.settings === written && known.filtered.size <= MOST_REMEMBERED;
	const kept: SkippedUpdates = isUsable ? known : { settings: written, filtered: new Set(), unreadable: new Map() };
	for (const rest of kept.unreadable.values()) rest.pollsLeft -= 1;
	passedOver.set(key, kept);
	return kept;
}

/** Forgets what the service no longer lists. */
export function keepListed({ filtered, unreadable }: SkippedUpdates, listed: ReadonlySet<string>) {
	for (const updateId of filtered) if (!listed.has(updateId)) filtered.delete(updateId);
	for (const updateId of unreadable.keys()) if (!listed.has(updateId)) unreadable.delete(updateId);
}

export const isSkipped = ({ filtered, unreadable }: SkippedUpdates, updateId: string) => filtered.has(updateId) || (unreadable.get(updateId)?.pollsLeft ?? -1) >= 0;

/** How often an update was looked at in vain. */
export const triesOf = ({ unreadable }: SkippedUpdates, updateId: string) => unreadable.get(updateId)?.tries ?? 0;

export function noteUnreadable({ unreadable }: SkippedUpdates, updateId: string) {
	const tries = (unreadable.get(updateId)?.tries ?? 0) + 1;
	unreadable.set(updateId, { tries, pollsLeft: Math.min(LONGEST_REST, 2 ** (tries - 1)) });
}
