import { LANGUAGES } from '../../../sandbox/model/languages';
import { type Json, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5 } });
let jobId: string;

beforeEach(async () => {
	jobId = await caller.createJob();
});

const contentOf = async (): Promise<string> =>
	(
		await caller.call('POST', `/jobs/${jobId}/sourcecontent`, {
			fields: [{ key: 'title', value: 'Hello' }],
		})
	).body.sourcecontentId as string;

describe('add', () => {
	it('creates one request per target', async () => {
		const fmsFileId = await caller.uploadFile(jobId);
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/requests/add`, {
			requestName: 'Home page',
			sourceNativeId: 'page-1',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr', 'zh(-Hans)-MY'],
			targetNativeIds: ['page-1-fr', 'page-1-zh'],
			fmsFileId,
			wordCount: 2,
			extendedMetadata: { a: 1 },
		});
		expect(status).toBe(201);
		expect(body.requests).toMatchObject([
			{
				jobId,
				requestName: 'Home page',
				status: 'CREATED',
				targetNativeLanguageCode: 'fr-fr',
				targetNativeId: 'page-1-fr',
				fileId: fmsFileId,
				fileName: 'hello.txt',
				wordCount: 2,
				extendedMetadata: { a: 1 },
			},
			{
				jobId,
				targetNativeLanguageCode: 'zh(-Hans)-MY',
				targetNativeId: 'page-1-zh',
				hasError: false,
			},
		]);
	});

	it('takes a hundred targets and pages the answer', async () => {
		const targets = [...LANGUAGES].slice(0, 100);
		const first = await caller.call('POST', `/jobs/${jobId}/requests/add`, {
			requestName: 'x',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: targets,
			sourcecontentId: await contentOf(),
		});
		await caller.addPairs(jobId, ['fr-fr']);
		const rest = await caller.call(
			'GET',
			`/jobs/${jobId}/requests?navNext=${first.body.pagination.navNext}`,
		);
		const languages = [...first.body.requests, ...rest.body.requests].map(
			(request: Json) => request.targetNativeLanguageCode as string,
		);
		expect(languages).toEqual(targets);
		expect(rest.body.pagination.navNext).toBeUndefined();
	});

	it.each([
		['null targets', { targetNativeLanguageCodes: null }, 400, 'LANGUAGE_REQUIRED'],
		['a null among the targets', { targetNativeLanguageCodes: [null] }, 400, 'LANGUAGE_REQUIRED'],
		['no targets', { targetNativeLanguageCodes: undefined }, 400, 'MISSING_FIELD'],
		['an empty list of targets', { targetNativeLanguageCodes: [] }, 400, 'INVALID_REQUEST'],
		['an unknown target', { targetNativeLanguageCodes: ['tlh-KX'] }, 400, 'UNKNOWN_LANGUAGE'],
		[
			'a target in another letter case',
			{ targetNativeLanguageCodes: ['fr-FR'] },
			400,
			'UNKNOWN_LANGUAGE',
		],
		['an unknown source', { sourceNativeLanguageCode: 'xx' }, 400, 'UNKNOWN_LANGUAGE'],
		[
			'over 100 targets',
			{ targetNativeLanguageCodes: [...LANGUAGES].slice(0, 101) },
			400,
			'TOO_MANY',
		],
		[
			'the same target twice',
			{ targetNativeLanguageCodes: ['fr-fr', 'fr-fr'] },
			400,
			'INVALID_REQUEST',
		],
		['a name over 250 bytes', { requestName: 'x'.repeat(251) }, 400, 'NAME_TOO_LONG'],
		['both kinds of content', { fmsFileId: 'x' }, 400, 'CONTENT_REQUIRED'],
		['no content', { sourcecontentId: undefined }, 400, 'CONTENT_REQUIRED'],
		['content of another job', { sourcecontentId: 'other' }, 400, 'CONTENT_NOT_FOUND'],
		['an unknown file', { sourcecontentId: undefined, fmsFileId: 'other' }, 400, 'FILE_NOT_FOUND'],
		['a wrong number of target ids', { targetNativeIds: ['a', 'b'] }, 400, 'INVALID_REQUEST'],
		['the old spelling of the content id', { sourceContentId: 'x' }, 400, 'UNKNOWN_FIELD'],
	])('refuses %s', async (_what, change, expected, code) => {
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/requests/add`, {
			requestName: 'x',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr'],
			sourcecontentId: await contentOf(),
			...change,
		});
		expect([status, body.code]).toEqual([expected, code]);
	});

	it('refuses a file that was not uploaded', async () => {
		const { fmsFileId } = await caller.createTransfer(jobId);
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/requests/add`, {
			requestName: 'x',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr'],
			fmsFileId,
		});
		expect([status, body.code]).toEqual([409, 'FILE_NOT_UPLOADED']);
	});

	it('refuses more requests than the quota', async () => {
		await caller.sandbox.configure({ quotas: { MaxReqsPerJob: 1 } });
		await caller.addPairs(jobId);
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/requests/add`, {
			requestName: 'x',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr'],
			sourcecontentId: await contentOf(),
		});
		expect([status, body.code]).toEqual([409, 'QUOTA_EXCEEDED']);
	});

	it('refuses a submitted job', async () => {
		const job = await caller.submittedJob();
		const { status, body } = await caller.call('POST', `/jobs/${job.jobId}/requests/add`, {
			requestName: 'x',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['de-de'],
			sourcecontentId: 'x',
		});
		expect([status, body.code]).toEqual([409, 'JOB_SUBMITTED']);
	});
});

