/** Clocks that are off: n8n's, the service's, and the one that answers are dated by. */
import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/launch';
import type { Engine } from '../../../scripts/engine';
import { startWatchedSandbox } from '../../support/watchedSandbox';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { triggerEngine } from '../../support/triggers/triggerEngine';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AGE_SECONDS = 120;

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

afterEach(restoreTime);

afterAll(async () => {
	engine.stop();
	await sandbox.stop();
});

let workflows = 0;
const polling = (options: INodeParameters = {}) =>
	new PollingWorkflow(engine, { type: 'translationJobsContentPollTrigger', parameters: { filters: {}, options: { minimumAge: AGE_SECONDS, ...options } }, workflowId: `clocks-${++workflows}` });

/** Requests carry these dates; what the answers are dated by stays as it is. */
const dated = async (offMs: number) => await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', createdFrom: new Date(Date.now() + offMs).toISOString() });

const OFF = [10 * SECOND_MS, 10 * MINUTE_MS, DAY_MS].flatMap((ms) => [ms, -ms]);

test.each(OFF)('dates of the service that are off by %d ms hide nothing', async (offMs) => {
	await sandbox.seed({ jobs: 1 });
	const workflow = polling();
	await workflow.poll();
	await dated(offMs);
	await workflow.poll();
	passTime((AGE_SECONDS + 1) * SECOND_MS);
	// A job with an old date is found by the sweep.
	passTime(HOUR_MS);
	await workflow.poll();
	passTime((AGE_SECONDS + 1) * SECOND_MS);
	await workflow.poll();
	expect(new Set(workflow.keys).size).toBe(1);
});

test.each(OFF)('an n8n whose clock is off by %d ms hides nothing', async (offMs) => {
	passTime(offMs);
	const { jobIds } = await sandbox.seed({ jobs: 1 });
	const workflow = polling();
	await workflow.poll();
	await sandbox.deliver(jobIds[0]!);
	expect(await workflow.poll()).toBeNull();
	passTime((AGE_SECONDS + 1) * SECOND_MS);
	await sandbox.advance((AGE_SECONDS + 1) * SECOND_MS);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

test.each(OFF)('an n8n whose clock is set right, by %d ms, hands over again all the same', async (offMs) => {
	await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', createdFrom: new Date(Date.now() - HOUR_MS).toISOString() });
	passTime(offMs);
	const workflow = polling();
	await workflow.poll();
	passTime(-offMs);
	passTime(2 * DAY_MS);
	await workflow.poll();
	expect(workflow.emitted.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('a due time beyond a day comes from a clock that was wrong, and counts as due', async () => {
	await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', createdFrom: new Date(Date.now() - HOUR_MS).toISOString() });
	passTime(30 * DAY_MS);
	const workflow = polling();
	await workflow.poll();
	passTime(-30 * DAY_MS);
	await workflow.poll();
	expect(workflow.emitted.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('a service a day ahead of the clock in its own answers hides nothing', async () => {
	await dated(DAY_MS);
	const workflow = polling();
	expect(await workflow.poll()).toBeNull();
	passTime((AGE_SECONDS + 1) * SECOND_MS);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});
