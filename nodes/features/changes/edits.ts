import { giveWay } from '../../core/concurrency';
import { omit } from '../../rules/json';
import { isBlank } from '../../texts/chooseTexts';
import { textsIn } from '../../texts/mapTexts';
import { chosenPlaces, type EntryText } from './match';
import {
	digestOfText,
	frameOf,
	hasSameWords,
	type Known,
	type KnownText,
	meaningOf,
	shownText,
} from './value';

/** The entry that is merged now. */
interface Today {
	texts: readonly EntryText[];
	paths: readonly string[];
	frame: string;
	delivered: readonly KnownText[];
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
export async function learnEdits(
	known: Known,
	{ texts, paths, frame, delivered }: Today,
	translatedEntry: unknown,
): Promise<Learned> {
	if (translatedEntry === undefined) return { known, unknown: [] };
	const there = textsIn(translatedEntry);
	const given = new GivenTexts(known, texts, delivered);
	await giveWay();
	const last: Layout = new Map(known.current.map(({ place, source }) => [place, source]));
	const today: Layout = new Map(texts.map(({ key, source }) => [key, source]));
	const differ = (place: string) => last.get(place) !== today.get(place);
	const arePathsSame = paths.join('\n') === known.paths.join('\n');
	const chosenLast = chosenPlaces(translatedEntry, known.paths);
	const chosen = arePathsSame ? chosenLast : chosenPlaces(translatedEntry, paths);
	// What stands beside the texts is as it was left, or as it is now.
	const frameLast = frameOf(translatedEntry, chosenLast);
	const isFrameOfLast = frameLast === known.frame;
	const isFrameOfToday = (arePathsSame ? frameLast : frameOf(translatedEntry, chosen)) === frame;
	await giveWay();
	/** How well these places explain the translated entry. Only those that differ can tell. */
	const fit = (layout: Layout, places: ReadonlySet<string>) => {
		const standing = new Set([...layout].map(([at, source]) => meaningOf(source, there.get(at))));
		const differing = [...new Set([...layout.keys(), ...places])].filter(differ);
		// A person may have written there what was removed elsewhere, and a file has not everything.
		const isDoubtful = (place: string) =>
			there.has(place)
				? given.isOfAnother(there.get(place)!, standing)
				: given.hasText(layout.get(place)!);
		if (!differing.every((place) => layout.has(place))) return 0;
		return differing.some(isDoubtful) ? 1 : 2;
	};
	const fitLast = isFrameOfLast || !isFrameOfToday ? fit(last, chosenLast) : 0;
	await giveWay();
	const fitToday = isFrameOfToday || !isFrameOfLast ? fit(today, chosen) : 0;
	const isLast = fitLast > 0 && fitLast >= fitToday;
	const isToday = fitToday > 0 && fitToday >= fitLast;
	const isCertain = (place: string) =>
		last.has(place) && (differ(place) ? isLast && !isToday : isLast || isToday);
	await giveWay();
	const learn = (record: KnownText) => {
		const text = there.get(record.place);
		return text === undefined || !isCertain(record.place) ? record : given.learn(record, text);
	};
	const places = new Set([...last.keys(), ...chosen, ...chosenLast]);
	const unknown = [...places].flatMap((key) => {
		const edit = there.get(key);
		const isTold = edit !== undefined && !isCertain(key) && !given.isKnown(edit);
		return isTold && (!isBlank(edit) || last.has(key)) ? [{ key, edit }] : [];
	});
	return { known: { ...known, current: known.current.map(learn) }, unknown };
}

/** What was put into entries, and for which source. */
class GivenTexts {
	/** By digest of the text. */
	private readonly sources = new Map<string, Set<string>>();
	private readonly edits = new Map<string, Set<string>>();
	private readonly translated = new Set<string>();
	private readonly texts = new Map<string, string>();
	/** By text: several places and layouts ask for the same. */
	private readonly looked = new Map<string, { delivered: string[]; all: string[] }>();

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
			if ((translation ?? edit) !== undefined) this.translated.add(source);
		}
		for (const { value, source } of texts) {
			// A system may have stored the source text with other white space.
			add(this.sources, inOneLine(value), source);
			this.texts.set(source, value);
		}
	}

	/** Of a source that does not stand there, nor anywhere else where the entry has this text. */
	isOfAnother(text: string, standing: ReadonlySet<string>): boolean {
		const sources = this.sourcesOf(text).all;
		return sources.length > 0 && !sources.some((source) => standing.has(meaningOf(source, text)));
	}

	hasText(source: string): boolean {
		return this.translated.has(source);
	}

	isKnown(text: string): boolean {
		return this.sourcesOf(text).all.length > 0;
	}

	learn(record: KnownText, text: string): KnownText {
		if (this.sourcesOf(text).delivered.includes(record.source)) return omit(record, 'edit');
		const isTranslated = shownText(record) !== undefined || !this.isSource(record, text);
		return isTranslated ? { ...record, edit: text } : record;
	}

	private isSource({ source }: KnownText, text: string): boolean {
		const own = this.texts.get(source);
		return isBlank(text) || (own !== undefined && hasSameWords(own, text));
	}

	/** Translations and the source text itself, and with edits. */
	private sourcesOf(text: string): { delivered: string[]; all: string[] } {
		const looked = this.looked.get(text);
		if (looked) return looked;
		const digest = digestOfText(text);
		const delivered = [digest, inOneLine(text)].flatMap((each) => [
			...(this.sources.get(each) ?? []),
		]);
		const found = { delivered, all: [...delivered, ...(this.edits.get(digest) ?? [])] };
		this.looked.set(text, found);
		return found;
	}
}

function add(map: Map<string, Set<string>>, digest: string, source: string): void {
	map.set(digest, (map.get(digest) ?? new Set()).add(source));
}

const inOneLine = (text: string): string => `\n${text.trim().replace(/\s+/g, ' ')}`;
