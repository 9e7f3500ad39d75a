import { Harness, byId } from '../../support/harness';
import { items as inputItems, runOnWire } from '../support';

describe.each([
	['approve', 'TRANSLATION_APPROVED'],
	['reject', 'TRANSLATION_REJECTED'],
] as const)('request: %s', (operation, decided) => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.start();
		await harness.sandbox.configure({ autoDeliver: false });
	});

	afterAll(async () => await harness.stop());

	const inReview = async (requestsPerJob: number) => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob, requestStatus: 'REVIEW_TRANSLATION' });
		return { jobId: jobIds[0]!, requestIds };
	};
	const decide = (jobId: string, requestIds: unknown, parameters: object = {}) => ({ resource: 'request', operation, jobId: byId(jobId), requestIds, ...parameters }) as never;
	const perItem = decide('={{ $json.jobId }}', byId('={{ $json.requestId }}'));
	const statusOf = async (jobId: string) => (await harness.sandbox.requests(jobId)).map(({ status }) => status);

	it.each([
		['a list', (ids: string[]) => `={{ ${JSON.stringify(ids)} }}`],
		['a list behind a locator', (ids: string[]) => byId(`={{ ${JSON.stringify(ids)} }}`)],
		['comma-separated text', (ids: string[]) => byId(ids.join(', '))],
	])('takes the ids from %s', async (_case, given) => {
		const { jobId, requestIds } = await inReview(2);
		const { json, lines, calls } = await runOnWire(harness, decide(jobId, given(requestIds)));
		expect(lines).toEqual([`PUT /jobs/${jobId}/requests/${operation}`]);
		expect(calls[0]!.body).toEqual({ requestIds });
		expect(json).toEqual(requestIds.map((requestId) => expect.objectContaining({ requestId, jobId, statusCode: decided }) as unknown));
	});

	it('takes one request from the list', async () => {
		const { jobId, requestIds } = await inReview(1);
		const { json } = await runOnWire(harness, decide(jobId, { __rl: true, mode: 'list', value: requestIds[0] }));
		expect(json).toHaveLength(1);
	});

	it('decides on the requests of one job with one call, and pairs each with its item', async () => {
		const one = await inReview(3);
		const two = await inReview(2);
		const input = inputItems(
			...[one.requestIds[0], two.requestIds[0], one.requestIds[1], two.requestIds[1], one.requestIds[2]].map((requestId) => ({
				requestId,
				jobId: one.requestIds.includes(requestId!) ? one.jobId : two.jobId,
			})),
		);
		const { items, lines } = await runOnWire(harness, perItem, { input });
		expect(lines.sort()).toEqual([`PUT /jobs/${one.jobId}/requests/${operation}`, `PUT /jobs/${two.jobId}/requests/${operation}`].sort());
		expect(items.map(({ json, pairedItem }) => [json.requestId, pairedItem])).toEqual(input.map(({ json }, item) => [json.requestId, { item }]));
	});

	it('splits more than 100 requests into calls', async () => {
		const { jobId, requestIds } = await inReview(120);
		const { json, lines } = await runOnWire(harness, perItem, { input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))) });
		expect(json).toHaveLength(120);
		expect(lines).toHaveLength(2);
	});

	it('puts the message of the service on the item of a request that is not in review', async () => {
		const { jobId, requestIds } = await inReview(4);
		await harness.sandbox.cancelRequest(requestIds[2]!);
		const input = inputItems(...requestIds.map((requestId) => ({ jobId, requestId })));
		const { items } = await runOnWire(harness, perItem, { input, continueOnFail: true });
		expect(items.map(({ json }) => json.statusCode)).toEqual([decided, decided, undefined, decided]);
		expect(items[2]).toMatchObject({ pairedItem: { item: 2 }, json: { error: expect.stringContaining(`Cannot ${operation} request ${requestIds[2]}: it is CANCELLED`) } });
	});

	it('stops at that item without continue on fail, and says how many took effect', async () => {
		const { jobId, requestIds } = await inReview(4);
		await harness.sandbox.cancelRequest(requestIds[2]!);
		const { error } = await runOnWire(harness, perItem, { input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))) });
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.description).toContain('Of 4 items 2 took effect, 1 failed and 1 was not begun.');
		expect(await statusOf(jobId)).toEqual([decided, decided, 'CANCELLED', 'REVIEW_TRANSLATION']);
	});

	it('refuses an item without ids before anything behind it is sent', async () => {
		const { jobId, requestIds } = await inReview(2);
		const { error } = await runOnWire(harness, perItem, { input: inputItems({ jobId, requestId: requestIds[0] }, { jobId, requestId: '' }, { jobId, requestId: requestIds[1] }) });
		expect(error?.message).toBe('Requests: no ID is given');
		expect(await statusOf(jobId)).toEqual([decided, 'REVIEW_TRANSLATION']);
	});

	it('fails when the service refuses it in an answer that looks like a success', async () => {
		const { jobId, requestIds } = await inReview(2);
		await harness.sandbox.fault({ method: 'PUT', path: `${operation}$`, status: 200, body: { code: 'TOO_EARLY', message: 'Not yet' } });
		const { error } = await runOnWire(harness, decide(jobId, byId(requestIds.join(','))));
		expect(error?.message).toBe('The service did not take the decision: Not yet (TOO_EARLY)');
		expect(error?.description).toContain(`Requests ${requestIds.join(', ')} are as before`);
	});

	it('takes effect once when the answer is lost', async () => {
		const { jobId, requestIds } = await inReview(2);
		await harness.sandbox.fault({ method: 'PUT', path: `${operation}$`, dropAfter: true });
		const { json, error } = await runOnWire(harness, decide(jobId, byId(requestIds.join(','))));
		expect(error).toBeUndefined();
		expect(json.map(({ statusCode }) => statusCode)).toEqual([decided, decided]);
	});

	it('reports an outage on every item it concerns', async () => {
		const { jobId, requestIds } = await inReview(2);
		await harness.sandbox.fault({ method: 'PUT', path: `${operation}$`, status: 503, times: 2 });
		const { items } = await runOnWire(harness, { ...(perItem as object), options: { maxTries: 1 } } as never, {
			input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))),
			continueOnFail: true,
		});
		await harness.sandbox.clearFaults();
		expect(items.map(({ json, pairedItem }) => [pairedItem, String(json.error).includes('not available')])).toEqual([
			[{ item: 0 }, true],
			[{ item: 1 }, true],
		]);
	});
});

describe('request: reject', () => {
	it('sends the note, and keeps requests with different notes apart', async () => {
		const harness = await Harness.start();
		await harness.sandbox.configure({ autoDeliver: false });
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' });
		const input = inputItems(...requestIds.map((requestId, index) => ({ requestId, note: `Reason ${index}` })));
		const parameters = { resource: 'request', operation: 'reject', jobId: byId(jobIds[0]!), requestIds: byId('={{ $json.requestId }}'), note: '={{ $json.note }}' };
		const { calls } = await runOnWire(harness, parameters, { input });
		expect(calls.map(({ body }) => body)).toEqual(requestIds.map((requestId, index) => ({ requestIds: [requestId], note: `Reason ${index}` })));
		await harness.stop();
	});
});
