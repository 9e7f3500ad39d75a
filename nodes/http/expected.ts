/** What a response must hold, and the check. Only a body that passes here is used. */
import { isRecord, jsonIn } from '../../l10n/json';
import { cut, isHtml } from './errorBody';
import { type HttpResponse, lostResponse, type Outcome } from './types';

/** Spellings of one field. One of them must have a value. */
export type FieldNames = readonly string[];

export interface ExpectedList {
	list: string;
	/** The id of an entry. Undefined if nothing is known about the entries. */
	id?: FieldNames;
	/** A further check of every entry, e.g. that it belongs to the right parent. */
	isEntry?: (entry: Record<string, unknown>) => boolean;
}

export interface ExpectedRecord {
	record: readonly FieldNames[];
	/** A further check, e.g. that it is the record that was asked for. */
	is?: (record: Record<string, unknown>) => boolean;
	/** The service may answer without a body, with a status that says so. */
	orNothing?: boolean;
}

/** JSON of an unknown form. */
export interface ExpectedJson {
	json: (value: unknown) => boolean;
	orNothing?: boolean;
}

/** `json`: an object or a list. `anything`: JSON, text or nothing. */
export type Expected = ExpectedList | ExpectedRecord | ExpectedJson | 'json' | 'anything';

/** Turns a response that does not hold what was expected into a lost one. */
export function checkResponse(outcome: Outcome, expected: Expected, method: string): Outcome {
	const { response } = outcome;
	if (!response || response.status >= 300 || isHtml(response.body)) return outcome;
	const body = readBody(response);
	if (holds({ ...response, body }, expected, method)) return { response: { ...response, body } };
	return lostResponse(
		'INCOMPLETE_ANSWER',
		`The service answered ${response.status} with ${describe(response)} instead of ${wanted(expected)}.`,
	);
}

/** n8n leaves JSON as text if its content type is another one. */
function readBody({ body }: HttpResponse): unknown {
	const json = typeof body === 'string' && /^\s*[[{]/.test(body) ? jsonIn(body) : undefined;
	return json ?? body;
}

/** Only these successes may have an empty body. */
const EMPTY_BODY_STATUSES = new Set([202, 204]);

const isNothing = (body: unknown): boolean =>
	body === undefined || (typeof body === 'string' && body.trim() === '');

function holds(
	{ status, headers, body }: HttpResponse,
	expected: Expected,
	method: string,
): boolean {
	if (expected === 'anything')
		return !isBrokenJson(headers, body) && !(method === 'GET' && status !== 204 && isNothing(body));
	const isJson = typeof body === 'object' && body !== null;
	if (expected === 'json') return isJson;
	if ('list' in expected) return status === 204 || readList(body, expected) !== undefined;
	if (isNothing(body) || (isRecord(body) && Object.keys(body).length === 0))
		return expected.orNothing === true && EMPTY_BODY_STATUSES.has(status);
	if ('json' in expected) return isJson && expected.json(body);
	return (
		isRecord(body) &&
		expected.record.every((names) => hasValue(body, names)) &&
		(expected.is?.(body) ?? true)
	);
}

/** n8n leaves JSON that it cannot parse as text. */
const isBrokenJson = (headers: HttpResponse['headers'], body: unknown): boolean =>
	(headers['content-type'] ?? '').toLowerCase().includes('json') &&
	typeof body === 'string' &&
	/^\s*[[{"]/.test(body);

const hasValue = (record: Record<string, unknown>, names: FieldNames): boolean =>
	names.some((name) => record[name] !== undefined && record[name] !== null && record[name] !== '');

/** The parts of a page. A page with any of them and without its list is an empty page. */
const PAGE_PARTS = ['pagination', '_links', '_embedded', 'page'];

type Entry = Record<string, unknown>;

/** The entries of a page. `odd`: null, without an id, or of another kind. */
export interface Entries {
	whole: Entry[];
	odd: unknown[];
}

/** The entries of a page, wherever the list stands. Undefined if this is no page. */
export function readEntries(page: unknown, expected: ExpectedList): Entries | undefined {
	const found = findList(page, expected.list);
	if (!found) {
		const isEmptyPage = isRecord(page) && PAGE_PARTS.some((part) => isRecord(page[part]));
		return isEmptyPage ? { whole: [], odd: [] } : undefined;
	}
	const { entries, isNamed } = found;
	const whole = entries.filter((entry) => isWhole(entry, expected)) as Entry[];
	const odd = entries.filter((entry) => !isWhole(entry, expected));
	const isPage = odd.length === 0 || (isNamed && whole.length > 0);
	return isPage ? { whole, odd } : undefined;
}

const isWhole = (entry: unknown, { id, isEntry }: ExpectedList): boolean =>
	(id === undefined || (isRecord(entry) && hasValue(entry, id))) &&
	(!isEntry || (isRecord(entry) && isEntry(entry)));

/** The whole entries of a page. Undefined if this is no page. */
export const readList = (page: unknown, expected: ExpectedList): Entry[] | undefined =>
	readEntries(page, expected)?.whole;

/**
 * What an odd entry hides may be what is looked for. So a list with odd entries is lost, unless the
 * try before showed the same records and the same odd entries.
 */
export function confirmOddEntries(expected: Expected): (outcome: Outcome) => Outcome {
	let shownBefore: string | undefined;
	return (outcome) => {
		const { response } = outcome;
		if (!response || response.status >= 300 || typeof expected === 'string') return outcome;
		const entries = 'list' in expected ? readEntries(response.body, expected) : undefined;
		if (!entries?.odd.length) return outcome;
		const { id = [] } = expected as ExpectedList;
		const ids = entries.whole.map((entry) => id.map((name) => entry[name]));
		const shown = JSON.stringify([ids, entries.odd]);
		if (shown === shownBefore) return outcome;
		shownBefore = shown;
		return lostResponse(
			'INCOMPLETE_ANSWER',
			'The list has entries that cannot be read, and no second reading confirms it.',
		);
	};
}

function findList(
	page: unknown,
	name: string,
): { entries: unknown[]; isNamed: boolean } | undefined {
	const named = (entries: unknown[]) => ({ entries, isNamed: true });
	if (Array.isArray(page)) return named(page);
	if (!isRecord(page)) return undefined;
	if (Array.isArray(page.data)) return named(page.data);
	const places = [page, page._embedded, page.data].filter(isRecord);
	for (const place of places) {
		const key = Object.keys(place).find((field) => field.toLowerCase() === name.toLowerCase());
		if (key && Array.isArray(place[key])) return named(place[key] as unknown[]);
	}
	// A list under an unknown name counts only if it is the only list and has entries.
	for (const place of places) {
		const [only, ...others] = Object.values(place).filter(Array.isArray);
		if (only && others.length === 0 && (only.length > 0 || name === ''))
			return { entries: only, isNamed: false };
	}
	return undefined;
}

function wanted(expected: Expected): string {
	if (typeof expected === 'string') return 'JSON';
	if ('list' in expected) return expected.list ? `a list of ${expected.list}` : 'a list';
	return 'the data that was asked for';
}

/** A name may be as long as the whole answer. */
const MAX_NAME = 50;

function describe({ headers, body }: HttpResponse): string {
	if (isNothing(body)) return 'nothing';
	if (typeof body === 'string')
		return `${body.length} characters of ${headers['content-type'] ?? 'unknown content'}`;
	if (Array.isArray(body)) return 'a list';
	return isRecord(body)
		? `an object with ${
				Object.keys(body)
					.slice(0, 5)
					.map((name) => cut(name, MAX_NAME))
					.join(', ') || 'nothing in it'
			}`
		: String(body);
}
