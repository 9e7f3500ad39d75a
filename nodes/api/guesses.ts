import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../core/caches';
import { now } from '../core/clock';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError, isGone, isStatus, isUnconfirmed, refusalSource } from '../http/errors';
import type { Guess } from './wire';

/** Statuses for something unknown. 414: the address became too long. */
export const REFUSALS = [400, 404, 405, 414, 422, 501];
/**
 * Then the guess is tried again: the service may have changed, or the refusal had another reason.
 */
const REMEMBERED_MS = 3_600_000;
/** Without it something is deleted, so what stands in front of the service does not decide. */
const DELETING: Guess = 'patchListener';
const MAX_REFUSALS = 1_000;

const refusals = new BoundedMap<true>({ maxEntries: MAX_REFUSALS, maxAgeMs: REMEMBERED_MS });

/** The others are likely, and told by what the service does: see withMetadata and requestTexts.ts. */
type Refusable = Guess | 'sourceContent' | 'extendedMetadata';

const keyOf = (client: Client, guess: Refusable) => `${client.session.baseUrl} ${guess}`;

export const isRefused = (client: Client, guess: Refusable): boolean =>
	refusals.get(keyOf(client, guess), now()) === true;

export const rememberRefusal = (client: Client, guess: Refusable): unknown =>
	refusals.set(keyOf(client, guess), true, now());

export const forgetRefusals = (): void => refusals.clear();

export type Supports = (guess: Guess) => boolean;

/**
 * Asks with guesses. If the service refuses, asks without each of them, then without all. A
 * refusal is remembered only if dropping the guess helped, and the service itself spoke or every
 * try was refused.
 */
export async function withFallbacks<T>(
	client: Client,
	guesses: readonly Guess[],
	ask: (supports: Supports) => Promise<T>,
): Promise<T> {
	const carried = guesses.filter((guess) => !isRefused(client, guess));
	const askWithout = async (dropped: readonly Guess[]) =>
		await ask((guess) => carried.includes(guess) && !dropped.includes(guess));
	const ways = [...carried.map((guess) => [guess]), ...(carried.length > 1 ? [carried] : [])];
	let refusal: unknown;
	let isAuthoritative = true;
	for (const dropped of [[], ...ways]) {
		try {
			const result = await askWithout(dropped);
			if (!isAuthoritative) return result;
			for (const guess of dropped) rememberRefusal(client, guess);
			if (dropped.length > 0)
				logOf(client.context).info(
					`Translation Jobs: the service does not accept ${dropped.join(', ')}, so calls leave it out`,
					{ service: client.session.baseUrl },
				);
			return result;
		} catch (error) {
			refusal = error;
			const isDoubtful = isUnconfirmed(error);
			const source = refusalSource(error);
			if (!isDoubtful && !isStatus(error, ...REFUSALS)) break;
			const isServiceSilent =
				isDoubtful || source === 'page' || (source === 'text' && isGone(error));
			if (isServiceSilent && carried.includes(DELETING)) break;
			isAuthoritative &&= isDoubtful || source === 'object';
		}
	}
	throw asError(refusal);
}

/** Yields nothing before the service has accepted or refused the guesses. */
export async function* listWithFallbacks<T>(
	client: Client,
	guesses: readonly Guess[],
	list: (supports: Supports) => AsyncGenerator<T>,
): AsyncGenerator<T> {
	const { first, items } = await withFallbacks(client, guesses, async (supports) => {
		const asked = list(supports);
		return { first: await asked.next(), items: asked };
	});
	if (first.done) return;
	yield first.value;
	yield* items;
}

interface WithMetadata {
	extendedMetadata?: IDataObject | null;
}

/** The specification writes it like this, connectors in production as we do. */
const OTHER_SPELLING = 'ExtendedMetadata';

const refusesFields = (error: unknown): boolean => isStatus(error, 400, 422);

/** Sends fields, with the other spelling if the service refuses ours. */
export async function withMetadata<T extends WithMetadata, Result>(
	client: Client,
	fields: T,
	send: (fields: T) => Promise<Result>,
): Promise<Result> {
	const { extendedMetadata, ...others } = fields;
	if (extendedMetadata === undefined || extendedMetadata === null) return await send(fields);
	const spelled = { ...others, [OTHER_SPELLING]: extendedMetadata } as unknown as T;
	if (isRefused(client, 'extendedMetadata')) return await send(spelled);
	try {
		return await send(fields);
	} catch (error) {
		if (!refusesFields(error)) throw asError(error);
		const result = await send(spelled).catch((again: unknown) => {
			// Then the spelling was not the reason.
			throw asError(refusesFields(again) ? error : again);
		});
		rememberRefusal(client, 'extendedMetadata');
		return result;
	}
}
