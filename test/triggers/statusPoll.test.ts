import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/launch';
import type { Engine } from '../../scripts/engine';
import { startWatchedSandbox } from '../support/watchedSandbox';
import { PollingWorkflow, type Saving } from './support/pollingWorkflow';
import { triggerEngine } from './support/triggerEngine';

const TYPE = 'translationJobsStatusPollTrigger';
const ALL = ['translationReady', 'requestCancelled', 'requestError', 'otherStatus'];

let sandbox: Sandbox;
let engine: Engine;

beforeAll(async () => {
	sandbox = await startWatchedSandbox();
	engine = await triggerEngine(sandbox);
});

beforeEach(async () => {
	await sandbox.reset();
	await sandbox.configure({ autoDeliver: false });
});

afterAll(async () => {
	engine.stop();
	await sandbox.stop();
});

let workflows = 0;
interface Setup {
	events?: string[];
	filters?: INodeParameters;
	options?: INodeParameters;
	saving?: Saving;
	budgetMs?: number;
}
const polling = ({ events = ALL, filters = {}, options = {}, ...others }: Setup = {}) =>
	new PollingWorkflow(engine, { type: TYPE, parameters: { events, filters, options }, workflowId: `status-${++workflows}`, ...others });

const acknowledged = async () => (await sandbox.updates()).filter((update) => update.acknowledged).map(({ updateId }) => updateId);

describe.each<Saving>(['classic', 'reloaded', 'durable'])('with %s static data', (saving) => {
	test('hands over every update of every page once, and acknowledges it in a later poll', async () => {
		await sandbox.seed({ jobs: 120, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving });
		await workflow.poll();
		expect(workflow.keys).toHaveLength(120);
		expect(await acknowledged()).toHaveLength(0);
		expect(await workflow.poll()).toBeNull();
		expect(await acknowledged()).toHaveLength(120);
		expect(await workflow.poll()).toBeNull();
		expect(workflow.keys).toHaveLength(120);
	});

	test('what n8n discarded is handed over again and not acknowledged before that', async () => {
		await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving });
		await workflow.poll({ discard: true });
		workflow.reactivate();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
		expect(await acknowledged()).toHaveLength(0);
	});

	test('without acknowledging, each update comes once all the same', async () => {
		await sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving, options: { acknowledge: 'never' } });
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		expect(workflow.keys).toHaveLength(4);
		expect(await acknowledged()).toHaveLength(0);
	});

	test('more than fits into one execution comes with the next polls', async () => {
		await sandbox.seed({ jobs: 25, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving, options: { updatesPerExecution: 10 } });
		for (let poll = 0; poll < 4; poll++) await workflow.poll();
		expect(workflow.executions.map(({ length }) => length)).toEqual([10, 10, 5]);
	});

	test('a failed poll hands over nothing and says why', async () => {
		await sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving });
		await sandbox.fault({ origin: 'rest', path: 'requests$', status: 503, headers: { 'Retry-After': '0' }, times: 10 });
		await expect(workflow.poll()).rejects.toMatchObject({ message: expect.stringContaining('not available'), failure: { cause: 'temporarily-unavailable' } });
		await sandbox.clearFaults();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(2);
		expect(await acknowledged()).toHaveLength(0);
	});
});

test('tells deliveries, cancellations and errors apart', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 3 });
	const [ready = '', cancelled = '', failed = ''] = requestIds;
	await sandbox.deliver(jobIds[0]!, [ready]);
	await sandbox.cancelRequest(cancelled);
	await sandbox.failRequest(failed, 'The file is broken');
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ event, requestId }) => [event, requestId])).toEqual([
		['translationReady', ready],
		['requestCancelled', cancelled],
		['requestError', failed],
	]);
	expect(workflow.emitted[2]).toMatchObject({ arrivedBy: 'statusPoll', environment: 'staging', request: { hasError: true }, update: { errorMessage: 'The file is broken' } });
});

test('one item per request of an update', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 60 });
	await sandbox.deliver(jobIds[0]!);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId)).toEqual(requestIds);
});

test('what events and filters hold back stays unacknowledged, and is not read again', async () => {
	const { jobIds } = await sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling({ filters: { providerId: { __rl: true, mode: 'id', value: 'nobody' } } });
	for (let poll = 0; poll < 3; poll++) expect(await workflow.poll()).toBeNull();
	expect(await acknowledged()).toHaveLength(0);
	expect(await sandbox.log({ origin: 'rest', path: `/jobs/${jobIds[0]}` })).toHaveLength(1);
});

test('what is held back can be acknowledged as well', async () => {
	await sandbox.seed({ jobs: 2, requestStatus: 'CANCELLED', withUpdates: true });
	const workflow = polling({ events: ['translationReady'], options: { acknowledge: 'all' } });
	expect(await workflow.poll()).toBeNull();
	expect(await acknowledged()).toHaveLength(2);
});

