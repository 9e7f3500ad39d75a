import { request as httpRequest } from 'node:http';

import type { Fault } from '../../../sandbox/faults/faults';
import { CONNECTOR, read, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 1, acceptMs: 1 } });
beforeEach(async () => {
	await caller.login();
});

const quota = () => caller.call('GET', '/quota');
const createJob = () => caller.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR });

interface Received {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	isWhole: boolean;
}

/** What arrives, byte for byte, however it ends. */
function receive(
	url: string,
	method = 'GET',
	headers: Record<string, string> = {},
): Promise<Received> {
	return new Promise((resolve, reject) => {
		const call = httpRequest(url, { method, headers }, (answer) => {
			let text = '';
			answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
			answer.on('error', () => undefined);
			answer.on('close', () =>
				resolve({
					status: answer.statusCode ?? 0,
					headers: answer.headers,
					text,
					isWhole: answer.complete,
				}),
			);
		});
		call.on('error', reject);
		call.end();
	});
}

const restCall = (path: string) =>
	receive(caller.sandbox.baseUrl + path, 'GET', { Authorization: `Bearer ${caller.token}` });

describe('an answer that is cut', () => {
	it.each([
		[0, {}],
		[7, {}],
		[0, { chunked: true }],
		[7, { chunked: true }],
	])('has %d bytes %j', async (cutAnswerAt, how) => {
		const whole = await quota();
		await caller.sandbox.fault({ path: '/quota', cutAnswerAt, ...how });
		const { status, text, isWhole, headers } = await restCall('/quota');
		expect([status, text, isWhole]).toEqual([200, whole.text.slice(0, cutAnswerAt), false]);
		expect(headers['content-length']).toBe(
			'chunked' in how ? undefined : String(whole.text.length),
		);
	});

	it('is never ended when it is chunked, even with all of its bytes', async () => {
		const whole = await quota();
		await caller.sandbox.fault({ path: '/quota', cutAnswerAt: 1_000_000, chunked: true });
		expect(await restCall('/quota')).toMatchObject({ text: whole.text, isWhole: false });
	});

	it('is whole when it is shorter than the cut', async () => {
		await caller.sandbox.fault({ path: '/quota', cutAnswerAt: 1_000_000 });
		expect((await restCall('/quota')).isWhole).toBe(true);
	});

	it('comes after the effect', async () => {
		await caller.sandbox.fault({ method: 'POST', cutAnswerAt: 5 });
		await expect(createJob()).rejects.toThrow();
		expect(await caller.sandbox.jobs()).toHaveLength(1);
	});

	it('has only its headers when there is no body to cut', async () => {
		const { jobId, requestIds } = await caller.deliveredJob();
		await caller.sandbox.fault({ path: 'retrievefile$', cutAnswerAt: 0 });
		const path = `/jobs/${jobId}/requests/${requestIds[0]}/retrievefile`;
		expect(
			(await caller.call('GET', path, undefined, { Accept: 'application/octet-stream' })).status,
		).toBe(307);
	});

	it.each<[Fault['origin'], () => Promise<Received>]>([
		['auth', () => receive(`${caller.sandbox.authUrl}/nothing`)],
		['files', () => receive(`${caller.sandbox.fileUrl}/fms/download/none`)],
		['soap', () => receive(`${caller.sandbox.soap.url}?singleWsdl`)],
	])('can come from the %s host', async (origin, call) => {
		await caller.sandbox.fault({ origin, cutAnswerAt: 3 });
		const { text, isWhole } = await call();
		expect([text.length, isWhole]).toEqual([3, false]);
	});

	it('can come from the TUS server', async () => {
		const { fmsUploadUrl, fmsSASToken } = await caller.createTransfer(await caller.createJob());
		await caller.sandbox.fault({ origin: 'files', cutAnswerAt: 0 });
		const headers = {
			sastoken: fmsSASToken,
			'Tus-Resumable': '1.0.0',
			'Upload-Length': '5',
			'Content-Length': '0',
		};
		const { status } = await receive(fmsUploadUrl, 'POST', headers);
		expect(status).toBe(201);
		expect(await caller.sandbox.log({ origin: 'files' })).toMatchObject([{ fault: 'cutAnswerAt' }]);
	});

	it('has its older name, too', async () => {
		await caller.sandbox.fault({ path: '/quota', cutDownloadAt: 7 });
		expect(await restCall('/quota')).toMatchObject({ isWhole: false });
	});
});

