/** A store that refuses certain records. The whole execution fails then, and approves nothing. */
import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saving } from '../../support/triggers/pollingWorkflow';
import { StoringWorkflow } from '../../support/triggers/storingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

let workflows = 0;
const polling = (saving: Saving = 'classic', options: INodeParameters = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0, ...options } },
		workflowId: `bad-${++workflows}`,
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

it.each<Saving>(['classic', 'durable'])(
	'one bad delivery holds up no good one for longer than hours (%s)',
	async (saving) => {
		const requestIds = await deliver(20);
		const bad = new Set([requestIds[4]!]);
		const workflow = new StoringWorkflow(polling(saving), harness.sandbox, bad);
		await workflow.pollUntilStored(requestIds, 10 * MINUTE_MS, 12);
	},
);

it('a group that is larger than an execution may be comes in parts', async () => {
	const requestIds = await deliver(24, 24);
	const workflow = new StoringWorkflow(
		polling('classic', { itemsPerExecution: 2 }),
		harness.sandbox,
		new Set(requestIds),
	);
	for (let poll = 0; poll < 12; poll++) await workflow.poll(0);
	passTime(1.1 * HOUR_MS);
	for (let poll = 0; poll < 24; poll++) await workflow.poll(0);
	expect(new Set(workflow.attemptsOf(requestIds))).toEqual(new Set([2]));
});

it('a group whose deliveries were approved in the meantime does not use up a poll', async () => {
	const requestIds = await deliver(40);
	const workflow = polling();
	await workflow.poll();
	await harness.sandbox.configure({ jobDatesMoveWithRequests: false });
	await harness.sandbox.approve(requestIds.slice(1));
	passTime(1.1 * HOUR_MS);
	await workflow.poll();
	expect(workflow.executions.at(-1)!.map(({ json }) => json.requestId)).toEqual([requestIds[0]]);
});

it('a job that cannot be read holds up no group of the others', async () => {
	const [unreadable, ...others] = await deliver(12, 1);
	const workflow = polling();
	await workflow.poll();
	const jobId = workflow.emitted.find(({ requestId }) => requestId === unreadable)!.jobId;
	await harness.sandbox.fault({
		origin: 'rest',
		path: `${String(jobId)}/requests$`,
		status: 400,
		times: 1_000,
	});
	passTime(1.1 * HOUR_MS);
	// A poll in which only this job is due fails.
	for (let poll = 0; poll < 9; poll++) await workflow.poll().catch(() => undefined);
	const again = workflow.emitted.filter(({ attempt }) => attempt === 2);
	expect(again.map(({ requestId }) => requestId).sort()).toEqual(others.sort());
});

it('undivided, they come together', async () => {
	const requestIds = await deliver(20);
	const workflow = polling('classic', { divideRepeated: false });
	await workflow.poll();
	passTime(1.1 * HOUR_MS);
	expect(await workflow.poll()).toHaveLength(requestIds.length);
});
