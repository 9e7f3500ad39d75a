import { byId, useHarness } from '../../../../support/harness';
import { items as inputItems, runOnWire } from '../../support';

const harness = useHarness({ variants: { autoDeliver: false } });

describe.each([
	['approve', 'TRANSLATION_APPROVED'],
	['reject', 'TRANSLATION_REJECTED'],
] as const)('request: %s', (operation, decided) => {
	const inReview = async (requests: number) => await harness.jobInReview(requests);
	const decide = (jobId: string, requestIds: unknown, parameters: object = {}) =>
		({ resource: 'request', operation, jobId: byId(jobId), requestIds, ...parameters }) as never;
	const perItem = decide('={{ $json.jobId }}', byId('={{ $json.requestId }}'));
	const statusOf = async (jobId: string) =>
		(await harness.sandbox.requests(jobId)).map(({ status }) => status);

	it.each([
		['a list', (ids: string[]) => `={{ ${JSON.stringify(ids)} }}`],
		['a list behind a locator', (ids: string[]) => byId(`={{ ${JSON.stringify(ids)} }}`)],
		['comma-separated text', (ids: string[]) => byId(ids.join(', '))],
	])('takes the ids from %s', async (_case, given) => {
		const { jobId, requestIds } = await inReview(2);
		const { json, lines, calls } = await runOnWire(harness, decide(jobId, given(requestIds)));
		expect(lines).toEqual([`PUT /jobs/${jobId}/requests/${operation}`]);
		expect(calls[0]!.body).toEqual({ requestIds });
		expect(json).toEqual(
			requestIds.map(
				(requestId) =>
					expect.objectContaining({ requestId, jobId, statusCode: decided }) as unknown,
			),
		);
	});

	it('takes one request from the list', async () => {
		const { jobId, requestIds } = await inReview(1);
		const { json } = await runOnWire(
			harness,
			decide(jobId, { __rl: true, mode: 'list', value: requestIds[0] }),
		);
		expect(json).toHaveLength(1);
	});

	it('decides on the requests of one job with one call, and pairs each with its item', async () => {
		const one = await inReview(3);
		const two = await inReview(2);
		const input = inputItems(
			...[
				one.requestIds[0],
				two.requestIds[0],
				one.requestIds[1],
				two.requestIds[1],
				one.requestIds[2],
			].map((requestId) => ({
				requestId,
				jobId: one.requestIds.includes(requestId!) ? one.jobId : two.jobId,
			})),
		);
		const { items, lines } = await runOnWire(harness, perItem, { input });
		expect(lines.sort()).toEqual(
			[
				`PUT /jobs/${one.jobId}/requests/${operation}`,
				`PUT /jobs/${two.jobId}/requests/${operation}`,
			].sort(),
		);
		expect(items.map(({ json, pairedItem }) => [json.requestId, pairedItem])).toEqual(
			input.map(({ json }, item) => [json.requestId, { item }]),
		);
	});

	it('splits more than 100 requests into calls', async () => {
		const { jobId, requestIds } = await inReview(120);
		const { json, lines } = await runOnWire(harness, perItem, {
			input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))),
		});
		expect(json).toHaveLength(120);
		expect(lines).toHaveLength(2);
	});

	it('puts the message of the service on the item of a request that is not in review', async () => {
		const { jobId, requestIds } = await inReview(4);
		await harness.sandbox.cancelRequest(requestIds[2]!);
		const input = inputItems(...requestIds.map((requestId) => ({ jobId, requestId })));
		const { items } = await runOnWire(harness, perItem, { input, continueOnFail: true });
		expect(items.map(({ json }) => json.statusCode)).toEqual([
			decided,
			decided,
			undefined,
			decided,
		]);
		expect(items[2]).toMatchObject({
			pairedItem: { item: 2 },
			json: {
				error: expect.stringContaining(
					`Cannot ${operation} request ${requestIds[2]}: it is CANCELLED`,
				),
			},
		});
	});

	it('passes on what the service says before the review, and nothing is changed', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
		const { error } = await runOnWire(harness, decide(jobIds[0]!, byId(requestIds[0]!)));
		expect(error?.message).toContain(
			`Cannot ${operation} request ${requestIds[0]}: it is IN_TRANSLATION`,
		);
		expect(await statusOf(jobIds[0]!)).toEqual(['IN_TRANSLATION']);
	});

	it('stops at that item without continue on fail, and says how many took effect', async () => {
		const { jobId, requestIds } = await inReview(4);
		await harness.sandbox.cancelRequest(requestIds[2]!);
		const { error } = await runOnWire(harness, perItem, {
			input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))),
		});
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.description).toContain(
			'Of 4 items, 2 succeeded, 1 failed and 1 was not started.',
		);
		expect(await statusOf(jobId)).toEqual([decided, decided, 'CANCELLED', 'REVIEW_TRANSLATION']);
	});

	it('refuses an item without ids before anything is sent', async () => {
		const { jobId, requestIds } = await inReview(2);
		const { error } = await runOnWire(harness, perItem, {
			input: inputItems(
				{ jobId, requestId: requestIds[0] },
				{ jobId, requestId: '' },
				{ jobId, requestId: requestIds[1] },
			),
		});
		expect(error?.message).toMatch(/^No request is given: the input item has no requestId\. /);
		expect(error?.context?.itemIndex).toBe(1);
		expect(await statusOf(jobId)).toEqual(['REVIEW_TRANSLATION', 'REVIEW_TRANSLATION']);
	});

	it('fails when the service refuses it in an answer that looks like a success', async () => {
		const { jobId, requestIds } = await inReview(2);
		await harness.sandbox.fault({
			method: 'PUT',
			path: `${operation}$`,
			status: 200,
			body: { code: 'TOO_EARLY', message: 'Not yet' },
		});
		const { error } = await runOnWire(harness, decide(jobId, byId(requestIds.join(','))));
		expect(error?.message).toBe('The service did not accept the decision: Not yet (TOO_EARLY)');
		expect(error?.description).toContain(`Requests ${requestIds.join(', ')} are unchanged`);
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
		const { items } = await runOnWire(
			harness,
			{ ...(perItem as object), options: { maxTries: 1 } } as never,
			{
				input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))),
				continueOnFail: true,
			},
		);
		await harness.sandbox.clearFaults();
		expect(
			items.map(({ json, pairedItem }) => [
				pairedItem,
				String(json.error).includes('not available'),
			]),
		).toEqual([
			[{ item: 0 }, true],
			[{ item: 1 }, true],
		]);
	});
});

