import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { sleep } from 'n8n-workflow';

import { content, type Files, sha256, useFiles } from './files';

const files = useFiles();
beforeEach(async () => {
	await files.harness.sandbox.clearFaults();
	await files.harness.sandbox.clearLog();
});
afterEach(async () => expect(await files.harness.sandbox.violations()).toEqual([]));

const downloads = async () => await files.harness.sandbox.log({ origin: 'files', method: 'GET' });

async function bytes(run: Awaited<ReturnType<Files['download']>>): Promise<Buffer> {
	expect(run.error).toBeUndefined();
	return await files.harness.engine.readBinary(run.items[0]!.binary!.data!);
}

it('is stored under the name and the type that the answer tells, without any address', async () => {
	const request = await files.translated(
		Buffer.from('<p>Hello</p>'),
		'naïve "page" 🦊.html',
		'text/html',
	);

	const run = await files.download(request);

	expect((await bytes(run)).toString('utf8')).toContain('[fr-fr]');
	const { json, binary, pairedItem } = run.items[0]!;
	expect(json).toEqual({
		...request,
		fileName: 'naïve "page" 🦊.html',
		storeName: expect.stringMatching(/^naïve _page_ 🦊_fr-fr_[0-9a-f]{16}\.html$/),
		fileSize: expect.any(Number),
		mimeType: 'text/html',
	});
	expect(binary!.data).toMatchObject({
		fileName: 'naïve "page" 🦊.html',
		mimeType: 'text/html',
		fileExtension: 'html',
	});
	expect(pairedItem).toEqual({ item: 0 });
	expect(JSON.stringify(run.items)).not.toContain('http');
	const [asked] = await files.harness.sandbox.log({ path: 'retrievefile$' });
	expect([asked!.headers.accept, asked!.status]).toEqual(['application/octet-stream', 307]);
});

it('key/value content becomes an XML file named after the request', async () => {
	const run = await files.download(await files.translatedContent('Home page'));

	expect(run.items[0]!.json).toMatchObject({
		fileName: 'Home page.xml',
		mimeType: 'application/xml',
	});
});

describe('arrives whole', () => {
	it.each([
		['cut once', [{ cutDownloadAt: 400_000 }]],
		['cut at the first byte', [{ cutDownloadAt: 1 }]],
		[
			'cut several times',
			[{ cutDownloadAt: 600_000 }, { cutDownloadAt: 200_000 }, { cutDownloadAt: 100 }],
		],
		['dropped before anything came', [{ dropBefore: true }]],
		['answered with 500', [{ status: 500 }]],
		['answered with 429', [{ status: 429, headers: { 'Retry-After': '0' } }]],
		['answered with 408', [{ status: 408 }]],
		['answered with 409 and 425', [{ status: 409 }, { status: 425 }]],
		['locked', [{ status: 423 }]],
		[
			'refused with the code of an intermittent failure',
			[{ status: 400, body: { code: 'FMS_1042', message: 'Not read' } }],
		],
		['after its address expired', [{ status: 403 }]],
	])('%s', async (_, faults) => {
		const file = content(1_000_000);
		const request = await files.translated(file);
		for (const fault of faults)
			await files.harness.sandbox.fault({ origin: 'files', method: 'GET', ...fault });

		const run = await files.download(request);

		expect(sha256(await bytes(run))).toBe(sha256(file));
		expect(await files.harness.sandbox.faults()).toEqual([]);
	});

	it('when the file host hangs', async () => {
		const file = content(100_000);
		const request = await files.translated(file);
		await files.harness.sandbox.fault({ origin: 'files', method: 'GET', hang: true });

		expect(sha256(await bytes(await files.download(request, { idleSeconds: 1 })))).toBe(
			sha256(file),
		);
	});

	it('when the service redirects a source file, too', async () => {
		await files.harness.sandbox.configure({ sourceFileRedirects: true });
		const file = content(100_000);
		const fmsFileId = await files.uploaded(file);

		const run = await files.downloadSource(fmsFileId);

		expect(sha256(await bytes(run))).toBe(sha256(file));
		await files.harness.sandbox.configure({ sourceFileRedirects: false });
	});
});

