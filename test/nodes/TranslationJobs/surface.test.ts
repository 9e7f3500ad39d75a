import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { RESOURCES } from '../../../nodes/TranslationJobs/resources';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';

const NODE = join(__dirname, '../../../nodes/TranslationJobs');

/** The surface that workflows rely on. */
const OPERATIONS: Record<string, string[]> = {
	job: [
		'create',
		'get',
		'getAll',
		'update',
		'submit',
		'complete',
		'reopen',
		'archive',
		'unarchive',
		'delete',
		'send',
		'preview',
		'collect',
	],
	request: [
		'addFile',
		'addContent',
		'get',
		'getAll',
		'getContent',
		'update',
		'updateMany',
		'approve',
		'reject',
		'delete',
	],
	file: ['upload', 'downloadTranslation', 'downloadSource'],
	statusUpdate: ['getAll', 'acknowledge'],
	provider: ['get', 'getAll', 'setStatus'],
	sourceContent: ['create', 'get', 'update'],
	supportAsset: ['add', 'get', 'getAll', 'delete'],
	translationMemory: ['add', 'get', 'getAll'],
	listener: ['create', 'get', 'getAll', 'update', 'delete'],
	language: ['getAll', 'resolve'],
	quota: ['get'],
	connection: ['checkUp'],
	apiCall: ['request'],
};
const all = Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
	operations.map((operation) => ({ resource, operation })),
);

const { description } = new TranslationJobs();
const optionsOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodePropertyOptions[];
const shown = (resource: string, operation?: string) =>
	description.properties.filter(({ displayOptions }) => {
		const { resource: resources, operation: operations } = displayOptions?.show ?? {};
		return (
			resources?.includes(resource) &&
			(operation === undefined ? !operations : operations?.includes(operation))
		);
	});

describe('the surface of the Translation Jobs node', () => {
	it('has every resource with a description', () => {
		const resources = optionsOf(description.properties.find(({ name }) => name === 'resource'));
		expect(resources.map(({ value }) => value).sort()).toEqual(Object.keys(OPERATIONS).sort());
		expect(resources.filter((resource) => !resource.description)).toEqual([]);
	});

	it.each(Object.entries(OPERATIONS))(
		'has every operation of %s, with a description and an action',
		(resource, operations) => {
			const offered = optionsOf(shown(resource).find(({ name }) => name === 'operation'));
			expect(offered.map(({ value }) => value).sort()).toEqual([...operations].sort());
			expect(offered.filter((operation) => !operation.description || !operation.action)).toEqual(
				[],
			);
			expect(Object.keys(RESOURCES[resource]!.operations).sort()).toEqual([...operations].sort());
		},
	);

	it.each(all.filter(({ operation }) => operation === 'getAll'))(
		'pages $resource: $operation by Return All and Limit',
		({ resource, operation }) => {
			const fields = shown(resource, operation);
			expect(fields.find(({ name }) => name === 'returnAll')).toBeDefined();
			expect(fields.find(({ name }) => name === 'limit')).toMatchObject({
				default: 50,
				typeOptions: { minValue: 1 },
			});
		},
	);

	it.each(all)('explains every field of $resource: $operation', ({ resource, operation }) => {
		const fields = shown(resource, operation).flatMap((field) => [
			field,
			...(field.type === 'collection' ? (field.options as INodeProperties[]) : []),
		]);
		const unexplained = fields.filter(
			({ type, description: text, hint }) =>
				!text &&
				!hint &&
				!['collection', 'notice', 'resourceMapper', 'fixedCollection', 'hidden'].includes(type),
		);
		expect(unexplained.map(({ name }) => name)).toEqual([]);
	});

	it.each(all)(
		'takes jobs, providers and requests of $resource: $operation from a list or by id',
		({ resource, operation }) => {
			const locators = shown(resource, operation).filter(({ name }) =>
				['jobId', 'providerId', 'requestId', 'requestIds', 'listenerId'].includes(name),
			);
			for (const { name, type, modes } of locators) {
				expect([name, type, modes?.map((mode) => mode.name)]).toEqual([
					name,
					'resourceLocator',
					['list', 'id'],
				]);
			}
		},
	);

	it('can be used as a tool', () => {
		expect(description.usableAsTool).toBe(true);
	});

	it('finds its place by its codex', () => {
		const codex = JSON.parse(readFileSync(join(NODE, 'TranslationJobs.node.json'), 'utf8')) as {
			node: string;
			categories: string[];
		};
		expect(codex).toMatchObject({
			node: 'n8n-nodes-translation-jobs.translationJobs',
			categories: expect.arrayContaining(['Productivity']) as unknown,
		});
	});
});
