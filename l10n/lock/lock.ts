/**
 * The lock of one entry in one language: digests of the sources and of what was put out, no texts.
 * The translations live in the translated entry, beside which it is stored.
 *
 * - `readLock(value)` reads what was stored and checks that it is whole.
 * - `writeLock(lock)` makes the text to store.
 * - `newLock(key)` is that of an entry which was never merged.
 * - `takeOver(key, texts, there)` makes one of texts that stand translated already.
 */
import { hash } from 'node:crypto';

import { isBlank } from '../entries/chooseTexts';
import { pointerTo } from '../entries/mapTexts';
import { InvalidInput } from '../invalidInput';
import { isRecord, jsonIn } from '../json';
import { decodeEntities } from '../text/plainText';

/** What people call the value. */
export const KNOWN = 'Known Translations';

const VERSION = 2;
const DIGEST_LENGTH = 22;
/** So many texts that stood at a place before are remembered. */
const MAX_EARLIER = 5;

export type Digest = string;

/** A request that delivered translations, and when it was created. */
export interface Origin {
	id: string;
	/** In milliseconds; 0 if the service does not say. */
	at: number;
}

/** A text that stood at a place before, and of which source. */
export interface Earlier {
	source: Digest;
	shown: Digest;
}

/** There is one for each chosen place, also for one that is not translated yet. */
export interface Locked {
	/** JSON Pointer. */
	place: string;
	/** Of the source text. */
	source: Digest;
	/** Of the text that was put there. */
	shown: Digest;
	/** Nobody has translated it: what was put there is the source text. */
	isMissing?: true;
	/** Of what was delivered last. Another `shown` was written by a person. */
	delivered?: Digest;
	/** Who delivered it. */
	request?: Origin;
	earlier: readonly Earlier[];
}

export interface LockKey {
	sourceId: string;
	language: string;
}

export interface Lock extends LockKey {
	/** As entered in 'Fields to Translate'. */
	paths: readonly string[];
	/** When they were entered: an older request does not bring older paths back. */
	pathsAt: number;
	texts: readonly Locked[];
	/** The lengths of the lists around them, by JSON Pointer. Undefined if they are not known. */
	lists?: ReadonlyMap<string, number>;
	/** Digest of the entry that was put out last. */
	entry?: Digest;
	/** What was put out, by place: only of version 1, which held the texts. */
	held?: ReadonlyMap<string, string>;
}

export const newLock = ({ sourceId, language }: LockKey): Lock => ({
	sourceId,
	language,
	paths: [],
	pathsAt: 0,
	texts: [],
	lists: new Map(),
});

/** Paths of the newest request count. */
export const withPaths = (lock: Lock, paths: readonly string[], at: number): Lock =>
	paths.length > 0 && !(at > 0 && at < lock.pathsAt) ? { ...lock, paths, pathsAt: at } : lock;

export const isEdit = ({ shown, delivered, isMissing }: Locked): boolean =>
	!isMissing && shown !== delivered;

export const knowsTranslations = ({ texts }: Lock): boolean =>
	texts.some(({ isMissing }) => !isMissing);

export const remember = (...earlier: readonly Earlier[]): Earlier[] =>
	earlier
		.filter(
			(one, at) =>
				earlier.findIndex((each) => each.shown === one.shown && each.source === one.source) === at,
		)
		.slice(0, MAX_EARLIER);

const digestOf = (text: string): Digest =>
	hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);

/** Systems store line ends in their own way. Everything else in a source counts as a change. */
export const withPlainLineEnds = (text: string): string =>
	text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

export const isSameText = (one: string, other: string | undefined): boolean =>
	other !== undefined && withPlainLineEnds(one) === withPlainLineEnds(other);

export const digestOfSource = (text: string): Digest => digestOf(withPlainLineEnds(text));

/** Most texts have nothing of it. */
const CHANGED = /[&>“”„‟«»″‘’‚‛‹›′`´–—…\u00ad\u200b]|--|[^\S ]|\s\s|^\s|\s$/;

/**
 * Without what systems change when they store a text: white space, quotation marks, dashes, dots,
 * entities, and how a tag ends.
 */
export function asStored(text: string): string {
	if (!CHANGED.test(text)) return text;
	const plain = text.includes('&') ? decodeEntities(text) : text;
	return plain
		.replace(/[“”„‟«»″]/g, '"')
		.replace(/[‘’‚‛‹›′`´]/g, "'")
		.replace(/-{2,3}|[–—]/g, '-')
		.replace(/…/g, '...')
		.replace(/(?<!\s)\s*\/>/g, '>')
		.replace(/>\s+</g, '><')
		.replace(/[\s\u00ad\u200b]+/g, ' ')
		.trim();
}

export const digestOfTranslation = (text: string): Digest => digestOf(asStored(text));

/** The order of keys and line ends do not count: a database may change them. */
export const digestOfEntry = (entry: unknown, show: ShowText = (_, text) => text): Digest =>
	digestOf(JSON.stringify(inOrder(entry, show)));

type ShowText = (pointer: string, text: string) => string;

function inOrder(value: unknown, show: ShowText, pointer = ''): unknown {
	if (typeof value === 'string') return withPlainLineEnds(show(pointer, value));
	if (Array.isArray(value))
		return value.map((child, at) => inOrder(child, show, `${pointer}/${at}`));
	if (!isRecord(value) || typeof value.toJSON === 'function') return value;
	const keys = Object.keys(value).sort();
	return Object.fromEntries(
		keys.map((key) => [key, inOrder(value[key], show, pointerTo(pointer, key))]),
	);
}

export interface SourceText {
	key: string;
	value: string;
}

