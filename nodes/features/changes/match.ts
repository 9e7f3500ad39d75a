import { chooseTexts, isBlank } from '../../texts/chooseTexts';
import { parseFieldPaths } from '../../texts/fieldPaths';
import { textsIn } from '../../texts/mapTexts';
import {
	digestOfText,
	type EntryKey,
	hasSameWords,
	type Known,
	type KnownText,
	newKnown,
} from './value';

/** A text of an entry, with its digest. */
export interface EntryText {
	key: string;
	value: string;
	source: string;
}

/**
 * What is known about each text, at its place of today. A text shows what is known for its place and
 * its source. Elsewhere it shows the translation on which all agree: the same words can mean
 * different things. An edit moves with its text, if the text stood at one place and stands at one.
 */
export function matchTexts(
	texts: readonly EntryText[],
	{ current, unused }: Pick<Known, 'current' | 'unused'>,
): Map<string, KnownText> {
	const records = [...current, ...unused];
	const here = new Map(records.map((record) => [keyOf(record), record]));
	const [bySource, before] = [groupBySource(records), groupBySource(current)];
	const today = groupBySource(texts);
	const matches = new Map<string, KnownText>();
	for (const { key: place, source } of texts) {
		const own = here.get(keyOf({ place, source }));
		const same = () => withoutOtherForms(place, bySource.get(source) ?? []);
		const [old, ...others] = before.get(source) ?? [];
		const isSingle = old && others.length === 0 && today.get(source)!.length === 1;
		const match = {
			...(own?.translation === undefined ? translationOf(same()) : own),
			place,
			source,
			edit: (isSingle ? old : own)?.edit,
		};
		if (match.translation !== undefined || match.edit !== undefined) matches.set(place, match);
	}
	return matches;
}

/** By category, and by number in a PO file. */
const FORM = /^(.*[/_](?=(?:zero|one|two|few|many|other)$)|\/(?:messages|contexts)\/.*\/(?=\d+$))/s;
const pluralOf = (place: string): string | undefined => FORM.exec(place)?.[1];

/** Forms of a plural may have the same source, and are different texts. */
function withoutOtherForms(place: string, same: readonly KnownText[]): readonly KnownText[] {
	const plural = pluralOf(place);
	return plural === undefined
		? same
		: same.filter((each) => each.place === place || pluralOf(each.place) !== plural);
}

export const keyOf = ({ place, source }: Pick<KnownText, 'place' | 'source'>): string =>
	`${source} ${place}`;

export function groupBySource<Text extends { source: string }>(
	texts: readonly Text[],
): Map<string, Text[]> {
	const groups = new Map<string, Text[]>();
	for (const text of texts) {
		const group = groups.get(text.source);
		if (group) group.push(text);
		else groups.set(text.source, [text]);
	}
	return groups;
}

/** The latest of those that have one, if all are the same. */
export function translationOf(same: readonly KnownText[]): KnownText | undefined {
	const translated = same.filter(({ translation }) => translation !== undefined);
	const [first] = translated;
	const agree = translated.every(({ translation }) => translation === first?.translation);
	return agree ? first : undefined;
}

/** Before anything was merged: each text that stands there counts as the translation of its place. */
export function knownFrom(
	key: EntryKey,
	texts: readonly EntryText[],
	translatedEntry: unknown,
): Known {
	const there = textsIn(translatedEntry);
	const current = texts.flatMap(({ key: place, value, source }) => {
		const translation = there.get(place) ?? '';
		// The source text may stand there because nobody has translated it.
		const isTranslated = !isBlank(translation) && !hasSameWords(translation, value);
		return isTranslated ? [{ place, source, translation }] : [];
	});
	return { ...newKnown(key), current };
}

export const withDigest = ({ key, value }: { key: string; value: string }): EntryText => ({
	key,
	value,
	source: digestOfText(value),
});

/** The texts that show nothing but their source. */
export const newTexts = (
	texts: readonly EntryText[],
	matches: ReadonlyMap<string, KnownText> | undefined,
): EntryText[] => texts.filter(({ key }) => !matches?.has(key));

/** The texts that the paths choose, by their places. */
export const chosenPlaces = (entry: unknown, paths: readonly string[]): Set<string> =>
	new Set(
		paths.length > 0
			? chooseTexts(entry, parseFieldPaths([...paths])).texts.map(({ key }) => key)
			: [],
	);
