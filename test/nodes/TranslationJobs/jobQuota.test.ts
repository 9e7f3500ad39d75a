import type { INodeParameters } from 'n8n-workflow';

import { forgetQuotas } from '../../../nodes/api/quotas';
import { byId, useHarness } from '../../support/harness';
import { createJob, items, runOnWire, uploadFile } from './support';

const harness = useHarness();
beforeEach(() => {
	harness.engine.logs.length = 0;
});

async function jobHolding(requests: number): Promise<string> {
	const { jobIds } = await harness.sandbox.seed({
		jobs: 1,
		requestsPerJob: requests,
		status: 'CREATED',
	});
	return jobIds[0]!;
}

const newRequest = {
	requestName: 'Page',
	sourceLanguage: 'en-us',
	targetLanguages: ['de-de', 'fr-fr'],
};
const addContent = (jobId: string, more: INodeParameters = {}) =>
	({
		resource: 'request',
		operation: 'addContent',
		jobId: byId(jobId),
		...newRequest,
		content: { pair: [{ key: 'title', value: 'Hello' }] },
		...more,
	}) as INodeParameters;
const addFile = (jobId: string, more: INodeParameters) =>
	({
		resource: 'request',
		operation: 'addFile',
		jobId: byId(jobId),
		...newRequest,
		...more,
	}) as INodeParameters;
const addAsset = (jobId: string, fmsFileId: string) =>
	({
		resource: 'supportAsset',
		operation: 'add',
		jobId: byId(jobId),
		fileFrom: 'id',
		fmsFileId,
	}) as INodeParameters;
const binary = {
	data: {
		data: Buffer.from('Hello').toString('base64'),
		mimeType: 'text/plain',
		fileName: 'a.txt',
	},
};
const addMemory = (jobId: string, fmsFileId: string) =>
	({
		resource: 'translationMemory',
		operation: 'add',
		jobId: byId(jobId),
		fileFrom: 'id',
		fmsFileId,
		sourceLanguage: 'en-us',
		targetLanguage: 'de-de',
	}) as INodeParameters;
const counted = (lines: string[]) => lines.filter((line) => line.startsWith('GET /jobs'));
const warnings = () =>
	harness.engine.logs.filter(({ level }) => level === 'warn').map(({ message }) => message);

describe('a job that is nearly full of requests', () => {
	const TOO_MANY = 'The job would have 2,001 requests; the limit is 2,000 (MaxReqsPerJob)';

	it('takes no content beyond its quota: nothing is sent', async () => {
		const { error, changes, lines } = await runOnWire(harness, addContent(await jobHolding(1_999)));
		expect(error?.message).toBe(TOO_MANY);
		expect(changes).toEqual([]);
		expect(counted(lines)).toHaveLength(2);
	});

	it('takes no file beyond its quota: it is not uploaded either', async () => {
		const { error, changes } = await runOnWire(
			harness,
			addFile(await jobHolding(1_999), { fileFrom: 'binary' }),
			{ input: [{ json: {}, binary }] },
		);
		expect(error?.message).toBe(TOO_MANY);
		expect(changes).toEqual([]);
	});

	it('takes what fits, of items that run at once, and is counted once', async () => {
		const jobId = await jobHolding(1_997);
		const input = items(...Array.from({ length: 5 }, () => ({})));
		const { json, lines } = await runOnWire(
			harness,
			addContent(jobId, { targetLanguages: ['de-de'] }),
			{ input, continueOnFail: true },
		);
		expect(json.map(({ error }) => error)).toEqual([
			undefined,
			undefined,
			undefined,
			TOO_MANY,
			TOO_MANY.replace('2,001', '2,002'),
		]);
		expect(counted(lines)).toHaveLength(2);
		expect(await harness.sandbox.requests(jobId)).toHaveLength(2_000);
	});

	it('takes more where its quota was raised', async () => {
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 5_000 } });
		expect((await runOnWire(harness, addContent(await jobHolding(1_999)))).json).toHaveLength(2);
	});

	it.each([
		['tells no counts', async () => await harness.sandbox.configure({ aggregateShape: 'empty' })],
		[
			'refuses to tell them',
			async () => await harness.sandbox.configure({ refuses: { aggregateRequests: 400 } }),
		],
	])('is read where it %s', async (_what, prepare) => {
		const jobId = await jobHolding(1_999);
		await prepare();
		const { error, changes } = await runOnWire(harness, addContent(jobId));
		expect(error?.message).toBe(TOO_MANY);
		expect(changes).toEqual([]);
	});

	it('is added to where it cannot be counted, which the log says', async () => {
		const jobId = await jobHolding(3);
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests$',
			status: 500,
			times: 2,
		});
		const { json } = await runOnWire(harness, addContent(jobId), { input: items({}, {}) });
		expect(json).toHaveLength(4);
		expect(
			warnings().filter((message) =>
				message.includes(`what job ${jobId} holds could not be counted for MaxReqsPerJob`),
			),
		).toHaveLength(1);
	});
});

