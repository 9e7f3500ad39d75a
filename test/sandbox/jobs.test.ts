import { CONNECTOR, Caller, eventually } from './caller';

let caller: Caller;
const MANUAL = { autoDeliver: false, sendingMs: 5, acceptMs: 5, archiveMs: 20 };

beforeAll(async () => {
	caller = await Caller.start();
});
beforeEach(async () => {
	await caller.sandbox.reset();
	await caller.sandbox.configure(MANUAL);
});
afterAll(() => caller.sandbox.stop());

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
		const months = (text: string) => new Date(text).getUTCFullYear() * 12 + new Date(text).getUTCMonth();
		expect(months(body.estArchivalDate) - months(body.activityDate)).toBe(6);
	});

	it('takes a name of exactly 250 bytes', async () => {
		expect((await caller.call('POST', '/jobs', { jobName: 'ä'.repeat(125), ...CONNECTOR })).status).toBe(201);
	});

	it.each([
		['a name over 250 bytes', { jobName: 'ä'.repeat(126) }, 'NAME_TOO_LONG'],
		['an empty name', { jobName: ' ' }, 'INVALID_REQUEST'],
		['no name', { jobName: undefined }, 'MISSING_FIELD'],
		['no connector name', { connectorName: undefined }, 'MISSING_FIELD'],
		['no connector version', { connectorVersion: undefined }, 'MISSING_FIELD'],
		['a connector name without fingerprint', { connectorName: 'my connector 1.0.0' }, 'CONNECTOR_NAME'],
		['an unknown field', { jobname: 'x' }, 'UNKNOWN_FIELD'],
		['a number as description', { description: 1 }, 'INVALID_REQUEST'],
		['text as a switch', { shouldQuote: 'true' }, 'INVALID_REQUEST'],
		['a due date with milliseconds', { dueDate: '2027-01-31T12:00:00.000Z' }, 'INVALID_REQUEST'],
		['a due date that does not exist', { dueDate: '2027-13-31T12:00:00Z' }, 'INVALID_REQUEST'],
		['metadata that is no object', { extendedMetadata: [] }, 'INVALID_REQUEST'],
		['a null', { description: null }, 'INVALID_REQUEST'],
		['labels with a number', { labels: { team: 1 } }, 'INVALID_REQUEST'],
	])('refuses %s', async (_what, change, code) => {
		const { status, body } = await caller.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR, ...change });
		expect([status, body]).toEqual([400, { code, message: expect.any(String) }]);
	});

	it('names the unknown field', async () => {
		const { body } = await caller.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR, targetLanguage: 'fr-fr' });
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
		const { status, body } = await caller.call('POST', '/jobs', { jobName: 'A job' }, { 'Content-Type': 'text/plain' });
		expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
	});
});

