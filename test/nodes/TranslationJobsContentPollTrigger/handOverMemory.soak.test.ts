/** What the content poll keeps in n8n's static data after thousands of deliveries. */
import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const MINUTE_MS = 60_000;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
afterEach(restoreTime);

let workflows = 0;
const polling = (options: INodeParameters = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0, ...options } },
		workflowId: `memory-${++workflows}`,
	});

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
		expect(storedBytes(workflow)).toBeLessThan(20_000);
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
	expect(storedBytes(workflow)).toBeLessThan(100_000);
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
