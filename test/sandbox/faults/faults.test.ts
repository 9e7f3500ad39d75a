import type { Fault } from '../../../sandbox/faults/faults';
import { CONNECTOR, useCaller } from '../caller';

const caller = useCaller();
beforeEach(async () => {
	await caller.login();
});

const quota = () => caller.call('GET', '/quota');
const createJob = () => caller.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR });

it('strike so many times and then no more', async () => {
	await caller.sandbox.fault({ path: '/quota', status: 503, times: 2 });
	const statuses = [];
	for (let count = 0; count < 3; count++) statuses.push((await quota()).status);
	expect(statuses).toEqual([503, 503, 200]);
});

it('let calls pass first when told to', async () => {
	await caller.sandbox.fault({ path: '/quota', status: 500, skip: 1 });
	expect([(await quota()).status, (await quota()).status, (await quota()).status]).toEqual([
		200, 500, 200,
	]);
});

it.each<[Fault, string, string, boolean]>([
	[{ path: '/jobs', status: 500 }, 'GET', '/jobs/archived', true],
	[{ path: '/v2/jobs', status: 500 }, 'GET', '/jobs', true],
	[{ path: '^/jobs$', status: 500 }, 'GET', '/jobs', true],
	[{ path: '^/jobs$', status: 500 }, 'GET', '/jobs/archived', false],
	[{ method: 'PUT', status: 500 }, 'GET', '/jobs', false],
	[{ method: 'get', status: 500 }, 'GET', '/jobs', true],
	[{ origin: 'auth', status: 500 }, 'GET', '/jobs', false],
	[{ origin: 'rest', status: 500 }, 'GET', '/jobs', true],
])('%j on %s %s: %s', async (fault, method, path, strikes) => {
	await caller.sandbox.fault(fault);
	expect((await caller.call(method, path)).status === 500).toBe(strikes);
});

it('answer with any status, body and headers', async () => {
	await caller.sandbox.fault({
		status: 418,
		body: { code: 'TEAPOT', message: 'Short and stout' },
		headers: { 'Retry-After': '7' },
	});
	const { status, body, headers } = await quota();
	expect([status, body.code, headers.get('retry-after')]).toEqual([418, 'TEAPOT', '7']);
	await caller.sandbox.fault({ status: 502, body: 'Bad gateway' });
	expect(await quota()).toMatchObject({ status: 502, text: 'Bad gateway' });
	await caller.sandbox.fault({ status: 500, body: '' });
	expect(await quota()).toMatchObject({ status: 500, text: '' });
});

describe.each([404, 409, 422])('a passing %s of the file host', (status) => {
	beforeEach(() =>
		caller.sandbox.fault({
			origin: 'files',
			status,
			body: { code: 'FMS_UNAVAILABLE', message: 'Try again.' },
		}),
	);

	it('leaves a direct upload to be made', async () => {
		const transfer = await caller.createTransfer(await caller.createJob());
		expect(await caller.uploadMultipart(transfer, 'Hello')).toMatchObject({
			status,
			body: { code: 'FMS_UNAVAILABLE' },
		});
		expect((await caller.uploadMultipart(transfer, 'Hello')).status).toBe(200);
	});

	it('leaves a TUS upload to be made', async () => {
		const transfer = await caller.createTransfer(await caller.createJob());
		const create = () =>
			fetch(transfer.fmsUploadUrl, {
				method: 'POST',
				headers: { 'Tus-Resumable': '1.0.0', sastoken: transfer.fmsSASToken, 'Upload-Length': '5' },
			});
		expect([(await create()).status, (await create()).status]).toEqual([status, 201]);
	});

	it('leaves a link to be followed', async () => {
		const { jobIds, requestIds } = await caller.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const path = `/jobs/${jobIds[0]}/requests/${requestIds[0]}/retrievefile`;
		const link =
			(
				await caller.call('GET', path, undefined, { Accept: 'application/octet-stream' })
			).headers.get('location') ?? '';
		expect([(await fetch(link)).status, (await fetch(link)).status]).toEqual([status, 200]);
	});
});

it('have no effect before a dropped connection', async () => {
	await caller.sandbox.fault({ method: 'POST', dropBefore: true });
	await expect(createJob()).rejects.toThrow();
	expect(await caller.sandbox.jobs()).toEqual([]);
});

