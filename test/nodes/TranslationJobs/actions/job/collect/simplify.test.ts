import { byId, useHarness } from '../../../../../support/harness';

describe('Collect Translations simplifies', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });

	const collected = async (changes: object = {}, requestStatus = 'REVIEW_TRANSLATION') => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: requestStatus as never,
		});
		const { items } = await harness.run(
			{ resource: 'job', operation: 'collect', jobId: byId(jobIds[0]!), ...changes },
			{ continueOnFail: true },
		);
		return items[0]!.json;
	};

	it('to name, language, status, content, then ids, and to no field twice', async () => {
		const json = await collected();
		expect(Object.keys(json).slice(0, 9)).toEqual([
			'requestName',
			'targetNativeLanguageCode',
			'statusCode',
			'content',
			'placeholderProblems',
			'jobId',
			'requestId',
			'sourceNativeId',
			'deliveryKey',
		]);
		for (const name of ['status', 'sourcecontentId', 'hasError', 'createdDate'])
			expect(json).not.toHaveProperty(name);
	});

	it('nothing if it is off: then everything is there as the service spells it', async () => {
		const json = await collected({ simplify: false });
		expect(Object.keys(json)[0]).toBe('deliveryKey');
		expect(json).toMatchObject({
			statusCode: 'REVIEW_TRANSLATION',
			hasError: false,
			createdDate: expect.any(String),
			content: { title: expect.any(String) },
		});
	});

	it('with the values that the full output has', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const parameters = { resource: 'job', operation: 'collect', jobId: byId(jobIds[0]!) };
		const full = await harness.json({ ...parameters, simplify: false });
		const simple = await harness.json(parameters);
		expect(full).toEqual(simple.map((json) => expect.objectContaining(json) as unknown));
	});

	it('but hides no failure', async () => {
		await harness.sandbox.fault({ path: 'retrieve$', status: 400, body: { message: 'Gone' } });
		const failed = await collected({ options: { maxTries: 1 } });
		expect(failed).toMatchObject({ error: expect.stringMatching(/Gone/) });

		await harness.sandbox.fault({ path: 'approve$', status: 503, times: 9 });
		const unapproved = await collected({
			afterCollecting: { approve: true },
			options: { maxTries: 1 },
		});
		expect(unapproved.afterCollectingError).toMatch(/could not be approved/);
	});

	it('and keeps what the provider says about an error', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		await harness.sandbox.fault({
			path: 'requests$',
			replaceBody: {
				requests: [
					{
						requestId: requestIds[0],
						jobId: jobIds[0],
						statusCode: 'REVIEW_TRANSLATION',
						sourceContentId: 'texts',
						hasError: true,
						latestErrorMessage: 'A tag is missing',
						reviewer: 'Somebody new',
					},
				],
			},
		});
		const [json] = await harness.json({
			resource: 'job',
			operation: 'collect',
			jobId: byId(jobIds[0]!),
		});
		expect(json).toMatchObject({
			hasError: true,
			latestErrorMessage: 'A tag is missing',
			reviewer: 'Somebody new',
		});
	});
});