describe('read', () => {
	it('selects requests by id, repeatedly', async () => {
		const added = await caller.addPairs(jobId, ['fr-fr', 'de-de', 'es-es']);
		const { body } = await caller.call(
			'GET',
			`/jobs/${jobId}/requests?id=${added[0]?.requestId}&id=${added[2]?.requestId}`,
		);
		expect(body.requests.map((request: Json) => request.targetNativeLanguageCode)).toEqual([
			'fr-fr',
			'es-es',
		]);
	});

	it('selects requests by status, repeatedly, unless switched off', async () => {
		const job = await caller.submittedJob(['fr-fr', 'de-de', 'es-es']);
		await caller.sandbox.redeliver([job.requestIds[0] ?? '']);
		await caller.sandbox.cancelRequest(job.requestIds[1] ?? '');
		const count = async (query: string) =>
			(await caller.call('GET', `/jobs/${job.jobId}/requests?${query}`)).body.requests
				.length as number;
		expect(await count('statusCode=REVIEW_TRANSLATION')).toBe(1);
		expect(await count('statusCode=REVIEW_TRANSLATION&statusCode=CANCELLED')).toBe(2);
		await caller.sandbox.configure({ ignores: ['severalStatuses'] });
		expect(await count('statusCode=REVIEW_TRANSLATION&statusCode=COMPLETED')).toBe(0);
		await caller.sandbox.configure({ ignores: ['statusFilter'] });
		expect(await count('statusCode=REVIEW_TRANSLATION')).toBe(3);
	});

	it('refuses an unknown status', async () => {
		expect((await caller.call('GET', `/jobs/${jobId}/requests?statusCode=DONE`)).status).toBe(400);
	});

	it('gets one request', async () => {
		const [added] = await caller.addPairs(jobId);
		expect(
			(await caller.call('GET', `/jobs/${jobId}/requests/${added?.requestId}`)).body,
		).toMatchObject({ requestId: added?.requestId });
		expect((await caller.call('GET', `/jobs/${jobId}/requests/none`)).status).toBe(404);
	});
});

