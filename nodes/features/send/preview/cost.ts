import { InvalidInput } from '../../../rules/invalidInput';
import { sameCode } from '../../../rules/languages/codes';

const DECIMALS = 9;
const SCALE = 10n ** BigInt(DECIMALS);

/** Reads an amount of money into billionths: floats lose cents. */
export function parseAmount(entered: unknown, field: string): bigint {
	const text = String(entered ?? '').trim();
	// Expressions compute with floats.
	const decimal = typeof entered === 'number' ? entered.toFixed(DECIMALS) : text;
	const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(decimal) ?? [];
	if (whole === undefined)
		throw new InvalidInput(
			`${field}: "${text}" is not an amount`,
			'Enter a number such as 0.085, with a point, at most nine digits after it and no currency.',
			field,
		);
	return BigInt(whole + part.padEnd(DECIMALS, '0'));
}

/** An amount of money in whole minor units, e.g. cents. */
export class Currency {
	private readonly digits: number;
	/** A minor unit, in billionths. */
	private readonly unit: bigint;

	constructor(readonly code: string) {
		this.digits = code === '' ? 2 : digitsOf(code);
		this.unit = SCALE / 10n ** BigInt(this.digits);
	}

	/** Half a minor unit and more is rounded up. */
	toMinor(billionths: bigint): bigint {
		return (billionths + this.unit / 2n) / this.unit;
	}

	/** For a limit, which nothing may exceed. */
	roundDown(billionths: bigint): bigint {
		return billionths / this.unit;
	}

	toNumber(minor: bigint): number {
		return Number(this.format(minor));
	}

	format(minor: bigint): string {
		const digits = String(minor).padStart(this.digits + 1, '0');
		const end = digits.length - this.digits;
		return this.digits === 0 ? digits : `${digits.slice(0, end)}.${digits.slice(end)}`;
	}
}

function digitsOf(code: string): number {
	const digits = tryDigitsOf(code);
	if (digits !== undefined) return digits;
	throw new InvalidInput(
		`Currency: "${code}" is not the code of a currency`,
		'Enter three letters, such as EUR.',
		'Currency',
	);
}

function tryDigitsOf(currency: string): number | undefined {
	try {
		const format = new Intl.NumberFormat('en', { style: 'currency', currency });
		return format.resolvedOptions().maximumFractionDigits ?? 2;
	} catch {
		return undefined;
	}
}

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