describe('request: reject', () => {
	it('sends the note, and keeps requests with different notes apart', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const input = inputItems(
			...requestIds.map((requestId, index) => ({ requestId, note: `Reason ${index}` })),
		);
		const parameters = {
			resource: 'request',
			operation: 'reject',
			jobId: byId(jobIds[0]!),
			requestIds: byId('={{ $json.requestId }}'),
			note: '={{ $json.note }}',
		};
		const { calls } = await runOnWire(harness, parameters, { input });
		expect(calls.map(({ body }) => body)).toEqual(
			requestIds.map((requestId, index) => ({ requestIds: [requestId], note: `Reason ${index}` })),
		);
	});
});

describe('request: approve', () => {
	const inReview = async (requests: number) => await harness.jobInReview(requests);
	const approving = (options: object = {}) =>
		({
			resource: 'request',
			operation: 'approve',
			jobId: byId('={{ $json.jobId }}'),
			requestIds: byId('={{ $json.requestId }}'),
			options,
		}) as never;
	const jobStatuses = async () => (await harness.sandbox.jobs()).map(({ status }) => status);

	it('accepts what is approved already where the service refuses it', async () => {
		const { jobId, requestIds } = await inReview(3);
		await harness.sandbox.approve(requestIds.slice(0, 1));
		await harness.sandbox.fault({
			method: 'PUT',
			path: 'approve$',
			status: 409,
			body: { message: 'Already approved' },
		});
		const { json, error } = await runOnWire(harness, approving(), {
			input: inputItems(...requestIds.map((requestId) => ({ jobId, requestId }))),
		});
		expect(error).toBeUndefined();
		expect(json.map(({ requestId, statusCode }) => [requestId, statusCode])).toEqual(
			requestIds.map((requestId) => [requestId, 'TRANSLATION_APPROVED']),
		);
	});

	it('accepts it as the only one, too', async () => {
		const { jobId, requestIds } = await inReview(1);
		await harness.sandbox.approve(requestIds);
		await harness.sandbox.fault({
			method: 'PUT',
			path: 'approve$',
			status: 409,
			body: { message: 'Already approved' },
		});
		const { json, lines } = await runOnWire(harness, approving(), {
			input: inputItems({ jobId, requestId: requestIds[0] }),
		});
		expect(json).toMatchObject([{ requestId: requestIds[0], statusCode: 'TRANSLATION_APPROVED' }]);
		expect(lines).toHaveLength(2);
	});

	it('hands on what needs no approval, without sending it where the item says so', async () => {
		const { jobId, requestIds } = await inReview(2);
		const copied = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'COMPLETED_COPY_BACK' as never,
		});
		const known = {
			jobId: copied.jobIds[0],
			requestId: copied.requestIds[0],
			statusCode: 'COMPLETED_COPY_BACK',
		};
		const { json, lines } = await runOnWire(harness, approving(), {
			input: inputItems({ jobId, requestId: requestIds[0] }, known, {
				jobId,
				requestId: requestIds[1],
			}),
		});
		expect(json.map(({ requestId, statusCode }) => [requestId, statusCode])).toEqual([
			[requestIds[0], 'TRANSLATION_APPROVED'],
			[known.requestId, 'COMPLETED_COPY_BACK'],
			[requestIds[1], 'TRANSLATION_APPROVED'],
		]);
		expect(lines).toEqual([`PUT /jobs/${jobId}/requests/approve`]);
	});

	it('hands on what needs no approval after the service has refused it', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'COMPLETED' as never,
		});
		const { json, error } = await runOnWire(harness, approving(), {
			input: inputItems({ jobId: jobIds[0], requestId: requestIds[0] }),
		});
		expect([error, json.map(({ statusCode }) => statusCode)]).toEqual([undefined, ['COMPLETED']]);
	});

	it('completes the jobs in which nothing is left, and says which', async () => {
		const [one, two, three] = [await inReview(2), await inReview(2), await inReview(2)];
		await harness.sandbox.cancelRequest(two.requestIds[1]!);
		const input = inputItems(
			...[...one.requestIds, two.requestIds[0], three.requestIds[0]].map((requestId) => ({
				requestId,
				jobId: [one, two, three].find(({ requestIds }) => requestIds.includes(requestId!))!.jobId,
			})),
		);
		const { json } = await runOnWire(harness, approving({ completeJob: true }), { input });
		expect(json.map(({ jobCompleted }) => jobCompleted)).toEqual([true, true, true, false]);
		expect(await jobStatuses()).toEqual(['COMPLETED', 'COMPLETED', 'IN_TRANSLATION']);
	});

	it('completes a job that is set in the node, if nothing of it needs approval', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'COMPLETED' as never,
		});
		const { json, error } = await runOnWire(
			harness,
			{ ...(approving({ completeJob: true }) as object), jobId: byId(jobIds[0]!) } as never,
			{ input: inputItems({ requestId: requestIds[0], statusCode: 'COMPLETED' }) },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ jobId: jobIds[0], jobCompleted: true }]);
	});

	it('accepts that another execution has completed the job', async () => {
		const { jobId, requestIds } = await inReview(1);
		await harness.sandbox.fault({ method: 'PUT', path: 'complete$', dropAfter: true });
		await runOnWire(harness, approving({ completeJob: true }), {
			input: inputItems({ jobId, requestId: requestIds[0] }),
		});
		const { json, error } = await runOnWire(harness, approving({ completeJob: true }), {
			input: inputItems({ jobId, requestId: requestIds[0] }),
		});
		expect([error, json.map(({ jobCompleted }) => jobCompleted)]).toEqual([undefined, [false]]);
		expect(await jobStatuses()).toEqual(['COMPLETED']);
	});

	it('says that the requests are approved when the job cannot be completed', async () => {
		const { jobId, requestIds } = await inReview(1);
		await harness.sandbox.fault({ method: 'PUT', path: 'complete$', status: 503, times: 2 });
		const input = inputItems({ jobId, requestId: requestIds[0] });
		const { error } = await runOnWire(harness, approving({ completeJob: true, maxTries: 1 }), {
			input,
		});
		expect(error?.description).toMatch(
			`The requests of job ${jobId} were approved, but the job was not completed.`,
		);
		expect(error?.context?.itemIndex).toBe(0);
		const { json } = await runOnWire(harness, approving({ completeJob: true, maxTries: 1 }), {
			input,
			continueOnFail: true,
		});
		expect(json).toMatchObject([{ statusCode: 'TRANSLATION_APPROVED', jobCompleted: false }]);
		expect(await jobStatuses()).toEqual(['IN_TRANSLATION']);
	});
});

describe('request: reject, in the editor', () => {
	const reject = (jobId: string, requestIds: string[], parameters: object = {}) =>
		({
			resource: 'request',
			operation: 'reject',
			jobId: byId(jobId),
			requestIds: byId(requestIds.join(',')),
			note: 'Formal, please.',
			...parameters,
		}) as never;

	it.each([
		[1, '1 translation went back to the provider. When it is delivered again, a Translations'],
		[3, '3 translations went back to the provider. When they are delivered again, a Translations'],
	])('says what happens next: %i', async (count, start) => {
		const { jobId, requestIds } = await harness.jobInReview(count);
		const { hints } = await runOnWire(harness, reject(jobId, requestIds));
		expect(hints).toEqual([expect.stringContaining(start)]);
	});

	it('says nothing of a translation that was not rejected', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
		const { hints } = await runOnWire(harness, reject(jobIds[0]!, requestIds), {
			continueOnFail: true,
		});
		expect(hints).toEqual([]);
	});
});
