import { isBlank } from '../entries/chooseTexts';
import { mapTexts, textsIn } from '../entries/mapTexts';
import { isSameText } from './lock';

type Source = ReadonlyArray<{ key: string; value: string }>;
type Translated = ReadonlyArray<{ key: string; value: unknown }>;

export interface Merged<Entry> {
	entry: Entry;
	/** What was put in, by place. */
	put: ReadonlyMap<string, string>;
	/** These stay as they are in the entry. */
	leftOut: Array<{ key: string; reason: string }>;
}

/** Puts each translation where its source still stands unchanged. */
export function mergeStrict<Entry>(
	entry: Entry,
	source: Source,
	translated: Translated,
): Merged<Entry> {
	const present = textsIn(entry);
	const sent = new Set(source.map(({ key }) => key));
	const translations = new Map(translated.map(({ key, value }) => [key, value]));
	const fitting = new Map<string, string>();
	const leftOut: Merged<Entry>['leftOut'] = [];
	for (const { key, value } of source) {
		const translation = translations.get(key);
		const now = present.get(key);
		if (now === undefined) leftOut.push({ key, reason: 'the entry has no text there' });
		else if (!isSameText(now, value))
			leftOut.push({ key, reason: 'the text there is not the one that was sent' });
		else if (typeof translation !== 'string' || isBlank(translation))
			leftOut.push({ key, reason: 'it was not translated' });
		else fitting.set(key, translation);
	}
	for (const { key, reason } of findUnclear(source, translated))
		if (fitting.delete(key) || !sent.has(key)) leftOut.push({ key, reason });
	const replace = (pointer: string, text: string) => fitting.get(pointer) ?? text;
	return { entry: mapTexts(entry, replace), put: fitting, leftOut };
}

/** Translations of which it is not known where they belong, or which one is right. */
export function findUnclear(source: Source, translated: Translated): Merged<unknown>['leftOut'] {
	const sent = new Set(source.map(({ key }) => key));
	const first = new Map<string, unknown>();
	return translated.flatMap(({ key, value }) => {
		if (!sent.has(key)) return [{ key, reason: 'it was not sent' }];
		if (!first.has(key)) first.set(key, value);
		return first.get(key) === value ? [] : [{ key, reason: 'it has two translations' }];
	});
}
