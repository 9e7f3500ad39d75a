import { useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5 } });

describe('providers', () => {
	it('are listed, one with a schema, one with languages, one disabled', async () => {
		const { body } = await caller.call('GET', '/providers');
		expect(body.providers).toMatchObject([
			{
				id: 'pseudo',
				name: expect.any(String),
				siteId: expect.any(String),
				creatorId: expect.any(String),
				status: 'ENABLED',
			},
			{ id: 'metadata', ExtendedMetadataSchema: { type: 'object' } },
			{
				id: 'european',
				capabilities: {
					supportUpdateTM: true,
					supportQuote: true,
					supportedLanguages: expect.any(Array),
				},
			},
			{ id: 'disabled', status: 'DISABLED' },
		]);
	});

	it('are read one by one', async () => {
		expect((await caller.call('GET', '/providers/pseudo')).body.id).toBe('pseudo');
		expect((await caller.call('GET', '/providers/none')).status).toBe(404);
	});

	it.each(['ENABLED', 'SOMETHING_NEW'])('take the status %s', async (status) => {
		expect((await caller.call('PATCH', '/providers/disabled', { status })).body.status).toBe(
			status,
		);
	});

	it('refuse any other change', async () => {
		expect((await caller.call('PATCH', '/providers/disabled', { name: 'x' })).status).toBe(400);
	});

	it('can be added', async () => {
		await caller.sandbox.addProvider({
			id: 'mine',
			name: 'Mine',
			siteId: 's',
			creatorId: 'c',
			status: 'ENABLED',
		});
		expect((await caller.call('GET', '/providers/mine')).status).toBe(200);
	});
});

const QUOTA = {
	MaxStatusUpdatesPerSite: 10000,
	MaxReqsPerJob: 2000,
	MaxSupportAssetsPerJob: 1000,
	MaxFilesPerJob: 1000,
};
const LIST = Object.entries(QUOTA).map(([name, value]) => ({ name, value }));

it.each([
	['object', QUOTA],
	['list', LIST],
	['wrappedObject', { quota: QUOTA }],
	['wrappedList', { quotas: LIST }],
] as const)('the quota comes as %s', async (quotaShape, expected) => {
	await caller.sandbox.configure({ quotaShape });
	expect((await caller.call('GET', '/quota')).body).toEqual(expected);
});

describe('support assets', () => {
	it('are added, listed, read and deleted', async () => {
		const jobId = await caller.createJob();
		const asset = {
			fmsFileId: await caller.uploadFile(jobId, '%PDF', 'style guide.pdf'),
			description: 'Style guide',
			sourceNativeIds: ['page-1'],
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr'],
			extendedMetadata: { a: 1 },
		};
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/supportassets`, asset);
		expect([status, body]).toEqual([
			201,
			expect.objectContaining({ ...asset, supportassetId: expect.any(String) }),
		]);
		const path = `/jobs/${jobId}/supportassets/${body.supportassetId}`;
		expect((await caller.call('GET', `/jobs/${jobId}/supportassets`)).body.supportassets).toEqual([
			body,
		]);
		expect((await caller.call('GET', path)).body).toEqual(body);
		expect((await caller.call('DELETE', path)).status).toBe(200);
		expect((await caller.call('GET', path)).status).toBe(404);
	});

	it('are refused without file, beyond the quota and after submit', async () => {
		const jobId = await caller.createJob();
		const path = `/jobs/${jobId}/supportassets`;
		expect((await caller.call('POST', path, {})).body.code).toBe('MISSING_FIELD');
		const fmsFileId = await caller.uploadFile(jobId);
		await caller.sandbox.configure({ quotas: { MaxSupportAssetsPerJob: 0 } });
		expect((await caller.call('POST', path, { fmsFileId })).body.code).toBe('QUOTA_EXCEEDED');
		const submitted = await caller.submittedJob();
		const file = await caller.uploadFile(submitted.jobId);
		expect(
			(await caller.call('POST', `/jobs/${submitted.jobId}/supportassets`, { fmsFileId: file }))
				.body.code,
		).toBe('JOB_SUBMITTED');
	});
});

describe('translation memory updates', () => {
	it('are added, listed and read', async () => {
		const jobId = await caller.createJob();
		const update = {
			fmsFileId: await caller.uploadFile(jobId, '<tmx/>', 'memory.tmx'),
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCode: 'fr-fr',
		};
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/tmupdates`, update);
		expect([status, body]).toEqual([
			201,
			expect.objectContaining({ ...update, tmupdateId: expect.any(String) }),
		]);
		expect((await caller.call('GET', `/jobs/${jobId}/tmupdates`)).body.tmupdates).toEqual([body]);
		expect((await caller.call('GET', `/jobs/${jobId}/tmupdates/${body.tmupdateId}`)).body).toEqual(
			body,
		);
		expect((await caller.call('GET', `/jobs/${jobId}/tmupdates/none`)).status).toBe(404);
	});

	it('are refused without a target or with several', async () => {
		const jobId = await caller.createJob();
		const fmsFileId = await caller.uploadFile(jobId);
		const path = `/jobs/${jobId}/tmupdates`;
		expect(
			(await caller.call('POST', path, { fmsFileId, sourceNativeLanguageCode: 'en-us' })).body.code,
		).toBe('MISSING_FIELD');
		expect(
			(
				await caller.call('POST', path, {
					fmsFileId,
					sourceNativeLanguageCode: 'en-us',
					targetNativeLanguageCodes: ['fr-fr'],
				})
			).body.code,
		).toBe('UNKNOWN_FIELD');
	});
});
