import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord, parseJson } from '../../l10n/json';
import type { KeyValue } from '../api/resources';
import { checkContentSize } from '../rules/limits';
import { toText } from '../rules/values';
import { readChoice, readGroup, readIfGiven } from './parameters';

const FIELD = 'Content';
export const CONTENT_IS_EMPTY = `${FIELD} is empty`;

export const contentJson: INodeProperties = {
	displayName: 'Content (JSON)',
	name: 'contentJson',
	type: 'json',
	typeOptions: { rows: 5 },
	default: '{\n  "title": "Spring is here"\n}',
	description:
		'The texts to translate, as {"key": "text"} or as [{"key": "title", "value": "text"}]. At most 1,000,000 bytes.',
};

export const contentFields: INodeProperties[] = [
	{
		displayName: 'Specify Content',
		name: 'contentMode',
		type: 'options',
		options: [
			{
				name: 'Using Fields Below',
				value: 'pairs',
				description: 'Enter each text under its own key',
			},
			{
				name: 'Using JSON',
				value: 'json',
				description: 'Enter an object or a list of keys and texts, e.g. with an expression',
			},
		],
		default: 'pairs',
		description: 'How to enter the texts to translate',
	},
	{
		displayName: 'Content',
		name: 'content',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true, hideEmptyMessage: true },
		placeholder: 'Add Text',
		default: { pair: [{ key: '', value: '' }] },
		description: 'The texts to translate. The translation comes back under the same keys.',
		displayOptions: { show: { contentMode: ['pairs'] } },
		options: [
			{
				displayName: 'Text',
				name: 'pair',
				values: [
					{
						displayName: 'Key',
						name: 'key',
						type: 'string',
						default: '',
						placeholder: 'e.g. title',
					},
					{
						displayName: 'Text',
						name: 'value',
						type: 'string',
						typeOptions: { rows: 2 },
						default: '',
						placeholder: 'e.g. Spring is here',
					},
				],
			},
		],
	},
	{ ...contentJson, displayOptions: { show: { contentMode: ['json'] } } },
];

export function readContent(context: IExecuteFunctions, itemIndex: number): KeyValue[] {
	return toPairs(
		readChoice(context, 'contentMode', itemIndex) === 'json'
			? readJson(readIfGiven(context, 'contentJson', itemIndex) ?? '')
			: readRows(context, itemIndex),
	);
}

export const parseContent = (entered: unknown): KeyValue[] => toPairs(readJson(entered));

function toPairs(entered: Row[]): KeyValue[] {
	const pairs = entered.map(toPair);
	if (pairs.length === 0)
		throw new InvalidInput(CONTENT_IS_EMPTY, 'Add at least one key with its text.');
	const keys = new Set<string>();
	for (const { key } of pairs) {
		if (keys.has(key))
			throw new InvalidInput(`${FIELD} has the key "${key}" twice`, 'Give each text its own key.');
		keys.add(key);
	}
	checkContentSize({ fields: pairs });
	return pairs;
}

type Row = { key?: unknown; value?: unknown };

function readRows(context: IExecuteFunctions, itemIndex: number): Row[] {
	const { pair = [] } = readGroup<{ pair?: Row[] }>(context, 'content', itemIndex);
	return pair.filter(({ key, value }) => (key ?? '') !== '' || (value ?? '') !== '');
}

function readJson(entered: unknown): Row[] {
	if (Array.isArray(entered)) return entered as Row[];
	return Object.entries(parseJson(entered, FIELD, 'object')).map(([key, value]) => ({
		key,
		value,
	}));
}

function toPair(row: Row, index: number): KeyValue {
	const key = isRecord(row) ? toText(row.key ?? '', `${FIELD}, Key`).trim() : '';
	if (key === '')
		throw new InvalidInput(
			`${FIELD}: entry ${index + 1} has no key`,
			'Give each text a key. Its translation comes back under the same key.',
		);
	const { value } = row;
	if (typeof value === 'string' && value !== String({})) return { key, value };
	if (Number.isFinite(value) || typeof value === 'boolean') return { key, value: String(value) };
	throw new InvalidInput(
		`${FIELD}: the value of "${key}" is ${value === null || value === undefined ? 'missing' : 'not text'}`,
		"Give each key one text. For nested data, use Send for Translation with 'Fields of the Item'.",
	);
}
