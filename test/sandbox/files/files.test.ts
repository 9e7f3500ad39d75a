import { readFile } from 'node:fs/promises';

import { read, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5 } });
let jobId: string;

beforeEach(async () => {
	jobId = await caller.createJob();
});

const OCTETS = { Accept: 'application/octet-stream' };

async function delivered(fileName: string, content: string | Uint8Array): Promise<string> {
	const fmsFileId = await caller.uploadFile(jobId, content, fileName);
	const [request] = await caller.addRequests(jobId, { fmsFileId });
	await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	await caller.until(jobId, 'IN_TRANSLATION');
	await caller.sandbox.deliver(jobId);
	return `/jobs/${jobId}/requests/${request?.requestId}/retrievefile`;
}

async function fetchTranslation(path: string): Promise<Response> {
	const { headers } = await caller.call('GET', path, undefined, OCTETS);
	return await fetch(headers.get('location') ?? '');
}

describe('transfer objects', () => {
	it('name addresses on the file host', async () => {
		const transfer = await caller.createTransfer(jobId);
		const { fileUrl } = caller.sandbox;
		expect(transfer.fmsPostMultipartUrl.startsWith(fileUrl)).toBe(true);
		expect(transfer.fmsUploadUrl.startsWith(fileUrl)).toBe(true);
		expect(transfer).toMatchObject({
			fmsFileId: expect.any(String),
			fmsSASToken: expect.any(String),
		});
	});

	it('keep any name that was encoded once', async () => {
		const name = 'Grüße [1] & 50% + #2.txt';
		const { fmsFileId } = await caller.createTransfer(jobId, name);
		expect(
			(await caller.sandbox.files(jobId)).find((file) => file.fmsFileId === fmsFileId)?.fileName,
		).toBe(name);
		expect(await caller.sandbox.violations()).toEqual([]);
	});

	it('notice a name that was encoded twice', async () => {
		await caller.createTransfer(jobId, encodeURIComponent('a [1].txt'));
		expect(await caller.sandbox.violations()).toMatchObject([{ rule: 'file-name-encoded-twice' }]);
	});

	it.each([
		['no name', ''],
		['an empty name', '?fileName='],
		['two names', '?fileName=a.txt&fileName=b.txt'],
		['a name without extension', '?fileName=readme'],
		['a name over 250 characters', `?fileName=${'x'.repeat(247)}.txt`],
		['a name that was not encoded', '?fileName=a[1].txt'],
		['another parameter', '?filename=a.txt'],
	])('are refused for %s', async (_what, query) => {
		expect((await caller.call('POST', `/jobs/${jobId}/sourcefiles${query}`)).status).toBe(400);
	});

	it('are given for a name of exactly 250 characters', async () => {
		expect(
			(await caller.call('POST', `/jobs/${jobId}/sourcefiles?fileName=${'x'.repeat(246)}.txt`))
				.status,
		).toBe(201);
	});

	it('are refused beyond the quota', async () => {
		await caller.sandbox.configure({ quotas: { MaxFilesPerJob: 1 } });
		await caller.createTransfer(jobId);
		const { status, body } = await caller.call('POST', `/jobs/${jobId}/sourcefiles?fileName=a.txt`);
		expect([status, body.code]).toEqual([409, 'QUOTA_EXCEEDED']);
	});
});

describe('multipart upload', () => {
	it('stores exactly what was sent', async () => {
		const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
		const transfer = await caller.createTransfer(jobId, 'photo.jpg');
		expect((await caller.uploadMultipart(transfer, content, 'file', 'image/jpeg')).status).toBe(
			200,
		);
		const [file] = await caller.sandbox.files(jobId);
		expect(file).toMatchObject({ transfer: 'uploaded', size: 300_000, contentType: 'image/jpeg' });
		expect((await readFile(file?.path ?? '')).equals(content)).toBe(true);
	});

	it('takes an empty file', async () => {
		const transfer = await caller.createTransfer(jobId);
		expect((await caller.uploadMultipart(transfer, '')).body).toMatchObject({ size: 0 });
	});

	it('refuses a second upload to the same address', async () => {
		const transfer = await caller.createTransfer(jobId);
		await caller.uploadMultipart(transfer, 'one');
		const { status, body } = await caller.uploadMultipart(transfer, 'two');
		expect([status, body.code]).toEqual([409, 'TRANSFER_USED']);
	});

	it('refuses a part of another name, and the transfer is spent', async () => {
		const transfer = await caller.createTransfer(jobId);
		expect((await caller.uploadMultipart(transfer, 'x', 'data')).status).toBe(400);
		expect((await caller.uploadMultipart(transfer, 'x')).status).toBe(409);
	});

	it('refuses a body that is not multipart', async () => {
		const { fmsPostMultipartUrl } = await caller.createTransfer(jobId);
		expect((await fetch(fmsPostMultipartUrl, { method: 'POST', body: 'x' })).status).toBe(400);
	});

	it('refuses an address whose signature was changed', async () => {
		const { fmsPostMultipartUrl } = await caller.createTransfer(jobId);
		const form = new FormData();
		form.append('file', new Blob(['x']), 'x.txt');
		expect(
			(await fetch(fmsPostMultipartUrl.slice(0, -1), { method: 'POST', body: form })).status,
		).toBe(403);
	});

	it('is spent when it was interrupted; a new transfer object works', async () => {
		const transfer = await caller.createTransfer(jobId);
		await caller.sandbox.fault({ origin: 'files', method: 'POST', cutUploadAt: 1000 });
		await expect(caller.uploadMultipart(transfer, 'x'.repeat(100_000))).rejects.toThrow();
		expect((await caller.uploadMultipart(transfer, 'x')).status).toBe(409);
		expect((await caller.uploadMultipart(await caller.createTransfer(jobId), 'x')).status).toBe(
			200,
		);
	});
});

