/** Updates that the workflow does not ask for stay at the service, in front of those it does. */
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

const acknowledged = async () =>
	(await harness.sandbox.updates()).filter((update) => update.acknowledged);

it.each(['handedOver', 'never'])(
	'updates behind more held-back ones than a poll has time to list are found (acknowledge: %s)',
	async (acknowledge) => {
		await harness.sandbox.configure({ pageSize: 5 });
		await harness.sandbox.seed({ jobs: 100, requestStatus: 'CANCELLED', withUpdates: true });
		const { requestIds } = await harness.sandbox.seed({
			jobs: 7,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
		await harness.sandbox.configure({ latencyMs: 30 });
		const workflow = new PollingWorkflow(harness.engine, {
			type: 'translationJobsStatusPollTrigger',
			parameters: {
				events: ['translationReady'],
				filters: {},
				simplify: true,
				options: { acknowledge },
			},
			workflowId: `held-back-${acknowledge}`,
			budgetMs: 200,
		});
		for (let poll = 0; poll < 100 && workflow.keys.length < 7; poll++) await workflow.poll();
		expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(
			[...requestIds].sort(),
		);
		expect(
			harness.engine.logs.some(
				({ level, message }) =>
					level === 'warn' && message.includes('more status updates than one poll can read'),
			),
		).toBe(true);
		if (acknowledge === 'never') return;
		for (let poll = 0; poll < 100 && (await acknowledged()).length < 7; poll++)
			await workflow.poll();
		expect(await acknowledged()).toHaveLength(7);
		expect(workflow.keys).toHaveLength(7);
	},
);
