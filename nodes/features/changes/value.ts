import { createHash } from 'node:crypto';

import { InvalidInput } from '../../rules/invalidInput';
import { isRecord } from '../../rules/json';
import { sameCode } from '../../rules/languages/codes';
import { sameName } from '../../rules/names';
import { pointerTo } from '../../texts/mapTexts';

const FIELD = 'Known Translations';
const VERSION = 1;
const DIGEST_LENGTH = 22;

export interface KnownText {
	/** JSON Pointer. */
	place: string;
	/** Digest of the source text. */
	source: string;
	/** Undefined while it has none. */
	translation?: string;
	/** What a person made of the translation in the translated entry. */
	edit?: string;
}

/** What is known about one entry in one language. */
export interface Known {
	sourceId: string;
	language: string;
	/** As entered in 'Fields to Translate'. */
	paths: string[];
	/** The chosen texts of the entry that was merged last. */
	current: KnownText[];
	/** Translations that have no place now, the latest first. */
	unused: KnownText[];
	/** Digest of the entry that was merged last. */
	entry?: string;
	/** Digest of that entry without its chosen texts. */
	structureDigest?: string;
}

export type EntryKey = Pick<Known, 'sourceId' | 'language'>;

export const newKnown = ({ sourceId, language }: EntryKey): Known => ({
	sourceId,
	language,
	paths: [],
	current: [],
	unused: [],
});

export const shownText = ({ edit, translation }: KnownText): string | undefined =>
	edit ?? translation;

const digestOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);

/** Systems store line ends in their own way. */
export const withPlainLineEnds = (text: string): string =>
	text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

export const isSameText = (one: string, other: string | undefined): boolean =>
	other !== undefined && withPlainLineEnds(one) === withPlainLineEnds(other);

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
export const structureDigestOf = (entry: unknown, chosen: ReadonlySet<string>): string =>
	digestOfOrdered(inOrder(entry, (place, text) => (chosen.has(place) ? '' : text)));

type ShowText = (pointer: string, text: string) => string;

/** As digests compare them. */
export function isSameEntry(one: unknown, other: unknown): boolean {
	if (typeof one === 'string' && typeof other === 'string')
		return one === other || withPlainLineEnds(one) === withPlainLineEnds(other);
	if (Array.isArray(one) && Array.isArray(other))
		return one.length === other.length && one.every((each, at) => isSameEntry(each, other[at]));
	if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
	const keys = Object.keys(one);
	return (
		keys.length === Object.keys(other).length &&
		keys.every((key) => Object.hasOwn(other, key) && isSameEntry(one[key], other[key]))
	);
}

type Row = [place: string, source: string, translation?: string | null, edit?: string];

const toRow = ({ place, source, translation, edit }: KnownText): Row =>
	edit === undefined
		? translation === undefined
			? [place, source]
			: [place, source, translation]
		: [place, source, translation ?? null, edit];

const fromRow = ([place, source, translation, edit]: Row): KnownText => ({
	place,
	source,
	...(typeof translation === 'string' ? { translation } : {}),
	...(typeof edit === 'string' ? { edit } : {}),
});

export function writeKnown(known: Known): string {
	const { current, unused, entry = '', structureDigest = '', ...key } = known;
	const value = {
		version: VERSION,
		...key,
		current: current.map(toRow),
		unused: unused.map(toRow),
		entry,
		structureDigest,
	};
	return JSON.stringify({ ...value, digest: digestOfValue(value) });
}

type Value = Record<string, unknown>;

const digestOfValue = (value: Value): string => {
	const { sourceId, language, paths, current, unused, entry, structureDigest } = value;
	return digestOf(
		JSON.stringify([sourceId, language, paths, current, unused, entry, structureDigest]),
	);
};

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
	return {
		sourceId: String(value.sourceId),
		language: String(value.language),
		paths: value.paths as string[],
		current: (value.current as Row[]).map(fromRow),
		unused: (value.unused as Row[]).map(fromRow),
		entry: String(value.entry),
		structureDigest: String(value.structureDigest),
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
	new InvalidInput(`${FIELD} ${problem}`, advice, FIELD);

const damaged = (problem: string) =>
	refused(
		problem,
		'Hand back the text exactly as the node returned it; a column may be too short for it. If its row is damaged, delete the row: then everything is sent again.',
	);