describe('a job that is nearly full of support assets', () => {
	const list = (count: number) => ({
		supportassets: Array.from({ length: count }, (_, index) => ({
			supportassetId: `asset-${index}`,
		})),
	});

	it.each([
		[999, undefined],
		[1_000, 'The job would have 1,001 support assets; the limit is 1,000 (MaxSupportAssetsPerJob)'],
	])('which has %i', async (count, refusal) => {
		const jobId = await createJob(harness);
		const fmsFileId = await uploadFile(harness, jobId, 'guide.txt');
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'supportassets$',
			replaceBody: list(count),
		});
		const { error, changes } = await runOnWire(harness, addAsset(jobId, fmsFileId));
		expect(error?.message).toBe(refusal);
		expect(changes).toHaveLength(refusal ? 0 : 1);
	});
});

describe('a job that is nearly full of files', () => {
	const upload = (jobId: string) =>
		({
			resource: 'file',
			operation: 'upload',
			jobId: byId(jobId),
			binaryPropertyName: 'data',
		}) as INodeParameters;
	const list = (jobId: string, fileOf: (index: number) => string | undefined) => ({
		requests: Array.from({ length: 1_000 }, (_, index) => ({
			requestId: `request-${index}`,
			jobId,
			statusCode: 'CREATED',
			fileId: fileOf(index),
		})),
	});

	it.each<[string, (index: number) => string | undefined, string | undefined]>([
		[
			'a file for each of 1,000 requests',
			(index) => `file-${index}`,
			'The job would have 1,001 files; the limit is 1,000 (MaxFilesPerJob)',
		],
		[
			'999 files, one of them for two requests',
			(index) => `file-${Math.min(index, 998)}`,
			undefined,
		],
		['requests without files', () => undefined, undefined],
	])('which has %s', async (_what, fileOf, refusal) => {
		const jobId = await createJob(harness);
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests$',
			replaceBody: list(jobId, fileOf),
			times: 9,
		});
		const { error, changes } = await runOnWire(harness, upload(jobId), {
			input: [{ json: {}, binary }],
		});
		expect(error?.message).toBe(refusal);
		expect(changes.length).toBe(refusal ? 0 : 1);
	});

	it('costs one call for each list where there is room in any case', async () => {
		const jobId = await jobHolding(20);
		const { error, lines } = await runOnWire(harness, upload(jobId), {
			input: [{ json: {}, binary }],
		});
		expect(error).toBeUndefined();
		expect(counted(lines).sort()).toEqual(
			['requests', 'supportassets', 'tmupdates'].map((list) => `GET /jobs/${jobId}/${list}`),
		);
	});

	it.each([
		['support assets', addAsset],
		['translation memories', addMemory],
	])('which are those of %s, too', async (_what, add) => {
		const jobId = await createJob(harness);
		for (const name of ['a.txt', 'b.txt'])
			await harness.json(add(jobId, await uploadFile(harness, jobId, name)));
		await harness.sandbox.configure({ quotas: { MaxFilesPerJob: 2 } });
		forgetQuotas();
		const { error, changes } = await runOnWire(harness, upload(jobId), {
			input: [{ json: {}, binary }],
		});
		expect(error?.message).toBe('The job would have 3 files; the limit is 2 (MaxFilesPerJob)');
		expect(changes).toEqual([]);
	});

	it('is added to where some of them cannot be counted', async () => {
		const jobId = await createJob(harness);
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'tmupdates$',
			status: 500,
			times: 9,
		});
		const { error } = await runOnWire(harness, upload(jobId), { input: [{ json: {}, binary }] });
		expect(error).toBeUndefined();
		expect(warnings().join()).toContain('could not be counted for MaxFilesPerJob');
	});
});

