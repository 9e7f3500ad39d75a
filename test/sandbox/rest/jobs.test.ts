import { archivalDate } from '../../../sandbox/model/lifecycle';
import { CONNECTOR, useCaller } from '../caller';

const MANUAL = { autoDeliver: false, sendingMs: 5, acceptMs: 5 };
const caller = useCaller({ variants: MANUAL });

describe('create', () => {
	it('answers the job with everything it was given', async () => {
		const fields = {
			jobName: 'Spring catalogue',
			description: 'All of it',
			poReference: 'PO-1',
			dueDate: '2027-01-31T12:00:00Z',
			customData: 'anything',
			shouldQuote: true,
			serviceType: 'standard',
			...CONNECTOR,
			extendedMetadata: { costCenter: 'DE-1234', nested: { deep: [1, true, null] } },
			labels: { team: 'web' },
		};
		const { status, body } = await caller.call('POST', '/jobs', fields);
		expect(status).toBe(201);
		expect(body).toMatchObject({
			...fields,
			jobId: expect.stringMatching(/^\w{10}$/),
			status: 'CREATED',
			hasError: false,
			creatorId: 'sandbox-client',
			siteId: 'sandbox-site',
			archived: false,
			archiveStatus: 'ACTIVE',
			createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
	});

	it('takes a list of labels', async () => {
		const jobId = await caller.createJob({ labels: ['web', 'urgent'] });
		expect((await caller.call('GET', `/jobs/${jobId}`)).body.labels).toEqual(['web', 'urgent']);
	});

	it('drops a provider without a word', async () => {
		const jobId = await caller.createJob({ providerId: 'pseudo' });
		expect((await caller.call('GET', `/jobs/${jobId}`)).body).not.toHaveProperty('providerId');
	});

	it('estimates the archival six months ahead', async () => {
		const { body } = await caller.call('GET', `/jobs/${await caller.createJob()}`);
		const months = (text: string) =>
			new Date(text).getUTCFullYear() * 12 + new Date(text).getUTCMonth();
		expect(months(body.estArchivalDate) - months(body.activityDate)).toBe(6);
	});

	it.each([
		['2026-03-31T12:00:00.000Z', '2026-09-30T12:00:00.000Z'],
		['2026-08-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
		['2026-11-15T12:00:00.000Z', '2027-05-15T12:00:00.000Z'],
	])(
		'estimates the archival of a job last touched at %s within the sixth month',
		(activity, archival) => {
			expect(new Date(archivalDate(Date.parse(activity))).toISOString()).toBe(archival);
		},
	);

	it('takes a name of exactly 250 bytes', async () => {
		expect(
			(await caller.call('POST', '/jobs', { jobName: 'ä'.repeat(125), ...CONNECTOR })).status,
		).toBe(201);
	});

	it.each([
		['a name over 250 bytes', { jobName: 'ä'.repeat(126) }, 'NAME_TOO_LONG'],
		['an empty name', { jobName: ' ' }, 'INVALID_REQUEST'],
		['no name', { jobName: undefined }, 'MISSING_FIELD'],
		['no connector name', { connectorName: undefined }, 'MISSING_FIELD'],
		['no connector version', { connectorVersion: undefined }, 'MISSING_FIELD'],
		['a connector name of another version', { connectorVersion: '9' }, 'CONNECTOR_NAME'],
		[
			'a connector name without fingerprint',
			{ connectorName: 'my connector 1.0.0' },
			'CONNECTOR_NAME',
		],
		['an unknown field', { jobname: 'x' }, 'UNKNOWN_FIELD'],
		['a number as description', { description: 1 }, 'INVALID_REQUEST'],
		['text as a switch', { shouldQuote: 'true' }, 'INVALID_REQUEST'],
		['a due date with milliseconds', { dueDate: '2027-01-31T12:00:00.000Z' }, 'INVALID_REQUEST'],
		['a due date that does not exist', { dueDate: '2027-13-31T12:00:00Z' }, 'INVALID_REQUEST'],
		['metadata that is no object', { extendedMetadata: [] }, 'INVALID_REQUEST'],
		['a null', { description: null }, 'INVALID_REQUEST'],
		['labels with a number', { labels: { team: 1 } }, 'INVALID_REQUEST'],
	])('refuses %s', async (_what, change, code) => {
		const { status, body } = await caller.call('POST', '/jobs', {
			jobName: 'A job',
			...CONNECTOR,
			...change,
		});
		expect([status, body]).toEqual([400, { code, message: expect.any(String) }]);
	});

	it('names the unknown field', async () => {
		const { body } = await caller.call('POST', '/jobs', {
			jobName: 'A job',
			...CONNECTOR,
			targetLanguage: 'fr-fr',
		});
		expect(body.message).toContain('targetLanguage');
	});

	it.each([
		['broken JSON', '{"jobName":', 400],
		['a list', '[]', 400],
	])('refuses %s as a body', async (_what, text, expected) => {
		const answer = await fetch(`${caller.sandbox.baseUrl}/jobs`, {
			method: 'POST',
			body: text,
			headers: { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' },
		});
		expect(answer.status).toBe(expected);
	});

	it('refuses a body that is not declared as JSON', async () => {
		const { status, body } = await caller.call(
			'POST',
			'/jobs',
			{ jobName: 'A job' },
			{ 'Content-Type': 'text/plain' },
		);
		expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
	});
});

describe('change', () => {
	it('patches a job that was not submitted', async () => {
		const jobId = await caller.createJob();
		const { status, body } = await caller.call('PATCH', `/jobs/${jobId}`, {
			description: 'New',
			...CONNECTOR,
		});
		expect([status, body.description, body.jobName]).toEqual([200, 'New', 'A job']);
	});

	it('refuses to patch a submitted job', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('PATCH', `/jobs/${jobId}`, {
			description: 'New',
			...CONNECTOR,
		});
		expect([status, body.code]).toEqual([409, 'JOB_SUBMITTED']);
	});

	it('refuses a modification without connector name', async () => {
		const { status, body } = await caller.call('PATCH', `/jobs/${await caller.createJob()}`, {
			description: 'New',
		});
		expect([status, body.code]).toEqual([400, 'MISSING_FIELD']);
	});

	it('deletes a job that was not submitted', async () => {
		const jobId = await caller.createJob();
		expect(await caller.call('DELETE', `/jobs/${jobId}`)).toMatchObject({
			status: 200,
			body: { jobId },
		});
		expect((await caller.call('GET', `/jobs/${jobId}`)).status).toBe(404);
	});

	it('refuses to delete a job in progress', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('DELETE', `/jobs/${jobId}`);
		expect([status, body.code]).toEqual([409, 'JOB_IN_PROGRESS']);
	});
});

describe('submit', () => {
	it('passes through SENDING and SENT_TO_PROVIDER into translation', async () => {
		// Passing states are too short to be looked at; a listener is told each of them.
		await caller.sandbox.configure({ callbacks: 'down' });
		await caller.call('POST', '/statusupdates/listeners', {
			uri: 'https://example.com/hook',
			type: 'JOB_STATUS_UPDATED',
			statusCodes: ['SENT_TO_PROVIDER', 'IN_TRANSLATION'],
		});
		const jobId = await caller.createJob();
		await caller.addPairs(jobId);
		const { body } = await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
		expect(body).toMatchObject({
			status: 'SENDING',
			providerId: 'pseudo',
			globalTrackingId: expect.any(String),
		});
		await caller.until(jobId, 'IN_TRANSLATION');
		expect((await caller.sandbox.callbacks()).map(({ payload }) => payload.statusCode)).toEqual([
			'SENT_TO_PROVIDER',
			'IN_TRANSLATION',
		]);
	});

	it('gives requests the reference of their provider, key/value pairs too', async () => {
		const { jobId } = await caller.submittedJob();
		const { body } = await caller.call('GET', `/jobs/${jobId}/requests`);
		expect(body.requests[0].providerReference).toEqual(expect.any(String));
	});

	it.each([
		['no provider', {}, 400, 'MISSING_FIELD'],
		['an unknown provider', { providerId: 'nobody' }, 400, 'PROVIDER_NOT_FOUND'],
		['a disabled provider', { providerId: 'disabled' }, 409, 'PROVIDER_DISABLED'],
		['metadata its provider does not accept', { providerId: 'metadata' }, 400, 'EXTENDED_METADATA'],
		[
			'languages its provider does not translate',
			{ providerId: 'european' },
			400,
			'LANGUAGE_NOT_SUPPORTED',
		],
	])('refuses %s', async (_what, provider, expected, code) => {
		const jobId = await caller.createJob();
		await caller.addPairs(jobId, ['ja-jp']);
		const { status, body } = await caller.call('PUT', `/jobs/${jobId}/submit`, provider);
		expect([status, body.code]).toEqual([expected, code]);
	});

	it('accepts metadata that follows the schema of the provider', async () => {
		const jobId = await caller.createJob({
			extendedMetadata: {
				costCenter: 'DE-1234',
				domain: 'legal',
				reviewer: { email: 'a@example.com' },
			},
		});
		await caller.addPairs(jobId);
		expect(
			(await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'metadata' })).status,
		).toBe(200);
	});

	it('refuses a job without requests', async () => {
		const { status, body } = await caller.call('PUT', `/jobs/${await caller.createJob()}/submit`, {
			providerId: 'pseudo',
		});
		expect([status, body.code]).toEqual([409, 'JOB_EMPTY']);
	});

	it('refuses a second time', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('PUT', `/jobs/${jobId}/submit`, {
			providerId: 'pseudo',
		});
		expect([status, body.code]).toEqual([409, 'JOB_SUBMITTED']);
	});
});

it.each([
	['PUT', '/jobs/x'],
	['POST', '/jobs/x/upload'],
	['PUT', '/jobs/x/requests'],
	['POST', '/jobs/x/requests/addfile'],
	['PUT', '/jobs/x/requests/updatefilecontent'],
	['GET', '/jobs/x/sourcefiles/y/retrieve'],
	['GET', '/jobs/x/statusupdates'],
])('%s %s is gone', async (method, path) => {
	const { status, body } = await caller.call(method, path);
	expect([status, body.code]).toEqual([410, 'GONE']);
	expect(await caller.sandbox.violations()).toMatchObject([{ rule: 'deprecated-path' }]);
});

it('answers 404 to an unknown path and 405 to a wrong method', async () => {
	expect((await caller.call('GET', '/nothing')).status).toBe(404);
	expect(await caller.call('POST', '/quota', {})).toMatchObject({
		status: 405,
		body: { code: 'METHOD_NOT_ALLOWED' },
	});
});
