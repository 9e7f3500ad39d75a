/**
 * n8n keeps the static data of a node by its name. Whoever renames a trigger must not get again what
 * comes once.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RequestStatus } from '../../../sandbox/model/model';
import { tries } from '../../support/depth';
import { useHarness } from '../../support/harness';
import { asAnotherRun } from '../../support/triggers/boots';
import {
	type PollingOptions,
	PollingWorkflow,
	type Saving,
} from '../../support/triggers/pollingWorkflow';
import { seededRandom } from '../../support/triggers/seededRandom';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

/** Each hands over everything once, one of them because the status needs no review. */
const ONCE: Array<{
	what: string;
	type: string;
	status: RequestStatus;
	parameters: INodeParameters;
}> = [
	{
		what: 'Once',
		type: 'translationJobsContentPollTrigger',
		status: 'REVIEW_TRANSLATION',
		parameters: { handOver: 'once', filters: {}, options: { minimumAge: 0 } },
	},
	{
		what: 'copied back',
		type: 'translationJobsContentPollTrigger',
		status: 'COMPLETED_COPY_BACK',
		parameters: { filters: {}, options: { minimumAge: 0 } },
	},
	{
		what: 'Never',
		type: 'translationJobsStatusPollTrigger',
		status: 'REVIEW_TRANSLATION',
		parameters: {
			events: ['translationReady'],
			filters: {},
			options: { acknowledge: 'never' },
		},
	},
];

let workflows = 0;
const polling = (
	{ type, parameters }: Pick<PollingOptions, 'type' | 'parameters'>,
	others: Partial<PollingOptions> = {},
) =>
	new PollingWorkflow(harness.engine, {
		type,
		parameters,
		workflowId: `renamed-${++workflows}`,
		...others,
	});

const seed = async (requestStatus: RequestStatus, jobs = 3) =>
	await harness.sandbox.seed({ jobs, requestStatus, withUpdates: true });

const SAVINGS: Saving[] = ['classic', 'reloaded', 'durable'];

describe.each(ONCE)('$what', (trigger) => {
	it.each(SAVINGS)('nothing comes again after a rename (%s)', async (saving) => {
		await seed(trigger.status);
		const workflow = polling(trigger, { saving });
		await workflow.poll();
		workflow.rename('Another');
		await workflow.poll();
		await seed(trigger.status, 1);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(4);
		// Back to a name under which n8n still has older data.
		workflow.rename('Trigger');
		await workflow.poll();
		expect(workflow.keys).toHaveLength(4);
	});

	it.each(SAVINGS)('nothing comes twice in any history with renames (%s)', async (saving) => {
		for (let history = 0; history < tries({ part: 2, all: 30 }); history++) {
			await harness.sandbox.reset();
			const random = seededRandom(SAVINGS.indexOf(saving) * 1_000 + history);
			const workflow = polling(trigger, { saving });
			const happened: string[] = [];
			for (let step = 0; step < 20; step++) {
				const name = `Trigger ${Math.floor(random() * 3)}`;
				const steps: Record<string, () => unknown> = {
					deliver: async () => await seed(trigger.status, 1),
					rename: () => workflow.rename(name),
					reactivate: () => workflow.reactivate(),
				};
				const what = Object.keys(steps)[Math.floor(random() * 4)] ?? 'poll';
				happened.push(what === 'rename' ? name : what);
				await (steps[what] ?? (async () => await workflow.poll()))();
			}
			await workflow.poll();
			const { keys } = workflow;
			expect({ happened, twice: keys.filter((key, at) => keys.indexOf(key) !== at) }).toEqual({
				happened,
				twice: [],
			});
			expect(keys).toHaveLength(happened.filter((what) => what === 'deliver').length);
		}
	});

	it('nothing comes again if n8n was restarted between the rename and the next poll', async () => {
		await seed(trigger.status);
		const first = polling(trigger);
		await first.poll();
		await seed(trigger.status, 1);
		// Confirms the first three.
		await first.poll();
		const second = polling(trigger, { saved: asAnotherRun(first.saved), nodeName: 'Another' });
		await second.poll();
		expect(second.keys).toEqual(first.keys.slice(3));
	});

	it('a copy of the node in the same workflow starts from scratch', async () => {
		await seed(trigger.status);
		const first = polling(trigger);
		await first.poll();
		const copy = polling(trigger, { saved: first.saved, nodeId: 'copy', nodeName: 'Trigger1' });
		await copy.poll();
		expect(copy.keys).toHaveLength(3);
		// Two nodes that exchange their names exchange nothing else.
		for (const [nodeId, nodeName] of [
			['trigger', 'Trigger1'],
			['copy', 'Trigger'],
		]) {
			const exchanged = polling(trigger, { saved: copy.saved, nodeId, nodeName });
			expect(await exchanged.poll()).toBeNull();
		}
	});

	it('a node that takes the name of another one starts from scratch', async () => {
		await seed(trigger.status);
		const first = polling(trigger);
		await first.poll();
		const other = polling(trigger, { saved: first.saved, nodeId: 'other' });
		await other.poll();
		expect(other.keys).toHaveLength(3);
	});
});

it('what a Code node keeps in the data of the workflow stays', async () => {
	await seed('REVIEW_TRANSLATION');
	const workflow = polling(ONCE[0]!, { saved: { staticData: { global: { counter: 7 } } } });
	await workflow.poll();
	expect(workflow.saved.staticData.global).toMatchObject({ counter: 7 });
});

it('whatever a Code node puts in place of the copies, deliveries come', async () => {
	for (const translationJobsTriggers of [null, 'text', [], { trigger: null }, { trigger: {} }]) {
		await harness.sandbox.reset();
		await seed('REVIEW_TRANSLATION');
		const saved = { staticData: { global: { translationJobsTriggers } } as IDataObject };
		const workflow = polling(ONCE[0]!, { saved });
		await workflow.poll();
		workflow.rename('Another');
		await workflow.poll();
		expect(workflow.keys).toHaveLength(3);
	}
});

it('of nodes that are gone, a few copies are kept: the last ones', async () => {
	await seed('REVIEW_TRANSLATION', 1);
	let { saved } = polling(ONCE[0]!);
	for (let node = 0; node < 12; node++) {
		const workflow = polling(ONCE[0]!, { saved, nodeId: `node ${node}`, nodeName: `Node ${node}` });
		await workflow.poll();
		({ saved } = workflow);
	}
	const { translationJobsTriggers } = saved.staticData.global as IDataObject;
	expect(Object.keys(translationJobsTriggers as IDataObject)).toEqual(
		Array.from({ length: 10 }, (_, index) => `node ${index + 2}`),
	);
});
