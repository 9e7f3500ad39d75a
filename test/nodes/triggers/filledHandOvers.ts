/** What was handed over, in large numbers. */
import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../../nodes/core/caches';
import { HandOvers } from '../../../nodes/triggers/handOvers';

const HOUR_MS = 3_600_000;

export const open = (store: IDataObject) => new HandOvers(store, 'handedOver', 'scope');
export const sizeOf = (stored: IDataObject) => JSON.stringify(stored).length;
export const hashes = (count: number, name = 'delivery') =>
	Array.from({ length: count }, (_, index) => shortHash(`${name} ${index}`));

/** One poll after another, each of which hands over so many. */
export function handOverInPolls(
	store: IDataObject,
	all: string[],
	{ perPoll, everyMs, pauseMs = HOUR_MS }: { perPoll: number; everyMs: number; pauseMs?: number },
): number {
	let now = Date.now();
	for (let at = 0; at < all.length; at += perPoll, now += everyMs) {
		const memory = open(store);
		for (const hash of all.slice(at, at + perPoll)) memory.add(hash, now, pauseMs);
		memory.save();
	}
	return now;
}

export const kept = (store: IDataObject, all: string[]) => {
	const memory = open(store);
	return all.filter((hash) => memory.attemptOf(hash) > 0);
};
