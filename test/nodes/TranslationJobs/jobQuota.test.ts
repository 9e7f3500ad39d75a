import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../support/harness';
import { createJob, items, runOnWire } from './support';

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
const binary = {
	data: {
		data: Buffer.from('Hello').toString('base64'),
		mimeType: 'text/plain',
		fileName: 'a.txt',
	},
};
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
				message.includes(`the requests of job ${jobId} could not be counted`),
			),
		).toHaveLength(1);
	});
});

describe('the quotas of a client', () => {
	const QUOTA = 'GET /quota';
	const lower = async () => await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 3 } });

	it.each<[string, (jobId: string) => INodeParameters]>([
		['with content', (jobId) => addContent(jobId)],
		['with files', (jobId) => addFile(jobId, { fileFrom: 'binary' })],
	])('may be lower, for requests %s', async (_what, parameters) => {
		await lower();
		const jobId = await createJob(harness);
		await harness.json(addContent(jobId));
		const { error, changes } = await runOnWire(harness, parameters(jobId), {
			input: [{ json: {}, binary }],
		});
		expect(error?.message).toContain('4 requests; the limit is 3');
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