it('is never delivered half', async () => {
	const request = await files.translated(content(5_000_000));
	await files.harness.sandbox.fault({ origin: 'files', method: 'GET', cutDownloadAt: 2_000_000 });
	await files.harness.sandbox.fault({
		origin: 'files',
		method: 'GET',
		dropBefore: true,
		times: 99,
	});

	const { items, error } = await files.download(request, { maxTries: 2 });

	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^The download/);
	expect(error?.description).toContain('Tried 2 times');
});

it('a refusal that may pass is not repeated for ever', async () => {
	const request = await files.translated(content(1_000));
	await files.harness.sandbox.fault({
		origin: 'files',
		method: 'GET',
		status: 400,
		body: { code: 'FMS_1042', message: 'Not read' },
		times: 99,
	});

	const { error } = await files.download(request, { maxTries: 2 });

	expect(error).toMatchObject({ httpCode: '400', failure: { cause: 'temporarily-unavailable' } });
	expect(error?.description).toContain(
		'The file host answered 400: Not read (FMS_1042). Run it again later. Tried 2 times',
	);
});

it.each([
	['400', { status: 400, body: { code: 'INVALID', message: 'The signature is malformed' } }],
	['413', { status: 413, body: { message: 'FMS is busy' } }],
])('a refusal that cannot pass is not repeated: %s', async (status, fault) => {
	const request = await files.translated(content(1_000));
	await files.harness.sandbox.fault({ origin: 'files', method: 'GET', ...fault, times: 99 });

	const { error } = await files.download(request);

	expect(error?.httpCode).toBe(status);
	expect(await downloads()).toHaveLength(1);
});

it.each([
	['the code of an intermittent failure', { code: 'FMS_1042', message: 'Not read' }, 400],
	['the words of one', { message: 'The storage is temporarily not there' }, 409],
])('the service has trouble with its file host: %s', async (_, body, status) => {
	const request = await files.translated(content(1_000));
	await files.harness.sandbox.fault({ path: 'retrievefile$', status, body, times: 2 });

	await bytes(await files.download(request));

	expect(await files.harness.sandbox.log({ path: 'retrievefile$' })).toHaveLength(3);
});

it('an answer that says what is wrong is shown', async () => {
	const { jobIds, requestIds } = await files.harness.sandbox.seed({
		jobs: 1,
		status: 'IN_TRANSLATION',
	});

	const { error } = await files.download({ jobId: jobIds[0]!, requestId: requestIds[0]! });

	expect(error?.message).toContain(
		'its translation can be fetched in REVIEW_TRANSLATION or TRANSLATION_APPROVED',
	);
});

it('an expired token is renewed', async () => {
	const request = await files.translated(content(1_000));
	await files.harness.sandbox.expireTokens();

	await bytes(await files.download(request));
});

it('does not follow redirects for ever', async () => {
	const server = createServer((req, res) =>
		res.writeHead(307, { Location: `http://${req.headers.host}/again` }).end(),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const Location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const request = await files.translated(content(1_000));
	await files.harness.sandbox.fault({
		origin: 'rest',
		path: 'retrievefile$',
		status: 307,
		headers: { Location },
	});

	const { error } = await files.download(request);

	server.close();
	expect(error?.message).toContain('redirected more than 5 times');
});

describe('names from outside are names of files and nothing else', () => {
	const direct = {
		origin: 'rest',
		path: 'retrievefile$',
		status: 200,
		body: 'Hello',
		headers: { 'Content-Type': 'text/plain' },
	} as const;

	it.each([
		['../../../home/node/.n8n/config', 'config'],
		['C:\\Users\\node\\page.txt', 'page.txt'],
		['..', 'Home.xml'],
	])('%s', async (fileName, plain) => {
		const request = await files.translated(content(100), 'page.txt');
		await files.harness.sandbox.fault(direct);
		await files.harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests/[^/]+$',
			replaceBody: { ...request, requestName: 'Home', statusCode: 'REVIEW_TRANSLATION', fileName },
		});

		const { items } = await files.download(request);

		expect(items[0]!.binary!.data).toMatchObject({ fileName: plain });
		expect(items[0]!.binary!.data!.directory).toBeUndefined();
		expect(items[0]!.json.fileName).toBe(plain);
	});

	it('of the answer, too', async () => {
		const request = await files.translated(content(100), 'page.txt');
		await files.harness.sandbox.fault({
			...direct,
			headers: {
				...direct.headers,
				'Content-Disposition': 'attachment; filename="../../.n8n/config"',
			},
		});

		const { items } = await files.download(request);

		expect(items[0]!.binary!.data).toMatchObject({ fileName: 'config', directory: 'fr-fr' });
	});

	it('of a language, too', async () => {
		const request = await files.translated(content(100), 'page.txt');
		await files.harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests/[^/]+$',
			replaceBody: {
				...request,
				statusCode: 'REVIEW_TRANSLATION',
				targetNativeLanguageCode: '../../.n8n/de',
			},
		});

		const { items } = await files.download(request, { fileName: '{language}-{name}.{extension}' });

		expect(items[0]!.binary!.data).toMatchObject({ fileName: 'de-page.txt', directory: 'de' });
	});

	it('of key/value content, too', async () => {
		const request = await files.translatedContent('Shop/Shoes');
		await files.harness.sandbox.fault({ ...direct, body: '<fields/>' });

		const { items } = await files.download(request);

		expect(items[0]!.binary!.data).toMatchObject({
			fileName: 'Shop_Shoes.xml',
			directory: 'fr-fr',
		});
	});
});

