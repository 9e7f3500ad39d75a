/** What n8n's guidelines ask of a simplified output, for every operation and trigger. */
import type { INodeProperties, INodeType } from 'n8n-workflow';

import * as columns from '../../../nodes/form/simplify';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { readOutputSchemas } from '../../support/outputSchemas';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const MAX_FIELDS = 10;

/** Names of one fact. */
const TWINS = [
	['status', 'statusCode'],
	['id', 'jobId'],
	['id', 'requestId'],
	['estArchivalDate', 'estimatedArchivalDate'],
	['sourcecontentId', 'sourceContentId'],
	['fmsFileId', 'fileId'],
	['ExtendedMetadata', 'extendedMetadata'],
	['errorMessage', 'latestErrorMessage'],
	['fileName', 'storeName'],
];

const simplified = Object.fromEntries(
	Object.entries(columns).filter(([name]) => /^[A-Z_]+$/.test(name) && name !== 'FIELDS'),
);

/** Each list of columns with its name, as in "EVENT.ready". */
const lists = (value: object, name: string): Array<[string, readonly string[]]> =>
	Array.isArray(value)
		? [[name, value as string[]]]
		: Object.entries(value).flatMap(([part, inner]) =>
				lists(inner as object, name === '' ? part : `${name}.${part}`),
			);
const LISTS = lists(simplified, '');

describe.each(LISTS)('the columns %s', (_name, names) => {
	it('are at most ten, each once', () => {
		expect(names.length).toBeLessThanOrEqual(MAX_FIELDS);
		expect(names).toEqual([...new Set(names)]);
	});

	it('hold no fact under two names', () => {
		const both = TWINS.filter((twins) => twins.every((name) => names.includes(name)));
		expect(both).toEqual([]);
	});
});

type Shown = Record<string, unknown[] | undefined>;
const showOf = ({ displayOptions }: INodeProperties): Shown => displayOptions?.show ?? {};
const { properties } = new TranslationJobs().description;
const OPERATIONS = properties
	.filter(({ name }) => name === 'simplify')
	.flatMap((field) => {
		const { resource = [], operation = [] } = showOf(field);
		// Of Check-Up, Simplify leaves out items. Each has five fields.
		if (resource.includes('connection')) return [];
		return operation.map((each) => ({ resource: String(resource[0]), operation: String(each) }));
	});

it('covers every operation and trigger that has Simplify', () => {
	expect(OPERATIONS.map(({ resource, operation }) => `${resource}/${operation}`).sort()).toEqual([
		'job/collect',
		'job/get',
		'job/getAll',
		'job/preview',
		'job/send',
		'request/get',
		'request/getAll',
	]);
	for (const { description } of TRIGGERS as INodeType[])
		expect(description.properties.map(({ name }) => name)).toContain('simplify');
});

describe.each(OPERATIONS)('$resource: $operation', ({ resource, operation }) => {
	const { properties: returned = {} } = readOutputSchemas().get(`${resource}/${operation}`)!;
	const field = (name: string) =>
		properties.filter((each) => {
			const { resource: resources, operation: operations, '/operation': only } = showOf(each);
			return (
				each.name === name &&
				resources?.includes(resource) &&
				operations?.includes(operation) &&
				(only?.includes(operation) ?? true)
			);
		});

	it('announces what one of the lists shows', () => {
		const announced = Object.keys(returned);
		const known = new Set(LISTS.flatMap(([, names]) => names));
		expect(announced.filter((name) => !known.has(name))).toEqual([]);
	});

	it('has Simplify, and as a tool of an agent Output instead', () => {
		expect(field('simplify').map(showOf)).toMatchObject([{ '@tool': [false] }]);
		expect(field('output')).toMatchObject([
			{
				displayName: 'Output',
				default: 'simplified',
				displayOptions: { show: { '@tool': [true] } },
				options: [{ name: 'Simplified' }, { name: 'Raw' }, { name: 'Selected Fields' }],
			},
		]);
	});

	it('offers an agent every field that it announces, and others', () => {
		const [choices] = field('outputFields').map(({ options }) =>
			(options as Array<{ value: string }>).map(({ value }) => value),
		);
		expect(choices).toEqual([...new Set(choices)]);
		const announced = Object.keys(returned).filter((name) => name !== 'notFetched');
		expect(choices).toEqual(expect.arrayContaining(announced));
		expect(choices!.length).toBeGreaterThan(announced.length);
		for (const twins of TWINS.filter(([one]) => one !== 'fileName'))
			expect(twins.every((name) => choices!.includes(name))).toBe(false);
	});
});
