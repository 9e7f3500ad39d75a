import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/launch';
import type { Engine } from '../../scripts/engine';
import { startWatchedSandbox } from '../support/watchedSandbox';
import { PollingWorkflow, type Saving } from './support/pollingWorkflow';
import { triggerEngine } from './support/triggerEngine';

const TYPE = 'translationJobsContentPollTrigger';
const AT_ONCE: INodeParameters = { minimumAge: 0 };
/** Before everything that a list of the latest jobs shows, yet not old enough to be archived. */
const LONG_AGO = new Date(Date.now() - 45 * 86_400_000).toISOString();

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
const polling = (options: INodeParameters = {}, rest: { filters?: INodeParameters; saving?: Saving; saved?: PollingWorkflow['saved']; budgetMs?: number } = {}) => {
	const { filters = {}, ...others } = rest;
	return new PollingWorkflow(engine, { type: TYPE, parameters: { filters, options: { ...AT_ONCE, ...options } }, workflowId: `content-${++workflows}`, ...others });
};

const serviceCalls = async () => (await sandbox.log({ origin: 'rest' })).length;

describe.each<Saving>(['classic', 'reloaded', 'durable'])('with %s static data', (saving) => {
	test('hands over what was in review before the activation, once', async () => {
		const { requestIds } = await sandbox.seed({ jobs: 3, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await workflow.poll();
		expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
	});

	test('hands over each new delivery once, and a re-delivery again under another key', async () => {
		const { jobIds, requestIds } = await sandbox.seed({ jobs: 60, requestsPerJob: 2, stepMs: 60_000 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await sandbox.deliver(jobIds[7]!);
		await workflow.poll();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(2);
		await sandbox.redeliver([requestIds[14]!]);
		await workflow.poll();
		await workflow.poll();
		expect(new Set(workflow.keys).size).toBe(3);
		expect(workflow.keys).toHaveLength(3);
	});

	test('a hand-over that n8n discards comes again', async () => {
		const { jobIds } = await sandbox.seed({ jobs: 2 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await sandbox.deliver(jobIds[0]!);
		await workflow.poll({ discard: true });
		workflow.reactivate();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});

	test('a failed poll moves nothing and says why', async () => {
		const { jobIds } = await sandbox.seed({ jobs: 2 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await sandbox.deliver(jobIds[0]!);
		await sandbox.fault({ origin: 'rest', path: 'requests$', status: 503, headers: { 'Retry-After': '0' }, times: 5 });
		await expect(workflow.poll()).rejects.toMatchObject({ message: expect.stringContaining('not available'), failure: { cause: 'temporarily-unavailable' } });
		await sandbox.clearFaults();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});

	test('an idle poll costs one call and starts nothing', async () => {
		await sandbox.seed({ jobs: 200, requestsPerJob: 2, stepMs: 1 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await sandbox.clearLog();
		expect(await workflow.poll()).toBeNull();
		expect(await serviceCalls()).toBeLessThanOrEqual(2);
	});
});

test('finds deliveries by the sweep where job dates do not move and the order is ignored', async () => {
	await sandbox.configure({ jobDatesMoveWithRequests: false, honourOrderBy: false });
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 120, requestsPerJob: 2, stepMs: 60_000 });
	const workflow = polling({ sweepInterval: 0 });
	await workflow.poll();
	await sandbox.deliver(jobIds[3]!);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(2);
	await sandbox.redeliver([requestIds[6]!]);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(3);
});

test('a sweep reads an unchanged job again only as long as its date is not known to follow, and every 24th time', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 5, requestsPerJob: 2 });
	const reads = async () => (await sandbox.log({ origin: 'rest', path: 'requests$' })).length;
	const workflow = polling({ sweepInterval: 0 });
	await workflow.poll();
	await sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
	await workflow.poll();
	await sandbox.clearLog();
	await workflow.poll();
	expect(await reads()).toBe(1);

	for (const job of [1, 2, 3]) await sandbox.deliver(jobIds[job]!, [requestIds[job * 2]!]);
	await workflow.poll();
	await sandbox.clearLog();
	await workflow.poll();
	expect(await reads()).toBe(0);

	// From now on the service is not what it seemed to be.
	await sandbox.configure({ jobDatesMoveWithRequests: false });
	await sandbox.redeliver([requestIds[0]!]);
	const before = workflow.keys.length;
	for (let poll = 0; poll < 24; poll++) await workflow.poll();
	expect(workflow.keys.length - before).toBe(1);
});

test('does not sweep before its interval is over', async () => {
	await sandbox.configure({ jobDatesMoveWithRequests: false });
	const { jobIds } = await sandbox.seed({ jobs: 1, createdFrom: LONG_AGO });
	await sandbox.seed({ jobs: 1 });
	const workflow = polling({ sweepInterval: 60 });
	await workflow.poll();
	await sandbox.deliver(jobIds[0]!);
	expect(await workflow.poll()).toBeNull();
	await sandbox.advance(61 * 60_000);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

test('leaves a delivery to the listener until it has the minimum age', async () => {
	const { jobIds } = await sandbox.seed({ jobs: 1 });
	const workflow = polling({ minimumAge: 120 });
	await workflow.poll();
	await sandbox.deliver(jobIds[0]!);
	expect(await workflow.poll()).toBeNull();
	await sandbox.advance(121_000);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

test('hands over no more than was asked for, and the rest with the next polls', async () => {
	await sandbox.seed({ jobs: 4, requestsPerJob: 5, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling({ itemsPerExecution: 7 });
	for (let poll = 0; poll < 4; poll++) await workflow.poll();
	expect(workflow.executions.map(({ length }) => length)).toEqual([7, 7, 6]);
	expect(new Set(workflow.keys).size).toBe(20);
});

test('goes on in the next poll when the time of this one is over', async () => {
	await sandbox.seed({ jobs: 60, requestStatus: 'REVIEW_TRANSLATION' });
	await sandbox.configure({ latencyMs: 40 });
	const workflow = polling({}, { budgetMs: 150 });
	for (let poll = 0; poll < 200 && workflow.keys.length < 60; poll++) await workflow.poll();
	expect(workflow.executions.length).toBeGreaterThan(1);
	expect(new Set(workflow.keys).size).toBe(60);
	expect(workflow.keys).toHaveLength(60);
});

test('a sweep over more jobs than one poll has time for goes on where it stopped', async () => {
	await sandbox.seed({ jobs: 400, stepMs: 5_000 });
	const { requestIds } = await sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', createdFrom: LONG_AGO });
	await sandbox.configure({ latencyMs: 50 });
	const workflow = polling({}, { budgetMs: 200 });
	for (let poll = 0; poll < 200 && workflow.keys.length < 3; poll++) await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
	expect((await sandbox.log({ origin: 'rest', path: '^/v2/jobs$' })).some(({ query }) => query.includes('createdDate'))).toBe(true);
});

test('approved translations only where they are wanted', async () => {
	await sandbox.seed({ jobs: 1, requestStatus: 'TRANSLATION_APPROVED' });
	const without = polling();
	const included = polling({ includeApproved: true });
	await without.poll();
	await included.poll();
	expect([without.keys.length, included.keys.length]).toEqual([0, 1]);
});

test('passes over jobs that are archived, completed or not submitted', async () => {
	for (const seed of [{ archived: true }, { status: 'COMPLETED' as const }, { status: 'CREATED' as const }]) {
		await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', ...seed });
	}
	const workflow = polling();
	expect(await workflow.poll()).toBeNull();
});

test.each<[string, INodeParameters, number]>([
	['provider', { providerId: { __rl: true, mode: 'id', value: 'other' } }, 2],
	['labels', { labels: { label: [{ name: 'campaign', value: 'spring' }] } }, 2],
	['target language', { targetLanguages: ['de_DE'] }, 2],
])('filters by %s', async (_name, filters, expected) => {
	await sandbox.seed({ jobs: 1, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION', targetLanguages: ['fr-fr', 'de-de'] });
	await sandbox.seed({ jobs: 1, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION', targetLanguages: ['fr-fr', 'de-de'], providerId: 'other', labels: { campaign: 'spring' } });
	const workflow = polling({}, { filters });
	await workflow.poll();
	expect(workflow.keys).toHaveLength(expected);
});

test('filtered by one job, it asks for nothing else', async () => {
	const { jobIds } = await sandbox.seed({ jobs: 3, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling({}, { filters: { jobId: { __rl: true, mode: 'id', value: jobIds[1]! } } });
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emitted.map(({ jobId }) => jobId)).toEqual([jobIds[1], jobIds[1]]);
	expect((await sandbox.log({ origin: 'rest', path: '^/v2/jobs$' })).length).toBe(0);
});

test('a test run shows real translations and moves nothing', async () => {
	await sandbox.seed({ jobs: 1, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling();
	expect(await workflow.test()).toHaveLength(2);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(2);
	expect(await workflow.test()).toHaveLength(2);
});

test('a test run without a translation says so', async () => {
	await expect(polling().test()).rejects.toThrow('There is no translation to show right now');
});

test('an item carries the request as read from the service, its job, and where it comes from', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling();
	await workflow.poll();
	const [request] = await sandbox.requests();
	expect(workflow.emitted[0]).toMatchObject({
		event: 'translationReady',
		deliveryKey: `${requestIds[0]}@${new Date(request!.modified).toISOString().replace(/\.?0*Z$/, 'Z')}`,
		environment: 'staging',
		arrivedBy: 'contentPoll',
		jobId: jobIds[0],
		requestId: requestIds[0],
		job: { jobId: jobIds[0], statusCode: 'IN_TRANSLATION' },
		request: { requestId: requestIds[0], statusCode: 'REVIEW_TRANSLATION' },
	});
});

test('works where the service refuses the order and the counts', async () => {
	const { jobIds } = await sandbox.seed({ jobs: 2 });
	await sandbox.fault({ origin: 'rest', method: 'GET', path: '^/v2/jobs$', status: 400, times: 1 });
	const workflow = polling();
	await sandbox.deliver(jobIds[1]!);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

test('what it remembers stays small', async () => {
	await sandbox.seed({ jobs: 10, requestsPerJob: 400, requestStatus: 'REVIEW_TRANSLATION', createdFrom: '2026-01-01T00:00:00Z' });
	await sandbox.seed({ jobs: 1 });
	const workflow = polling({ itemsPerExecution: 10_000 });
	await workflow.poll();
	expect(workflow.keys).toHaveLength(4_000);
	expect(JSON.stringify(workflow.saved.staticData).length).toBeLessThan(2_000);
	expect(await workflow.poll()).toBeNull();
});


test('a delivery that comes of age costs one call, and one that is approved before none at all', async () => {
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 20 });
	const workflow = polling({ minimumAge: 60 });
	const calls = async () => {
		await sandbox.clearLog();
		await workflow.poll();
		return await serviceCalls();
	};
	await workflow.poll();
	for (const jobId of jobIds) await sandbox.deliver(jobId);
	expect(await calls()).toBe(1 + 20);
	await sandbox.approve(requestIds.slice(10));
	await sandbox.advance(61_000);
	expect(await calls()).toBe(1 + 10);
	expect(workflow.keys).toHaveLength(10);
	expect(await calls()).toBe(1);

	// Long after, where the list of what changed lately does not reach.
	await sandbox.advance(30 * 60_000);
	await sandbox.seed({ jobs: 60 });
	await workflow.poll();
	expect(await calls()).toBe(1);
});

test('a job that is gone is not asked for again, where only a sweep could find it', async () => {
	await sandbox.configure({ jobDatesMoveWithRequests: false });
	const { jobIds } = await sandbox.seed({ jobs: 3, requestsPerJob: 1, createdFrom: LONG_AGO });
	await sandbox.seed({ jobs: 1 });
	for (const jobId of jobIds) await sandbox.deliver(jobId);
	const workflow = polling({ minimumAge: 60 });
	await workflow.poll();
	await sandbox.advance(61_000);
	await sandbox.fault({ origin: 'rest', path: '^/v2/jobs/[^/]+$', status: 404, times: 3 });
	await workflow.poll();
	expect(await sandbox.faults()).toEqual([]);
	await sandbox.clearLog();
	await workflow.poll();
	expect(await serviceCalls()).toBe(1);
});

test('what it remembers stays small where job dates do not move and the order is ignored', async () => {
	await sandbox.configure({ jobDatesMoveWithRequests: false, honourOrderBy: false });
	const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 400 });
	const workflow = polling({ sweepInterval: 0 });
	await workflow.poll();
	for (let at = 0; at < 400; at += 50) {
		await sandbox.advance(60 * 60_000);
		await sandbox.deliver(jobIds[0]!, requestIds.slice(at, at + 50));
		await workflow.poll();
	}
	expect(workflow.keys).toHaveLength(400);
	expect(JSON.stringify(workflow.saved.staticData).length).toBeLessThan(2_000);
});

test('a cancelled job hands over what was delivered before', async () => {
	const { requestIds } = await sandbox.seed({ jobs: 1, status: 'CANCELLED', requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId)).toEqual(requestIds);
	expect(await workflow.poll()).toBeNull();
});
