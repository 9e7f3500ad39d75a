/** A corrected translation says so. */
import type { INodeParameters } from 'n8n-workflow';

import {
	deliveriesOf,
	noteLeft,
	recall,
} from '../../../nodes/TranslationJobsContentPollTrigger/memory';
import { Caller } from '../../sandbox/caller';
import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saving } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const HOUR_MS = 60 * 60_000;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
afterEach(restoreTime);

let workflows = 0;
interface Rest {
	saving?: Saving;
	saved?: PollingWorkflow['saved'];
}
const polling = (options: INodeParameters = {}, rest: Rest = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0, ...options } },
		workflowId: `deliveries-${++workflows}`,
		...rest,
	});

const seen = ({ emitted }: PollingWorkflow) =>
	emitted.map(({ attempt, deliveries }) => ({ attempt, deliveries }));

async function decide(decision: 'approve' | 'reject', { jobId, requestIds }: Seeded) {
	const service = await Caller.of(harness.sandbox);
	await service.call('PUT', `/jobs/${jobId}/requests/${decision}`, { requestIds });
}

interface Seeded {
	jobId: string;
	requestIds: string[];
}
const inReview = async (): Promise<Seeded> => await harness.jobInReview(1);

describe.each<Saving>(['classic', 'reloaded', 'durable'])('with %s static data', (saving) => {
	it('each delivery after a rejection counts, and its hand-overs do not', async () => {
		const seeded = await inReview();
		const workflow = polling({}, { saving });
		await workflow.poll();
		passTime(2 * HOUR_MS);
		await workflow.poll();
		for (let correction = 0; correction < 2; correction++) {
			await decide('reject', seeded);
			await workflow.poll();
			await harness.sandbox.redeliver(seeded.requestIds);
			await workflow.poll();
		}
		expect(seen(workflow)).toEqual([
			{ attempt: 1, deliveries: 1 },
			{ attempt: 2, deliveries: 1 },
			{ attempt: 1, deliveries: 2 },
			{ attempt: 1, deliveries: 3 },
		]);
	});
});

it('a correction between two polls counts as well', async () => {
	const { requestIds } = await inReview();
	const workflow = polling();
	await workflow.poll();
	await harness.sandbox.redeliver(requestIds);
	await workflow.poll();
	expect(seen(workflow)).toEqual([
		{ attempt: 1, deliveries: 1 },
		{ attempt: 1, deliveries: 2 },
	]);
});

it('an approval is no delivery, and a correction after it is one', async () => {
	const seeded = await inReview();
	const workflow = polling({ includeApproved: true });
	await workflow.poll();
	await decide('approve', seeded);
	await workflow.poll();
	await harness.sandbox.redeliver(seeded.requestIds);
	await workflow.poll();
	expect(seen(workflow).map(({ deliveries }) => deliveries)).toEqual([1, 1, 2]);
});

it('one that disappears for a moment is the same delivery', () => {
	const memory = recall('a node', 'its settings');
	noteLeft(memory, 'request', 'delivery');
	noteLeft(memory, 'request', 'delivery');
	expect(deliveriesOf(memory, 'request', 'delivery')).toBe(1);
	expect(deliveriesOf(memory, 'request', 'another')).toBe(2);
});