it('have their effect when the connection drops after it', async () => {
	await caller.sandbox.fault({ method: 'POST', dropAfter: true });
	await expect(createJob()).rejects.toThrow();
	expect(await caller.sandbox.jobs()).toHaveLength(1);
	expect(await caller.sandbox.log({ method: 'POST', origin: 'rest' })).toMatchObject([
		{ fault: 'dropAfter', status: 0 },
	]);
});

it('delay the call and then carry on', async () => {
	await caller.sandbox.fault({ path: '/quota', delayMs: 300 });
	const began = performance.now();
	expect((await quota()).status).toBe(200);
	// Timers may be early by a millisecond; late they may be by any time.
	expect(performance.now() - began).toBeGreaterThanOrEqual(298);
});

it('never answer when they hang', async () => {
	await caller.sandbox.fault({ hang: true });
	await expect(
		fetch(`${caller.sandbox.baseUrl}/quota`, { signal: AbortSignal.timeout(200) }),
	).rejects.toThrow();
});

it('answer a sign-in page', async () => {
	await caller.sandbox.fault({ signInPage: true });
	const { status, headers, text } = await quota();
	expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	expect(text).toContain('Sign in');
});

it('answer garbage', async () => {
	await caller.sandbox.fault({ garbage: true });
	const { status, headers, text } = await quota();
	expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
	expect(() => JSON.parse(text) as unknown).toThrow();
});

it('let a token expire in the middle', async () => {
	await caller.sandbox.fault({ path: '/quota', expireToken: true });
	expect((await quota()).status).toBe(401);
	await caller.login();
	expect((await quota()).status).toBe(200);
});

it('strike the token host', async () => {
	await caller.sandbox.fault({ origin: 'auth', status: 503 });
	expect((await caller.askToken()).status).toBe(503);
});

it('break the body of a REST call off', async () => {
	await caller.sandbox.fault({ method: 'POST', cutUploadAt: 10 });
	await expect(createJob()).rejects.toThrow();
	expect(await caller.sandbox.jobs()).toEqual([]);
});

it.each([0, 1, 4_000_000])('cut a download after %d bytes', async (bytes) => {
	const jobId = await caller.createJob();
	const fmsFileId = await caller.uploadFile(jobId, Buffer.alloc(5_000_000, 1), 'large.bin');
	await caller.sandbox.fault({ path: '/jobs', method: 'GET', cutDownloadAt: bytes });
	const answer = await fetch(`${caller.sandbox.baseUrl}/jobs/${jobId}/sourcefiles/${fmsFileId}`, {
		headers: { Authorization: `Bearer ${caller.token}` },
	});
	let received = 0;
	await expect(
		(async () => {
			for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
				received += chunk.length;
		})(),
	).rejects.toThrow();
	expect(received).toBe(bytes);
});

it('can be listed and cleared', async () => {
	await caller.sandbox.fault({ path: '/quota', status: 500, times: 3 });
	await quota();
	expect(await caller.sandbox.faults()).toEqual([{ path: '/quota', status: 500, times: 2 }]);
	await caller.sandbox.clearFaults();
	expect((await quota()).status).toBe(200);
});

it.each([[{}], [{ status: 500, hang: true }], [{ statuss: 500 }]])('refuse %j', async (fault) => {
	await expect(caller.sandbox.fault(fault as Fault)).rejects.toThrow('fault');
});

it('are named in the log', async () => {
	await caller.sandbox.fault({ status: 503 });
	await quota();
	expect(await caller.sandbox.log({ path: '/quota' })).toMatchObject([
		{ status: 503, fault: 'status 503' },
	]);
});

describe('part of an effect', () => {
	const targets = ['de-de', 'fr-fr', 'it-IT'];
	const kept = async () =>
		(await caller.sandbox.requests()).map((request) => request.targetNativeLanguageCode);

	it('is all there is when the answer is lost', async () => {
		const jobId = await caller.createJob();
		await caller.sandbox.fault({ path: 'requests/add$', dropAfter: true, part: 2 });
		await expect(caller.addPairs(jobId, targets)).rejects.toThrow();
		expect(await kept()).toEqual(['de-de', 'fr-fr']);
	});

	it('comes at once, and the rest later', async () => {
		const jobId = await caller.createJob();
		await caller.sandbox.fault({ path: 'requests/add$', lateEffectMs: 60_000, part: 1 });
		await caller.addPairs(jobId, targets);
		expect(await kept()).toEqual(['de-de']);
		await caller.sandbox.advance(60_000);
		expect(await kept()).toEqual(targets);
	});
});
