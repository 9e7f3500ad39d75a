import { REST_BASE_PATH } from '../calls/log';
import { Refusal } from '../calls/refusal';
import type { Exchange } from '../http/exchange';
import { type Guess, type GuessedPart, PARTS } from '../model/guessedParts';
import type { JsonObject } from '../model/model';
import type { State } from '../model/state';
import type { Variants } from '../model/variants';

type Part = GuessedPart & { readonly honoured?: keyof Variants };

const KNOWN: Readonly<Record<Guess, Part>> = PARTS;
const GUESSES = Object.entries(KNOWN) as Array<[Guess, Part]>;

const isIgnored = ({ variants }: State, { honoured }: Part): boolean =>
	honoured !== undefined && variants[honoured] === false;

/** True if the service neither refuses nor ignores this guess. */
export const isHonoured = (state: State, guess: Guess): boolean =>
	state.variants.refuses[guess] === undefined && !isIgnored(state, KNOWN[guess]);

function guessesOf({ req, url }: Exchange): Array<[Guess, Part]> {
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
	for (const [guess, part] of guessesOf(exchange)) {
		const { parameter, field, isGuess, remainder } = part;
		if (parameter !== undefined) {
			const values = searchParams.getAll(parameter);
			if (values.length === 0) continue;
			if (isGuess?.(values) ?? true) refuse(exchange, guess);
			if (!isIgnored(exchange.state, part)) continue;
			const rest = remainder?.(values[0] ?? '') ?? '';
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
	for (const [guess, part] of guessesOf(exchange)) {
		if (part.field === undefined || kept[part.field] === undefined) continue;
		refuse(exchange, guess);
		if (isIgnored(exchange.state, part)) delete kept[part.field];
	}
	return kept;
}
