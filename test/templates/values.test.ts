/** A template for a system needs credentials and at most three values, and its note names them. */
import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { readTemplates } from '../../scripts/n8n/run/templates';

const MOST = 3;
const VALUE = /\*([^*]+)\* in \*([^*]+)\*/g;

const ONE_SYSTEM = /\.(?:git|github|postgres|strapi|wordpress|googleDrive|googleSheets)$/;
const templates = readTemplates()
	.filter(({ workflow: { nodes } }) => nodes.some(({ type }) => ONE_SYSTEM.test(type)))
	.map(({ file, workflow: { nodes } }) => ({
		file,
		nodes,
		settings: nodes.filter(({ name }) => name === 'Settings'),
	}));

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
/** The fields of n8n's nodes for Google, which these tests do not have. */
const OF_GOOGLE: Record<string, string> = {
	Folder: 'folderToWatch',
	Document: 'documentId',
	Sheet: 'sheetName',
};
const isOfGoogle = ({ type }: INode) => /\.google\w+$/.test(type);
const titled = (node: INode, title: string) => {
	const known = isOfGoogle(node)
		? [{ displayName: title, name: OF_GOOGLE[title] ?? '' }]
		: properties;
	return known.find(
		({ displayName, name }: Pick<INodeProperties, 'displayName' | 'name'>) =>
			displayName === title && node.parameters[name] !== undefined,
	);
};
/** Expressions, and what every account has. */
const FITS_EVERYBODY = /^=|^(?:root|My Drive|#general)$/;

it('is tried with every template of a system', () => {
	expect(templates.map(({ file }) => file)).toEqual([
		'git-locale-files.json',
		'github-locale-files.json',
		'google-drive-folder.json',
		'google-sheets-strings.json',
		'postgresql-rows.json',
		'strapi-entries.json',
		'wordpress-posts.json',
	]);
});

describe.each(templates)('$file', ({ nodes, settings }) => {
	const [named] = /^\*\*Values:\*\* .*/m.exec(noteOf(nodes))!;
	const values = [...named.matchAll(VALUE)].map(([, title, node]) => `${node}: ${title}`);

	it(`names at most ${MOST} values, each of which exists`, () => {
		expect(values.length).toBeLessThanOrEqual(MOST);
		expect(values.filter((value) => value.startsWith('Settings: '))).toEqual(
			settings.flatMap(fieldsOf),
		);
		for (const value of values.filter((each) => !each.startsWith('Settings: '))) {
			const [name, title] = value.split(': ') as [string, string];
			const node = nodes.find((each) => each.name === name);
			expect([value, node && titled(node, title)?.name]).toEqual([value, expect.any(String)]);
		}
	});

	it('has nothing else that belongs to one installation', () => {
		expect(values).toContain('Send for translation: Provider');
		const { targetLanguages } = nodes.find(
			({ name }) => name === 'Send for translation',
		)!.parameters;
		expect(values.includes('Send for translation: Target Language Names or IDs')).toBe(
			Array.isArray(targetLanguages),
		);
		// What is chosen from a list of the account: a folder, a document, a channel.
		const chosen = nodes
			.filter(({ type }) => /\.(?:google\w+|slack)$/.test(type))
			.flatMap(({ name, parameters }) =>
				Object.entries(parameters)
					.filter(
						([, value]) =>
							(value as IDataObject).__rl &&
							!FITS_EVERYBODY.test(String((value as IDataObject).value)),
					)
					.map(([field]) => `${name}: ${field}`),
			);
		const told = values.flatMap((value) => {
			const [name, title = ''] = value.split(': ');
			return OF_GOOGLE[title] ? `${name}: ${OF_GOOGLE[title]}` : [];
		});
		expect(chosen.sort()).toEqual(told.sort());
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
