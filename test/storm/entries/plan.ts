/** Entries that are sent night after night, and what people do to them. The seed decides. */
import { Random } from '../random';

export type EntryAct = 'change' | 'insert' | 'remove' | 'move' | 'duplicate' | 'picture' | 'edit';

export interface EntriesPlan {
	/** Who sends them. */
	instance: string;
	entries: number;
	targets: string[];
	nights: number[];
	acts: Array<{ atSeconds: number; act: EntryAct; seed: number }>;
}

/** Not every round has entries. */
const SHARE = 0.25;
const TARGETS = ['de-de', 'fr-fr'];
const ACTS: readonly EntryAct[] = [
	'change',
	'change',
	'insert',
	'remove',
	'move',
	'move',
	'duplicate',
	'picture',
	'edit',
	'edit',
	'edit',
];

/** With random numbers of its own: the rest of the plan stays as it was. */
export function makeEntriesPlan(
	seed: number,
	round: number,
	{ names, seconds }: { names: readonly string[]; seconds: number },
): EntriesPlan | undefined {
	const random = new Random(seed * 1_000_003 + round + 800_000);
	if (!random.chance(SHARE)) return undefined;
	const nights = random.between(2, 4);
	const pause = Math.floor((seconds * 0.9) / nights);
	return {
		instance: random.pick(names),
		entries: random.between(1, 2),
		targets: TARGETS.slice(0, random.between(1, 2)),
		nights: random.times(nights, (night) => night * pause + random.between(0, pause - 600)),
		acts: random
			.times(random.between(6, 16), () => ({
				atSeconds: random.between(0, seconds),
				act: random.pick(ACTS),
				seed: random.between(1, 1_000_000),
			}))
			.sort((one, other) => one.atSeconds - other.atSeconds),
	};
}
