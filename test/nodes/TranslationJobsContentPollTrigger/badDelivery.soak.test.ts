/** A store that refuses certain records. The whole execution fails then, and approves nothing. */
import { useHarness } from '../../support/harness';
import { restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saving } from '../../support/triggers/pollingWorkflow';
import { StoringWorkflow } from '../../support/triggers/storingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

let workflows = 0;
const polling = (saving: Saving) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0 } },
		workflowId: `bad-soak-${++workflows}`,
		saving,
	});

const deliver = async (count: number) =>
	(
		await harness.sandbox.seed({
			jobs: count / 10,
			requestsPerJob: 10,
			requestStatus: 'REVIEW_TRANSLATION',
		})
	).requestIds;

const INTERVALS: Array<[string, number, number]> = [
	['minute', MINUTE_MS, 10],
	['10 minutes', 10 * MINUTE_MS, 16],
	['hour', HOUR_MS, 48],
];

describe.each<Saving>(['classic', 'durable'])('with %s static data', (saving) => {
	describe.each(INTERVALS)('and a poll each %s', (_name, everyMs, maxHours) => {
		it.each([
			[20, 1],
			[500, 2],
		])(
			`of %d deliveries, %d bad, the good ones are stored within ${maxHours} hours`,
			async (count, badCount) => {
				const requestIds = await deliver(count);
				const bad = new Set(requestIds.slice(-badCount));
				const workflow = new StoringWorkflow(polling(saving), harness.sandbox, bad);
				await workflow.pollUntilStored(requestIds, everyMs, maxHours);
				const { length } = workflow.executions;
				while (workflow.hours < maxHours + 48) await workflow.poll(10 * everyMs);
				const left = workflow.executions.slice(length);
				expect(new Set(left.flatMap((execution) => execution.requestIds))).toEqual(bad);
			},
		);
	});
});
