/** What a person sees in n8n's node panel, before a node is on the canvas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

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

	it('names the content poll by its purpose, and still finds it under its earlier name', () => {
		const { displayName, name, defaults } = new TranslationJobsContentPollTrigger().description;
		expect({ displayName, name, defaults }).toEqual({
			displayName: 'Translations Ready Trigger',
			name: 'translationJobsContentPollTrigger',
			defaults: { name: 'Translations Ready Trigger' },
		});
		const codex = join(
			__dirname,
			'../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node.json',
		);
		expect((JSON.parse(readFileSync(codex, 'utf8')) as { alias: string[] }).alias).toContain(
			'content poll',
		);
	});
});
