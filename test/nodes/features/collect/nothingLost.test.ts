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
const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.requestId).sort();

describe('Collect Translations hands on what it has approved or completed', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });

	const inReview = async (requests: number) => {
		const { jobId, requestIds } = await harness.jobInReview(requests);
		return { jobId, requestIds: requestIds.sort() };
	};
	const statuses = async () => [
		...new Set((await harness.sandbox.requests()).map(({ status }) => status)),
	];

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
	])('approves nothing when another item %s', async (_, otherJob) => {
		const { jobId } = await inReview(1);
		const { items, error } = await harness.run(collecting({ afterCollecting: { approve: true } }), {
			input: naming(await otherJob(), jobId),
		});
		expect(items).toEqual([]);
		expect(error?.description).toMatch(
			/The node returned nothing and changed nothing at the service. Run it again/,
		);
		expect(await statuses()).toEqual(['REVIEW_TRANSLATION']);
	});

	it('approves nothing when the list breaks off while the first translations are fetched, and fetches no more of them', async () => {
		const { jobId } = await inReview(60);
		await harness.sandbox.clearLog();
		await harness.sandbox.fault({ path: 'requests$', skip: 1, status: 400 });
		const { items, error } = await harness.run(
			collecting({ afterCollecting: { approve: true }, options: { concurrency: 1 } }),
			{ input: naming(jobId) },
		);
		expect([items, error?.description]).toEqual([
			[],
			expect.stringMatching(/changed nothing at the service/),
		]);
		expect(await statuses()).toEqual(['REVIEW_TRANSLATION']);
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
		const parameters = collecting({
			afterCollecting: { approve: true },
			options: { concurrency: 1 },
		});
		const { items, error } = await harness.run(parameters, { input: naming(jobId) });
		expect([items, error?.message]).toEqual([
			[],
			expect.stringMatching(/^The service returned no translated texts for request \S+$/),
		]);
		expect(await statuses()).toEqual(['REVIEW_TRANSLATION']);
		const { items: others } = await harness.run(parameters, {
			input: naming(jobId),
			continueOnFail: true,
		});
		expect(others.map(({ json }) => json.error ?? json.content)).toEqual([
			{ title: expect.any(String) },
			expect.stringContaining('returned no translated texts'),
		]);
	});

	it('hands the translations on when they are approved and the job cannot be completed', async () => {
		const { jobId, requestIds } = await inReview(2);
		await harness.sandbox.fault({ path: 'complete$', status: 503 });
		const { items, hints, error } = await harness.run(
			collecting({ afterCollecting: { approve: true, complete: true } }),
			{ input: naming(jobId) },
		);
		expect([idsOf(items), error]).toEqual([requestIds, undefined]);
		expect(items.map(({ json }) => json.content)).toEqual(
			Array(2).fill({ title: expect.any(String) }),
		);
		const told = expect.stringMatching(
			`^Job ${jobId} could not be completed \\(.*503.*\\). Run this operation again`,
		);
		expect(items.map(({ json }) => json.afterCollectingError)).toEqual([told, told]);
		expect(hints).toEqual([
			`Job ${jobId}: 2 of 2 ready. 2 translations collected, 2 approved.`,
			told,
		]);
	});

	it('fails when the job cannot be completed and there is nothing to hand on', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: 'TRANSLATION_APPROVED',
		});
		await harness.sandbox.fault({ path: 'complete$', status: 503, times: 2 });
		const parameters = collecting({ afterCollecting: { complete: true } });
		expect((await harness.run(parameters, { input: naming(jobIds[0]!) })).error?.message).toMatch(
			/503/,
		);
		const { items } = await harness.run(parameters, {
			input: naming(jobIds[0]!),
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.error)).toEqual([expect.stringMatching(/503/)]);
	});

	it.each([
		['is refused, and approves the rest one by one', 409, 1],
		['finds the service down, and tries no further', 503, 101],
	])('hands on everything when a call that approves %s', async (_, status, open) => {
		const { jobId, requestIds } = await inReview(201);
		// The second of three calls, and the first of the repetition.
		await harness.sandbox.fault({ path: 'approve$', skip: 1, status });
		await harness.sandbox.fault({ path: 'approve$', skip: 2, status });
		const { items, hints } = await harness.run(collecting({ afterCollecting: { approve: true } }), {
			input: naming(jobId),
		});
		expect(idsOf(items)).toEqual(requestIds);
		const left = (await harness.sandbox.requests())
			.filter((request) => request.status === 'REVIEW_TRANSLATION')
			.map(({ requestId }) => requestId);
		expect(left).toHaveLength(open);
		expect(idsOf(items.filter(({ json }) => json.afterCollectingError))).toEqual(left.sort());
		expect(hints[1]).toMatch(
			`Job ${jobId}: ${open} translation${open === 1 ? '' : 's'} could not be approved`,
		);
		expect(hints[0]).toContain(`${201 - open} approved`);
	});
});