test('an acknowledgement that fails is tried again', async () => {
	await sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling();
	await workflow.poll();
	await sandbox.fault({ origin: 'rest', path: 'acknowledge$', status: 403, times: 1 });
	await workflow.poll();
	expect(await acknowledged()).toHaveLength(1);
	await workflow.poll();
	expect(await acknowledged()).toHaveLength(2);
	expect(workflow.keys).toHaveLength(2);
});

test.each([403, 500])('one job that cannot be read (HTTP %i) does not hold up the others', async (status) => {
	const { jobIds } = await sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await sandbox.fault({ origin: 'rest', path: `/jobs/${jobIds[1]}`, status, headers: { 'Retry-After': '0' }, times: 100 });
	const workflow = polling();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emitted.map(({ jobId }) => jobId)).toEqual([jobIds[0], jobIds[2]]);
	await sandbox.clearFaults();
	await workflow.poll();
	expect(workflow.emitted.at(-1)).toMatchObject({ jobId: jobIds[1] });
});

test('goes on in the next poll when the time of this one is over', async () => {
	await sandbox.seed({ jobs: 60, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await sandbox.configure({ latencyMs: 30 });
	const workflow = polling({ budgetMs: 200 });
	for (let poll = 0; poll < 40 && workflow.keys.length < 60; poll++) await workflow.poll();
	expect(workflow.executions.length).toBeGreaterThan(1);
	expect(new Set(workflow.keys).size).toBe(60);
	expect(workflow.keys).toHaveLength(60);
});

test('a test run shows a real update and moves nothing', async () => {
	await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling();
	expect(await workflow.test()).toHaveLength(1);
	expect(await workflow.test()).toHaveLength(1);
	expect(await acknowledged()).toHaveLength(0);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

test('a test run without an update says so', async () => {
	await expect(polling().test()).rejects.toThrow('There is no status update to show right now');
});

test('warns when the quota of unacknowledged updates comes near', async () => {
	await sandbox.seed({ jobs: 8_000, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await polling({ options: { acknowledge: 'never', updatesPerExecution: 1 } }).poll();
	expect(engine.logs.find(({ level, message }) => level === 'warn' && message.includes('8000 unacknowledged status updates and keeps 10000'))).toBeDefined();
});

test('two updates about the same state of a request make one item, and both are acknowledged', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1 });
	await sandbox.deliver(jobIds[0]!);
	await sandbox.redeliver(requestIds);
	const workflow = polling();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
	expect(await acknowledged()).toHaveLength(2);
});

test('what somebody approved before the poll comes all the same', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1 });
	await sandbox.deliver(jobIds[0]!);
	await sandbox.approve(requestIds);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted).toMatchObject([{ event: 'translationReady', request: { statusCode: 'TRANSLATION_APPROVED' } }]);
});

test.each(['handedOver', 'never'])('updates behind more held-back ones than a poll has time to list are found (acknowledge: %s)', async (acknowledge) => {
	await sandbox.configure({ pageSize: 5 });
	await sandbox.seed({ jobs: 100, requestStatus: 'CANCELLED', withUpdates: true });
	const { requestIds } = await sandbox.seed({ jobs: 7, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await sandbox.configure({ latencyMs: 30 });
	const workflow = polling({ events: ['translationReady'], options: { acknowledge }, budgetMs: 200 });
	for (let poll = 0; poll < 100 && workflow.keys.length < 7; poll++) await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
	expect(engine.logs.some(({ level, message }) => level === 'warn' && message.includes('more status updates than one poll has time for'))).toBe(true);
	if (acknowledge === 'never') return;
	for (let poll = 0; poll < 100 && (await acknowledged()).length < 7; poll++) await workflow.poll();
	expect(await acknowledged()).toHaveLength(7);
	expect(workflow.keys).toHaveLength(7);
});

test('an update with a status that has no event of its own is another status, and is acknowledged', async () => {
	await sandbox.seed({ jobs: 1, requestStatus: 'IN_TRANSLATION', withUpdates: true });
	const workflow = polling();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emitted).toMatchObject([{ event: 'otherStatus', request: { statusCode: 'IN_TRANSLATION' } }]);
	expect(await acknowledged()).toHaveLength(1);
});

test('polls come to an end even where listing takes longer than a poll may', async () => {
	await sandbox.seed({ jobs: 15, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling({ budgetMs: 1 });
	for (let poll = 0; poll < 4; poll++) await workflow.poll();
	expect(workflow.keys).toHaveLength(15);
	expect(await acknowledged()).toHaveLength(15);
});

test('an error that is read after the delivery does not take the key of the delivery', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1 });
	await sandbox.failRequest(requestIds[0]!, 'Broken file');
	await sandbox.advance(1_000);
	await sandbox.deliver(jobIds[0]!);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ event }) => event)).toEqual(['requestError', 'translationReady']);
	expect(new Set(workflow.keys).size).toBe(2);
});
