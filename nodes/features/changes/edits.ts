import { omit } from '../../rules/json';
import { isBlank } from '../../texts/chooseTexts';
import type { EntryText } from './match';
import { digestOfText, type Known, type KnownText, shownText } from './value';

/** The entry as it is now in the language of the translation. */
export interface TranslatedTexts {
	/** By place. */
	texts: ReadonlyMap<string, string>;
	/** Its places by the paths of the last merge, and by those of today. */
	chosenLast: ReadonlySet<string>;
	chosen: ReadonlySet<string>;
	/** Without the texts of the last merge, it looks as it was left, or as the entry does now. */
	isFrameOfLast: boolean;
	isFrameOfToday: boolean;
}

export interface Learned {
	/** With the edits of people. */
	known: Known;
	/** Texts of the translated entry that nobody delivered, and of which the source is not certain. */
	unknown: Array<{ key: string; edit: string }>;
}

/** By place: the digest of the source of which the text there is the translation. */
type Layout = ReadonlyMap<string, string>;

/**
 * An edit is a text that no delivery ever gave for its source. The translated entry has the places
 * of the last merge. After a crash between storing the entry and storing what is known, it has those
 * of today. Where both are possible, an edit counts only at a place that has the same source in both.
 */
export function learnEdits(
	known: Known,
	texts: readonly EntryText[],
	delivered: readonly KnownText[],
	stored: TranslatedTexts,
): Learned {
	const given = new GivenTexts(known, texts, delivered);
	const last: Layout = new Map(known.current.map(({ place, source }) => [place, source]));
	const today: Layout = new Map(texts.map(({ key, source }) => [key, source]));
	const differ = (place: string) => last.get(place) !== today.get(place);
	const { isFrameOfLast, isFrameOfToday, chosen, chosenLast } = stored;
	const isLast =
		(isFrameOfLast || !isFrameOfToday) && fits(last, chosenLast, differ, given, stored.texts);
	const isToday =
		(isFrameOfToday || !isFrameOfLast) && fits(today, chosen, differ, given, stored.texts);
	const isCertain = (place: string) =>
		last.has(place) && (differ(place) ? isLast && !isToday : isLast || isToday);
	const learn = (record: KnownText) => {
		const text = stored.texts.get(record.place);
		return text === undefined || !isCertain(record.place) ? record : given.learn(record, text);
	};
	const places = new Set([...last.keys(), ...chosen, ...chosenLast]);
	const unknown = [...places].flatMap((key) => {
		const edit = stored.texts.get(key);
		const isTold = edit !== undefined && !isCertain(key) && !given.isKnown(edit);
		return isTold && (!isBlank(edit) || last.has(key)) ? [{ key, edit }] : [];
	});
	return { known: { ...known, current: known.current.map(learn) }, unknown };
}

/** Whether the translated entry can have its texts at these places. */
function fits(
	layout: Layout,
	chosen: ReadonlySet<string>,
	differ: (place: string) => boolean,
	given: GivenTexts,
	there: ReadonlyMap<string, string>,
): boolean {
	const isWrong = (place: string) => {
		const [source, text] = [layout.get(place), there.get(place)];
		// Only the places that differ can tell.
		if (differ(place) && (source === undefined ? chosen.has(place) : text === undefined))
			return true;
		const others = text === undefined ? [] : given.sourcesOf(text);
		return others.length > 0 && !others.includes(source!) && !shows(text!, others);
	};
	/** A text of another source may stand here if it also stands there. */
	const shows = (text: string, sources: readonly string[]) =>
		[...layout].some(([place, source]) => there.get(place) === text && sources.includes(source));
	return ![...new Set([...layout.keys(), ...chosen])].some(isWrong);
}

/** What was put into entries, and for which source. */
class GivenTexts {
	/** By digest of the text. */
	private readonly sources = new Map<string, Set<string>>();
	private readonly edits = new Map<string, Set<string>>();

	constructor(
		{ current, unused }: Known,
		texts: readonly EntryText[],
		delivered: readonly KnownText[],
	) {
		for (const { source, translation, earlier = [], edit } of [
			...current,
			...unused,
			...delivered,
		]) {
			for (const digest of [source, ...earlier]) add(this.sources, digest, source);
			if (translation !== undefined) add(this.sources, digestOfText(translation), source);
			if (edit !== undefined) add(this.edits, digestOfText(edit), source);
		}
		// A system may have stored the source text with other white space.
		for (const { value, source } of texts) add(this.sources, inOneLine(value), source);
	}

	/** Translations, the source text itself, and edits. */
	sourcesOf(text: string): string[] {
		return [...this.delivered(text), ...(this.edits.get(digestOfText(text)) ?? [])];
	}

	isKnown(text: string): boolean {
		return this.sourcesOf(text).length > 0;
	}

	learn(record: KnownText, text: string): KnownText {
		if (this.delivered(text).includes(record.source)) return omit(record, 'edit');
		const isUntouched = isBlank(text) && shownText(record) === undefined;
		return isUntouched ? record : { ...record, edit: text };
	}

	private delivered(text: string): string[] {
		return [digestOfText(text), inOneLine(text)].flatMap((each) => [
			...(this.sources.get(each) ?? []),
		]);
	}
}

function add(map: Map<string, Set<string>>, digest: string, source: string): void {
	map.set(digest, (map.get(digest) ?? new Set()).add(source));
}

const inOneLine = (text: string): string => `\n${text.trim().replace(/\s+/g, ' ')}`;
