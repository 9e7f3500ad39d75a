import { giveWay } from '../../core/concurrency';
import { isBlank } from '../../texts/chooseTexts';
import { mapTexts, textsIn } from '../../texts/mapTexts';
import { learnEdits } from './edits';
import {
	chosenPlaces,
	type EntryText,
	groupBySource,
	keyOf,
	matchTexts,
	newTexts,
	translationOf,
	withDigest,
} from './match';
import {
	digestOfEntry,
	digestOfText,
	type EntryKey,
	frameOf,
	isSameText,
	type Known,
	type KnownText,
	meaningOf,
	type Origin,
	shownText,
	sizeOf,
	writeKnown,
} from './value';

/** Translations without a place may take so many characters, or as many as those with one. */
const MIN_UNUSED = 16_384;
/** So many earlier deliveries of a text are remembered. */
const MAX_EARLIER = 5;

export interface Delivery {
	source: ReadonlyArray<{ key: string; value: string }>;
	translated: ReadonlyArray<{ key: string; value: unknown }>;
}

export interface MergeInput {
	/** As entered in 'Fields to Translate'. Empty if that is not known. */
	paths: readonly string[];
	/** The request that says so. */
	request: Origin;
	delivery?: Delivery;
	/** The entry as it is now in this language. */
	translatedEntry?: unknown;
}

export interface MergedKnown<Entry> {
	entry: Entry;
	/** What was put in, by place. */
	put: ReadonlyMap<string, string>;
	/** False if it is what is stored already. */
	isChanged: boolean;
	known: Known;
	/** The source text stands there. */
	missing: Array<{ key: string; source: string }>;
	replacedEdits: Array<{ key: string; edit: string; translation?: string }>;
	/** Delivered for a text that the entry does not have any more. */
	outdated: Array<{ key: string; translation: string }>;
}

/** Puts what is known into the entry, and remembers what was put where. */
export async function mergeKnown<Entry>(
	entry: Entry,
	before: Known,
	{ paths: given, request, delivery, translatedEntry }: MergeInput,
): Promise<MergedKnown<Entry>> {
	const delivered = delivery ? readDelivery(delivery, request) : [];
	const isNewest = given.length > 0 && !isOlder(request, before.pathsAt);
	const paths = isNewest ? given : before.paths;
	await giveWay();
	const places = [...before.current, ...delivered].map(({ place }) => place);
	const chosen = paths.length > 0 ? chosenPlaces(entry, paths) : new Set(places);
	const chosenNow = isNewest ? chosen : chosenPlaces(entry, given);
	const texts = findTexts(entry, [...chosen, ...chosenNow, ...places]);
	await giveWay();
	const frame = frameOf(entry, chosen);
	// Before the delivery is added: what stands there was made with what was known then.
	const learned = await learnEdits(before, { texts, paths, frame, delivered }, translatedEntry);
	await giveWay();
	const known = addDelivered(learned.known, delivered);
	const matches = matchTexts(texts, known);
	const shownAt = (key: string) => shownText(matches.get(key));
	await giveWay();
	const merged = mapTexts(entry, (key, text) => shownAt(key) ?? text);
	const current = texts
		.filter(({ key }) => chosen.has(key) || matches.has(key))
		.map(({ key, source }) => toRecord(matches.get(key) ?? { place: key, source }));
	const shown = new Set(
		current.flatMap((text) =>
			[text.translation, text.edit].map((each) => meaningOf(text.source, each)),
		),
	);
	const isShown = (record: KnownText, text: string | undefined) =>
		shown.has(meaningOf(record.source, text));
	const lost = learned.known.current.flatMap((record) => {
		const { place: key, edit } = record;
		return edit === undefined || isShown(record, edit) ? [] : [{ key, edit }];
	});
	await giveWay();
	const digest = digestOfEntry(merged);
	await giveWay();
	return {
		entry: merged,
		put: new Map([...matches].map(([key, match]) => [key, shownText(match)!])),
		isChanged:
			digest !== before.entry ||
			(translatedEntry !== undefined && isOutOfDate(translatedEntry, paths, current, known)),
		known: {
			...before,
			paths: [...paths],
			pathsAt: isNewest ? request.at : before.pathsAt,
			current,
			unused: findUnused(before, known, current, isShown),
			entry: digest,
			frame,
		},
		missing: newTexts(texts, matches).map(({ key, value }) => ({ key, source: value })),
		replacedEdits: [...learned.unknown, ...lost]
			.map(({ key, edit }) => ({ key, edit, translation: shownAt(key) }))
			.filter(({ edit, translation }) => edit !== translation),
		outdated: delivered
			.filter((record) => !isShown(record, record.translation))
			.map(({ place, translation = '' }) => ({ key: place, translation })),
	};
}

