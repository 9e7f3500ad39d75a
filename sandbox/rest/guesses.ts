import type { Exchange } from '../http/exchange';
import { REST_BASE_PATH } from '../http/log';
import { Refusal } from '../http/refusal';
import { type Guess, type GuessedPart, PARTS } from '../model/guessedParts';
import type { JsonObject } from '../model/model';
import type { State } from '../model/state';
import type { Variants } from '../model/variants';

type Heeded = GuessedPart & { readonly honoured?: keyof Variants };

const KNOWN: Readonly<Record<Guess, Heeded>> = PARTS;
const GUESSES = Object.entries(KNOWN) as Array<[Guess, Heeded]>;

const isIgnored = ({ variants }: State, { honoured }: Heeded): boolean => honoured !== undefined && variants[honoured] === false;

/** Whether the service takes this guess and heeds it. */
export const isKnown = (state: State, guess: Guess): boolean => state.variants.refuses[guess] === undefined && !isIgnored(state, KNOWN[guess]);

function guessesOf({ req, url }: Exchange): Array<[Guess, Heeded]> {
	const call = `${req.method} ${url.pathname.slice(REST_BASE_PATH.length)}`;
	return GUESSES.filter(([, part]) => part.call.test(call));
}

function refuse({ state }: Exchange, guess: Guess): void {
	const status = state.variants.refuses[guess];
	if (status !== undefined) throw new Refusal(status, 'NOT_SUPPORTED', `This service does not support ${guess}.`);
}

/** Refuses guesses in path and query; takes out of the query what is ignored. */
export function heedGuessesInAddress(exchange: Exchange): void {
	const { searchParams } = exchange.url;
	for (const [guess, part] of guessesOf(exchange)) {
		const { parameter, field, isIn, remainder } = part;
		if (parameter !== undefined) {
			const values = searchParams.getAll(parameter);
			if (values.length === 0) continue;
			if (isIn?.(values) ?? true) refuse(exchange, guess);
			if (!isIgnored(exchange.state, part)) continue;
			const rest = remainder?.(values[0] ?? '') ?? '';
			if (rest === '') searchParams.delete(parameter);
			else searchParams.set(parameter, rest);
		} else if (field === undefined) {
			refuse(exchange, guess);
		}
	}
}

/** Refuses guesses in a body; takes out of it what is ignored. */
export function heedGuessesInBody(exchange: Exchange, body: JsonObject): JsonObject {
	const heeded = { ...body };
	for (const [guess, part] of guessesOf(exchange)) {
		if (part.field === undefined || heeded[part.field] === undefined) continue;
		refuse(exchange, guess);
		if (isIgnored(exchange.state, part)) delete heeded[part.field];
	}
	return heeded;
}
