import type { Exchange } from './exchange';
import { REST_BASE_PATH } from './log';
import type { JsonObject } from './model';
import { badRequest, Refusal } from './refusal';
import type { State } from './state';
import type { Variants } from './variants';

/** A part of a call that no specification shows: a parameter, a field, or the call itself. */
interface GuessedPart {
	/** Method and path of the calls that may carry it. */
	readonly call: RegExp;
	readonly parameter?: string;
	readonly field?: string;
	/** Whether a parameter that is there is the guess; any is, unless told. */
	readonly isIn?: (values: readonly string[]) => boolean;
	/** The switch that makes the service ignore it. */
	readonly honoured?: keyof Variants;
	/** What is left of a parameter that is ignored; nothing, unless told. */
	readonly remainder?: (value: string) => string;
}

const JOB_LIST = /^GET \/jobs(\/archived)?$/;
const JOB_OR_JOB_LIST = /^GET \/jobs(\/[^/]+)?$/;
const REQUEST_LIST = /^GET \/jobs\/[^/]+\/requests$/;
const CREATE_OR_UPDATE_JOB = /^(POST \/jobs|PATCH \/jobs\/[^/]+)$/;

const conditions = (filter: string): string[] => filter.match(/\w+\s+\w+\s+'(?:[^']|'')*'/g) ?? [];
const comparesLabels = (condition: string): boolean => condition.startsWith('labels');

const PARTS = {
	filter: { call: JOB_LIST, parameter: 'filter', honoured: 'honourFilter' },
	labelsFilter: {
		call: JOB_LIST,
		parameter: 'filter',
		isIn: ([filter = '']) => conditions(filter).some(comparesLabels),
		honoured: 'honourLabelsFilter',
		remainder: (filter) => conditions(filter).filter((condition) => !comparesLabels(condition)).join(' and '),
	},
	orderBy: { call: JOB_LIST, parameter: 'orderBy', honoured: 'honourOrderBy' },
	aggregateRequests: { call: JOB_OR_JOB_LIST, parameter: 'aggregateRequests', honoured: 'honourAggregate' },
	statusFilter: { call: REQUEST_LIST, parameter: 'statusCode', honoured: 'honourStatusFilter' },
	/** Several ids in one call; one alone is specified. */
	requestIds: { call: REQUEST_LIST, parameter: 'id', isIn: (ids) => ids.length > 1, honoured: 'honourIdFilter' },
	customData: { call: CREATE_OR_UPDATE_JOB, field: 'customData', honoured: 'honourCustomData' },
	connectorVersion: { call: CREATE_OR_UPDATE_JOB, field: 'connectorVersion', honoured: 'honourConnectorVersion' },
	rejectNote: { call: /^PUT \/jobs\/[^/]+\/requests\/reject$/, field: 'note', honoured: 'honourRejectNote' },
	patchRequests: { call: /^PATCH \/jobs\/[^/]+\/requests$/ },
	patchListener: { call: /^PATCH \/statusupdates\/listeners\/[^/]+$/ },
	getListener: { call: /^GET \/statusupdates\/listeners\/[^/]+$/ },
	getProvider: { call: /^GET \/providers\/[^/]+$/ },
	quota: { call: /^GET \/quota$/ },
} satisfies Record<string, GuessedPart>;

export type Guess = keyof typeof PARTS;
/** The guesses that are refused, each with the HTTP status of the refusal. */
export type RefusedGuesses = Partial<Record<Guess, number>>;

const GUESSES = Object.entries(PARTS) as Array<[Guess, GuessedPart]>;
export const GUESS_NAMES = Object.keys(PARTS) as Guess[];

export function checkRefusedGuesses(refuses: RefusedGuesses): void {
	for (const [name, status] of Object.entries(refuses)) {
		if (!Object.hasOwn(PARTS, name)) throw badRequest(`There is no guess "${name}". Known: ${GUESS_NAMES.join(', ')}.`);
		if (!Number.isInteger(status) || status < 400 || status > 499) throw badRequest(`The guess "${name}" is refused with a status from 400 to 499.`);
	}
}

const isIgnored = ({ variants }: State, { honoured }: GuessedPart): boolean => honoured !== undefined && variants[honoured] === false;

/** Whether the service takes this guess and heeds it. */
export const isKnown = (state: State, guess: Guess): boolean => state.variants.refuses[guess] === undefined && !isIgnored(state, PARTS[guess]);

function guessesOf({ req, url }: Exchange): Array<[Guess, GuessedPart]> {
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
