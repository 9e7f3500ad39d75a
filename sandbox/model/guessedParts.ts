import { badRequest } from '../calls/refusal';

/** A part of a call that no specification shows: a parameter, a field, or the call. */
export interface GuessedPart {
	/** Matches method and path of the calls that may carry it. */
	readonly call: RegExp;
	readonly parameter?: string;
	readonly field?: string;
	/** Tells whether the values of the parameter are the guess; any are by default. */
	readonly isGuess?: (values: readonly string[]) => boolean;
	/** The switch that makes the service ignore it when false. */
	readonly honoured?: `honour${string}`;
	/** What remains of an ignored parameter; nothing by default. */
	readonly remainder?: (value: string) => string;
}

const JOB_LIST = /^GET \/jobs(\/archived)?$/;
const JOB_OR_JOB_LIST = /^GET \/jobs(\/[^/]+)?$/;
const REQUEST_LIST = /^GET \/jobs\/[^/]+\/requests$/;
const CREATE_OR_UPDATE_JOB = /^(POST \/jobs|PATCH \/jobs\/[^/]+)$/;

const conditions = (filter: string): string[] => filter.match(/\w+\s+\w+\s+'(?:[^']|'')*'/g) ?? [];
const comparesLabels = (condition: string): boolean => condition.startsWith('labels');

export const PARTS = {
	filter: { call: JOB_LIST, parameter: 'filter', honoured: 'honourFilter' },
	labelsFilter: {
		call: JOB_LIST,
		parameter: 'filter',
		isGuess: ([filter = '']) => conditions(filter).some(comparesLabels),
		honoured: 'honourLabelsFilter',
		remainder: (filter) =>
			conditions(filter)
				.filter((condition) => !comparesLabels(condition))
				.join(' and '),
	},
	orderBy: { call: JOB_LIST, parameter: 'orderBy', honoured: 'honourOrderBy' },
	aggregateRequests: {
		call: JOB_OR_JOB_LIST,
		parameter: 'aggregateRequests',
		honoured: 'honourAggregate',
	},
	statusFilter: { call: REQUEST_LIST, parameter: 'statusCode', honoured: 'honourStatusFilter' },
	/** More than one id. A single one is specified. */
	requestIds: {
		call: REQUEST_LIST,
		parameter: 'id',
		isGuess: (ids) => ids.length > 1,
		honoured: 'honourIdFilter',
	},
	customData: { call: CREATE_OR_UPDATE_JOB, field: 'customData', honoured: 'honourCustomData' },
	connectorVersion: {
		call: CREATE_OR_UPDATE_JOB,
		field: 'connectorVersion',
		honoured: 'honourConnectorVersion',
	},
	rejectNote: {
		call: /^PUT \/jobs\/[^/]+\/requests\/reject$/,
		field: 'note',
		honoured: 'honourRejectNote',
	},
	/** Texts within a request. The specification has them, and names no field. */
	inlineContent: {
		call: /^(POST \/jobs\/[^/]+\/requests\/add|PATCH \/jobs\/[^/]+\/requests(\/[^/]+)?)$/,
		field: 'sourceContent',
		honoured: 'honourInlineContent',
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

export function checkRefusedGuesses(refuses: RefusedGuesses): void {
	for (const [name, status] of Object.entries(refuses)) {
		if (!Object.hasOwn(PARTS, name))
			throw badRequest(`There is no guess "${name}". Known: ${GUESS_NAMES.join(', ')}.`);
		if (!Number.isInteger(status) || status < 400 || (status > 499 && status !== 501))
			throw badRequest(`The status that refuses "${name}" must be from 400 to 499, or 501.`);
	}
}