describe('get and list', () => {
	it('counts request statuses only when asked', async () => {
		const { jobId } = await caller.submittedJob(['fr-fr', 'de-de']);
		expect((await caller.call('GET', `/jobs/${jobId}`)).body).not.toHaveProperty('aggregateRequests');
		expect((await caller.call('GET', `/jobs/${jobId}?aggregateRequests=true`)).body.aggregateRequests).toEqual({ IN_TRANSLATION: 2 });
		expect((await caller.call('GET', '/jobs?aggregateRequests=true')).body.jobs[0].aggregateRequests).toEqual({ IN_TRANSLATION: 2 });
	});

	it('answers 404 for an unknown job', async () => {
		const { status, body } = await caller.call('GET', '/jobs/nothing');
		expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
	});

	it('refuses a parameter that does not exist', async () => {
		const { status, body } = await caller.call('GET', '/jobs?includeArchived=true');
		expect([status, body.code]).toEqual([400, 'UNKNOWN_PARAMETER']);
	});

	const names = async (query: string) =>
		((await caller.call('GET', `/jobs?${query}`)).body.jobs as Array<{ jobName: string }>).map(({ jobName }) => jobName);
	const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

	describe('with jobs of all kinds', () => {
		beforeEach(async () => {
			await caller.sandbox.seed({ jobs: 2, namePrefix: 'done', status: 'COMPLETED', providerId: 'european', createdFrom: '2026-01-01T00:00:00Z', stepMs: 1000 });
			await caller.sandbox.seed({ jobs: 1, namePrefix: 'open', createdFrom: '2026-02-01T10:00:00.500Z', labels: ["it's"] });
			await caller.sandbox.seed({ jobs: 1, namePrefix: 'labelled', createdFrom: '2026-03-01T00:00:00Z', labels: { team: 'web' }, status: 'CREATED' });
		});

		it.each([
			["statusCode eq 'COMPLETED'", ['done 1', 'done 2']],
			["statusCode ne 'COMPLETED'", ['open 1', 'labelled 1']],
			["providerId eq 'european' and createdDate gt '2026-01-01T00:00:00'", ['done 2']],
			["createdDate lt '2026-01-01T00:00:01'", ['done 1']],
			["createdDate eq '2026-02-01T10:00:00'", ['open 1']],
			["createdDate gt '2026-02-01T10:00:00'", ['open 1', 'labelled 1']],
			["submittedDate eq '2026-02-01'", ['open 1']],
			["submittedDate gt '2026-01-01'", ['open 1']],
			["labels eq 'it''s'", ['open 1']],
			["labels eq 'team'", ['labelled 1']],
			["labels eq 'team=web'", ['labelled 1']],
			["dueDate gt '2026-01-01T00:00:00Z'", []],
		])('filters by %s', async (text, expected) => {
			expect(await names(filter(text))).toEqual(expected);
		});

		it.each(["jobName eq 'x'", "statusCode is 'x'", 'statusCode eq COMPLETED', "statusCode gt 'A'", "createdDate gt 'yesterday'", "statusCode eq 'x' and "])(
			'refuses the filter %s',
			async (text) => {
				const { status, body } = await caller.call('GET', `/jobs?${filter(text)}`);
				expect([status, body.code]).toEqual([400, 'INVALID_FILTER']);
			},
		);

		it('orders by a date, either way', async () => {
			expect(await names('orderBy=createdDate%20desc')).toEqual(['labelled 1', 'open 1', 'done 2', 'done 1']);
			expect(await names('orderBy=createdDate')).toEqual(['done 1', 'done 2', 'open 1', 'labelled 1']);
		});

		it('puts the job changed last first by modifiedDate', async () => {
			const [, second] = await caller.sandbox.jobs();
			await caller.call('PUT', `/jobs/${second?.jobId}/intranslation`);
			expect((await names('orderBy=modifiedDate%20desc'))[0]).toBe('done 2');
		});

		it('refuses an order it does not know', async () => {
			const { status, body } = await caller.call('GET', '/jobs?orderBy=jobName');
			expect([status, body.code]).toEqual([400, 'INVALID_ORDER']);
		});

		it('ignores filter and order when switched so', async () => {
			await caller.sandbox.configure({ honourFilter: false, honourOrderBy: false });
			expect(await names(`${filter("statusCode eq 'COMPLETED'")}&orderBy=createdDate%20desc`)).toHaveLength(4);
			expect((await names('orderBy=createdDate%20desc'))[0]).toBe('done 1');
		});
	});
});

describe('change', () => {
	it('patches a job that was not submitted', async () => {
		const jobId = await caller.createJob();
		const { status, body } = await caller.call('PATCH', `/jobs/${jobId}`, { description: 'New', ...CONNECTOR });
		expect([status, body.description, body.jobName]).toEqual([200, 'New', 'A job']);
	});

	it('refuses to patch a submitted job', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('PATCH', `/jobs/${jobId}`, { description: 'New', ...CONNECTOR });
		expect([status, body.code]).toEqual([409, 'JOB_SUBMITTED']);
	});

	it('notes a modification without connector name', async () => {
		await caller.call('PATCH', `/jobs/${await caller.createJob()}`, { description: 'New' });
		expect(await caller.sandbox.violations()).toMatchObject([{ rule: 'connector-missing-on-modify' }]);
	});

	it('deletes a job that was not submitted', async () => {
		const jobId = await caller.createJob();
		expect(await caller.call('DELETE', `/jobs/${jobId}`)).toMatchObject({ status: 200, body: { jobId } });
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
		await caller.sandbox.configure({ sendingMs: 150, acceptMs: 150 });
		const jobId = await caller.createJob();
		await caller.addPairs(jobId);
		const { body } = await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
		expect(body).toMatchObject({ status: 'SENDING', providerId: 'pseudo', globalTrackingId: expect.any(String) });
		await caller.until(jobId, 'SENT_TO_PROVIDER');
		await caller.until(jobId, 'IN_TRANSLATION');
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
		['languages its provider does not translate', { providerId: 'european' }, 400, 'LANGUAGE_NOT_SUPPORTED'],
	])('refuses %s', async (_what, provider, expected, code) => {
		const jobId = await caller.createJob();
		await caller.addPairs(jobId, ['ja-jp']);
		const { status, body } = await caller.call('PUT', `/jobs/${jobId}/submit`, provider);
		expect([status, body.code]).toEqual([expected, code]);
	});

	it('accepts metadata that follows the schema of the provider', async () => {
		const jobId = await caller.createJob({ extendedMetadata: { costCenter: 'DE-1234', domain: 'legal', reviewer: { email: 'a@example.com' } } });
		await caller.addPairs(jobId);
		expect((await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'metadata' })).status).toBe(200);
	});

	it('refuses a job without requests', async () => {
		const { status, body } = await caller.call('PUT', `/jobs/${await caller.createJob()}/submit`, { providerId: 'pseudo' });
		expect([status, body.code]).toEqual([409, 'JOB_EMPTY']);
	});

	it('refuses a second time', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
		expect([status, body.code]).toEqual([409, 'JOB_SUBMITTED']);
	});
});

