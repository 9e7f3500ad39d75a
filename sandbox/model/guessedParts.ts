import { badRequest } from '../calls/refusal';

/** A part of a call that no specification shows: a parameter, a field, or the call. */
export interface GuessedPart {
	/** Matches method and path of the calls that may carry it. */
	readonly call: RegExp;
	readonly parameter?: string;
	readonly field?: string;
	/** Tells whether the values of the parameter are the guess; any are by default. */
	readonly isGuess?: (values: readonly string[]) => boolean;
	/** What remains of an ignored parameter; nothing by default. */
	readonly remainder?: (values: readonly string[]) => string;
}

const JOB_LIST = /^GET \/jobs(\/archived)?$/;
const JOB_OR_JOB_LIST = /^GET \/jobs(\/[^/]+)?$/;
const REQUEST_LIST = /^GET \/jobs\/[^/]+\/requests$/;
const CREATE_OR_UPDATE_JOB = /^(POST \/jobs|PATCH \/jobs\/[^/]+)$/;

const conditions = (filter: string): string[] => filter.match(/\w+\s+\w+\s+'(?:[^']|'')*'/g) ?? [];
const comparesLabels = (condition: string): boolean => condition.startsWith('labels');

export const PARTS = {
	filter: { call: JOB_LIST, parameter: 'filter' },
	labelsFilter: {
		call: JOB_LIST,
		parameter: 'filter',
		isGuess: ([filter = '']) => conditions(filter).some(comparesLabels),
		remainder: ([filter = '']) =>
			conditions(filter)
				.filter((condition) => !comparesLabels(condition))
				.join(' and '),
	},
	orderBy: { call: JOB_LIST, parameter: 'orderBy' },
	aggregateRequests: { call: JOB_OR_JOB_LIST, parameter: 'aggregateRequests' },
	statusFilter: { call: REQUEST_LIST, parameter: 'statusCode' },
	/** More than one status. A service that ignores this takes the last. */
	severalStatuses: {
		call: REQUEST_LIST,
		parameter: 'statusCode',
		isGuess: (statuses) => statuses.length > 1,
		remainder: (statuses) => statuses.at(-1) ?? '',
	},
	/** More than one id. A single one is specified. */
	requestIds: {
		call: REQUEST_LIST,
		parameter: 'id',
		isGuess: (ids) => ids.length > 1,
	},
	customData: { call: CREATE_OR_UPDATE_JOB, field: 'customData' },
	connectorVersion: { call: CREATE_OR_UPDATE_JOB, field: 'connectorVersion' },
	rejectNote: { call: /^PUT \/jobs\/[^/]+\/requests\/reject$/, field: 'note' },
	/** Texts within a request. The specification has them, and names no field. */
	inlineContent: {
		call: /^(POST \/jobs\/[^/]+\/requests\/add|PATCH \/jobs\/[^/]+\/requests(\/[^/]+)?)$/,
		field: 'sourceContent',
	},
	sourceContent: { call: /^\w+ \/jobs\/[^/]+\/sourcecontent(\/[^/]+)?$/ },
	patchRequests: { call: /^PATCH \/jobs\/[^/]+\/requests$/ },
	patchListener: { call: /^PATCH \/statusupdates\/listeners\/[^/]+$/ },
	getListener: { call: /^GET \/statusupdates\/listeners\/[^/]+$/ },
	getProvider: { call: /^GET \/providers\/[^/]+$/ },
	quota: { call: /^GET \/quota$/ },
} satisfies Record<string, GuessedPart>;

export type Guess = keyof typeof PARTS;
/** Refused guesses, each with the HTTP status of the refusal. */
export type RefusedGuesses = Partial<Record<Guess, number>>;

export const GUESS_NAMES = Object.keys(PARTS) as Guess[];

function checkGuess(name: string): asserts name is Guess {
	if (!Object.hasOwn(PARTS, name))
		throw badRequest(`There is no guess "${name}". Known: ${GUESS_NAMES.join(', ')}.`);
}

export function checkIgnoredGuesses(ignores: readonly string[]): void {
	for (const name of ignores) {
		checkGuess(name);
		const { parameter, field }: GuessedPart = PARTS[name];
		if (parameter === undefined && field === undefined)
			throw badRequest(`A service can refuse "${name}", but not ignore it: it is a call.`);
	}
}

export function checkRefusedGuesses(refuses: RefusedGuesses): void {
	for (const [name, status] of Object.entries(refuses)) {
		checkGuess(name);
		if (!Number.isInteger(status) || status < 400 || (status > 499 && status !== 501))
			throw badRequest(`The status that refuses "${name}" must be from 400 to 499, or 501.`);
	}
}
