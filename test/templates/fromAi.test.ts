/** What an agent fills in: n8n tells it only the name, the description and the type. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';

import { readTemplates } from '../../scripts/n8n/run/templates';

/** Written so in templates and guide: no text of a call has an apostrophe. */
const CALL = /\$fromAI\(('[^']*'(?:, '[^']*')*)\)/g;
const TYPES = ['string', 'number', 'boolean', 'json'];

const callsIn = (text: string) =>
	[...text.matchAll(CALL)].map(([, listed = '']) => {
		const [key, description, type] = listed.slice(1, -1).split("', '");
		return { key, description, type };
	});
const timesCalled = (text: string) => text.split('$fromAI(').length - 1;

const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'agents.md'), 'utf8');
const tools = readTemplates().flatMap(({ workflow: { nodes } }) =>
	nodes.filter(({ parameters }) => JSON.stringify(parameters).includes('$fromAI(')),
);
const textOf = ({ parameters }: Pick<INode, 'parameters'>) => JSON.stringify(parameters);

const places = [
	...tools.map((tool) => ({ place: tool.name, text: textOf(tool) })),
	{ place: 'the guide', text: guide },
];

it('is tried with the tools of the template for agents', () => {
	expect(tools.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['Preview', 'Send for translation', 'Requests of a job', 'Order']),
	);
});

it.each(places)('$place: each has a name, a type and at least a sentence', ({ text }) => {
	const calls = callsIn(text);
	expect(calls).toHaveLength(timesCalled(text));
	expect(calls.length).toBeGreaterThan(0);
	for (const { key, description, type } of calls) {
		expect(key).toMatch(/^\w+$/);
		expect([key, description]).toEqual([key, expect.stringMatching(/^[A-Z].{30,}\.$/)]);
		expect([key, TYPES.includes(type ?? '')]).toEqual([key, true]);
	}
});

it('Preview and Send ask for the same name, languages and text', () => {
	const asked = (name: string) =>
		callsIn(textOf(tools.find((tool) => tool.name === name)!)).filter(
			({ key }) => key !== 'planKey',
		);
	expect(asked('Preview')).toHaveLength(3);
	expect(asked('Send for translation')).toEqual(asked('Preview'));
});

it('the guide has what the template has', () => {
	const inGuide = callsIn(guide);
	const others = tools
		.filter(({ type }) => type.startsWith('n8n-nodes-translation-jobs.'))
		.flatMap((tool) => callsIn(textOf(tool)))
		.filter(({ key, description }) =>
			inGuide.every((call) => call.key !== key || call.description !== description),
		);
	expect(others).toEqual([]);
});
