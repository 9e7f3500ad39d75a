/** Takes the operations from the nodes, so that a new one cannot be forgotten. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { RESOURCES } from '../../nodes/TranslationJobs/resources';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { operationOf, SCENARIOS } from './scenarios';

const covered = new Set(
	Object.values(SCENARIOS)
		.flatMap((scenarios) => Object.keys(scenarios))
		.map(operationOf),
);

const offered = ({ description }: INodeType): string[] =>
	description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${String(displayOptions?.show?.resource?.[0])}/${String(value)}`,
			),
		);

it.each([new TranslationJobs(), new ProjectSettings()])(
	'every operation of $description.displayName has a scenario',
	(node) => {
		expect(offered(node).length).toBeGreaterThan(9);
		expect(offered(node).filter((operation) => !covered.has(operation))).toEqual([]);
	},
);

it('so has every operation that the node knows and does not offer', () => {
	const known = Object.entries(RESOURCES).flatMap(([resource, { operations }]) =>
		Object.keys(operations).map((operation) => `${resource}/${operation}`),
	);
	expect(known.filter((operation) => !covered.has(operation))).toEqual([]);
});

it('so has every trigger of the package', () => {
	const { n8n } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	const scenarios: Record<string, string> = {
		TranslationJobsTrigger: 'trigger/',
		TranslationJobsContentPollTrigger: 'content poll/',
		TranslationJobsStatusPollTrigger: 'status poll/',
	};
	const triggers = n8n.nodes
		.map((file) => basename(file, '.node.js'))
		.filter((name) => name.endsWith('Trigger'));
	expect(
		triggers.filter(
			(name) => ![...covered].some((scenario) => scenario.startsWith(scenarios[name] ?? 'none')),
		),
	).toEqual([]);
});

it('every list of scenarios is run by a test file of its name', () => {
	const files = readdirSync(__dirname).flatMap((file) =>
		file.endsWith('.test.ts') ? [file.replace('.test.ts', '')] : [],
	);
	expect(Object.keys(SCENARIOS).filter((name) => !files.includes(name))).toEqual([]);
});
