import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readLanguageOptions } from '../../../form/languages';
import { readGroup } from '../../../form/parameters';
import { InvalidInput } from '../../../rules/invalidInput';
import { isRecord, parseJson } from '../../../rules/json';
import { sameCode } from '../../../rules/languages/codes';
import { resolveLanguage } from '../../../rules/languages/resolveLanguage';
import { Currency, parseAmount, type Rate, Rates } from './cost';

const FIELD = 'Rates';
const ALL_OTHERS = '*';
const amount = { type: 'number', typeOptions: { minValue: 0 } } as const;

/** What words cost. For Preview, and for the limit of Send. */
export const costFields: INodeProperties[] = [
	{
		displayName: FIELD,
		name: 'rates',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Rate',
		default: {},
		description: 'What your provider asks for a word, by language. Preview and Max Cost need it.',
		options: [
			{
				displayName: 'Rate',
				name: 'rate',
				values: [
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
				],
			},
		],
	},
	{
		displayName: 'Rates (JSON)',
		name: 'ratesJson',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "language": "de-de", "perWord": 0.12, "minimum": 25 }]',
		description:
			"Rates from a table or another node: a list with language, perWord, perRepeatedWord and minimum. Used together with 'Rates'.",
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

/** Undefined if no rates are given. */
export function readRates(context: IExecuteFunctions): Rates | undefined {
	const { rates, ratesJson, currency } = readGroup(context, 'options', 0);
	const rows = [...readRows((rates as IDataObject | undefined)?.rate), ...readRows(ratesJson)];
	if (rows.length === 0) return undefined;
	const code = String(currency ?? '')
		.trim()
		.toUpperCase();
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
		FIELD,
	);
}

function readRows(entered: unknown): IDataObject[] {
	if (entered === undefined || entered === null || entered === '') return [];
	const rows = parseJson(entered, FIELD, 'any');
	if (Array.isArray(rows) && rows.every(isRecord)) return rows as IDataObject[];
	throw new InvalidInput(
		`${FIELD} is not a list of rates`,
		'Give a list such as [{ "language": "de-de", "perWord": 0.12 }].',
		FIELD,
	);
}

function readRate(context: IExecuteFunctions, row: IDataObject): Rate {
	const entered = String(row.language ?? '').trim();
	const isForOthers = entered === '' || entered === ALL_OTHERS;
	const optional = (name: string) =>
		row[name] === undefined || row[name] === null || row[name] === ''
			? undefined
			: parseAmount(row[name], FIELD);
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
