import type { ContentItem } from '../content/contentItem';
import type { Amounts } from './amounts';
import type { Rates } from './rates';

export interface LanguageAmount {
	language: string;
	requests: number;
	words: number;
	characters: number;
	repeatedWords: number;
	/** In minor units. Undefined without a rate. */
	cost?: bigint;
}

/** What there is to translate into each language, and what it costs. */
export function amountsByLanguage(amounts: Amounts, rates?: Rates): LanguageAmount[] {
	const byLanguage = new Map<string, LanguageAmount>();
	for (const [item, { words, characters, repeated }] of amounts) {
		for (const language of item.targetNativeLanguageCodes) {
			const sum = byLanguage.get(language) ?? nothingIn(language);
			sum.requests += 1;
			sum.words += words;
			sum.characters += characters;
			sum.repeatedWords += repeated.get(language) ?? 0;
			byLanguage.set(language, sum);
		}
	}
	return [...byLanguage.values()].map((sum) => ({
		...sum,
		cost: rates?.costOf(sum.language, sum.words, sum.repeatedWords),
	}));
}

const nothingIn = (language: string): LanguageAmount => ({
	language,
	requests: 0,
	words: 0,
	characters: 0,
	repeatedWords: 0,
});

/** Undefined if a language has no rate. */
export const totalCost = (languages: readonly LanguageAmount[]): bigint | undefined =>
	languages.reduce<bigint | undefined>(
		(sum, { cost }) => (sum === undefined || cost === undefined ? undefined : sum + cost),
		0n,
	);

export const filesNotCounted = (amounts: Amounts): Array<[item: ContentItem, reason: string]> =>
	[...amounts].flatMap(([item, { notCounted }]) => (notCounted ? [[item, notCounted]] : []));
