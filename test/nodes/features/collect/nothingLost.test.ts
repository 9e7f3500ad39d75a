import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';

/** Collects the jobs that the input names, trying each call once. */
const collecting = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
	options: { maxTries: 1 },
	...changes,
});

const naming = (...jobIds: string[]): INodeExecutionData[] =>
	jobIds.map((jobId) => ({ json: { jobId } }));

describe('Collect Translations hands on everything of a run, or nothing', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });

	const inReview = async (requests: number) => {
		const { jobId, requestIds } = await harness.jobInReview(requests);
		return { jobId, requestIds: requestIds.sort() };
	};

	it.each([
		['cannot be read', async () => ''],
		[
			'cannot be fetched',
			async () => {
				const { jobId } = await inReview(1);
				await harness.sandbox.fault({ path: `/jobs/${jobId}/requests`, status: 400 });
				return jobId;
			},
		],
	])('hands on nothing when another item %s', async (_, otherJob) => {
		const { jobId } = await inReview(1);
		const { items, error } = await harness.run(collecting(), {
			input: naming(await otherJob(), jobId),
		});
		expect(items).toEqual([]);
		expect(error?.description).toMatch(
			/The node returned nothing. It changes nothing at the service: run it again/,
		);
	});

	it('hands on nothing when the list breaks off while the first translations are fetched, and fetches no more of them', async () => {
		const { jobId } = await inReview(60);
		await harness.sandbox.clearLog();
		await harness.sandbox.fault({ path: 'requests$', skip: 1, status: 400 });
		const { items, error } = await harness.run(collecting({ options: { concurrency: 1 } }), {
			input: naming(jobId),
		});
		expect([items, error?.description]).toEqual([
			[],
			expect.stringMatching(/changes nothing at the service/),
		]);
		expect((await harness.sandbox.log({ origin: 'rest', path: 'retrieve' })).length).toBeLessThan(
			50,
		);
	});

	it('does not take an answer that it does not understand for an empty translation', async () => {
		const { jobId } = await inReview(2);
		await harness.sandbox.fault({
			path: 'retrieve$',
			status: 200,
			body: { translation: { title: 'Hallo' } },
			times: 3,
		});
		const parameters = collecting({ options: { concurrency: 1 } });
		const { items, error } = await harness.run(parameters, { input: naming(jobId) });
		expect([items, error?.message]).toEqual([
			[],
			expect.stringMatching(/^The service returned no translated texts for request \S+$/),
		]);
		const { items: others } = await harness.run(parameters, {
			input: naming(jobId),
			continueOnFail: true,
		});
		expect(others.map(({ json }) => json.error ?? json.content)).toEqual([
			{ title: expect.any(String) },
			expect.stringContaining('returned no translated texts'),
		]);
	});
});
