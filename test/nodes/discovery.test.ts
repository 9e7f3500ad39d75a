/** What a person sees in n8n's node panel, before a node is on the canvas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { TranslationJobsStatusPollTrigger } from '../../nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node';
import { TranslationJobsTrigger } from '../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';

const optionsOf = ({ description }: INodeType, wanted: string, resource?: string) =>
	(description.properties.find(
		({ name, displayOptions }) =>
			name === wanted && (!resource || displayOptions?.show?.resource?.includes(resource)),
	)?.options ?? []) as INodePropertyOptions[];

/** n8n lists the operations of each resource, in the order of both. */
const actionsOf = (node: INodeType) =>
	optionsOf(node, 'resource').flatMap(({ value }) =>
		optionsOf(node, 'operation', String(value)).map(({ action }) => action),
	);

/** The search of n8n's editor. */
const { sublimeSearch } = jest.requireActual<{
	sublimeSearch: <T>(filter: string, data: readonly T[]) => Array<{ item: T }>;
}>('@n8n/utils/dist/search/sublime-search');

/** n8n lists the events of a trigger as actions if their field has one of these labels. */
const hasActions = ({ properties }: INodeTypeDescription) =>
	properties.some(({ displayName }) =>
		['event', 'events', 'trigger on'].includes(displayName.toLowerCase()),
	);

const aliasesOf = (folder: string) => {
	const codex = join(__dirname, `../../nodes/${folder}/${folder}.node.json`);
	return (JSON.parse(readFileSync(codex, 'utf8')) as { alias: string[] }).alias;
};

/** Translation Jobs and its trigger are one entry. */
function panelEntries(search: string): string[] {
	const ours = [
		new ProjectSettings(),
		new TranslationJobs(),
		new TranslationJobsContentPollTrigger(),
		new TranslationJobsStatusPollTrigger(),
	].map((node) => ({
		displayName: node.description.displayName,
		codex: { alias: aliasesOf(node.constructor.name) },
	}));
	const entries = [...ours, { displayName: 'Google Translate', codex: { alias: [] } }];
	const found = sublimeSearch(
		search,
		entries.map((properties) => ({ properties })),
	);
	return found.map(({ item }) => item.properties.displayName);
}

describe('the node panel', () => {
	it('lists actions in the order of use', () => {
		const actions = actionsOf(new TranslationJobs());
		expect(actions.slice(0, 3)).toEqual([
			'Send for translation',
			'Preview what would be sent',
			'Collect translations',
		]);
		expect(actions.indexOf('Approve requests')).toBeLessThan(
			actions.indexOf('Download translation'),
		);
		expect(actions.at(-1)).toBe('Make API call');
	});

	it.each([new TranslationJobs(), new ProjectSettings()])(
		'names the actions of $description.displayName without articles, as n8n does',
		(node) => {
			const actions = actionsOf(node);
			expect(actions).not.toHaveLength(0);
			expect(actions.filter((action) => /\b(an?|the)\b/i.test(action ?? ''))).toEqual([]);
		},
	);

	it.each([new TranslationJobsTrigger(), new TranslationJobsStatusPollTrigger()])(
		'lists the events of $description.displayName as sentences, the most wanted one first',
		(node) => {
			const actions = optionsOf(node, 'events').map(({ action }) => action);
			expect(actions[0]).toBe('On translation ready');
			expect(
				actions.filter((action) => !/^On (?!.*\b(an?|the)\b)[a-z]/.test(action ?? '')),
			).toEqual([]);
		},
	);

	// n8n shows the two as one entry, with the description of the trigger.
	it('describes the node and its trigger in the same words', () => {
		expect(new TranslationJobsTrigger().description.description).toBe(
			new TranslationJobs().description.description,
		);
	});

	it('finds the node for most tasks first when people search for "translate"', () => {
		expect(panelEntries('translate')).toEqual([
			'Translation Jobs',
			'Translations Ready Trigger',
			'Translation Project Settings',
			'Translation Jobs Status Poll Trigger',
			'Google Translate',
		]);
		expect(panelEntries('translation')[0]).toBe('Translation Jobs');
	});

	it.each([
		...['word count', 'xliff', 'cancel', 'cost', 'proofread', 'review', 'quote'],
		...['localization', 'localisation', 'TMS', 'translator', 'glossary'],
	])('finds the node when people search for "%s"', (search) => {
		expect(panelEntries(search)).toContain('Translation Jobs');
	});

	it.each([new TranslationJobsStatusPollTrigger(), new TranslationJobsContentPollTrigger()])(
		'shows $description.displayName with the word "Trigger" and a bolt',
		({ description }) => {
			expect(description.group).toEqual(['trigger']);
			expect(hasActions(description)).toBe(false);
			expect(description.displayName).toMatch(/ Trigger$/);
		},
	);

	it.each([new TranslationJobsTrigger(), new TranslationJobsStatusPollTrigger()])(
		'labels the events of $description.displayName as n8n does',
		({ description: { properties } }) => {
			const events = properties.find(({ name }) => name === 'events');
			expect(events?.displayName.replace(/\s/, ' ')).toBe('Trigger On');
		},
	);

	it('names the content poll by its purpose, and still finds it under its earlier name', () => {
		const { displayName, name, defaults } = new TranslationJobsContentPollTrigger().description;
		expect({ displayName, name, defaults }).toEqual({
			displayName: 'Translations Ready Trigger',
			name: 'translationJobsContentPollTrigger',
			defaults: { name: 'Translations Ready Trigger' },
		});
		expect(aliasesOf('TranslationJobsContentPollTrigger')).toContain('content poll');
	});
});

describe("what n8n's assistant reads", () => {
	const PREFIX = 'n8n-nodes-translation-jobs.';
	const nodes: INodeType[] = [
		new TranslationJobs(),
		new ProjectSettings(),
		new TranslationJobsTrigger(),
		new TranslationJobsContentPollTrigger(),
		new TranslationJobsStatusPollTrigger(),
	];
	const SENTENCES = /^[A-Z][^{}=]{30,}\.$/;

	it.each(nodes)('$description.displayName has a hint, and leads to nodes that exist', (node) => {
		const { searchHint, relatedNodes = [] } = node.description.builderHint ?? {};
		expect(searchHint).toMatch(SENTENCES);
		const names = nodes.map(({ description }) => `${PREFIX}${description.name}`);
		expect(relatedNodes.length).toBeGreaterThan(0);
		for (const { nodeType } of relatedNodes) expect(names).toContain(nodeType);
	});

	it('tells the order: preview, send only that, store, approve', () => {
		const operations = optionsOf(new TranslationJobs(), 'operation', 'job');
		const hintOf = (operation: string) =>
			operations.find(({ value }) => value === operation)?.builderHint?.propertyHint;
		for (const operation of ['send', 'preview', 'collect'])
			expect([operation, hintOf(operation)]).toEqual([operation, expect.stringMatching(SENTENCES)]);
		expect(hintOf('send')).toContain('planKey');
		expect(hintOf('collect')).toContain('approve the requests last');
	});
});
