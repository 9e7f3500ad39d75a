/** Two workflows send with one account, and each collects its own. */
import type { INodeParameters } from 'n8n-workflow';

import { searchWorkflows } from '../../../nodes/form/methods/listSearch';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { editorContext, nodeInEditor } from '../../support/editorContext';
import { useHarness } from '../../support/harness';
import { oneNode } from '../../support/oneNode';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { sending, textItem } from '../features/send/support';

const BLOG = { id: 'a1Blog', name: 'Blog posts: "new" & älter' };
const SHOP = { id: 'b2Shop', name: 'Shop' };

describe.each(['list', 'object'] as const)('labels that come back as a %s', (labelsShape) => {
	const harness = useHarness({
		nodes: [...TRIGGERS, new TranslationJobs()],
		variants: { labelsShape, autoDeliver: false },
	});

	async function send(workflow: typeof BLOG, text: string): Promise<void> {
		const { credential, engine, sandbox } = harness;
		const parameters = sending({ jobName: text, targetLanguages: ['de-de'] });
		await engine.run(
			{ ...oneNode({ parameters, credential }), ...workflow },
			{ startNode: 'Items', pinData: { Items: [textItem(text)] } },
		);
		const job = (await sandbox.jobs()).find(({ jobName }) => jobName === text);
		await sandbox.advance(60_000);
		await sandbox.deliver(job!.jobId);
	}

	async function collected(workflowId: string, filters: INodeParameters): Promise<unknown[]> {
		const workflow = new PollingWorkflow(harness.engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { filters, options: { minimumAge: 0 } },
			workflowId,
		});
		await workflow.poll();
		return workflow.emitted.map(({ jobName }) => jobName).sort();
	}

	const sentBy = (mode: 'list' | 'id', value: string): INodeParameters => ({
		sentByWorkflow: { __rl: true, mode, value },
	});

	async function offered(filter?: string) {
		const { engine, credential } = harness;
		const editor = editorContext(engine, nodeInEditor('translationJobs', {}, credential));
		return (await searchWorkflows.call(editor, filter)).results;
	}

	beforeEach(async () => {
		await send(BLOG, 'First post');
		await send(SHOP, 'A shoe');
		await send(BLOG, 'Second post');
	});

	it('"This Workflow" is the one with the trigger, in a copy as well', async () => {
		expect(await collected(BLOG.id, sentBy('list', 'this'))).toEqual(['First post', 'Second post']);
		expect(await collected(SHOP.id, sentBy('list', 'this'))).toEqual(['A shoe']);
		expect(await collected('c3Copy', sentBy('list', 'this'))).toEqual([]);
	});

	it('another workflow is chosen by its ID', async () => {
		expect(await collected('d4Other', sentBy('id', SHOP.id))).toEqual(['A shoe']);
	});

	it('the list shows the names of the workflows that have sent', async () => {
		const entries = await offered();
		expect(entries.map(({ name }) => name)).toEqual([
			'This Workflow',
			'Blog posts new alter (last job: Second post)',
			'Shop (last job: A shoe)',
		]);
		expect((await offered('shop')).map(({ name }) => name)).toEqual(['Shop (last job: A shoe)']);
		const shop = String(entries[2]!.value);
		expect(await collected('e5Other', sentBy('list', shop))).toEqual(['A shoe']);
	});

	it('without a choice, everything comes, and a filter without a value is refused', async () => {
		await expect(collected('f6Other', sentBy('list', ''))).rejects.toThrow(
			'Sent by Workflow is empty',
		);
		expect(await collected('g7Other', {})).toHaveLength(3);
	});

	it('jobs are chosen by a part of their name', async () => {
		expect(await collected('h8Other', { jobNameContains: 'POST' })).toEqual([
			'First post',
			'Second post',
		]);
		const both = { jobNameContains: 'first', ...sentBy('id', BLOG.id) };
		expect(await collected('i9Other', both)).toEqual(['First post']);
	});
});

it('the form of the Translations Ready Trigger begins with what it takes', () => {
	const { properties } = TRIGGERS.find(
		({ description }) => description.name === 'translationJobsContentPollTrigger',
	)!.description;
	expect(properties[0]).toMatchObject({
		type: 'notice',
		displayName: expect.stringMatching(
			/^Takes the translations of all jobs of this account, also of other workflows\./,
		) as string,
	});
});
