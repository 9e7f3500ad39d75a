/** Entries are sent every night, merged when a translation is ready, and changed in between. */
import { wait } from '../../support/simulatedTime';
import type { Instance, World } from '../instance';
import { Random } from '../random';
import type { EntriesPlan } from './plan';

/** Effects of a night that was killed have come by then. */
const PAUSE_MS = 2 * 60_000;
const TRIES = 3;

export const playEntries = (
	world: World,
	{ nights, acts }: EntriesPlan,
	instance: Instance,
	at: (seconds: number) => Promise<unknown>,
): Array<Promise<unknown>> => [
	...acts.map(async ({ atSeconds, act, seed }) => {
		await at(atSeconds);
		await world.library!.perform(act, new Random(seed));
	}),
	playNights(world, nights, instance, at),
];

async function playNights(
	world: World,
	nights: readonly number[],
	instance: Instance,
	at: (seconds: number) => Promise<unknown>,
): Promise<void> {
	for (const night of nights) {
		await at(night);
		for (let tries = 0; tries < TRIES && world.isStormy; tries += 1) {
			const { ending } = await instance.night();
			await wait(PAUSE_MS);
			if (ending === 'done') break;
		}
	}
}

/**
 * One more night. True if it finds nothing to do. What needs no review is handed over once: somebody
 * runs the executions that failed again.
 */
export async function finishEntries(world: World, instance: Instance): Promise<boolean> {
	const unkept = (await world.sandbox.requests()).filter(
		({ requestId, status, sourceNativeId }) =>
			sourceNativeId?.startsWith('entry-') &&
			status.startsWith('COMPLETED') &&
			!world.library!.kept.has(requestId),
	);
	if (unkept.length > 0)
		await instance.mergeAgain(unkept.map(({ jobId, requestId }) => ({ jobId, requestId })));
	const { output } = await instance.night();
	return output.some(
		({ sendOutcome, textsInTranslation }) =>
			sendOutcome === 'nothingNew' && textsInTranslation === 0,
	);
}
