import { COMPLETED_STATUSES, type DeliveredStatus } from '../../../sandbox/model/model';
import { useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 0, acceptMs: 0 } });

const requestOf = async (jobId: string, requestId = '') =>
	(await caller.call('GET', `/jobs/${jobId}/requests/${requestId}`)).body;

async function submittedFile(): Promise<{ jobId: string; requestId: string }> {
	const jobId = await caller.createJob();
	const [request] = await caller.addRequests(jobId, {
		fmsFileId: await caller.uploadFile(jobId, 'Hello'),
	});
	await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	await caller.until(jobId, 'IN_TRANSLATION');
	return { jobId, requestId: request?.requestId as string };
}

async function downloaded(jobId: string, requestId: string): Promise<string> {
	const { headers } = await caller.call(
		'GET',
		`/jobs/${jobId}/requests/${requestId}/retrievefile`,
		undefined,
		{ Accept: 'application/octet-stream' },
	);
	return await (await fetch(headers.get('location') ?? '')).text();
}

describe.each(COMPLETED_STATUSES)('a request delivered as %s', (status) => {
	const isTranslated = status === 'COMPLETED';

	it('has that status, counts by it, and can be filtered by it', async () => {
		const { jobId, requestIds } = await caller.submittedJob(['fr-fr', 'de-de']);
		expect(await caller.sandbox.deliver(jobId, requestIds.slice(0, 1), status)).toEqual(
			requestIds.slice(0, 1),
		);
		expect((await requestOf(jobId, requestIds[0])).status).toBe(status);
		expect(
			(await caller.call('GET', `/jobs/${jobId}?aggregateRequests=true`)).body.aggregateRequests,
		).toEqual({ [status]: 1, IN_TRANSLATION: 1 });
		const { body } = await caller.call('GET', `/jobs/${jobId}/requests?statusCode=${status}`);
		expect(body.requests).toMatchObject([{ requestId: requestIds[0] }]);
	});

	it('can be fetched as a file', async () => {
		const { jobId, requestId } = await submittedFile();
		await caller.sandbox.redeliver([requestId], status);
		expect(await downloaded(jobId, requestId)).toBe(isTranslated ? '[fr-fr] Ĥéļļö' : 'Hello');
	});

	it('can be fetched as pairs', async () => {
		const { jobId, requestIds } = await caller.submittedJob();
		await caller.sandbox.deliverAll(status);
		const { body } = await caller.call('GET', `/jobs/${jobId}/requests/${requestIds[0]}/retrieve`);
		expect(body.requests[0].targetContent).toEqual([
			{ key: 'title', value: isTranslated ? '[fr-fr] Ĥéļļö ŵöŕļð' : 'Hello world' },
		]);
	});

	it('lets its job be completed, and can be delivered again', async () => {
		const { jobId, requestIds } = await caller.submittedJob();
		await caller.sandbox.deliver(jobId, undefined, status);
		expect(await caller.sandbox.redeliver(requestIds)).toEqual(requestIds);
		expect((await requestOf(jobId, requestIds[0])).status).toBe('REVIEW_TRANSLATION');
		await caller.sandbox.deliver(jobId, requestIds, status);
		expect((await caller.call('PUT', `/jobs/${jobId}/complete`)).body.status).toBe('COMPLETED');
	});

	it('is not reviewed', async () => {
		const { jobId, requestIds } = await caller.submittedJob();
		await caller.sandbox.deliver(jobId, undefined, status);
		const { status: answered, body } = await caller.call('PUT', `/jobs/${jobId}/requests/approve`, {
			requestIds,
		});
		expect([answered, body.code]).toEqual([409, 'REQUEST_NOT_IN_REVIEW']);
	});

	it('makes a status update only when switched so', async () => {
		const { jobId, requestIds } = await caller.submittedJob(['fr-fr', 'de-de']);
		await caller.sandbox.deliver(jobId, requestIds.slice(0, 1), status);
		expect(await caller.sandbox.updates()).toEqual([]);
		await caller.sandbox.configure({ updatesForCompleted: true });
		await caller.sandbox.deliver(jobId, requestIds.slice(1), status);
		expect(await caller.sandbox.updates()).toMatchObject([
			{ requestIds: requestIds.slice(1), statusCode: status },
		]);
	});

	it('waits until a completed job is reopened', async () => {
		const { jobId, requestIds } = await caller.submittedJob();
		await caller.call('PUT', `/jobs/${jobId}/complete`);
		expect(await caller.sandbox.deliver(jobId, requestIds, status)).toEqual([]);
		await caller.call('PUT', `/jobs/${jobId}/intranslation`);
		expect((await requestOf(jobId, requestIds[0])).status).toBe(status);
	});

	it('can be seeded', async () => {
		const { jobIds, requestIds } = await caller.sandbox.seed({ jobs: 1, requestStatus: status });
		expect(
			(await caller.call('GET', `/jobs/${jobIds[0]}/requests/${requestIds[0]}/retrieve`)).status,
		).toBe(200);
	});
});

it('nothing is delivered in a status that is no delivery', async () => {
	const { jobId } = await caller.submittedJob();
	await expect(
		caller.sandbox.deliver(jobId, undefined, 'CREATED' as DeliveredStatus),
	).rejects.toThrow('not as CREATED');
});
