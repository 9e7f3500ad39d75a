/** A store that refuses certain records. The whole execution fails then, and approves nothing. */
import { tries } from '../../support/depth';
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
const polling = (saving: Saving = 'classic') =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0 } },
		workflowId: `bad-soak-${++workflows}`,
		saving,
	});

const deliver = async (count: number, perJob = 10) =>
	(
		await harness.sandbox.seed({
			jobs: count / perJob,
			requestsPerJob: perJob,
			requestStatus: 'REVIEW_TRANSLATION',
		})
	).requestIds;

const PACES: Array<[string, number, number, Saving]> = [
	['minute', MINUTE_MS, 10, 'classic'],
	['hour', HOUR_MS, 48, 'durable'],
	['10 minutes', 10 * MINUTE_MS, 16, 'classic'],
	['10 minutes', 10 * MINUTE_MS, 16, 'durable'],
];

it.each(PACES.slice(0, tries({ part: 2, all: 4 })))(
	'of 500 deliveries, two bad, the good ones are stored within hours, polling each %s',
	async (_name, everyMs, maxHours, saving) => {
		const requestIds = await deliver(500);
		const bad = new Set(requestIds.slice(-2));
		const workflow = new StoringWorkflow(polling(saving), harness.sandbox, bad);
		await workflow.pollUntilStored(requestIds, everyMs, maxHours);
		const { length } = workflow.executions;
		while (workflow.hours < maxHours + 48) await workflow.poll(10 * everyMs);
		const left = workflow.executions.slice(length);
		expect(new Set(left.flatMap((execution) => execution.requestIds))).toEqual(bad);
	},
);

it('new deliveries and those that come again share no execution, and neither holds up the other', async () => {
	const first = await deliver(100);
	const all = [...first];
	const bad = new Set([first[7]!]);
	const workflow = new StoringWorkflow(polling(), harness.sandbox, bad);
	while (workflow.hours < 24) {
		const fresh = await deliver(1, 1);
		all.push(...fresh);
		// Every third delivery is bad.
		if (all.length % 3 === 0) bad.add(fresh[0]!);
		await workflow.poll(10 * MINUTE_MS);
		await workflow.poll(10 * MINUTE_MS);
		expect(workflow.attemptsOf(fresh)).toEqual([1]);
	}
	expect(first.filter((id) => !workflow.stored.has(id))).toEqual([first[7]]);
	for (const { attempts } of workflow.executions) expect(new Set(attempts).size).toBe(1);
});
