/** Two active triggers of one n8n that get the same, without a word of the service. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const HOUR_MS = 60 * 60_000;
const READY = 'translationJobsContentPollTrigger';
const STATUS = 'translationJobsStatusPollTrigger';
const READY_TRIGGERS =
	'The triggers of the workflows "Shop" and "Blog" take the same translations. The first workflow that approves one takes it from the other.';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
beforeEach(() => {
	harness.engine.logs.length = 0;
});
afterEach(restoreTime);

const byLabel = (name: string, value = ''): INodeParameters => ({
	labels: { label: [{ name, value }] },
});
const sentBy = (value: string): INodeParameters => ({
	sentByWorkflow: { __rl: true, mode: 'list', value },
});

const trigger = (name: string, filters: INodeParameters = {}, others: INodeParameters = {}) =>
	new PollingWorkflow(harness.engine, {
		type: READY,
		parameters: { filters, options: { minimumAge: 0 }, ...others },
		workflowId: name,
		workflowName: name,
	});
const updates = (name: string, acknowledge: string) =>
	new PollingWorkflow(harness.engine, {
		type: STATUS,
		parameters: { events: ['translationReady'], filters: {}, options: { acknowledge } },
		workflowId: name,
		workflowName: name,
	});

const warnings = () =>
	harness.engine.logs.flatMap(({ level, message }) => (level === 'warn' ? [message] : []));

it('the log warns once, and the next test run says it first', async () => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
	const [blog, shop] = [trigger('Blog'), trigger('Shop')];
	for (let poll = 0; poll < 3; poll++) {
		await blog.poll();
		await shop.poll();
	}
	expect(warnings()).toEqual([expect.stringContaining(READY_TRIGGERS)]);
	const [item] = (await shop.test())!;
	expect(Object.entries(item!.json)[0]).toEqual([
		'notice',
		expect.stringMatching(new RegExp(`^${READY_TRIGGERS} .*'Sent by Workflow'`)),
	]);
	expect(shop.emitted.some(({ notice }) => notice !== undefined)).toBe(false);
});

it('the form of the Translations Ready Trigger begins with what it takes', () => {
	const { properties } = TRIGGERS.find(
		({ description }) => description.name === READY,
	)!.description;
	expect(properties[0]).toMatchObject({
		type: 'notice',
		displayName: expect.stringMatching(
			/^Takes the translations of all jobs of this account, also of other workflows\./,
		) as string,
	});
});

it('a test run that finds nothing says it, too', async () => {
	await harness.sandbox.seed({ jobs: 1 });
	await trigger('Blog').poll();
	await expect(trigger('Shop').test()).rejects.toMatchObject({
		message: 'The only job has no translation that waits for approval',
		description: expect.stringContaining(READY_TRIGGERS) as string,
	});
});

it('one trigger alone, polled or tested again, is fine', async () => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
	const blog = trigger('Blog');
	await blog.poll();
	await blog.poll();
	expect((await blog.test())![0]!.json).not.toHaveProperty('notice');
	expect(warnings()).toEqual([]);
});

it.each<[string, INodeParameters, INodeParameters]>([
	['workflows that sent', sentBy('this'), sentBy('this')],
	['labels', byLabel('blog'), byLabel('shop')],
	['values of a label', byLabel('site', 'blog'), byLabel('site', 'shop')],
	['jobs', { jobId: 'one' }, { jobId: 'other' }],
	['names of jobs', { jobNameContains: 'Blog' }, { jobNameContains: 'shop' }],
	['providers', { providerId: 'one' }, { providerId: 'other' }],
	['languages', { targetLanguages: ['de-de', 'fr-fr'] }, { targetLanguages: ['es-es'] }],
])('different %s keep them apart', async (_what, one, other) => {
	await trigger('Blog', one).poll();
	await trigger('Shop', other).poll();
	expect(warnings()).toEqual([]);
});

it.each<[string, INodeParameters, INodeParameters]>([
	['a filter of one alone', {}, sentBy('this')],
	['the same label', byLabel('site', 'blog'), byLabel('site')],
	['a label more', byLabel('site'), { ...byLabel('site'), jobNameContains: 'Blog' }],
	['a part of the name', { jobNameContains: 'Blog' }, { jobNameContains: 'blog post' }],
	['one language', { targetLanguages: ['de-de', 'fr-fr'] }, { targetLanguages: ['fr-fr'] }],
])('%s does not', async (_what, one, other) => {
	await trigger('Blog', one).poll();
	await trigger('Shop', other).poll();
	expect(warnings()).toHaveLength(1);
});

it('a workflow that is no longer active is forgotten', async () => {
	await trigger('Blog').poll();
	passTime(HOUR_MS);
	await trigger('Shop').poll();
	expect(warnings()).toEqual([]);
});

it('one that polls once a day is not', async () => {
	const blog = trigger('Blog');
	await blog.poll();
	passTime(24 * HOUR_MS);
	await blog.poll();
	passTime(23 * HOUR_MS);
	await trigger('Shop').poll();
	expect(warnings()).toHaveLength(1);
});

it('of Status Polls, those that acknowledge take updates from each other', async () => {
	const said = (json: IDataObject | undefined) => json?.notice;
	await harness.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await updates('Archive', 'never').poll();
	await updates('Blog', 'handedOver').poll();
	await trigger('Ready').poll();
	expect(warnings()).toEqual([]);
	const shop = updates('Shop', 'all');
	expect(said((await shop.test())![0]!.json)).toContain('take the same status updates');
	await shop.poll();
	expect(warnings()).toEqual([
		expect.stringContaining('the workflows "Shop" and "Blog" take the same status updates'),
	]);
});
