import { chooseTexts, isBlank } from '../../texts/chooseTexts';
import { parseFieldPaths } from '../../texts/fieldPaths';
import { mapTexts, textsIn } from '../../texts/mapTexts';
import { type Learned, learnEdits, showsMisplaced } from './edits';
import { type EntryText, keyOf, type Match, matchTexts, withDigest } from './match';
import {
	digestOfEntry,
	digestOfText,
	type Known,
	type KnownText,
	shownText,
	structureDigestOf,
} from './value';

/** So many translations without a place are kept, or as many as there are texts. */
const MIN_UNUSED = 20;

export interface Delivery {
	source: ReadonlyArray<{ key: string; value: string }>;
	translated: ReadonlyArray<{ key: string; value: unknown }>;
}

export interface MergeInput {
	/** As entered in 'Fields to Translate'. Empty if that is not known. */
	paths: readonly string[];
	delivery?: Delivery;
	/** The entry as it is now in this language. */
	translatedEntry?: unknown;
}

export interface MergedKnown<Entry> {
	entry: Entry;
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
export function mergeKnown<Entry>(
	entry: Entry,
	before: Known,
	{ paths: given, delivery, translatedEntry }: MergeInput,
): MergedKnown<Entry> {
	const delivered = delivery ? readDelivery(delivery) : [];
	const paths = given.length > 0 ? [...given] : before.paths;
	const known = addDelivered(before, delivered);
	const { texts, chosen } = findTexts(entry, known, paths, delivered);
	const structureDigest = structureDigestOf(entry, chosen);
	const stored =
		translatedEntry === undefined
			? undefined
			: {
					translatedEntry,
					chosen: chosenPlaces(translatedEntry, paths),
					chosenLast: chosenPlaces(translatedEntry, before.paths),
					structureDigest,
				};
	const learned: Learned = stored ? learnEdits(known, texts, stored) : { known, unknown: [] };
	const matches = matchTexts(texts, learned.known);
	const shownAt = (key: string) => {
		const match = matches.get(key);
		return match && shownText(match);
	};
	const merged = mapTexts(entry, (key, text) => shownAt(key) ?? text);
	const current = texts
		.filter(({ key }) => chosen.has(key) || matches.has(key))
		.map(({ key, source }) => toRecord(matches.get(key) ?? { place: key, source }));
	const lost = [...learned.unknown, ...lostEdits(learned.known, matches)];
	const digest = digestOfEntry(merged);
	return {
		entry: merged,
		isChanged:
			digest !== before.entry ||
			(stored !== undefined && showsMisplaced({ known: learned.known, texts, merged }, stored)),
		known: {
			...before,
			paths,
			current,
			unused: findUnused(learned.known, delivered, matches, current),
			entry: digest,
			structureDigest,
		},
		missing: texts
			.filter(({ key }) => chosen.has(key) && shownAt(key) === undefined)
			.map(({ key, value }) => ({ key, source: value })),
		replacedEdits: lost
			.map(({ key, edit }) => ({ key, edit, translation: shownAt(key) }))
			.filter(({ edit, translation }) => edit !== translation),
		outdated: findOutdated(delivered, matches),
	};
}

/** A late value may take a delivery that was merged already for an edit. */
const toRecord = ({ place, source, translation, edit }: KnownText): KnownText => ({
	place,
	source,
	...(translation === undefined ? {} : { translation }),
	...(edit === undefined || edit === translation ? {} : { edit }),
});

/** Without those that have no translation. */
function readDelivery({ source, translated }: Delivery): KnownText[] {
	const translations = new Map(translated.map(({ key, value }) => [key, value]));
	return source.flatMap(({ key, value }): KnownText[] => {
		const translation = translations.get(key);
		return typeof translation === 'string' && !isBlank(translation)
			? [{ place: key, source: digestOfText(value), translation }]
			: [];
	});
}

/** Edits stay as long as their source stays. */
function addDelivered(known: Known, delivered: readonly KnownText[]): Known {
	if (delivered.length === 0) return known;
	const byKey = new Map(delivered.map((record) => [keyOf(record), record]));
	const update = (record: KnownText): KnownText => {
		const translation = byKey.get(keyOf(record))?.translation;
		return translation === undefined ? record : { ...record, translation };
	};
	const present = new Set([...known.current, ...known.unused].map(keyOf));
	const added = delivered.filter((record) => !present.has(keyOf(record)));
	return {
		...known,
		current: known.current.map(update),
		unused: [...added, ...known.unused.map(update)],
	};
}

/** The texts that are chosen, and others that stand where one was known. */
function findTexts(
	entry: unknown,
	known: Known,
	paths: readonly string[],
	delivered: readonly KnownText[],
): { texts: EntryText[]; chosen: Set<string> } {
	const places = [...known.current, ...delivered].map(({ place }) => place);
	const chosen = paths.length > 0 ? chosenPlaces(entry, paths) : new Set(places);
	const wanted = new Set([...chosen, ...places]);
	const texts = [...textsIn(entry)]
		.filter(([key, value]) => wanted.has(key) && !isBlank(value))
		.map(([key, value]) => withDigest({ key, value }));
	return { texts, chosen };
}

/** The texts that the paths choose, by their places. */
export const chosenPlaces = (entry: unknown, paths: readonly string[]): Set<string> =>
	new Set(
		paths.length > 0
			? chooseTexts(entry, parseFieldPaths([...paths])).texts.map(({ key }) => key)
			: [],
	);

function lostEdits({ current }: Known, matches: ReadonlyMap<string, Match>): Learned['unknown'] {
	const used = new Set([...matches.values()].map(({ edited }) => edited));
	return current.flatMap((record) =>
		record.edit === undefined || used.has(record) ? [] : [{ key: record.place, edit: record.edit }],
	);
}

function findUnused(
	{ current, unused }: Known,
	delivered: readonly KnownText[],
	matches: ReadonlyMap<string, Match>,
	now: readonly KnownText[],
): KnownText[] {
	const used = new Set([...matches.values()].map(({ edited }) => edited));
	const shown = new Set(now.map(meaningOf));
	const isNeeded = (record: KnownText) =>
		record.edit === undefined
			? record.translation !== undefined && !shown.has(meaningOf(record))
			: !used.has(record);
	const isDelivered = new Set(delivered.map(keyOf));
	const needed = [...current, ...unused].filter(isNeeded);
	return [
		...needed.filter((record) => isDelivered.has(keyOf(record))),
		...needed.filter((record) => !isDelivered.has(keyOf(record))),
	].slice(0, Math.max(MIN_UNUSED, now.length));
}

const meaningOf = ({ source, translation }: KnownText) => JSON.stringify([source, translation]);

function findOutdated(
	delivered: readonly KnownText[],
	matches: ReadonlyMap<string, Match>,
): Array<{ key: string; translation: string }> {
	const used = new Set([...matches.values()].map(meaningOf));
	return delivered.flatMap((record) =>
		used.has(meaningOf(record))
			? []
			: [{ key: record.place, translation: record.translation ?? '' }],
	);
}