describe('change', () => {
	it('patches one request', async () => {
		const [added] = await caller.addPairs(jobId);
		const changes = {
			requestName: 'New',
			targetNativeLanguageCode: 'de-de',
			sourceNativeId: 'other',
			extendedMetadata: { b: 2 },
		};
		const { status, body } = await caller.call(
			'PATCH',
			`/jobs/${jobId}/requests/${added?.requestId}`,
			changes,
		);
		expect([status, body]).toEqual([200, expect.objectContaining(changes)]);
	});

	it('patches many requests, content included', async () => {
		const added = await caller.addPairs(jobId, ['fr-fr', 'de-de']);
		const fmsFileId = await caller.uploadFile(jobId);
		const requestIds = added.map(({ requestId }) => requestId as string);
		const { body } = await caller.call('PATCH', `/jobs/${jobId}/requests`, {
			requestIds,
			fmsFileId,
		});
		expect(body.requests).toMatchObject([{ fileId: fmsFileId }, { fileId: fmsFileId }]);
		expect(body.requests[0]).not.toHaveProperty('sourcecontentId');
	});

	it('refuses requests of a submitted job', async () => {
		const job = await caller.submittedJob();
		const { status, body } = await caller.call(
			'PATCH',
			`/jobs/${job.jobId}/requests/${job.requestIds[0]}`,
			{ requestName: 'New' },
		);
		expect([status, body.code]).toEqual([409, 'JOB_SUBMITTED']);
	});

	it('deletes a request before the job is submitted, and not in progress', async () => {
		const [added] = await caller.addPairs(jobId);
		expect(
			(await caller.call('DELETE', `/jobs/${jobId}/requests/${added?.requestId}`)).status,
		).toBe(200);
		expect((await caller.call('GET', `/jobs/${jobId}/requests`)).body.requests).toEqual([]);
		const job = await caller.submittedJob();
		const refused = await caller.call('DELETE', `/jobs/${job.jobId}/requests/${job.requestIds[0]}`);
		expect([refused.status, refused.body.code]).toEqual([409, 'JOB_IN_PROGRESS']);
	});
});

describe('approve and reject', () => {
	it('approves what is in review', async () => {
		const job = await caller.deliveredJob();
		const { status, body } = await caller.call('PUT', `/jobs/${job.jobId}/requests/approve`, {
			requestIds: job.requestIds,
		});
		expect([status, body.requests[0].status]).toEqual([200, 'TRANSLATION_APPROVED']);
	});

	it.each(['approve', 'reject'])(
		'refuses to %s before review, and changes nothing',
		async (verb) => {
			const job = await caller.submittedJob(['fr-fr', 'de-de']);
			await caller.sandbox.redeliver([job.requestIds[0] ?? '']);
			const { status, body } = await caller.call('PUT', `/jobs/${job.jobId}/requests/${verb}`, {
				requestIds: job.requestIds,
			});
			expect([status, body]).toEqual([
				409,
				{
					code: 'REQUEST_NOT_IN_REVIEW',
					message: expect.stringContaining(job.requestIds[1] ?? ''),
				},
			]);
			expect(await caller.requestStatus(job.requestIds[0] ?? '')).toBe('REVIEW_TRANSLATION');
		},
	);

	it('has a rejected request delivered again, with a later modification date', async () => {
		await caller.sandbox.configure({ autoDeliver: true, translateDelayMs: 10 });
		const job = await caller.deliveredJob();
		const before = (await caller.call('GET', `/jobs/${job.jobId}/requests`)).body.requests[0];
		const { body } = await caller.call('PUT', `/jobs/${job.jobId}/requests/reject`, {
			requestIds: job.requestIds,
			note: 'Too literal',
		});
		expect(body.requests[0].status).toBe('TRANSLATION_REJECTED');
		let after: Json = {};
		while (after.status !== 'REVIEW_TRANSLATION')
			after = (await caller.call('GET', `/jobs/${job.jobId}/requests`)).body.requests[0];
		expect(Date.parse(after.modifiedDate)).toBeGreaterThan(Date.parse(before.modifiedDate));
	});

	it('takes no note on approve', async () => {
		const job = await caller.deliveredJob();
		const { status, body } = await caller.call('PUT', `/jobs/${job.jobId}/requests/approve`, {
			requestIds: job.requestIds,
			note: 'x',
		});
		expect([status, body.code]).toEqual([400, 'UNKNOWN_FIELD']);
	});
});

