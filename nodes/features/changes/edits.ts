import { omit } from '../../rules/json';
import { isBlank } from '../../texts/chooseTexts';
import { textsIn } from '../../texts/mapTexts';
import { type EntryText, matchTexts } from './match';
import { digestOfText, isSameText, type Known, type KnownText, structureDigestOf } from './value';

type Texts = ReadonlyMap<string, string>;
type Layout = ReadonlyMap<string, KnownText>;

export interface Learned {
	/** With the edits of people. */
	known: Known;
	/** Texts of the translated entry of which nobody knows what they translate. */
	unknown: Array<{ key: string; edit: string }>;
}

export interface TranslatedTexts {
	translatedEntry: unknown;
	/** The places of its texts that may be translations. */
	chosen: ReadonlySet<string>;
	/** Those by the paths of the last merge. */
	chosenLast: ReadonlySet<string>;
	/** Of the entry as it is to be merged now. */
	structureDigest: string;
}

/** Compares the translated entry with what was put there. */
export function learnEdits(
	known: Known,
	texts: readonly EntryText[],
	stored: TranslatedTexts,
): Learned {
	const { translatedEntry, chosen, chosenLast } = stored;
	const matches = matchTexts(texts, known);
	const [last, today] = [
		byPlace(known.current),
		byPlace(texts.map(({ key, source }) => matches.get(key) ?? { place: key, source })),
	];
	const there = textsIn(translatedEntry);
	const isLast =
		!hasStructureOfToday(known, stored) && isMergedLast(last, today, there, chosenLast);
	const areMixed = areMixedUp(known.current, [...chosen], there);
	const isCertain = ({ place, source }: KnownText) =>
		!areMixed && (isLast || today.get(place)?.source === source);
	const test = new EditTest(known, texts);
	const learn = (record: KnownText) => {
		const text = there.get(record.place);
		return text === undefined || !isCertain(record) ? record : test.learn(record, text);
	};
	const unknown = [...chosen].flatMap((place) => {
		const text = there.get(place)!;
		const record = last.get(place);
		const isExplained = (record && isCertain(record)) || test.isKnown(text);
		return isExplained ? [] : [{ key: place, edit: text }];
	});
	return { known: { ...known, current: known.current.map(learn) }, unknown };
}

/**
 * True if the translated entry shows a known text where it does not belong, as after a crash
 * between storing the entry and storing what is known. People's own texts do not count.
 */
export function showsMisplaced(
	{ known, texts, merged }: { known: Known; texts: readonly EntryText[]; merged: unknown },
	{ translatedEntry, chosen }: Pick<TranslatedTexts, 'translatedEntry' | 'chosen'>,
): boolean {
	const [there, wanted] = [textsIn(translatedEntry), textsIn(merged)];
	const test = new EditTest(known, texts);
	return [...chosen].some((place) => {
		const text = there.get(place)!;
		return inOneLine(text) !== inOneLine(wanted.get(place) ?? '') && test.isKnown(text);
	});
}

const byPlace = (records: readonly KnownText[]): Layout =>
	new Map(records.map((record) => [record.place, record]));

const hasStructureOfToday = (
	known: Known,
	{ translatedEntry, chosen, chosenLast, structureDigest }: TranslatedTexts,
): boolean =>
	known.structureDigest !== undefined &&
	structureDigestOf(translatedEntry, chosen) === structureDigest &&
	structureDigestOf(translatedEntry, chosenLast) !== known.structureDigest;

/**
 * False if the translated entry looks more like the one of today: after a crash between storing the
 * entry and storing what is known, or with an old value. Only the places that differ can tell.
 */
function isMergedLast(
	last: Layout,
	today: Layout,
	there: Texts,
	chosenLast: ReadonlySet<string>,
): boolean {
	const places = [...new Set([...last.keys(), ...today.keys()])].filter(
		(place) =>
			last.get(place)?.source !== today.get(place)?.source &&
			(last.has(place) || !there.has(place) || chosenLast.has(place)),
	);
	const hasPlaces = (layout: Layout) =>
		places.every((place) => layout.has(place) === there.has(place));
	const hasTexts = (layout: Layout) =>
		places.some((place) => isWhatStood(layout.get(place), there.get(place)));
	if (!hasPlaces(last)) return false;
	return !hasPlaces(today) || !hasTexts(today);
}

/** A translation that is gone from its place stands at another one, so texts have moved. */
function areMixedUp(
	current: readonly KnownText[],
	chosen: readonly string[],
	there: Texts,
): boolean {
	const isGone = ({ place, translation }: KnownText) =>
		translation !== undefined && !isSameText(translation, there.get(place));
	const gone = new Set(current.filter(isGone).map(({ translation }) => inOneLine(translation!)));
	const own = new Map(
		current.map(({ place, translation = '' }) => [place, inOneLine(translation)]),
	);
	return chosen.some((place) => {
		const text = inOneLine(there.get(place)!);
		return gone.has(text) && own.get(place) !== text;
	});
}

const isWhatStood = (record: KnownText | undefined, text: string | undefined): boolean =>
	record !== undefined &&
	text !== undefined &&
	(isSameText(text, record.translation) || digestOfText(text) === record.source);

class EditTest {
	private readonly all = new Set<string>();
	private readonly sources: ReadonlyMap<string, string>;

	constructor({ current, unused }: Known, texts: readonly EntryText[]) {
		for (const { translation, edit } of [...current, ...unused])
			for (const text of [translation, edit]) if (text !== undefined) this.all.add(inOneLine(text));
		this.sources = new Map(texts.map(({ source, value }) => [source, inOneLine(value)]));
		for (const text of this.sources.values()) this.all.add(text);
	}

	learn(record: KnownText, text: string): KnownText {
		if (isSameText(text, record.translation)) return omit(record, 'edit');
		return this.isEdit(record, text) ? { ...record, edit: text } : record;
	}

	/** The source may stand there while it has no translation. */
	private isEdit({ source }: KnownText, text: string): boolean {
		return (
			!isBlank(text) &&
			digestOfText(text) !== source &&
			inOneLine(text) !== this.sources.get(source)
		);
	}

	/** As a translation, an edit or a source of any place. */
	isKnown(text: string): boolean {
		return this.all.has(inOneLine(text));
	}
}

/** A system may have stored the source text with other white space. */
const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
