import type { StatusUpdate } from '../shared/service/resources';
import type { Settings } from './settings';

const LONGEST_REST = 64;

/** Updates that gave nothing, and how many polls leave them alone. */
export interface PassedOver {
	settings: string;
	/** Held back by events or filters, or overtaken: until the settings change. */
	filtered: Set<string>;
	/** Their job cannot be read now: ever longer. */
	unreadable: Map<string, { pollsLeft: number; tries: number }>;
}

const passedOver = new Map<string, PassedOver>();

export function recallPassedOver(key: string, settings: Settings, updates: StatusUpdate[]): PassedOver {
	const written = JSON.stringify(settings);
	const known = passedOver.get(key);
	const kept: PassedOver = { settings: written, filtered: new Set(), unreadable: new Map() };
	if (known?.settings === written) {
		for (const { updateId } of updates) {
			if (known.filtered.has(updateId)) kept.filtered.add(updateId);
			const rest = known.unreadable.get(updateId);
			if (rest) kept.unreadable.set(updateId, { ...rest, pollsLeft: rest.pollsLeft - 1 });
		}
	}
	passedOver.set(key, kept);
	return kept;
}

export const isLeftAlone = ({ filtered, unreadable }: PassedOver, updateId: string) => filtered.has(updateId) || (unreadable.get(updateId)?.pollsLeft ?? -1) >= 0;

export function noteUnreadable({ unreadable }: PassedOver, updateId: string) {
	const tries = (unreadable.get(updateId)?.tries ?? 0) + 1;
	unreadable.set(updateId, { tries, pollsLeft: Math.min(LONGEST_REST, 2 ** (tries - 1)) });
}
