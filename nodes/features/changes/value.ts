import { hash } from 'node:crypto';

import { KNOWN } from '../../form/mergeFields';
import { InvalidInput } from '../../rules/invalidInput';
import { isRecord } from '../../rules/json';
import { sameCode } from '../../rules/languages/codes';
import { sameName } from '../../rules/names';
import { pointerTo } from '../../texts/mapTexts';
import { withoutMarkup } from '../../texts/plainText';

const VERSION = 1;
const DIGEST_LENGTH = 22;

/** A request that delivered translations, and when it was created. */
export interface Origin {
	id: string;
	/** In milliseconds; 0 if the service does not say. */
	at: number;
}

/** What is known about a text at a place. There is one for each place and source. */
export interface KnownText {
	/** JSON Pointer. */
	place: string;
	/** Digest of the source text. */
	source: string;
	/** As delivered. Undefined while it has none. */
	translation?: string;
	/** Who delivered it. */
	request?: Origin;
	/** Digests of what was delivered for it before. */
	earlier?: string[];
	/** What a person wrote in the translated entry, also where no translation was. */
	edit?: string;
}

/** What is known about one entry in one language. */
export interface Known {
	sourceId: string;
	language: string;
	/** As entered in 'Fields to Translate'. */
	paths: string[];
	/** When they were entered: an older request does not bring older paths back. */
	pathsAt: number;
	/** The chosen texts of the entry that was merged last. */
	current: KnownText[];
	/** Translations that have no place now, the latest first. */
	unused: KnownText[];
	/** Digest of the entry that was merged last. */
	entry?: string;
	/** Digest of that entry without its chosen texts. */
	frame?: string;
}

export type EntryKey = Pick<Known, 'sourceId' | 'language'>;

export const newKnown = ({ sourceId, language }: EntryKey): Known => ({
	sourceId,
	language,
	paths: [],
	pathsAt: 0,
	current: [],
	unused: [],
});

export const shownText = (text?: KnownText): string | undefined => text?.edit ?? text?.translation;

const digestOf = (text: string): string =>
	hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);

/** Systems store line ends in their own way. */
export const withPlainLineEnds = (text: string): string =>
	text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

export const isSameText = (one: string, other: string | undefined): boolean =>
	other !== undefined && withPlainLineEnds(one) === withPlainLineEnds(other);

/** Systems store quotation marks, entities, tags and white space in their own way. */
export const hasSameWords = (one: string, other: string): boolean =>
	wordsOf(one) === wordsOf(other);

function wordsOf(text: string): string {
	const plain = withoutMarkup(text);
	return plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || plain.trim();
}

export const digestOfText = (text: string): string => digestOf(withPlainLineEnds(text));

export const digestOfEntry = (entry: unknown): string => digestOfOrdered(inOrder(entry));
export const digestOfOrdered = (ordered: unknown): string => digestOf(JSON.stringify(ordered));

/** A copy in which the order of keys and the line ends do not count: a database may change them. */
export function inOrder(value: unknown, show: ShowText = (_, text) => text, pointer = ''): unknown {
	if (typeof value === 'string') return withPlainLineEnds(show(pointer, value));
	if (Array.isArray(value))
		return value.map((child, at) => inOrder(child, show, `${pointer}/${at}`));
	if (!isRecord(value) || typeof value.toJSON === 'function') return value;
	const keys = Object.keys(value).sort();
	return Object.fromEntries(
		keys.map((key) => [key, inOrder(value[key], show, pointerTo(pointer, key))]),
	);
}

/** Where texts have moved, what stands beside them tells so. */
export const frameOf = (entry: unknown, chosen: ReadonlySet<string>): string =>
	digestOfOrdered(inOrder(entry, (place, text) => (chosen.has(place) ? '' : text)));

type ShowText = (pointer: string, text: string) => string;

/** A text that stands for a source. */
export const meaningOf = (source: string, text: string | undefined): string =>
	text === undefined ? source : `${source} ${text}`;

/** The place, source, translation, number of the request, edit, and what was delivered before. */
type Row = [string, string, (string | null)?, number?, (string | null)?, string[]?];

function toRow(text: KnownText, requests: readonly string[] = []): Row {
	const { place, source, translation = null, request, edit = null, earlier = [] } = text;
	const row: Row = [place, source, translation, requests.indexOf(request?.id ?? '')];
	if (edit !== null || earlier.length > 0) row.push(edit, earlier);
	return row;
}

