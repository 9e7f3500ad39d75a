import { sameCode } from '../../../rules/languages/codes';
import type { Currency } from './money';

/** In billionths. */
export interface Rate {
	/** Undefined for all languages without a row of their own. */
	language?: string;
	perWord: bigint;
	/** Undefined if repetitions cost as much as other words. */
	perRepeatedWord?: bigint;
	minimum: bigint;
}

/** What words cost, in minor units. */
export class Rates {
	constructor(
		private readonly rates: readonly Rate[],
		readonly currency: Currency,
	) {}

	/** Undefined if there is no rate for the language. */
	costOf(language: string, words: number, repeatedWords: number): bigint | undefined {
		const rate =
			this.rates.find((row) => row.language !== undefined && sameCode(row.language, language)) ??
			this.rates.find((row) => row.language === undefined);
		if (!rate) return undefined;
		if (words === 0) return 0n;
		const { perWord, perRepeatedWord = perWord, minimum } = rate;
		const cost = BigInt(words - repeatedWords) * perWord + BigInt(repeatedWords) * perRepeatedWord;
		return this.currency.toMinor(cost > minimum ? cost : minimum);
	}
}