/** What a person stores of it, and looks at. */
export const mergedOutput = <Entry>(
	{ sourceId, language }: EntryKey,
	{ entry, known, missing, replacedEdits }: Omit<MergedKnown<Entry>, 'put'>,
) => ({
	sourceNativeId: sourceId,
	targetNativeLanguageCode: language,
	entry,
	knownTranslations: writeKnown(known),
	missing,
	replacedEdits,
});

const toRecord = ({ edit, ...record }: KnownText): KnownText =>
	edit === undefined || edit === record.translation ? record : { ...record, edit };

/** Without those that have no translation. */
function readDelivery({ source, translated }: Delivery, request: Origin): KnownText[] {
	const translations = new Map(translated.map(({ key, value }) => [key, value]));
	return source.flatMap(({ key, value }): KnownText[] => {
		const translation = translations.get(key);
		return typeof translation === 'string' && !isBlank(translation)
			? [{ place: key, source: digestOfText(value), translation, request }]
			: [];
	});
}

/**
 * What a request delivers again replaces what it delivered before, also where an equal text has
 * taken it over. An older request replaces nothing. Edits stay as long as their source stays.
 */
function addDelivered(known: Known, delivered: readonly KnownText[]): Known {
	if (delivered.length === 0) return known;
	const request = delivered[0]!.request!;
	const [own, bySource] = [byKey(delivered), groupBySource(delivered)];
	const update = (record: KnownText): KnownText => {
		const isOwn = record.request?.id === request.id;
		const agreed = isOwn ? translationOf(bySource.get(record.source) ?? []) : undefined;
		const { translation } = own.get(keyOf(record)) ?? agreed ?? {};
		const isNewer =
			!isOwn && record.translation !== undefined && isOlder(request, record.request?.at);
		if (translation === undefined || translation === record.translation || isNewer) return record;
		const replaced = record.translation === undefined ? [] : [digestOfText(record.translation)];
		const earlier = [...replaced, ...(record.earlier ?? [])].slice(0, MAX_EARLIER);
		return { ...record, translation, request, ...(earlier.length > 0 ? { earlier } : {}) };
	};
	const present = byKey([...known.current, ...known.unused]);
	const added = delivered.filter((record) => !present.has(keyOf(record)));
	return {
		...known,
		current: known.current.map(update),
		unused: [...added, ...known.unused.map(update)],
	};
}

const byKey = (records: readonly KnownText[]): ReadonlyMap<string, KnownText> =>
	new Map(records.map((record) => [keyOf(record), record]));

/** Not if the service does not say when it was created. */
const isOlder = ({ at }: Origin, other = 0): boolean => at > 0 && at < other;

function findTexts(entry: unknown, places: readonly string[]): EntryText[] {
	const wanted = new Set(places);
	return [...textsIn(entry)]
		.filter(([key, value]) => wanted.has(key) && !isBlank(value))
		.map(([key, value]) => withDigest({ key, value }));
}

/** True if the translated entry does not show what it should, as after a crash. */
function isOutOfDate(
	translatedEntry: unknown,
	paths: readonly string[],
	current: readonly KnownText[],
	known: Known,
): boolean {
	const there = textsIn(translatedEntry);
	const shown = new Map(current.map((record) => [record.place, shownText(record)]));
	const texts = new Set([...known.current, ...known.unused].map(shownText));
	// People's own texts at other places do not count.
	const isLeftOver = (place: string) => !shown.has(place) && texts.has(there.get(place));
	return (
		[...shown].some(([place, text]) => text !== undefined && !isSameText(text, there.get(place))) ||
		[...chosenPlaces(translatedEntry, paths)].some(isLeftOver)
	);
}

/**
 * What has no place now, should the text come back: as much as ever had one. Rounded up, so that the
 * next change does not push it out.
 */
function findUnused(
	before: Known,
	known: Known,
	now: readonly KnownText[],
	isShown: (record: KnownText, text: string | undefined) => boolean,
): KnownText[] {
	const present = byKey(now);
	const unused = [...known.current, ...known.unused].filter((record) => {
		const text = shownText(record);
		return text !== undefined && !present.has(keyOf(record)) && !isShown(record, text);
	});
	if (unused.length === 0) return unused;
	const most = Math.max(MIN_UNUSED, ...[now, before.current, before.unused].map(sizeOf));
	let room = 2 ** Math.ceil(Math.log2(most));
	return unused.filter((record) => (room -= sizeOf([record])) >= 0);
}