describe('its language is seen', () => {
	const readings = async () =>
		(await files.harness.sandbox.log({ origin: 'rest', method: 'GET', path: 'requests/[^/]+$' }))
			.length;

	it('as the directory of the file, which keeps its name', async () => {
		const request = await files.translated(content(100), 'page.txt');
		const { items } = await files.download(request);
		expect(items[0]!.binary!.data).toMatchObject({ fileName: 'page.txt', directory: 'fr-fr' });
	});

	it('without another call where the input says it', async () => {
		const request = await files.translated(content(100), 'page.txt');
		await files.harness.sandbox.clearLog();
		const { items } = await files.harness.run(
			{ resource: 'file', operation: 'downloadTranslation' },
			{
				input: [
					{ json: { ...request, targetNativeLanguageCode: 'fr-fr', fileName: 'manual.txt' } },
				],
			},
		);
		expect([items[0]!.binary!.data!.directory, await readings()]).toEqual(['fr-fr', 0]);
	});

	it('not from an item of another request', async () => {
		const request = await files.translated(content(100), 'page.txt');
		const { items } = await files.harness.run(
			{
				resource: 'file',
				operation: 'downloadTranslation',
				requestId: { __rl: true, mode: 'id', value: request.requestId },
			},
			{
				input: [{ json: { ...request, requestId: 'another', targetNativeLanguageCode: 'de-de' } }],
			},
		);
		expect(items[0]!.binary!.data!.directory).toBe('fr-fr');
	});

	it('in the name of the file, if a pattern says so', async () => {
		const request = await files.translated(content(100), 'page.txt');
		const { items } = await files.download(request, {
			fileName: '{name}.{language}.{extension}',
		});
		expect(items[0]!.binary!.data).toMatchObject({ fileName: 'page.fr-fr.txt' });
		expect(items[0]!.json.fileName).toBe('page.fr-fr.txt');
	});

	it('or not, where the request cannot be read: the file is worth more', async () => {
		const request = await files.translated(content(100), 'page.txt');
		await files.harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests/[^/]+$',
			status: 500,
			times: 99,
		});
		const { items } = await files.download(request);
		expect(items[0]!.binary!.data).toMatchObject({ fileName: 'page.txt' });
		expect(items[0]!.binary!.data!.directory).toBeUndefined();
		const { items: named, error } = await files.download(request, {
			fileName: '{name}.{language}.{extension}',
			maxTries: 1,
		});
		expect([named, error?.httpCode]).toEqual([[], '500']);
	});

	it('but no unknown placeholder, before anything is sent', async () => {
		const request = await files.translated(content(100), 'page.txt');
		await files.harness.sandbox.clearLog();
		const { error } = await files.download(request, { fileName: '{title}.{extension}' });
		expect(error?.message).toBe('File Name: {title} is unknown');
		expect(await files.harness.sandbox.log({ origin: 'rest' })).toEqual([]);
	});
});

