/** Somebody labels a job that Send fills. */
import { eventually } from '../../../support/eventually';
import { useHarness } from '../../../support/harness';
import { namesOf, sending, textItems } from './support';

describe.each<[string, string, unknown]>([
	['a list', '', ['draft', 'legal-approved']],
	['an object', 'yes', { draft: 'yes', 'legal-approved': '1' }],
])('while Send fills a job whose labels are %s', (_form, value, expected) => {
	const harness = useHarness({ variants: { latencyMs: 100, autoDeliver: false } });

	it('a label that somebody sets stays', async () => {
		const run = harness.run(
			sending({
				additionalFields: { labels: { label: [{ name: 'draft', value }] } },
				options: { concurrency: 1, submit: false },
			}),
			{ input: textItems(10) },
		);
		await eventually(async () => (await harness.sandbox.requests()).length > 0);
		await eventually(async () => {
			const { jobId, labels } = (await harness.sandbox.jobs())[0]!;
			if (namesOf(labels).includes('legal-approved')) return true;
			await harness.sandbox.addLabel(jobId, 'legal-approved');
			return true;
		});
		const { error } = await run;
		expect(error).toBeUndefined();
		const [job] = await harness.sandbox.jobs();
		if (Array.isArray(expected)) expect(job!.labels).toEqual(expect.arrayContaining(expected));
		else expect(job!.labels).toMatchObject(expected as object);
		expect(await harness.sandbox.log({ method: 'PATCH', path: 'v2/jobs' })).not.toEqual([]);
	});
});