describe('complete, reopen, archive', () => {
	it('processes no translation of a completed job until it is reopened', async () => {
		const { jobId, requestIds } = await caller.submittedJob();
		expect((await caller.call('PUT', `/jobs/${jobId}/complete`)).body.status).toBe('COMPLETED');
		expect(await caller.sandbox.deliver(jobId)).toEqual([]);
		expect((await caller.call('GET', '/statusupdates')).body.statusupdates).toEqual([]);
		expect((await caller.call('PUT', `/jobs/${jobId}/intranslation`)).body.status).toBe('IN_TRANSLATION');
		expect(await caller.requestStatus(requestIds[0] ?? '')).toBe('REVIEW_TRANSLATION');
	});

	it.each(['complete', 'intranslation'])('refuses %s of a job that was not submitted', async (verb) => {
		const { status, body } = await caller.call('PUT', `/jobs/${await caller.createJob()}/${verb}`);
		expect([status, body.code]).toEqual([409, 'INVALID_STATE']);
	});

	it.each(['complete', 'intranslation', 'archive', 'unarchive'])('refuses %s without a JSON content type', async (verb) => {
		const { jobId } = await caller.submittedJob();
		const answer = await fetch(`${caller.sandbox.baseUrl}/jobs/${jobId}/${verb}`, { method: 'PUT', headers: { Authorization: `Bearer ${caller.token}` } });
		expect(answer.status).toBe(415);
	});

	it('archives in its own time, and hides the requests until unarchived', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('PUT', `/jobs/${jobId}/archive`);
		expect([status, body.archived, body.archiveStatus]).toEqual([202, false, 'ARCHIVING']);
		await eventually(async () => (await caller.call('GET', `/jobs/${jobId}`)).body.archived === true);

		expect((await caller.call('GET', '/jobs')).body.jobs).toEqual([]);
		expect((await caller.call('GET', '/jobs/archived')).body.jobs).toMatchObject([{ jobId }]);
		const refused = await caller.call('GET', `/jobs/${jobId}/requests`);
		expect([refused.status, refused.body.code]).toEqual([409, 'JOB_ARCHIVED']);

		expect((await caller.call('PUT', `/jobs/${jobId}/unarchive`)).status).toBe(202);
		await eventually(async () => (await caller.call('GET', `/jobs/${jobId}/requests`)).status === 200);
		expect((await caller.call('GET', '/jobs')).body.jobs).toHaveLength(1);
	});

	it('filters and orders archived jobs', async () => {
		await caller.sandbox.seed({ jobs: 3, archived: true, status: 'COMPLETED' });
		const { body } = await caller.call('GET', `/jobs/archived?orderBy=createdDate%20desc&filter=${encodeURIComponent("statusCode eq 'COMPLETED'")}`);
		expect(body.jobs.map(({ jobName }: { jobName: string }) => jobName)).toEqual(['Seeded job 3', 'Seeded job 2', 'Seeded job 1']);
	});

	it('archives jobs by itself after six months', async () => {
		await caller.sandbox.seed({ jobs: 1 });
		await caller.sandbox.advance(190 * 86_400_000);
		await caller.login();
		expect((await caller.call('GET', '/jobs/archived')).body.jobs).toHaveLength(1);
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
	expect(await caller.call('POST', '/quota', {})).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
});
