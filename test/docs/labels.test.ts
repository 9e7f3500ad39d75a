import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { TranslationProjectSettingsApi } from '../../credentials/TranslationProjectSettingsApi.credentials';
import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { TranslationJobsStatusPollTrigger } from '../../nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node';
import { TranslationJobsTrigger } from '../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';

const root = join(__dirname, '..', '..');
const pages = [
	'templates/README.md',
	...['docs', 'docs/internals'].flatMap((folder) =>
		readdirSync(join(root, folder))
			.filter((file) => file.endsWith('.md'))
			.map((file) => `${folder}/${file}`),
	),
];

/** What n8n itself calls its buttons, settings and nodes. */
const OF_N8N = [
	'Create workflow',
	'Import',
	'From file',
	'Execute Sub-workflow',
	'Fetch Test Event',
	'On Error',
	'Retry On Fail',
	'Remove Duplicates',
	'Read/Write Files from Disk',
	'Refresh Field List',
	'Continue (using error output)',
	'Send Email',
	'Convert to File',
	'My Drive',
	'Tool Description',
	'Loop Over Items',
	'Batch Size',
	'Every Minute',
];

/** Every label of the forms: fields, options, operations and actions. */
function labelsIn(value: unknown): string[] {
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' && ['displayName', 'name', 'action', 'placeholder'].includes(key)
			? [inner]
			: labelsIn(inner),
	);
}

/** *Minimum Age* stands for *Minimum Age (Minutes)*. */
const withoutUnit = (label: string) => label.replace(/ \([^)]+\)$/, '');

const known = new Set([
	...OF_N8N,
	...[
		new TranslationJobsApi(),
		new TranslationProjectSettingsApi(),
		...[
			new TranslationJobs(),
			new TranslationJobsTrigger(),
			new TranslationJobsStatusPollTrigger(),
			new TranslationJobsContentPollTrigger(),
			new ProjectSettings(),
		].map(({ description }) => description),
	].flatMap((shown) => labelsIn(shown).flatMap((label) => [label, withoutUnit(label)])),
]);

/** Title Case in italics or bold: *Max Tries*, **Job → Collect Translations**. */
function quotedLabels(text: string): string[] {
	return [...text.matchAll(/(?<![\w*`])\*{1,2}([A-Z][^*`\n]{1,80})\*{1,2}(?![\w*])/g)]
		.flatMap(([, quoted]) => quoted!.split(/ → |: /))
		.filter((label) =>
			/^[A-Z][\w/()-]*( [a-z]{1,4})*( [A-Z(][\w/()-]*( [a-z]{1,4})*)+$/.test(label),
		);
}

it.each(pages)('%s quotes only labels that exist', (page) => {
	const quoted = quotedLabels(readFileSync(join(root, page), 'utf8'));
	expect(quoted.filter((label) => !known.has(label))).toEqual([]);
});

describe('An expression names a node as n8n does', () => {
	/** n8n names a node after its action. */
	const operations = new TranslationJobs().description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	const actions = operations.map(({ action }) => action);
	const notNames = operations.map(({ name }) => name).filter((name) => !actions.includes(name));
	const wrongNames = (text: string) =>
		[...text.matchAll(/\$\('([^']+)'\)/g)]
			.map(([, name]) => name!)
			.filter((name) => notNames.includes(name));

	it.each(['README.md', ...pages])('%s', (page) => {
		expect(wrongNames(readFileSync(join(root, page), 'utf8'))).toEqual([]);
	});

	it('in the placeholders of the forms', () => {
		expect(wrongNames(JSON.stringify(new TranslationJobs().description))).toEqual([]);
	});
});

/** Words of n8n's editor in the README's first workflow, which test/e2e does by them. */
const OF_THE_EDITOR = [
	'Credentials',
	'Create credential',
	'Continue',
	'Save',
	'Add first step…',
	'On form submission',
	'Form Title',
	'Add Form Element',
	'Label',
	'Element Type',
	'Execute workflow',
	'Submit',
	'Add to workflow',
	'Write File to Disk',
	'File Path and Name',
	'Expression',
	'Publish',
	'HTTP Request',
];

describe('README.md', () => {
	const readme = readFileSync(join(root, 'README.md'), 'utf8').replace('*italics*', '');
	const [rest, troubles] = [/^\| What you see [^]*?\n\n/m].map((table) => [
		readme.replace(table, ''),
		table.exec(readme)![0],
	])[0] as [string, string];
	const advice = troubles.replace(/^\|.*?(?<!\\)\|/gm, '');
	const italics = (text: string) =>
		[...text.matchAll(/(?<![\w*`])\*([^*`\n]+)\*(?![\w*])/g)].map(([, words]) => words!);

	it('quotes only words that the screen shows', () => {
		const quoted = [...italics(rest), ...italics(advice)].flatMap((words) => words.split(/ → |: /));
		expect(quoted.length).toBeGreaterThan(40);
		expect(quoted.filter((words) => !known.has(words) && !OF_THE_EDITOR.includes(words))).toEqual(
			[],
		);
	});

	it('quotes only errors that the nodes show', () => {
		const source = ['nodes', 'l10n']
			.flatMap((folder) =>
				readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
					.filter((file) => file.endsWith('.ts'))
					.map((file) => readFileSync(join(root, folder, file), 'utf8')),
			)
			.join('\n');
		const seen = [...troubles.matchAll(/^\|(.*?)\|/gm)].flatMap(([, first]) => italics(first!));
		const parts = seen.flatMap((words) => words.split(/…|"de"/)).map((part) => part.trim());
		expect(seen.length).toBeGreaterThan(7);
		expect(parts.filter((part) => part.length > 3 && !source.includes(part))).toEqual([]);
	});
});
