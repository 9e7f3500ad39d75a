import { byId, useHarness } from '../../../support/harness';

const harness = useHarness({ variants: { autoDeliver: false } });

it('hundreds of rows that name one job share one list of items, which n8n stores once', async () => {
	const { jobId } = await harness.jobInReview(40);
	const { items, run } = await harness.run(
		{ resource: 'job', operation: 'collect', jobId: byId(jobId) },
		{ input: Array.from({ length: 500 }, (_, row) => ({ json: { row } })) },
	);
	expect(items).toHaveLength(40);
	expect(items[0]!.pairedItem).toHaveLength(500);
	expect(new Set(items.map(({ pairedItem }) => pairedItem)).size).toBe(1);
	// As n8n stores it.
	const { stringify } = await import('flatted');
	expect(stringify(run.data.resultData.runData.Node).length).toBeLessThan(150_000);
});