describe('a source keeps its name', () => {
	/** A file of a request, whose answer says nothing about its name. */
	async function nameless(
		fileName: string,
		answer: { contentType?: string; location?: string } = {},
	) {
		const { jobId, requestId } = await files.translated(Buffer.from('Hello'), fileName);
		const { contentType = 'application/octet-stream', location } = answer;
		const request = (await files.harness.sandbox.requests(jobId)).find(
			(each) => each.requestId === requestId,
		)!;
		const file = { status: 200, body: 'Hello', headers: { 'Content-Type': contentType } };
		const redirect = { status: 307, headers: { Location: location ?? '' } };
		await files.harness.sandbox.fault({
			origin: 'rest',
			path: 'sourcefiles/[^/]+$',
			times: 9,
			...(location ? redirect : file),
		});
		return { jobId, fmsFileId: String(request.fmsFileId) };
	}

	const source = async (
		{ jobId, fmsFileId }: { jobId: string; fmsFileId: string },
		input?: { json: object }[],
	) =>
		await files.harness.run(
			{
				resource: 'file',
				operation: 'downloadSource',
				jobId: { __rl: true, mode: 'id', value: jobId },
				fmsFileId,
			},
			{ input: input as never },
		);
	const nobodyKnows = async () =>
		await files.harness.sandbox.fault({
			origin: 'rest',
			path: 'requests$',
			replaceBody: { requests: [] },
			times: 9,
		});

	it('that its answer tells', async () => {
		const fmsFileId = await files.uploaded(content(100), {}, 'Jahresbericht ü.docx');
		await files.harness.sandbox.clearLog();
		const { items } = await source({ jobId: files.jobId, fmsFileId });
		expect(items[0]!.json).toMatchObject({ fileName: 'Jahresbericht ü.docx' });
		expect(await files.harness.sandbox.log({ origin: 'rest', path: 'requests$' })).toEqual([]);
	});

	it('and shows its language where the input or a request of its job says it', async () => {
		const named = await files.translated(Buffer.from('Hello'), 'named.txt');
		const [request] = await files.harness.sandbox.requests(named.jobId);
		const fileId = String(request!.fmsFileId);
		const said = { jobId: named.jobId, fmsFileId: fileId };
		const directoryOf = async (...input: Parameters<typeof source>) =>
			(await source(...input)).items[0]!.binary!.data!.directory;
		expect(await directoryOf(said, [{ json: { fileId, sourceNativeLanguageCode: 'en-us' } }])).toBe(
			'en-us',
		);
		expect(await directoryOf(said)).toBeUndefined();
		expect(await directoryOf(await nameless('report.docx'))).toBe('en-us');
	});

	it('that a request of its job tells, which are read once for all items', async () => {
		const file = await nameless('report.docx');
		await files.harness.sandbox.clearLog();
		const { items } = await source(file, [{ json: {} }, { json: {} }, { json: {} }]);
		expect(
			items.map(({ binary }) => [binary!.data!.fileName, binary!.data!.fileExtension]),
		).toEqual(Array(3).fill(['report.docx', 'docx']));
		expect(await files.harness.sandbox.log({ origin: 'rest', path: 'requests$' })).toHaveLength(1);
	});

	it.each([
		['the end of its address', '/x/report%20v2.docx?signature=secret', 'report v2.docx'],
		['not an end that may be a key', '/x/secret-key', undefined],
	])('that its address tells: %s', async (_what, path, expected) => {
		const server = createServer((_req, res) =>
			res.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '5' }).end('Hello'),
		);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const file = await nameless('report.docx', {
			location: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
		});
		await nobodyKnows();
		const { items } = await source(file);
		server.close();
		expect(items[0]!.json.fileName).toBe(expected ?? `${file.fmsFileId}.pdf`);
		expect(JSON.stringify(items)).not.toContain('secret');
	});

	it.each([
		['application/pdf', '.pdf'],
		['application/octet-stream', ''],
	])('or its kind: %s', async (contentType, extension) => {
		const file = await nameless('report.docx', { contentType });
		await nobodyKnows();
		const { items } = await source(file);
		expect(items[0]!.json).toMatchObject({
			fileName: file.fmsFileId + extension,
			mimeType: contentType,
		});
	});

	it('unless the requests cannot be read, which is no reason to fail', async () => {
		const file = await nameless('report.docx', { contentType: 'application/pdf' });
		await files.harness.sandbox.fault({ origin: 'rest', path: 'requests$', status: 403, times: 9 });
		const { items, error } = await source(file);
		expect(error).toBeUndefined();
		expect(items[0]!.json.fileName).toBe(`${file.fmsFileId}.pdf`);
	});
});

