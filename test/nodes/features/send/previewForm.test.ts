import { type INodeProperties, type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';

import { TranslationJobs } from '../../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../../support/harness';
import { sending, textItems } from './support';

/** The names of the options that n8n offers, with those in groups. */
function optionsOf(operation: string): string[] {
	const { description } = new TranslationJobs();
	const node = { typeVersion: 1 };
	const chosen = { resource: 'job', operation, translate: 'automatic' };
	const [options] = description.properties.filter(
		(property) =>
			property.name === 'options' &&
			NodeHelpers.displayParameter(chosen, property, node, description),
	);
	const offered = (fields: INodeProperties[]): string[] =>
		fields
			.filter(
				(field) =>
					field.type !== 'hidden' &&
					NodeHelpers.displayParameter({}, field, node, description, chosen),
			)
			.flatMap(({ name, type, options: inner }) =>
				type === 'collection' ? offered(inner as INodeProperties[]) : [name],
			);
	return offered(options!.options as INodeProperties[]);
}

describe('the form of Preview', () => {
	const harness = useHarness();

	it('has the options of Send, except for those that concern only the sending', () => {
		const preview = optionsOf('preview');
		expect(optionsOf('send').filter((name) => !preview.includes(name))).toEqual([
			'maxCost',
			'maxWords',
			'sendWordCount',
			'planKey',
			'wait',
			'chunkSizeMiB',
			'idleSeconds',
			'takeOverSeconds',
			'waitSeconds',
		]);
	});

	it('tells an agent to preview before it sends', () => {
		const { description } = new TranslationJobs();
		const operations = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes('job'),
		)!.options;
		const [send, preview] = operations as INodePropertyOptions[];
		expect(send).toMatchObject({ value: 'send', description: expect.stringMatching(/preview/i) });
		expect(preview).toMatchObject({
			value: 'preview',
			description: expect.stringMatching(/agent/),
		});
		// What n8n proposes as the description of a tool.
		expect(description.description).toMatch(/^Preview words and cost, send/);
	});

	it('its hint writes the cost as people do', async () => {
		const options = { rates: { rate: [{ perWord: 0.1 }] }, currency: 'EUR' };
		const { hints } = await harness.run(sending({ operation: 'preview', options }), {
			input: textItems(2),
		});
		expect(hints).toContain('Send would send 2 texts into 2 languages: 12 words, for 1.20 EUR.');
	});
});
