/** The due date of a job passes without a word of the service. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { Memory } from '../../../nodes/TranslationJobsStatusPollTrigger/memory';
import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saving } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const harness = useHarness({
	nodes: [...TRIGGERS, new TranslationJobs()],
	variants: { autoDeliver: false },
});
afterEach(restoreTime);

let workflows = 0;
interface Setup {
	events?: string[];
	filters?: INodeParameters;
	saving?: Saving;
	saved?: PollingWorkflow['saved'];
}
const polling = ({ events = ['jobOverdue'], filters = {}, ...others }: Setup = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsStatusPollTrigger',
		parameters: { events, filters, options: {} },
		workflowId: `overdue-${++workflows}`,
		...others,
	});

const inMs = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
const seed = async (dueDate?: string, others: object = {}) =>
	(await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2, dueDate, ...others })).jobIds[0]!;
const jobsOf = ({ emitted }: PollingWorkflow) => emitted.map(({ jobId }) => jobId);

describe.each<Saving>(['classic', 'reloaded', 'durable'])('with %s static data', (saving) => {
	it('an open job comes once when its due date has passed', async () => {
		const late = await seed(inMs(-HOUR_MS));
		const soon = await seed(inMs(2 * HOUR_MS));
		await seed();
		const workflow = polling({ saving });
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		expect(jobsOf(workflow)).toEqual([late]);
		await harness.sandbox.advance(3 * HOUR_MS);
		passTime(3 * HOUR_MS);
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		expect(jobsOf(workflow)).toEqual([late, soon]);
	});
});

it('the item says since when, and what is missing', async () => {
	const dueDate = inMs(-HOUR_MS);
	const jobId = await seed(dueDate, { jobName: 'Spring catalogue' });
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted).toEqual([
		{
			event: 'jobOverdue',
			jobName: 'Spring catalogue',
			statusCode: 'IN_TRANSLATION',
			dueDate,
			requestCount: 2,
			counts: { IN_TRANSLATION: 2 },
			jobId,
			deliveryKey: `${jobId}:jobOverdue@${dueDate}`,
		},
	]);
});

it.each([
	['completed', { status: 'COMPLETED' }],
	['cancelled', { status: 'CANCELLED' }],
	['archived', { archived: true }],
	['translated', { requestStatus: 'REVIEW_TRANSLATION' }],
	['approved', { requestStatus: 'TRANSLATION_APPROVED' }],
])('a job that is %s is not overdue', async (_what, others) => {
	await seed(inMs(-DAY_MS), others);
	const workflow = polling();
	for (let poll = 0; poll < 3; poll++) await workflow.poll();
	expect(workflow.emitted).toEqual([]);
});

it('after a rejection, a translation is missing again', async () => {
	const jobId = await seed(inMs(-DAY_MS), { requestStatus: 'TRANSLATION_REJECTED' });
	const workflow = polling();
	await workflow.poll();
	expect(jobsOf(workflow)).toEqual([jobId]);
});

it('a day is over at its end', async () => {
	await seed(new Date().toISOString().slice(0, 10));
	const yesterday = await seed(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));
	const workflow = polling();
	await workflow.poll();
	expect(jobsOf(workflow)).toEqual([yesterday]);
});

it('another due date is another event', async () => {
	const jobId = await seed(inMs(-HOUR_MS), { status: 'CREATED' });
	const workflow = polling();
	await workflow.poll();
	await harness.run(
		{
			resource: 'job',
			operation: 'update',
			jobId: { __rl: true, mode: 'id', value: jobId },
			updateFields: { dueDate: inMs(-HOUR_MS / 2) },
		},
		{},
	);
	await workflow.poll();
	expect(jobsOf(workflow)).toEqual([jobId, jobId]);
	expect(new Set(workflow.keys).size).toBe(2);
});

it('of filters, those that concern jobs count', async () => {
	await seed(inMs(-HOUR_MS));
	const wanted = await seed(inMs(-HOUR_MS), { jobName: 'Spring catalogue' });
	const workflow = polling({ filters: { jobNameContains: 'spring', targetLanguages: ['sv-SE'] } });
	await workflow.poll();
	expect(jobsOf(workflow)).toEqual([wanted]);
});

it('a service that ignores filter and counts changes nothing', async () => {
	await harness.sandbox.configure({ honourFilter: false, honourAggregate: false });
	await harness.sandbox.seed({ jobs: 60 });
	const late = await seed(inMs(-HOUR_MS));
	await seed(inMs(-HOUR_MS), { requestStatus: 'TRANSLATION_APPROVED' });
	const workflow = polling();
	for (let poll = 0; poll < 4; poll++) await workflow.poll();
	expect(jobsOf(workflow)).toEqual([late]);
});

it('nothing is listed twice for it: neither updates without their events, nor jobs without this one', async () => {
	await seed(inMs(-HOUR_MS), { withUpdates: true });
	await polling().poll();
	expect(await harness.sandbox.log({ origin: 'rest', path: 'statusupdates' })).toEqual([]);
	await harness.sandbox.clearLog();
	await polling({ events: ['requestCancelled'] }).poll();
	expect(await harness.sandbox.log({ origin: 'rest', path: 'jobs$' })).toEqual([]);
});

it('if jobs cannot be listed, updates still come, and nothing is forgotten', async () => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const late = await seed(inMs(-HOUR_MS));
	await harness.sandbox.fault({ origin: 'rest', path: 'jobs$', status: 500, times: 100 });
	const workflow = polling({ events: ['translationReady', 'jobOverdue'] });
	await workflow.poll();
	expect(workflow.emitted.map(({ event }) => event)).toEqual(['translationReady']);
	await expect(polling().poll()).rejects.toThrow();
	await harness.sandbox.clearFaults();
	await workflow.poll();
	expect(jobsOf(workflow).at(-1)).toBe(late);
});

it('one job that cannot be read does not hold up another', async () => {
	const bad = await seed(inMs(-HOUR_MS));
	const good = await seed(inMs(-HOUR_MS));
	const path = `jobs/${bad}/requests`;
	await harness.sandbox.fault({ origin: 'rest', path, status: 500, times: 100 });
	const workflow = polling();
	await workflow.poll();
	expect(jobsOf(workflow)).toEqual([good]);
	await harness.sandbox.clearFaults();
	for (let poll = 0; poll < 3; poll++) await workflow.poll();
	expect(jobsOf(workflow)).toEqual([good, bad]);
});

it('after a restart it comes at most once more', () => {
	const store: IDataObject = { handedOver: { 'another process': ['job:jobOverdue@day'] } };
	const settings = {} as never;
	const memory = new Memory(store, 'restarted', settings);
	expect(memory.isHandedOver('job:jobOverdue@day')).toBe(false);
	expect(memory.isWork('job:jobOverdue@day')).toBe(true);
	memory.handOverOnce('job:jobOverdue@day');
	memory.handOverOnce('other:jobOverdue@day');
	memory.save([]);
	const later = new Memory(store, 'restarted', settings);
	expect(later.isWork('job:jobOverdue@day')).toBe(false);
	expect(later.isHandedOver('other:jobOverdue@day')).toBe(true);
});

it('a test run shows a few, and remembers none', async () => {
	await expect(polling().test()).rejects.toThrow('No job that passes the filters of this node');
	for (let job = 0; job < 7; job++) await seed(inMs(-HOUR_MS));
	const workflow = polling();
	expect(await workflow.test()).toHaveLength(5);
	await workflow.poll();
	expect(workflow.emitted).toHaveLength(7);
});

it('a list that leaves out the labels of jobs hides no overdue job with the label', async () => {
	await harness.sandbox.configure({ labelsShown: 'notInLists' });
	const late = await seed(inMs(-HOUR_MS), { labels: ['shop'] });
	await seed(inMs(-HOUR_MS), { labels: ['blog'] });
	const workflow = polling({ filters: { labels: { label: [{ name: 'shop' }] } } });
	for (let poll = 0; poll < 3; poll++) await workflow.poll();
	expect(jobsOf(workflow)).toEqual([late]);
});
