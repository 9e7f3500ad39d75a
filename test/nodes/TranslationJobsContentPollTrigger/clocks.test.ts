/** Clocks that are off: n8n's, the service's, and the one that answers are dated by. */
import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AGE_SECONDS = 120;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

let workflows = 0;
const polling = (options: INodeParameters = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: AGE_SECONDS, ...options } },
		workflowId: `clocks-${++workflows}`,
	});

/** Requests carry these dates; what the answers are dated by stays as it is. */
const dated = async (offMs: number) =>
	await harness.sandbox.seed({
		jobs: 1,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: new Date(Date.now() + offMs).toISOString(),
	});

const OFF = [10 * SECOND_MS, 10 * MINUTE_MS, DAY_MS].flatMap((ms) => [ms, -ms]);

it.each(OFF)('dates of the service that are off by %d ms hide nothing', async (offMs) => {
	await harness.sandbox.seed({ jobs: 1 });
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

it.each(OFF)('an n8n whose clock is off by %d ms hides nothing', async (offMs) => {
	passTime(offMs);
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	const workflow = polling();
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[0]!);
	await workflow.poll();
	passTime((AGE_SECONDS + 15) * SECOND_MS);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

it.each(OFF)(
	'an n8n whose clock is set right, by %d ms, hands over again all the same',
	async (offMs) => {
		await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			createdFrom: new Date(Date.now() - HOUR_MS).toISOString(),
		});
		passTime(offMs);
		const workflow = polling();
		await workflow.poll();
		passTime(-offMs);
		passTime(2 * DAY_MS);
		await workflow.poll();
		expect(workflow.emitted.map(({ attempt }) => attempt)).toEqual([1, 2]);
	},
);

it('a due time beyond a day comes from a clock that was wrong, and counts as due', async () => {
	await harness.sandbox.seed({
		jobs: 1,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: new Date(Date.now() - HOUR_MS).toISOString(),
	});
	passTime(30 * DAY_MS);
	const workflow = polling();
	await workflow.poll();
	passTime(-30 * DAY_MS);
	await workflow.poll();
	expect(workflow.emitted.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

it('a service a day ahead of the clock in its own answers hides nothing', async () => {
	await dated(DAY_MS);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

describe('an n8n whose clock was two days fast during one poll', () => {
	const inReview = async () =>
		await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			createdFrom: new Date(Date.now() - HOUR_MS).toISOString(),
		});
	/** The time at which a poll does its work, though the clock is right before and after. */
	const pollTwoDaysAhead = async (workflow: PollingWorkflow) => {
		passTime(2 * DAY_MS);
		await workflow.poll().catch(() => undefined);
		passTime(-2 * DAY_MS);
	};

	it('tries a job again on which the service failed', async () => {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
		const { jobIds } = await inReview();
		const workflow = polling({ minimumAge: 0 });
		await harness.sandbox.fault({
			origin: 'rest',
			path: `${jobIds[0]}/requests$`,
			status: 400,
			times: 1_000,
		});
		for (let poll = 0; poll < 3; poll++) {
			await workflow.poll().catch(() => undefined);
			passTime(10 * MINUTE_MS);
		}
		await pollTwoDaysAhead(workflow);
		await harness.sandbox.clearFaults();
		await workflow.poll();
		expect(workflow.emitted.some(({ jobId }) => jobId === jobIds[0])).toBe(true);
	});

	it('hands over again, after its own pause and not after the longest', async () => {
		await inReview();
		const workflow = polling({ minimumAge: 0 });
		passTime(20 * HOUR_MS);
		await workflow.poll();
		passTime(-20 * HOUR_MS);
		await workflow.poll();
		expect(workflow.emitted.map(({ attempt }) => attempt)).toEqual([1, 2]);
	});

	it('sweeps', async () => {
		await harness.sandbox.configure({ jobDatesMoveWithRequests: false });
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			createdFrom: new Date(Date.now() - 40 * DAY_MS).toISOString(),
		});
		await harness.sandbox.seed({ jobs: 1 });
		const workflow = polling({ minimumAge: 0 });
		await workflow.poll();
		await pollTwoDaysAhead(workflow);
		await harness.sandbox.deliver(jobIds[0]!);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});

	it('reads a job whose counts show nothing new', async () => {
		await harness.sandbox.configure({ aggregateShape: 'stale' });
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		const workflow = polling({ minimumAge: 0 });
		await pollTwoDaysAhead(workflow);
		await harness.sandbox.deliver(jobIds[0]!);
		passTime(HOUR_MS);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});

	it('finds what changes, and not only with the next sweep', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 60 });
		const workflow = polling({ minimumAge: 0, sweepInterval: 6_000 });
		await workflow.poll();
		await pollTwoDaysAhead(workflow);
		await harness.sandbox.deliver(jobIds[0]!);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});
});
