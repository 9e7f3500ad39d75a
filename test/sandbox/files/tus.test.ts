import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';

import { type Transfer, useCaller } from '../caller';

const caller = useCaller();
let jobId: string;
let transfer: Transfer;

beforeEach(async () => {
	jobId = await caller.createJob();
	transfer = await caller.createTransfer(jobId, 'data.bin');
});

const encode = (text: string) => Buffer.from(text).toString('base64');
const METADATA = `name ${encode('data.bin')},contentType ${encode('application/pdf')},chunkSize ${encode('1048576')}`;

async function tus(
	method: string,
	url: string,
	headers: Record<string, string> = {},
	body?: Uint8Array,
): Promise<Response> {
	return await fetch(url, {
		method,
		headers: { 'Tus-Resumable': '1.0.0', sastoken: transfer.fmsSASToken, ...headers },
		body,
	});
}

async function create(length: number): Promise<string> {
	const answer = await tus('POST', transfer.fmsUploadUrl, {
		'Upload-Length': String(length),
		'Upload-Metadata': METADATA,
	});
	expect(answer.status).toBe(201);
	return answer.headers.get('location') ?? '';
}

const patch = (url: string, offset: number, body: Uint8Array) =>
	tus(
		'PATCH',
		url,
		{ 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
		body,
	);

const offsetOf = async (url: string) =>
	Number((await tus('HEAD', url)).headers.get('upload-offset'));

it('stores what was sent in pieces', async () => {
	const content = randomBytes(200_000);
	const url = await create(content.length);
	expect((await patch(url, 0, content.subarray(0, 120_000))).headers.get('upload-offset')).toBe(
		'120000',
	);
	expect((await patch(url, 120_000, content.subarray(120_000))).status).toBe(204);
	const [file] = await caller.sandbox.files(jobId);
	expect(file).toMatchObject({
		transfer: 'uploaded',
		size: 200_000,
		contentType: 'application/pdf',
	});
	expect((await readFile(file?.path ?? '')).equals(content)).toBe(true);
	expect(await caller.sandbox.violations()).toEqual([]);
});

it('names its uploads by path in production', async () => {
	await caller.sandbox.reset({ preset: 'production' });
	jobId = await caller.createJob();
	transfer = await caller.createTransfer(jobId, 'data.bin');
	const location = await create(5);
	expect(location).toMatch(/^\/fms\/tus\/[^/]+\/\d+$/);
	expect((await patch(caller.sandbox.fileUrl + location, 0, Buffer.from('Hello'))).status).toBe(
		204,
	);
	expect(await caller.sandbox.files(jobId)).toMatchObject([{ transfer: 'uploaded', size: 5 }]);
});

it('resumes at the very byte where it was cut', async () => {
	const content = randomBytes(3_000_000);
	const url = await create(content.length);
	await caller.sandbox.fault({ origin: 'files', method: 'PATCH', cutUploadAt: 1_234_567 });
	await expect(patch(url, 0, content)).rejects.toThrow();
	expect(await offsetOf(url)).toBe(1_234_567);
	expect((await patch(url, 1_234_567, content.subarray(1_234_567))).status).toBe(204);
	const [file] = await caller.sandbox.files(jobId);
	const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
	expect(digest(await readFile(file?.path ?? ''))).toBe(digest(content));
});

it('has the bytes even when the answer was lost', async () => {
	const content = randomBytes(50_000);
	const url = await create(content.length);
	await caller.sandbox.fault({ origin: 'files', method: 'PATCH', dropAfter: true });
	await expect(patch(url, 0, content)).rejects.toThrow();
	expect(await offsetOf(url)).toBe(50_000);
	expect(await caller.sandbox.files(jobId)).toMatchObject([{ transfer: 'uploaded' }]);
});

it('refuses a wrong offset', async () => {
	const url = await create(10);
	expect((await patch(url, 5, Buffer.from('12345'))).status).toBe(409);
});

it('refuses a file over 1 GiB', async () => {
	const answer = await tus('POST', transfer.fmsUploadUrl, {
		'Upload-Length': String(1_073_741_825),
		'Upload-Metadata': METADATA,
	});
	expect(answer.status).toBe(413);
});

it('refuses a second upload of a file that is complete', async () => {
	const url = await create(3);
	await patch(url, 0, Buffer.from('abc'));
	const answer = await tus('POST', transfer.fmsUploadUrl, {
		'Upload-Length': '3',
		'Upload-Metadata': METADATA,
	});
	expect(answer.status).toBe(409);
});

it('refuses and notes a missing sastoken', async () => {
	const answer = await fetch(transfer.fmsUploadUrl, {
		method: 'POST',
		headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '3' },
	});
	expect(answer.status).toBe(401);
	expect(await caller.sandbox.violations()).toMatchObject([{ rule: 'sastoken-missing' }]);
});

it('refuses and notes the sastoken of another file', async () => {
	const other = await caller.createTransfer(jobId, 'other.bin');
	const answer = await tus('POST', transfer.fmsUploadUrl, {
		'Upload-Length': '3',
		sastoken: other.fmsSASToken,
	});
	expect(answer.status).toBe(403);
	expect(await caller.sandbox.violations()).toMatchObject([{ rule: 'sastoken-of-another-file' }]);
});

it('refuses and notes a call without Content-Length', async () => {
	const url = await create(3);
	const status = await new Promise<number | undefined>((resolve, reject) => {
		const call = request(url, {
			method: 'PATCH',
			headers: {
				'Tus-Resumable': '1.0.0',
				sastoken: transfer.fmsSASToken,
				'Upload-Offset': '0',
				'Content-Type': 'application/offset+octet-stream',
				'Transfer-Encoding': 'chunked',
			},
		});
		call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
		call.end('abc');
	});
	expect(status).toBe(411);
	expect(await caller.sandbox.violations()).toMatchObject([{ rule: 'content-length-missing' }]);
});

it('notes missing upload metadata', async () => {
	await tus('POST', transfer.fmsUploadUrl, {
		'Upload-Length': '3',
		'Upload-Metadata': `name ${encode('data.bin')}`,
	});
	expect(await caller.sandbox.violations()).toMatchObject([
		{ rule: 'tus-metadata-missing', detail: expect.stringContaining('contentType, chunkSize') },
	]);
});

it('takes only so many bytes of each call when switched so', async () => {
	const content = randomBytes(25);
	await caller.sandbox.configure({ tusAccepts: 10 });
	const url = await create(content.length);
	const confirmed: number[] = [];
	for (let offset = 0; offset < content.length; offset = confirmed.at(-1) ?? 0) {
		const answer = await patch(url, offset, content.subarray(offset));
		confirmed.push(Number(answer.headers.get('upload-offset')));
	}
	expect(confirmed).toEqual([10, 20, 25]);
	const [file] = await caller.sandbox.files(jobId);
	expect((await readFile(file?.path ?? '')).equals(content)).toBe(true);
});
