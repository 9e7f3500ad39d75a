import { type EntryText, matchTexts } from './match';
import { digestOfText, type Known } from './value';

export const withDigest = ({ key, value }: { key: string; value: string }): EntryText => ({
	key,
	value,
	source: digestOfText(value),
});

/** The texts that have no translation yet, wherever it came from. */
export function newTexts(texts: readonly EntryText[], known: Known | undefined): EntryText[] {
	if (!known) return [...texts];
	const matches = matchTexts(texts, known);
	return texts.filter(({ key }) => matches.get(key)?.translation === undefined);
}
