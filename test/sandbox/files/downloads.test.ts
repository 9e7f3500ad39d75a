import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';

import { useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 1, acceptMs: 1 } });
let requestId: string;
let link: string;

const CONTENT = '0123456789';

beforeEach(async () => {
	const jobId = await caller.createJob();
	const fmsFileId = await caller.uploadFile(jobId, CONTENT, 'data.bin');
	const [request] = await caller.addRequests(jobId, { fmsFileId });
	requestId = request?.requestId as string;
	await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	await caller.until(jobId, 'IN_TRANSLATION');
	await caller.sandbox.deliver(jobId);
	const path = `/jobs/${jobId}/requests/${requestId}/retrievefile`;
	const { headers } = await caller.call('GET', path, undefined, {
		Accept: 'application/octet-stream',
	});
	link = headers.get('location') ?? '';
});

interface Received {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** Nothing added to what is asked, nothing done to what arrives. */
function download(headers: Record<string, string> = {}): Promise<Received> {
	return new Promise((resolve, reject) => {
		httpRequest(link, { headers }, (answer) => {
			const chunks: Buffer[] = [];
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.on('error', reject);
			answer.on('end', () =>
				resolve({
					status: answer.statusCode ?? 0,
					headers: answer.headers,
					body: Buffer.concat(chunks),
				}),
			);
		})
			.on('error', reject)
			.end();
	});
}

describe('ETag', () => {
	it('changes with every delivery', async () => {
		const first = (await download()).headers.etag;
		expect((await download()).headers.etag).toBe(first);
		await caller.sandbox.redeliver([requestId]);
		const second = (await download()).headers.etag;
		expect(first).toMatch(/^".+"$/);
		expect(second).toMatch(/^".+"$/);
		expect(second).not.toBe(first);
	});

	it('decides about a range together with If-Range', async () => {
		const { etag = '' } = (await download()).headers;
		const rest = { Range: 'bytes=4-', 'If-Range': etag };
		expect(await download(rest)).toMatchObject({ status: 206, body: Buffer.from('456789') });
		await caller.sandbox.redeliver([requestId]);
		expect(await download(rest)).toMatchObject({ status: 200, body: Buffer.from(CONTENT) });
	});
});

it('downloads do not tell their length when switched so', async () => {
	await caller.sandbox.configure({ downloads: 'chunked' });
	const { headers, body } = await download({ Range: 'bytes=4-' });
	expect([
		headers['content-length'],
		headers['transfer-encoding'],
		headers['content-range'],
	]).toEqual([undefined, 'chunked', 'bytes 4-9/*']);
	expect(body.toString()).toBe('456789');
});

it.each(['gzip', 'chunkedGzip'] as const)(
	'downloads come compressed though nobody asked, as %s',
	async (downloads) => {
		await caller.sandbox.configure({ downloads });
		const { status, headers, body } = await download({
			'Accept-Encoding': 'identity',
			Range: 'bytes=4-',
		});
		expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
		expect(headers['content-length']).toBe(downloads === 'gzip' ? String(body.length) : undefined);
		expect(gunzipSync(body).toString()).toBe(CONTENT);
	},
);