describe('retrieve', () => {
	it('hands out translated pairs in review and when approved', async () => {
		const job = await caller.deliveredJob();
		const path = `/jobs/${job.jobId}/requests/${job.requestIds[0]}/retrieve`;
		expect((await caller.call('GET', path)).body.requests[0].targetContent).toEqual([
			{ key: 'title', value: '[fr-fr] Ĥéļļö ŵöŕļð' },
		]);
		await caller.call('PUT', `/jobs/${job.jobId}/requests/approve`, { requestIds: job.requestIds });
		expect((await caller.call('GET', path)).status).toBe(200);
	});

	it.each([
		['object', (body: Json) => body],
		['array', (body: Json) => body[0] as Json],
	] as const)('hands them out as %s when switched so', async (retrieveShape, item) => {
		await caller.sandbox.configure({ retrieveShape });
		const job = await caller.deliveredJob();
		const { body } = await caller.call(
			'GET',
			`/jobs/${job.jobId}/requests/${job.requestIds[0]}/retrieve`,
		);
		expect(item(body).targetContent).toHaveLength(1);
	});

	it.each(['retrieve', 'retrievefile'])('refuses %s before review', async (verb) => {
		const job = await caller.submittedJob();
		const { status, body } = await caller.call(
			'GET',
			`/jobs/${job.jobId}/requests/${job.requestIds[0]}/${verb}`,
			undefined,
			{ Accept: 'application/octet-stream' },
		);
		expect([status, body.code]).toEqual([409, 'NOT_TRANSLATED']);
	});
});

describe('source content', () => {
	it('is created, read and replaced', async () => {
		const contentId = await contentOf();
		const path = `/jobs/${jobId}/sourcecontent/${contentId}`;
		expect((await caller.call('GET', path)).body).toEqual({
			sourcecontentId: contentId,
			fields: [{ key: 'title', value: 'Hello' }],
		});
		const fields = [{ key: 'body', value: '' }];
		expect((await caller.call('PUT', path, { fields })).body.fields).toEqual(fields);
		expect((await caller.call('GET', `/jobs/${jobId}/sourcecontent/none`)).status).toBe(404);
	});

	const bodyOf = (bytes: number) => {
		const frame = JSON.stringify({ fields: [{ key: 'k', value: '' }] }).length;
		return { fields: [{ key: 'k', value: 'x'.repeat(bytes - frame) }] };
	};

	it('takes exactly 1,000,000 bytes and not one more', async () => {
		expect(
			(await caller.call('POST', `/jobs/${jobId}/sourcecontent`, bodyOf(1_000_000))).status,
		).toBe(201);
		const { status, body } = await caller.call(
			'POST',
			`/jobs/${jobId}/sourcecontent`,
			bodyOf(1_000_001),
		);
		expect([status, body.code]).toEqual([413, 'CONTENT_TOO_LARGE']);
	});

	it.each([
		['no fields', {}],
		['an empty list', { fields: [] }],
		['a field without value', { fields: [{ key: 'a' }] }],
		['a number as value', { fields: [{ key: 'a', value: 1 }] }],
		['an empty key', { fields: [{ key: '', value: 'x' }] }],
		[
			'the same key twice',
			{
				fields: [
					{ key: 'a', value: '1' },
					{ key: 'a', value: '2' },
				],
			},
		],
		['an unknown property', { fields: [{ key: 'a', value: '1', note: 'x' }] }],
	])('refuses %s', async (_what, body) => {
		expect((await caller.call('POST', `/jobs/${jobId}/sourcecontent`, body)).status).toBe(400);
	});
});