const fromRow =
	(requests: readonly Origin[]) =>
	([place, source, translation, request = -1, edit, earlier = []]: Row): KnownText => ({
		place,
		source,
		...(typeof translation === 'string' ? { translation } : {}),
		...(requests[request] ? { request: requests[request] } : {}),
		...(typeof edit === 'string' ? { edit } : {}),
		...(earlier.length > 0 ? { earlier } : {}),
	});

/** How much of a value it takes. */
export const sizeOf = (texts: readonly KnownText[]): number =>
	texts.reduce((size, text) => size + JSON.stringify(toRow(text)).length, 0);

export function writeKnown({ current, unused, entry = '', frame = '', ...key }: Known): string {
	const requests = new Map(
		[...current, ...unused].flatMap(({ request }) => (request ? [[request.id, request.at]] : [])),
	);
	const ids = [...requests.keys()];
	const value = {
		version: VERSION,
		...key,
		requests: [...requests],
		current: current.map((text) => toRow(text, ids)),
		unused: unused.map((text) => toRow(text, ids)),
		entry,
		frame,
	};
	return JSON.stringify({ ...value, digest: digestOfValue(value) });
}

type Value = Record<string, unknown>;

const digestOfValue = ({ digest: _, ...value }: Value): string => digestOfEntry(value);

/** Tells a value from an object that holds values by language. */
export const isKnownValue = (value: unknown): value is Value =>
	isRecord(value) && 'version' in value;

/** Checks that it is of this entry and language. */
export function checkKnown(known: Known, { sourceId, language }: EntryKey): Known {
	if (!sameName(known.sourceId, sourceId))
		throw refused(
			`belong to the entry "${known.sourceId}", not to "${sourceId}"`,
			'Hand back the row of this entry: each value belongs to one entry.',
		);
	if (!sameCode(known.language, language))
		throw refused(
			`are in ${known.language}, not in ${language}`,
			'Hand back the row of this language: each value belongs to one language.',
		);
	return known;
}

/** Reads a value and checks that it is whole. */
export function parseKnown(given: unknown): Known {
	const value = parseValue(given);
	const toText = fromRow(
		(value.requests as Array<[string, number]>).map(([id, at]) => ({ id, at })),
	);
	return {
		sourceId: String(value.sourceId),
		language: String(value.language),
		paths: value.paths as string[],
		pathsAt: Number(value.pathsAt),
		current: (value.current as Row[]).map(toText),
		unused: (value.unused as Row[]).map(toText),
		entry: String(value.entry),
		frame: String(value.frame),
	};
}

function parseValue(given: unknown): Value {
	const value = parseIfJson(given);
	if (!isRecord(value)) throw damaged('are not a value that these nodes have made');
	if (typeof value.version === 'number' && value.version > VERSION)
		throw refused(
			`have version ${value.version}, and this node knows up to ${VERSION}`,
			'Update the node, or leave the value out: then everything is sent again.',
		);
	const isWhole =
		value.version === VERSION &&
		isTexts(value.paths) &&
		Array.isArray(value.requests) &&
		isRows(value.current) &&
		isRows(value.unused) &&
		value.digest === digestOfValue(value);
	if (!isWhole) throw damaged('are damaged');
	return value;
}

/** A damaged text stays a text. */
export function parseIfJson(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	try {
		return JSON.parse(given) as unknown;
	} catch {
		return given;
	}
}

const isTexts = (value: unknown): boolean =>
	Array.isArray(value) && value.every((text) => typeof text === 'string');

const isRows = (value: unknown): boolean =>
	Array.isArray(value) &&
	value.every(
		(row) => Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string',
	);

const refused = (problem: string, advice: string) =>
	new InvalidInput(`${KNOWN} ${problem}`, advice);

const damaged = (problem: string) =>
	refused(
		problem,
		'Hand back the text exactly as the node returned it; a column may be too short for it. If its row is damaged, delete the row: then everything is sent again.',
	);

export const nameOf = ({ sourceId, language }: EntryKey): string =>
	`the entry "${sourceId}" in ${language}`;

/** Its item is left out, and the others go on. */
export class UnusableKnown extends InvalidInput {
	constructor({ message, description }: InvalidInput, key: EntryKey) {
		super(`${message}, for ${nameOf(key)}`, description);
	}
}

/** Says of which entry and language a value is that is refused. */
export function usable<T>(key: EntryKey, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw error instanceof InvalidInput ? new UnusableKnown(error, key) : (error as Error);
	}
}
