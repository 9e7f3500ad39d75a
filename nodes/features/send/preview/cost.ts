import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../../../l10n/invalidInput';
import { sameCode } from '../../../../l10n/languageTags';
import { rowsOf } from '../../../form/commonOptions';
import { readLanguageOptions } from '../../../form/languages';
import { readGroup } from '../../../form/parameters';
import { resolveLanguage } from '../../../rules/languages/resolveLanguage';
import { isNothing } from '../../../rules/values';

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

const FIELD = 'Rates';
const ALL_OTHERS = '*';
const amount = { type: 'number', typeOptions: { minValue: 0 } } as const;

/** For Preview, and for 'Max Cost' of Send. */
export const costFields: INodeProperties[] = [
	{
		displayName: FIELD,
		name: 'rates',
		description: 'What your provider asks for a word, by language. Preview and Max Cost need it.',
		...rowsOf('Rate', 'rate', [
			{
				displayName: 'Language',
				name: 'language',
				type: 'string',
				default: ALL_OTHERS,
				placeholder: 'e.g. de-de',
				description: 'Target language, or * for all languages without a rate of their own',
			},
			{
				displayName: 'Per Word',
				name: 'perWord',
				...amount,
				default: 0,
				description: 'The price of one word, e.g. 0.12',
			},
			{
				displayName: 'Per Repeated Word',
				name: 'perRepeatedWord',
				type: 'string',
				default: '',
				placeholder: 'e.g. 0.02 (empty: as other words)',
				description: 'For texts that occur again in the same run, word by word',
			},
			{
				displayName: 'Minimum',
				name: 'minimum',
				...amount,
				default: 0,
				description: 'The least that this language costs, if there is anything to translate',
			},
		]),
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: '',
		placeholder: 'e.g. EUR',
		description: "The currency of 'Rates', as its code. It decides how amounts are rounded.",
	},
];

interface EnteredRates {
	rates?: { rate?: IDataObject[] };
	currency?: string;
}

/** Undefined if no rates are given. */
export function readRates(context: IExecuteFunctions): Rates | undefined {
	const { rates, currency = '' } = readGroup<EnteredRates>(context, 'options');
	const rows = rates?.rate ?? [];
	if (rows.length === 0) return undefined;
	const code = currency.trim().toUpperCase();
	const read = rows.map((row) => readRate(context, row));
	refuseDoubles(read);
	return new Rates(read, new Currency(code));
}

function refuseDoubles(rates: readonly Rate[]): void {
	const languages = rates.map(({ language = ALL_OTHERS }) => language);
	const double = languages.find((one, index) =>
		languages.slice(0, index).some((other) => sameCode(one, other)),
	);
	if (double === undefined) return;
	throw new InvalidInput(
		`${FIELD} has several rows for ${double}`,
		'Keep one row for each language, and one with * for all others.',
	);
}

function readRate(context: IExecuteFunctions, row: IDataObject): Rate {
	const entered = String(row.language ?? '').trim();
	const isForOthers = entered === '' || entered === ALL_OTHERS;
	const optional = (name: string) =>
		isNothing(row[name]) ? undefined : parseAmount(row[name], FIELD);
	return {
		...(isForOthers
			? {}
			: {
					language: resolveLanguage(entered, { ...readLanguageOptions(context, 0), skipped: [] }),
				}),
		perWord: parseAmount(row.perWord, FIELD),
		perRepeatedWord: optional('perRepeatedWord'),
		minimum: optional('minimum') ?? 0n,
	};
}
