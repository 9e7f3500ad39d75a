/** What the content poll keeps in n8n's static data after thousands of deliveries. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { handOverInPolls, hashes, kept, open, sizeOf } from './filledHandOvers';

const MAX_DELIVERIES = 50_000;
const MAX_BYTES = 512 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
afterEach(restoreTime);

let workflows = 0;
const polling = (options: INodeParameters = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0, ...options } },
		workflowId: `memory-${++workflows}`,
	});

/** With the copy for the time after a rename, which is as long as what is copied. */
const storedBytes = (workflow: PollingWorkflow) => JSON.stringify(workflow.saved.staticData).length;

it('12,000 deliveries, approved as they come, leave next to nothing, and each comes once', async () => {
	const workflow = polling();
	for (let round = 0; round < 12; round++) {
		const { requestIds } = await harness.sandbox.seed({
			jobs: 10,
			requestsPerJob: 100,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		await workflow.poll();
		await harness.sandbox.approve(requestIds);
		passTime(10 * MINUTE_MS);
		expect(storedBytes(workflow)).toBeLessThan(2 * 20_000);
	}
	expect(workflow.keys).toHaveLength(12_000);
	expect(new Set(workflow.keys).size).toBe(12_000);
});

it('12,000 deliveries that nobody approves are all remembered', async () => {
	await harness.sandbox.seed({
		jobs: 24,
		requestsPerJob: 500,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const workflow = polling({ itemsPerExecution: 5_000 });
	for (let poll = 0; poll < 5; poll++) await workflow.poll();
	expect(workflow.keys).toHaveLength(12_000);
	expect(new Set(workflow.keys).size).toBe(12_000);
	expect(storedBytes(workflow)).toBeLessThan(2 * 100_000);
});

it('5,100 jobs with open deliveries do not come again with every sweep', async () => {
	await harness.sandbox.seed({ jobs: 5_100, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling({ itemsPerExecution: 10_000, sweepInterval: 0 });
	// One poll reads for at most a minute. On a slow machine that is not enough for all jobs.
	for (let poll = 0; poll < 5 && workflow.keys.length < 5_100; poll++) await workflow.poll();
	expect(workflow.keys).toHaveLength(5_100);
	expect(new Set(workflow.keys).size).toBe(5_100);
	await harness.sandbox.clearLog();
	expect(await workflow.poll()).toBeNull();
	expect(await harness.sandbox.log({ origin: 'rest', path: 'requests$' })).toEqual([]);
}, 360_000);

it('50,000 deliveries fit into 512 KB, whenever they came', () => {
	const store: IDataObject = {};
	const all = hashes(MAX_DELIVERIES);
	handOverInPolls(store, all, { perPoll: 1_000, everyMs: 5 * MINUTE_MS });
	expect(kept(store, all)).toHaveLength(MAX_DELIVERIES);
	expect(sizeOf(store)).toBeLessThanOrEqual(MAX_BYTES);
});

it('of more, those that are due first are forgotten, but never what was handed over just now', () => {
	const store: IDataObject = {};
	const all = hashes(MAX_DELIVERIES);
	const now = handOverInPolls(store, all, {
		perPoll: 10_000,
		everyMs: 10 * MINUTE_MS,
		pauseMs: 10 * HOUR_MS,
	});
	const more = hashes(300, 'more');
	const memory = open(store);
	for (const hash of more) memory.add(hash, now, MINUTE_MS);
	memory.save();
	expect(kept(store, more)).toHaveLength(300);
	expect(kept(store, all)).toHaveLength(MAX_DELIVERIES - 300);
	expect(kept(store, all.slice(0, 10_000))).toHaveLength(10_000 - 300);
});

it('what is kept of jobs that are not in progress is forgotten before all else', () => {
	const store: IDataObject = {};
	const old = hashes(100, 'old');
	const memory = open(store);
	for (const hash of old) memory.add(hash, Date.now());
	memory.save();
	const shelving = open(store);
	shelving.keepOnly(new Set());
	shelving.save();
	const all = hashes(MAX_DELIVERIES);
	handOverInPolls(store, all, { perPoll: 10_000, everyMs: MINUTE_MS });
	expect(kept(store, old)).toEqual([]);
	expect(kept(store, all)).toHaveLength(MAX_DELIVERIES);
});
