import type { Client } from '../transport/client';
import { now } from '../transport/pipeline/clock';
import { isStatus, asError } from '../transport/pipeline/errors';
import type { Guess } from './wire';

/** How a service says that it does not take something; 414: an address that has become too long. */
const REFUSALS = [400, 404, 405, 414, 422, 501];
/** A service is asked again after so long: it may have learnt it, or somebody else's refusal was taken for its own. */
const REMEMBERED_MS = 3_600_000;

/** Address and guess → until when it counts as refused. */
const refusedUntil = new Map<string, number>();

const keyOf = (client: Client, guess: Guess) => `${client.baseUrl} ${guess}`;

export const isRefused = (client: Client, guess: Guess): boolean => (refusedUntil.get(keyOf(client, guess)) ?? 0) > now();

export const forgetRefusals = (): void => refusedUntil.clear();

/** Tells whether a call is to carry a guess. */
export type Takes = (guess: Guess) => boolean;

/**
 * Asks with guesses, and where the service refuses that, without them: one after another, then without all. Only a refusal that
 * ends with the guess is remembered; otherwise it had another reason, which the plain call tells.
 */
export async function guessing<T>(client: Client, guesses: readonly Guess[], ask: (takes: Takes) => Promise<T>): Promise<T> {
	const carried = guesses.filter((guess) => !isRefused(client, guess));
	const askWithout = async (dropped: readonly Guess[]) => await ask((guess) => carried.includes(guess) && !dropped.includes(guess));
	const ways = [...carried.map((guess) => [guess]), ...(carried.length > 1 ? [carried] : [])];
	let refusal: unknown;
	for (const dropped of [[], ...ways]) {
		try {
			const result = await askWithout(dropped);
			for (const guess of dropped) refusedUntil.set(keyOf(client, guess), now() + REMEMBERED_MS);
			if (dropped.length > 0) client.context.logger.info(`Translation Jobs: the service does not take ${dropped.join(', ')}, so it is asked without`, { service: client.baseUrl });
			return result;
		} catch (error) {
			refusal = error;
			if (!isStatus(error, ...REFUSALS)) break;
		}
	}
	throw asError(client.context.getNode(), refusal);
}

/** A list that is asked for with guesses. Nothing is handed out before the service has taken or refused them. */
export async function* guessingList<T>(client: Client, guesses: readonly Guess[], list: (takes: Takes) => AsyncGenerator<T>): AsyncGenerator<T> {
	let items: AsyncGenerator<T> | undefined;
	const first = await guessing(client, guesses, async (takes) => await (items = list(takes)).next());
	if (first.done) return;
	yield first.value;
	yield* items!;
}
