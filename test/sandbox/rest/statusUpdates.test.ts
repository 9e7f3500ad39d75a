import { eventually } from '../../support/eventually';
import { type Json, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5 } });

const updates = async () =>
	(await caller.call('GET', '/statusupdates')).body.statusupdates as Json[];

it('come for a delivery, naming all its requests', async () => {
	const { jobId, requestIds } = await caller.deliveredJob(['fr-fr', 'de-de']);
	expect(await updates()).toEqual([
		{
			updateId: expect.any(String),
			jobId,
			requestIds,
			statusCode: 'REVIEW_TRANSLATION',
			updateTime: expect.any(String),
			hasError: false,
		},
	]);
});

it('come for a cancellation by the provider', async () => {
	const { jobId, requestIds } = await caller.submittedJob(['fr-fr', 'de-de']);
	await caller.sandbox.cancelRequest(requestIds[0] ?? '');
	expect(await updates()).toMatchObject([
		{ jobId, requestIds: [requestIds[0]], statusCode: 'CANCELLED', hasError: false },
	]);
});

it('come for an error, which leaves the status as it is', async () => {
	const { jobId, requestIds } = await caller.submittedJob();
	await caller.sandbox.failRequest(requestIds[0] ?? '', 'Cannot read the file');
	expect(await updates()).toMatchObject([
		{
			jobId,
			requestIds,
			statusCode: 'IN_TRANSLATION',
			hasError: true,
			errorMessage: 'Cannot read the file',
		},
	]);
	const { body } = await caller.call('GET', `/jobs/${jobId}/requests/${requestIds[0]}`);
	expect(body).toMatchObject({
		status: 'IN_TRANSLATION',
		hasError: true,
		latestErrorMessage: 'Cannot read the file',
	});
});

it('come for nothing else', async () => {
	const { jobId, requestIds } = await caller.deliveredJob();
	await caller.call('PUT', `/jobs/${jobId}/requests/approve`, { requestIds });
	await caller.call('PUT', `/jobs/${jobId}/complete`);
	await caller.call('PUT', `/jobs/${jobId}/intranslation`);
	expect(await updates()).toHaveLength(1);
});

it('come again for a re-delivery after approval, with a later modification date', async () => {
	const { jobId, requestIds } = await caller.deliveredJob();
	const modified = async () =>
		Date.parse(
			(await caller.call('GET', `/jobs/${jobId}/requests`)).body.requests[0].modifiedDate as string,
		);
	const first = await modified();
	await caller.call('PUT', `/jobs/${jobId}/requests/approve`, { requestIds });
	await caller.sandbox.redeliver(requestIds);
	expect(await updates()).toMatchObject([
		{ statusCode: 'REVIEW_TRANSLATION' },
		{ statusCode: 'REVIEW_TRANSLATION' },
	]);
	expect(await modified()).toBeGreaterThan(first);
	const { body } = await caller.call('GET', `/jobs/${jobId}/requests/${requestIds[0]}/retrieve`);
	expect(body.requests[0].targetContent[0].value).toContain('[fr-fr #2]');
});

it('are answered unchanged by acknowledge, and not listed after it', async () => {
	await caller.deliveredJob();
	const [update] = await updates();
	const { status, body } = await caller.call(
		'PUT',
		`/statusupdates/${update?.updateId}/acknowledge`,
	);
	expect([status, body]).toEqual([200, update]);
	expect(await updates()).toEqual([]);
	expect((await caller.call('PUT', '/statusupdates/none/acknowledge')).status).toBe(404);
});

it('are delivered by themselves after the delay', async () => {
	await caller.sandbox.configure({ autoDeliver: true, translateDelayMs: 20 });
	await caller.submittedJob();
	await eventually(async () => (await updates()).length === 1);
});

it('are no more than the quota: the oldest go', async () => {
	await caller.sandbox.configure({ quotas: { MaxStatusUpdatesPerSite: 2 } });
	const jobs = [];
	for (let count = 0; count < 3; count++) jobs.push(await caller.deliveredJob());
	expect((await updates()).map(({ jobId }) => jobId as string)).toEqual(
		jobs.slice(1).map(({ jobId }) => jobId),
	);
});

it('cancel the job when every request is cancelled', async () => {
	const { jobId, requestIds } = await caller.submittedJob(['fr-fr', 'de-de']);
	for (const requestId of requestIds) await caller.sandbox.cancelRequest(requestId);
	expect((await caller.call('GET', `/jobs/${jobId}`)).body.status).toBe('CANCELLED');
});

it.each([
	[true, 'moves'],
	[false, 'does not move'],
])(
	'jobDatesMoveWithRequests %s: the date of the job %s with a delivery',
	async (jobDatesMoveWithRequests) => {
		await caller.sandbox.configure({ jobDatesMoveWithRequests });
		const { jobId } = await caller.submittedJob();
		const modified = async () =>
			(await caller.call('GET', `/jobs/${jobId}`)).body.modifiedDate as string;
		const before = await modified();
		await caller.sandbox.deliver(jobId);
		expect((await modified()) !== before).toBe(jobDatesMoveWithRequests);
	},
);
