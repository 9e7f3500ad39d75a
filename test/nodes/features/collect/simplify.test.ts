import { byId, useHarness } from '../../../support/harness';

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

	it('to name, language, content, status, then ids, and to no field twice', async () => {
		expect(Object.keys(await collected())).toEqual([
			'requestName',
			'targetNativeLanguageCode',
			'content',
			'statusCode',
			'problems',
			'sourceNativeId',
			'jobId',
			'requestId',
		]);
	});

	it('nothing if it is off: then everything is there', async () => {
		const json = await collected({ simplify: false });
		expect(json).toMatchObject({
			deliveryKey: expect.any(String),
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
	});

	it('and tells what the provider says about an error in a hint', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		await harness.sandbox.fault({
			path: 'requests$',
			times: 2,
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
		const parameters = { resource: 'job', operation: 'collect', jobId: byId(jobIds[0]!) };
		const { hints } = await harness.run(parameters);
		expect(hints.join(' ')).toContain('the provider says of 1 request: "A tag is missing"');
		expect(await harness.json({ ...parameters, simplify: false })).toMatchObject([
			{ hasError: true, latestErrorMessage: 'A tag is missing', reviewer: 'Somebody new' },
		]);
	});
});