describe('the quotas of a client', () => {
	const QUOTA = 'GET /quota';
	const lower = async () =>
		await harness.sandbox.configure({
			quotas: { MaxReqsPerJob: 3, MaxFilesPerJob: 1, MaxSupportAssetsPerJob: 1 },
		});
	it.each<[string, (jobId: string) => Promise<INodeParameters>, string]>([
		['requests with content', async (jobId) => addContent(jobId), '4 requests; the limit is 3'],
		[
			'requests with files',
			async (jobId) => addFile(jobId, { fileFrom: 'binary' }),
			'4 requests; the limit is 3',
		],
		[
			'files',
			async (jobId) => ({
				resource: 'file',
				operation: 'upload',
				jobId: byId(jobId),
				binaryPropertyName: 'data',
			}),
			'2 files; the limit is 1',
		],
		['support assets', async (jobId) => addAsset(jobId, 'any'), '2 support assets; the limit is 1'],
	])('may be lower, for %s', async (_what, parameters, refusal) => {
		await lower();
		const jobId = await createJob(harness);
		await harness.json(addContent(jobId));
		await harness.json(addAsset(jobId, await uploadFile(harness, jobId, 'guide.txt')));
		const { error, changes } = await runOnWire(harness, await parameters(jobId), {
			input: [{ json: {}, binary }],
		});
		expect(error?.message).toContain(refusal);
		expect(changes).toEqual([]);
	});

	it('are read once an hour, whatever adds, and again after it', async () => {
		const jobId = await createJob(harness);
		const quotaCalls = async () => {
			const { lines } = await runOnWire(harness, addContent(jobId), { input: items({}, {}, {}) });
			return lines.filter((line) => line === QUOTA).length;
		};
		expect(await quotaCalls()).toBe(1);
		expect(await quotaCalls()).toBe(0);
		const later = Date.now() + 3_600_001;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
		try {
			expect(await quotaCalls()).toBe(1);
		} finally {
			clock.mockRestore();
		}
	});

	it('count at once if they were raised', async () => {
		await lower();
		const jobId = await createJob(harness);
		await harness.json(addContent(jobId));
		expect((await harness.run(addContent(jobId))).error?.message).toContain('the limit is 3');
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 4 } });
		const { json, lines } = await runOnWire(harness, addContent(jobId));
		expect(json).toHaveLength(2);
		expect(lines.filter((line) => line === QUOTA)).toHaveLength(1);
	});

	it.each<[string, () => Promise<unknown>]>([
		['refused', async () => await harness.sandbox.configure({ refuses: { quota: 403 } })],
		['absent', async () => await harness.sandbox.configure({ refuses: { quota: 404 } })],
		[
			'of another shape',
			async () => await harness.sandbox.configure({ quotaShape: 'limitAndUsed' }),
		],
		[
			'cut off',
			async () =>
				await harness.sandbox.fault({
					origin: 'rest',
					path: 'quota$',
					garbage: true,
					times: 99,
				}),
		],
	])(
		'are those of the specification where they are %s, for five minutes',
		async (_what, break_) => {
			await break_();
			const jobId = await createJob(harness);
			const first = await runOnWire(harness, addContent(jobId), { input: items({}, {}) });
			expect(first.json).toHaveLength(4);
			expect(warnings().filter((line) => line.includes('quotas could not be read'))).toHaveLength(
				1,
			);
			const second = await runOnWire(harness, addContent(jobId));
			expect(second.lines).not.toContain(QUOTA);
			const later = Date.now() + 300_001;
			const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
			try {
				expect((await runOnWire(harness, addContent(jobId))).lines).toContain(QUOTA);
			} finally {
				clock.mockRestore();
			}
		},
	);
});