describe('a file host that makes it hard', () => {
	afterEach(async () => {
		await files.harness.sandbox.configure({ downloads: 'plain' });
	});

	it.each<[string, Parameters<typeof files.harness.sandbox.configure>[0]]>([
		['nothing else', {}],
		['no length', { downloads: 'chunked' }],
		['compressed', { downloads: 'gzip' }],
		['compressed without a length', { downloads: 'chunkedGzip' }],
	])('%s: what breaks off is stored anew, and nothing else is a file', async (_, variants) => {
		const store = jest.spyOn(Container.get(BinaryDataService), 'store');
		const file = Buffer.concat([content(1_000_000), Buffer.alloc(1_000_000, 'text')]);
		const request = await files.translated(file);
		await files.harness.sandbox.configure(variants);
		await files.harness.sandbox.fault({ origin: 'files', method: 'GET', cutDownloadAt: 1_000_000 });
		store.mockClear();

		const run = await files.download(request);

		expect(sha256(await bytes(run))).toBe(sha256(file));
		expect(run.items[0]!.json.fileSize).toBe(file.length);
		expect(store).toHaveBeenCalledTimes(2);
		store.mockRestore();
		const path = Container.get(BinaryDataService).getPath(run.items[0]!.binary!.data!.id!);
		// Older versions of n8n keep what was broken off, but as nothing that anybody can refer to.
		expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.metadata'))).toEqual([
			`${basename(path)}.metadata`,
		]);
	});

	it('that only drips is given up', async () => {
		const request = await files.translated(content(100_000));
		await files.harness.sandbox.fault({
			origin: 'files',
			method: 'GET',
			drip: { bytes: 1, everyMs: 100 },
			times: 9,
		});

		const { error } = await files.download(request, { maxTries: 1, idleSeconds: 1 });

		expect(error?.description).toContain('Hardly anything moved for 1 seconds.');
	});
});

it('arrives whole in a store that holds files in memory, after an interruption as well', async () => {
	const file = content(3_000_000);
	const request = await files.translated(file);
	await files.harness.sandbox.fault({ origin: 'files', method: 'GET', cutDownloadAt: 1_000_000 });
	const store = Container.get(BinaryDataService) as unknown as { mode: string };
	const { mode } = store;
	store.mode = 'default';

	const run = await files.download(request).finally(() => (store.mode = mode));

	expect(run.items[0]!.binary!.data!.id).toBeUndefined();
	expect(sha256(await bytes(run))).toBe(sha256(file));
	expect(await downloads()).toHaveLength(2);
});

describe('a file that cannot be kept leaves neither a connection nor a timer behind', () => {
	const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
	const named = { 'Content-Disposition': 'attachment; filename="file.bin"' };
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, Record<string, string>, () => Promise<unknown>]>([
		[
			'when the binary store fails',
			named,
			async () =>
				jest
					.spyOn(Container.get(BinaryDataService), 'store')
					.mockRejectedValue(new Error('ENOSPC: no space left on device')),
		],
		[
			'when its name cannot be found out',
			{},
			async () =>
				await files.harness.sandbox.fault({
					origin: 'rest',
					method: 'GET',
					path: 'requests/[^/]+$',
					status: 404,
					times: 99,
				}),
		],
	])('%s', async (_, headers, breakIt) => {
		const request = await files.translated(content(1_000));
		let opened = 0;
		let closed = 0;
		// Never ends by itself: only the node can close the connection.
		const server = createServer((_req, res) => {
			opened += 1;
			res.on('close', () => (closed += 1));
			res.writeHead(200, { 'Content-Length': 2_000_000, ...headers }).write(content(1_000_000));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const Location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		await files.harness.sandbox.fault({
			origin: 'rest',
			path: 'retrievefile$',
			status: 307,
			headers: { Location },
			times: 99,
		});
		await breakIt();
		const before = timers();

		for (let count = 0; count < 5; count++)
			expect((await files.download(request, { maxTries: 1 })).error).toBeDefined();

		for (let tries = 0; (closed < opened || timers() > before) && tries < 40; tries++)
			await sleep(100);
		const left = { opened, open: opened - closed, timers: timers() - before };
		server.closeAllConnections();
		server.close();
		expect(left).toEqual({ opened: 5, open: 0, timers: expect.any(Number) });
		expect(left.timers).toBeLessThanOrEqual(0);
	});
});
