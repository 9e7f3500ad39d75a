/** A number of an option that an expression yields. */
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

let workflows = 0;
const polling = (type: string, option: string, value: string) =>
	new PollingWorkflow(harness.engine, {
		type: `translationJobs${type}PollTrigger`,
		parameters: {
			options: { ...(type === 'Content' ? { minimumAge: 0 } : {}), [option]: value },
		},
		workflowId: `number-options-${++workflows}`,
	});

const LIMITS = [
	['Content', 'itemsPerExecution', 'Items per Execution'],
	['Status', 'updatesPerExecution', 'Updates per Execution'],
] as const;

it.each(LIMITS)('that is nothing means the default (%s, %s)', async (type, option) => {
	await harness.sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling(type, option, '={{ $vars.limit }}');
	await workflow.poll();
	expect(workflow.keys).toHaveLength(3);
});

it.each<readonly [string, string, string]>([
	...LIMITS,
	['Content', 'againAfter', 'Again After (Minutes)'],
	['Content', 'minimumAge', 'Minimum Age (Seconds)'],
	['Content', 'sweepInterval', 'Full Sweep Every (Minutes)'],
])('that is a text is refused (%s, %s)', async (type, option, field) => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await expect(polling(type, option, '={{ "many" }}').poll()).rejects.toThrow(
		`${field}: "many" is not a `,
	);
});