describe('another body', () => {
	it.each<[unknown, string]>([
		['', ''],
		[{}, '{}'],
		[null, 'null'],
		[false, 'false'],
		[{ success: true }, '{"success":true}'],
		[{ message: 'x' }, '{"message":"x"}'],
		[{ one: [1], two: [2] }, '{"one":[1],"two":[2]}'],
		['<html></html>', '<html></html>'],
	])('%j comes after the effect', async (replaceBody, text) => {
		await caller.sandbox.fault({ method: 'POST', path: '/jobs', replaceBody });
		const answer = await createJob();
		expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
			201,
			text,
			'application/json; charset=utf-8',
		]);
		expect(await caller.sandbox.jobs()).toHaveLength(1);
	});

	it('can be of another type', async () => {
		await caller.sandbox.fault({
			path: '/quota',
			replaceBody: '<html></html>',
			contentType: 'text/html',
		});
		expect((await quota()).headers.get('content-type')).toBe('text/html');
	});

	it('leaves a refusal as it is', async () => {
		await caller.sandbox.fault({ path: '/jobs/none', replaceBody: {} });
		expect(await caller.call('GET', '/jobs/none')).toMatchObject({
			status: 404,
			body: { code: 'NOT_FOUND' },
		});
	});

	it('can take the place of a file', async () => {
		const jobId = await caller.createJob();
		const fmsFileId = await caller.uploadFile(jobId, 'x'.repeat(100_000));
		await caller.sandbox.fault({ path: '/jobs', method: 'GET', replaceBody: 'something else' });
		expect((await caller.call('GET', `/jobs/${jobId}/sourcefiles/${fmsFileId}`)).text).toBe(
			'something else',
		);
	});

	it('can be any in place of the effect', async () => {
		await caller.sandbox.fault({ method: 'POST', path: '/jobs', status: 200, body: null });
		expect((await createJob()).text).toBe('null');
		expect(await caller.sandbox.jobs()).toEqual([]);
	});
});

describe('a dripping answer', () => {
	it('arrives whole in the end', async () => {
		const whole = await quota();
		await caller.sandbox.fault({ path: '/quota', drip: { bytes: 10, everyMs: 1 } });
		expect((await quota()).text).toBe(whole.text);
	});

	it('can be a file', async () => {
		const jobId = await caller.createJob();
		const content = 'abcdefghij'.repeat(40_000);
		const fmsFileId = await caller.uploadFile(jobId, content);
		await caller.sandbox.fault({
			path: '/jobs',
			method: 'GET',
			drip: { bytes: 40_000, everyMs: 1 },
		});
		const { text } = await caller.call('GET', `/jobs/${jobId}/sourcefiles/${fmsFileId}`);
		expect(text === content).toBe(true);
	});

	it('ends when the caller has had enough', async () => {
		await caller.sandbox.fault({ path: '/quota', drip: { bytes: 1, everyMs: 3_600_000 } });
		const headers = { Authorization: `Bearer ${caller.token}` };
		const answer = await fetch(`${caller.sandbox.baseUrl}/quota`, {
			headers,
			signal: AbortSignal.timeout(500),
		});
		await expect(answer.text()).rejects.toThrow();
	});
});

describe('a sign-in page behind a redirect', () => {
	it.each<['auth' | 'files', () => string]>([
		['auth', () => caller.sandbox.authUrl],
		['files', () => caller.sandbox.fileUrl],
	])('is on the %s host', async (signInRedirect, origin) => {
		await caller.sandbox.fault({ path: '/quota', signInRedirect });
		const { status, headers } = await quota();
		const location = headers.get('location') ?? '';
		expect([status, location.startsWith(origin())]).toEqual([302, true]);
		const page = await read(await fetch(location));
		expect([
			page.status,
			page.headers.get('content-type'),
			page.headers.get('content-disposition'),
		]).toEqual([200, 'text/html; charset=utf-8', null]);
		expect(page.text).toContain('Sign in');
	});

	it('can come from the file host', async () => {
		await caller.sandbox.fault({ origin: 'files', signInRedirect: 'auth' });
		expect((await fetch(`${caller.sandbox.fileUrl}/fms/download/any`)).url).toBe(
			`${caller.sandbox.authUrl}/signin`,
		);
	});
});

it('a token can be refused with 403 until a new one is used', async () => {
	await caller.sandbox.fault({ path: '/quota', expireToken: 403 });
	for (const answer of [await quota(), await createJob()]) {
		expect([answer.status, answer.body]).toEqual([403, { error: 'invalid_token' }]);
		expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
	}
	await caller.login();
	expect((await quota()).status).toBe(200);
});
