import { UnreadableFile } from '../../../../l10n/formats/reader';
import { type Amount, countWords, Repetitions } from '../../../../l10n/text/words';
import { type ContentItem, isSupportAsset } from '../content';
import type { Rates } from './cost';

/** What an item has in each of its languages. */
export interface ItemAmount extends Amount {
	/** Words in texts that occur earlier in the run, by language. */
	repeated: Map<string, number>;
	/** Why the words are not known. */
	notCounted?: string;
}

export type Amounts = ReadonlyMap<ContentItem, ItemAmount>;

/** Counts the words of all items. Support assets are not translated. */
export async function countItems(contentItems: readonly ContentItem[]): Promise<Amounts> {
	const repetitions = new Repetitions();
	const amounts = new Map<ContentItem, ItemAmount>();
	for (const item of contentItems)
		if (!isSupportAsset(item)) amounts.set(item, await countItem(item, repetitions));
	return amounts;
}

async function countItem(item: ContentItem, repetitions: Repetitions): Promise<ItemAmount> {
	const { content, targetNativeLanguageCodes: languages, wordCount } = item;
	const amount: ItemAmount = { words: 0, characters: 0, repeated: new Map() };
	try {
		await content.eachText(async (text) => {
			const { words, characters } = await countWords(text);
			amount.words += words;
			amount.characters += characters;
			for (const language of repetitions.add(text, languages))
				amount.repeated.set(language, (amount.repeated.get(language) ?? 0) + words);
		});
		return amount;
	} catch (error) {
		if (!(error instanceof UnreadableFile)) throw error as Error;
		// An entered number replaces the count. 0 is the default and means no number.
		const reason = wordCount ? {} : { notCounted: error.message };
		return { words: wordCount ?? 0, characters: 0, repeated: new Map(), ...reason };
	}
}

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
