import type { EntryText, Match } from './match';
import { digestOfText } from './value';

export const withDigest = ({ key, value }: { key: string; value: string }): EntryText => ({
	key,
	value,
	source: digestOfText(value),
});

/** The texts that have no translation yet, wherever it came from. */
export const newTexts = (
	texts: readonly EntryText[],
	matches: ReadonlyMap<string, Match> | undefined,
): EntryText[] => texts.filter(({ key }) => matches?.get(key)?.translation === undefined);