/** The texts that stand translated: what differs from the source character by character. */
export const translatedThere = (
	texts: readonly SourceText[],
	there: ReadonlyMap<string, string>,
): Array<SourceText & { translation: string }> =>
	texts.flatMap(({ key, value }) => {
		const translation = there.get(key);
		const isTranslated =
			translation !== undefined && !isBlank(translation) && !isSameText(translation, value);
		return isTranslated ? [{ key, value, translation }] : [];
	});

/** Before anything was merged: what stands translated at a place counts as its translation. */
export const takeOver = (
	key: LockKey,
	texts: readonly SourceText[],
	there: ReadonlyMap<string, string>,
): Lock => ({
	...newLock(key),
	lists: undefined,
	texts: translatedThere(texts, there).map(({ key: place, value, translation }) => {
		const digest = digestOfTranslation(translation);
		const source = digestOfSource(value);
		return { place, source, shown: digest, delivered: digest, earlier: [] };
	}),
});

/**
 * The place, source, what is shown, and the number of the request. Then, if it is not what was
 * delivered: what was, empty for nothing, or null if the source text is shown. Then what was before,
 * with its source if it is another one.
 */
type Row = [string, Digest, Digest, number, (Digest | null)?, Array<[Digest, Digest?]>?];

function toRow(text: Locked, requests: readonly string[]): Row {
	const { place, source, shown, isMissing, delivered, request, earlier } = text;
	const row: Row = [place, source, shown, requests.indexOf(request?.id ?? '')];
	if (!isMissing && !isEdit(text) && earlier.length === 0) return row;
	row.push(isMissing ? null : (delivered ?? ''));
	if (earlier.length > 0)
		row.push(earlier.map((one) => (one.source === source ? [one.shown] : [one.shown, one.source])));
	return row;
}

const fromRow =
	(requests: readonly Origin[]) =>
	([place, source, shown, request, delivered = shown, earlier = []]: Row): Locked => ({
		place,
		source,
		shown,
		...(delivered === null ? { isMissing: true } : delivered ? { delivered } : {}),
		...(requests[request] ? { request: requests[request] } : {}),
		earlier: earlier.map(([before, of = source]) => ({ shown: before, source: of })),
	});

export function writeLock({
	texts,
	lists,
	entry,
	sourceId,
	language,
	paths,
	pathsAt,
}: Lock): string {
	const requests = new Map(
		texts.flatMap(({ request }) => (request ? [[request.id, request.at]] : [])),
	);
	const ids = [...requests.keys()];
	const value = {
		version: VERSION,
		sourceId,
		language,
		paths,
		pathsAt,
		requests: [...requests],
		texts: texts.map((text) => toRow(text, ids)),
		lists: [...(lists ?? [])],
		entry,
	};
	const stored = JSON.parse(JSON.stringify(value)) as Value;
	return JSON.stringify({ ...stored, digest: digestOfValue(stored) });
}

type Value = Record<string, unknown>;

const digestOfValue = ({ digest: _, ...value }: Value): Digest => digestOfEntry(value);

/** Reads a value and checks that it is whole. */
export function readLock(given: unknown): Lock {
	const value = parseIfJson(given);
	if (!isRecord(value)) throw damaged('are not a value that these nodes have made');
	if (typeof value.version === 'number' && value.version > VERSION)
		throw refused(
			`have version ${value.version}, and this node knows up to ${VERSION}`,
			'Update the node, or leave the value out: then everything is sent again.',
		);
	const isWhole =
		[1, VERSION].includes(value.version as number) &&
		Array.isArray(value.paths) &&
		Array.isArray(value.requests) &&
		isRows(value.version === 1 ? value.current : value.texts) &&
		value.digest === digestOfValue(value);
	if (!isWhole) throw damaged('are damaged');
	const requests = (value.requests as Array<[string, number]>).map(([id, at]) => ({ id, at }));
	const lock = {
		sourceId: String(value.sourceId),
		language: String(value.language),
		paths: value.paths as string[],
		pathsAt: Number(value.pathsAt),
	};
	if (value.version === 1) return { ...lock, ...fromVersion1(value.current as OldRow[], requests) };
	return {
		...lock,
		texts: (value.texts as Row[]).map(fromRow(requests)),
		lists: new Map(value.lists as Array<[string, number]>),
		entry: String(value.entry),
	};
}

/** The place, source, translation, number of the request, and edit. */
type OldRow = [string, Digest, (string | null)?, number?, (string | null)?];

/** It held the texts themselves, and no digest of them. */
function fromVersion1(rows: readonly OldRow[], requests: readonly Origin[]) {
	const held = new Map<string, string>();
	const texts = rows.flatMap(([place, source, translation, request = -1, edit]): Locked[] => {
		const text = edit ?? translation ?? undefined;
		if (text === undefined) return [];
		held.set(place, text);
		const delivered = translation ?? undefined;
		return [
			{
				place,
				source,
				shown: digestOfTranslation(text),
				...(delivered === undefined ? {} : { delivered: digestOfTranslation(delivered) }),
				...(requests[request] ? { request: requests[request] } : {}),
				earlier: [],
			},
		];
	});
	return { texts, held };
}

/** A damaged text stays a text. */
export const parseIfJson = (given: unknown): unknown =>
	typeof given === 'string' ? (jsonIn(given) ?? given) : given;

const isRows = (value: unknown): boolean =>
	Array.isArray(value) &&
	value.every(
		(row) => Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string',
	);

export const refused = (problem: string, advice: string) =>
	new InvalidInput(`${KNOWN} ${problem}`, advice);

const damaged = (problem: string) =>
	refused(
		problem,
		'Hand back the text exactly as the node returned it; a column may be too short for it. If its row is damaged, delete the row: then everything is sent again.',
	);

export const nameOf = ({ sourceId, language }: LockKey): string =>
	`the entry "${sourceId}" in ${language}`;
