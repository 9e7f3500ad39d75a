/** A poll that runs out of time. */
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

it('one job that never answers does not use up the time of a poll', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({
		jobs: 5,
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	await harness.sandbox.fault({
		origin: 'rest',
		path: `jobs/${jobIds[2]}/requests$`,
		hang: true,
		times: 10_000,
	});
	const workflow = new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0, sweepInterval: 0 } },
		budgetMs: 12_000,
	});
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => String(requestId)).sort()).toEqual(
		requestIds.filter((_, index) => index !== 4 && index !== 5).sort(),
	);
	expect(
		await harness.sandbox.log({ origin: 'rest', path: `jobs/${jobIds[2]}/requests$` }),
	).toHaveLength(1);
});
