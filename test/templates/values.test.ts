/** A template for a system needs credentials and at most three values, and its note names them. */
import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { readTemplates } from '../../scripts/n8n/run/templates';

const MOST = 3;
const VALUE = /\*([^*]+)\* in \*([^*]+)\*/g;

const templates = readTemplates().flatMap(({ file, workflow: { nodes } }) => {
	const settings = nodes.find(({ name }) => name === 'Settings');
	return settings ? [{ file, nodes, settings }] : [];
});

const tablesOf = (nodes: INode[]) =>
	nodes.flatMap(({ parameters }) =>
		parameters.tableName === undefined ? [] : String(parameters.tableName).toLowerCase(),
	);
const allTables = readTemplates().flatMap(({ workflow: { nodes } }) => tablesOf(nodes));

const noteOf = (nodes: INode[]) =>
	String(nodes.find(({ name }) => name === 'About')!.parameters.content);
const fieldsOf = ({ parameters }: INode) =>
	(parameters.assignments as { assignments: IDataObject[] }).assignments.map(
		({ name }) => `Settings: ${String(name)}`,
	);
const { properties } = new TranslationJobs().description;
const titled = (node: INode, title: string) =>
	properties.find(
		({ displayName, name }: INodeProperties) =>
			displayName === title && node.parameters[name] !== undefined,
	);

it('is tried with every template of a system', () => {
	expect(templates.length).toBeGreaterThanOrEqual(5);
});

describe.each(templates)('$file', ({ nodes, settings }) => {
	const [named] = /^\*\*Values:\*\* .*/m.exec(noteOf(nodes))!;
	const values = [...named.matchAll(VALUE)].map(([, title, node]) => `${node}: ${title}`);

	it(`names at most ${MOST} values, each of which exists`, () => {
		expect(values.length).toBeLessThanOrEqual(MOST);
		expect(values.filter((value) => value.startsWith('Settings: '))).toEqual(fieldsOf(settings));
		for (const value of values.filter((each) => !each.startsWith('Settings: '))) {
			const [name, title] = value.split(': ') as [string, string];
			const node = nodes.find((each) => each.name === name);
			expect([value, node && titled(node, title)?.name]).toEqual([value, expect.any(String)]);
		}
	});

	it('has nothing else that belongs to one installation', () => {
		expect(values).toContain('Send for translation: Provider');
		expect(values).toContain('Send for translation: Target Language Names or IDs');
		// An address of an example is to be replaced.
		const others = nodes.filter(
			({ name, type }) => name !== 'Settings' && !type.endsWith('.stickyNote'),
		);
		const addresses = others.filter(({ parameters }) =>
			/\.example\./.test(JSON.stringify(parameters)),
		);
		expect(addresses.map(({ name }) => name)).toEqual([]);
	});

	it('names the steps that need credentials', () => {
		const steps = nodes.filter(
			({ type, parameters }) =>
				parameters.nodeCredentialType !== undefined ||
				['gitPassword', 'token', 'accessToken'].includes(String(parameters.authentication)) ||
				/\.(?:postgres|wordpress|github)$/.test(type),
		);
		const [credentials] = /\*\*Credentials:\*\*.*/.exec(noteOf(nodes))!;
		for (const { name, type } of steps)
			expect([name, credentials.includes(`*${name}*`) || type.endsWith('.postgres')]).toEqual([
				name,
				true,
			]);
	});

	it('has a data table whose name is no part of another', () => {
		// n8n looks for "Create If Not Exists" among the names that contain it, and at one of them.
		const own = tablesOf(nodes);
		const overlapping = allTables.filter((table) =>
			own.some((name) => name !== table && (name.includes(table) || table.includes(name))),
		);
		expect(overlapping).toEqual([]);
	});
});
