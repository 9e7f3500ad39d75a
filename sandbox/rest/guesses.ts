import { REST_BASE_PATH } from '../calls/log';
import { Refusal } from '../calls/refusal';
import type { Exchange } from '../http/exchange';
import { type Guess, type GuessedPart, PARTS } from '../model/guessedParts';
import type { JsonObject } from '../model/model';
import type { State } from '../model/state';

const GUESSES = Object.entries(PARTS) as Array<[Guess, GuessedPart]>;

const isIgnored = ({ variants }: State, guess: Guess): boolean => variants.ignores.includes(guess);

/** True if the service neither refuses nor ignores this guess. */
export const isHonoured = (state: State, guess: Guess): boolean =>
	state.variants.refuses[guess] === undefined && !isIgnored(state, guess);

function guessesOf({ req, url }: Exchange): Array<[Guess, GuessedPart]> {
	const call = `${req.method} ${url.pathname.slice(REST_BASE_PATH.length)}`;
	return GUESSES.filter(([, part]) => part.call.test(call));
}

function refuse({ state }: Exchange, guess: Guess): void {
	const status = state.variants.refuses[guess];
	if (status !== undefined)
		throw new Refusal(status, 'NOT_SUPPORTED', `This service does not support ${guess}.`);
}

/** Refuses guesses in path and query; drops ignored ones from the query. */
export function handleGuessesInUrl(exchange: Exchange): void {
	const { searchParams } = exchange.url;
	for (const [guess, { parameter, field, isGuess, remainder }] of guessesOf(exchange)) {
		if (parameter !== undefined) {
			const values = searchParams.getAll(parameter);
			if (values.length === 0) continue;
			if (isGuess?.(values) ?? true) refuse(exchange, guess);
			if (!isIgnored(exchange.state, guess)) continue;
			const rest = remainder?.(values) ?? '';
			if (rest === '') searchParams.delete(parameter);
			else searchParams.set(parameter, rest);
		} else if (field === undefined) {
			refuse(exchange, guess);
		}
	}
}

/** Refuses guesses in a body; drops ignored ones from it. */
export function handleGuessesInBody(exchange: Exchange, body: JsonObject): JsonObject {
	const kept = { ...body };
	for (const [guess, { field }] of guessesOf(exchange)) {
		if (field === undefined || kept[field] === undefined) continue;
		refuse(exchange, guess);
		if (isIgnored(exchange.state, guess)) delete kept[field];
	}
	return kept;
}