describe('source download', () => {
	it('answers the file as it was uploaded', async () => {
		const fmsFileId = await caller.uploadFile(jobId, 'Hello', 'Grüße.txt');
		const answer = await caller.call('GET', `/jobs/${jobId}/sourcefiles/${fmsFileId}`);
		expect([answer.status, answer.text]).toEqual([200, 'Hello']);
		expect(answer.headers.get('content-disposition')).toContain(
			`filename*=UTF-8''${encodeURIComponent('Grüße.txt')}`,
		);
	});

	it('redirects to the file host when switched so', async () => {
		await caller.sandbox.configure({ sourceFileRedirects: true });
		const fmsFileId = await caller.uploadFile(jobId, 'Hello');
		const { status, headers } = await caller.call('GET', `/jobs/${jobId}/sourcefiles/${fmsFileId}`);
		expect(status).toBe(307);
		expect((await read(await fetch(headers.get('location') ?? ''))).text).toBe('Hello');
	});

	it('refuses a file that is unknown or not uploaded', async () => {
		const { fmsFileId } = await caller.createTransfer(jobId);
		expect((await caller.call('GET', `/jobs/${jobId}/sourcefiles/none`)).status).toBe(404);
		expect((await caller.call('GET', `/jobs/${jobId}/sourcefiles/${fmsFileId}`)).status).toBe(409);
	});
});

describe('retrievefile', () => {
	it('redirects to the file host, which needs no token', async () => {
		const path = await delivered('hello.txt', 'Hello world');
		const { status, headers } = await caller.call('GET', path, undefined, OCTETS);
		expect([status, headers.get('location')?.startsWith(caller.sandbox.fileUrl)]).toEqual([
			307,
			true,
		]);
		const translation = await read(await fetch(headers.get('location') ?? ''));
		expect([translation.status, translation.text]).toEqual([200, '[fr-fr] Ĥéļļö ŵöŕļð']);
	});

	it('refuses a caller that does not accept octets', async () => {
		const path = await delivered('hello.txt', 'Hello world');
		const { status, body } = await caller.call('GET', path);
		expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
	});

	it('gives links that expire', async () => {
		await caller.sandbox.configure({ downloadLinkSeconds: 1 });
		const { headers } = await caller.call(
			'GET',
			await delivered('hello.txt', 'Hello'),
			undefined,
			OCTETS,
		);
		await caller.sandbox.advance(2000);
		expect((await fetch(headers.get('location') ?? '')).status).toBe(403);
		expect((await fetch(`${caller.sandbox.fileUrl}/fms/download/none`)).status).toBe(404);
	});

	it('passes binary files through unchanged', async () => {
		const content = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x80]);
		const translation = await fetchTranslation(await delivered('photo.jpg', content));
		expect(Buffer.from(await translation.arrayBuffer()).equals(content)).toBe(true);
	});

	it('passes a text that is not UTF-8 through unchanged', async () => {
		const content = Buffer.from('Gr\u00fc\u00dfe', 'latin1');
		const translation = await fetchTranslation(await delivered('latin.txt', content));
		expect(Buffer.from(await translation.arrayBuffer()).equals(content)).toBe(true);
	});

	it('continues a download in the middle', async () => {
		const { headers } = await caller.call(
			'GET',
			await delivered('data.bin', 'abcdefghij'),
			undefined,
			OCTETS,
		);
		const link = headers.get('location') ?? '';
		const part = await fetch(link, { headers: { Range: 'bytes=4-' } });
		expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
			206,
			'bytes 4-9/10',
			'efghij',
		]);
		expect((await fetch(link, { headers: { Range: 'bytes=10-' } })).status).toBe(416);
	});

	it('names key/value pairs after their request, as XML', async () => {
		const job = await caller.deliveredJob();
		const translation = await fetchTranslation(
			`/jobs/${job.jobId}/requests/${job.requestIds[0]}/retrievefile`,
		);
		expect(translation.headers.get('content-disposition')).toContain('An item.xml');
		expect(await translation.text()).toContain('<field key="title">[fr-fr] Ĥéļļö ŵöŕļð</field>');
	});
});
