import { randomBytes } from 'node:crypto';

import { eventually } from '../support/eventually';
import { type Json, useCaller } from './caller';

const caller = useCaller({ variants: { translateDelayMs: 50 } });

async function uploadInterrupted(jobId: string, content: Uint8Array): Promise<string> {
	const { fmsUploadUrl, fmsSASToken, fmsFileId } = await caller.createTransfer(jobId, 'film.bin');
	const tus = (method: string, url: string, headers: Record<string, string>, body?: Uint8Array) =>
		fetch(url, {
			method,
			headers: { 'Tus-Resumable': '1.0.0', sastoken: fmsSASToken, ...headers },
			body,
		});
	const entries = {
		name: 'film.bin',
		contentType: 'application/octet-stream',
		chunkSize: '1048576',
	};
	const metadata = Object.entries(entries).map(
		([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
	);
	const created = await tus('POST', fmsUploadUrl, {
		'Upload-Length': String(content.length),
		'Upload-Metadata': metadata.join(','),
	});
	const url = created.headers.get('location') ?? '';
	const patch = (offset: number) =>
		tus(
			'PATCH',
			url,
			{ 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
			content.subarray(offset),
		);
	await caller.sandbox.fault({ origin: 'files', method: 'PATCH', cutUploadAt: 700_001 });
	await expect(patch(0)).rejects.toThrow();
	const head = await tus('HEAD', url, {});
	expect((await patch(Number(head.headers.get('upload-offset')))).status).toBe(204);
	return fmsFileId;
}

it('goes from create to complete with a multipart file, an interrupted TUS file and key/value pairs', async () => {
	const jobId = await caller.createJob({ jobName: 'Everything', labels: ['demo'] });
	const film = randomBytes(2_000_000);

	const [page] = await caller.addRequests(jobId, {
		requestName: 'page',
		fmsFileId: await caller.uploadFile(jobId, '<p>Hello</p>', 'page.html'),
	});
	const [movie] = await caller.addRequests(jobId, {
		requestName: 'movie',
		fmsFileId: await uploadInterrupted(jobId, film),
	});
	const [texts] = await caller.addPairs(jobId);

	expect(
		(await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' })).body.status,
	).toBe('SENDING');
	let updates: Json[] = [];
	await eventually(async () => {
		updates = (await caller.call('GET', '/statusupdates')).body.statusupdates as Json[];
		return updates.length > 0;
	});
	const requestIds = [page, movie, texts].map((request) => request?.requestId as string);
	expect(updates).toMatchObject([{ jobId, requestIds, statusCode: 'REVIEW_TRANSLATION' }]);

	const download = async (requestId: string) => {
		const { status, headers } = await caller.call(
			'GET',
			`/jobs/${jobId}/requests/${requestId}/retrievefile`,
			undefined,
			{ Accept: 'application/octet-stream' },
		);
		expect(status).toBe(307);
		return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
	};
	expect((await download(requestIds[0] ?? '')).toString()).toBe('<p>[fr-fr] Ĥéļļö</p>');
	expect((await download(requestIds[1] ?? '')).equals(film)).toBe(true);
	const { body } = await caller.call('GET', `/jobs/${jobId}/requests/${requestIds[2]}/retrieve`);
	expect(body.requests[0].targetContent).toEqual([{ key: 'title', value: '[fr-fr] Ĥéļļö ŵöŕļð' }]);

	await caller.call('PUT', `/statusupdates/${updates[0]?.updateId}/acknowledge`);
	await caller.call('PUT', `/jobs/${jobId}/requests/approve`, { requestIds });
	expect((await caller.call('PUT', `/jobs/${jobId}/complete`)).body.status).toBe('COMPLETED');
	expect(
		(await caller.call('GET', `/jobs/${jobId}?aggregateRequests=true`)).body.aggregateRequests,
	).toEqual({ TRANSLATION_APPROVED: 3 });
	expect(await caller.sandbox.violations()).toEqual([]);
});
