/** Something else in place of a file: on every hop, it is refused before anything is stored. */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import type { Fault } from '../../../../../sandbox/faults/faults';
import { byId, type NodeRun } from '../../../../support/harness';
import { content, sha256, useFiles } from './files';

const PAGE =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><form></form></body></html>';

const files = useFiles();
let stored: jest.SpyInstance;
beforeEach(async () => {
	await files.harness.sandbox.clearFaults();
	await files.harness.sandbox.clearLog();
	stored = jest.spyOn(Container.get(BinaryDataService), 'store');
});
afterEach(() => stored.mockRestore());

const fault = async (each: Fault) => await files.harness.sandbox.fault(each);
const page = { status: 200, body: PAGE, headers: { 'Content-Type': 'text/html; charset=utf-8' } };

async function downloadSource(
	fmsFileId: string,
	jobId = files.jobId,
	options = {},
): Promise<NodeRun> {
	stored.mockClear();
	return await files.harness.run({
		resource: 'file',
		operation: 'downloadSource',
		jobId: byId(jobId),
		fmsFileId,
		options,
	});
}

async function downloadTranslation(request: {
	jobId: string;
	requestId: string;
}): Promise<NodeRun> {
	stored.mockClear();
	return await files.download(request);
}

async function bytes({ items, error }: NodeRun): Promise<Buffer> {
	expect(error).toBeUndefined();
	return await files.harness.engine.readBinary(items[0]!.binary!.data!);
}

function expectRefused({ items, error }: NodeRun, message: string | RegExp) {
	expect(items).toEqual([]);
	expect(error?.message).toMatch(message);
	expect(stored).not.toHaveBeenCalled();
}

const SIGN_IN = 'The file cannot be downloaded: the service asks for a sign-in instead';
const INSTEAD = 'A web page came instead of the file contract.docx';

describe.each([false, true])(
	'a page in place of a document (its source, redirected: %s)',
	(sourceFileRedirects) => {
		beforeAll(async () => {
			await files.harness.sandbox.configure({ sourceFileRedirects });
		});
		afterAll(async () => {
			await files.harness.sandbox.configure({ sourceFileRedirects: false });
		});

		const onHost: Fault = { origin: 'files', method: 'GET', path: '/fms/download' };
		const fromService = {
			origin: 'rest',
			method: 'GET',
			path: 'retrievefile$|sourcefiles/[^/]+$',
		} as const;

		it.each<[string, string, Fault, boolean]>([
			['from the service itself', INSTEAD, { ...fromService, signInPage: true }, false],
			['behind a redirect', INSTEAD, { ...fromService, signInRedirect: 'files' }, false],
			[
				'behind a redirect to the token host',
				SIGN_IN,
				{ ...fromService, signInRedirect: 'auth' },
				false,
			],
			['from the file host', INSTEAD, { ...onHost, signInPage: true }, true],
			['behind a redirect of the file host', INSTEAD, { ...onHost, signInRedirect: 'files' }, true],
			[
				'behind a redirect of the file host to the token host',
				SIGN_IN,
				{ ...onHost, signInRedirect: 'auth' },
				true,
			],
			['under its name', INSTEAD, { ...onHost, replaceBody: PAGE }, true],
			[
				'under its name, as a page',
				INSTEAD,
				{ ...onHost, replaceBody: PAGE, contentType: 'text/html' },
				true,
			],
		])('%s', async (_, message, struck, isOnHost) => {
			const file = content(10_000);
			const request = await files.translated(file, 'contract.docx');
			const fmsFileId = await files.uploaded(file, {}, 'contract.docx');
			await fault(struck);

			expectRefused(await downloadTranslation(request), message);

			if (isOnHost && !sourceFileRedirects) return;
			await fault(struck);
			// The service knows the name of a source only as long as it sends one.
			const nameless =
				message === INSTEAD && !struck.replaceBody
					? /^A web page came instead of the file [\w-]{22,36}$/
					: message;
			expectRefused(await downloadSource(fmsFileId), nameless);
		});

		it('when a broken download begins anew', async () => {
			const request = await files.translated(content(2_000_000), 'contract.docx');
			await fault({ ...onHost, cutDownloadAt: 1_000_000 });
			await fault({ ...onHost, signInPage: true });

			const { items, error } = await downloadTranslation(request);

			expect(items).toEqual([]);
			expect(error?.message).toBe(INSTEAD);
			expect(error?.description).toContain(
				'The file host answered with a web page titled "Sign in"; nothing of it was stored.',
			);
		});
	},
);

describe('a page that is a page', () => {
	it('is a translation', async () => {
		const request = await files.translated(Buffer.from(PAGE), 'page.html', 'text/html');
		expect((await bytes(await downloadTranslation(request))).toString()).toContain('<title>');
	});

	it('is a translation that the service sends without its name', async () => {
		const request = await files.translated(Buffer.from(PAGE), 'page.html', 'text/html');
		await fault({ ...page, origin: 'rest', path: 'retrievefile$' });

		const run = await downloadTranslation(request);

		expect((await bytes(run)).toString()).toBe(PAGE);
		expect(run.items[0]!.json).toMatchObject({ fileName: 'page.html', mimeType: 'text/html' });
	});

	it('is a source', async () => {
		const fmsFileId = await files.uploaded(Buffer.from(PAGE), {}, 'page.html');
		expect((await bytes(await downloadSource(fmsFileId))).toString()).toBe(PAGE);
	});

	it('is a source without its name, which a request of the job knows', async () => {
		const request = await files.translated(Buffer.from(PAGE), 'page.html', 'text/html');
		const { fmsFileId } = (await files.harness.sandbox.files(request.jobId))[0]!;
		await fault({ ...page, origin: 'rest', path: 'sourcefiles/[^/]+$' });

		const run = await downloadSource(fmsFileId, request.jobId);

		expect((await bytes(run)).toString()).toBe(PAGE);
		expect(run.items[0]!.json).toMatchObject({ fileName: 'page.html', mimeType: 'text/html' });
	});

	it('is no source when no request knows it', async () => {
		const fmsFileId = await files.uploaded(Buffer.from(PAGE), {}, 'page.html');
		await fault({ ...page, origin: 'rest', path: 'sourcefiles/[^/]+$' });

		expectRefused(await downloadSource(fmsFileId), /^A web page came instead of the file/);
	});

	it('is none on the token host', async () => {
		const request = await files.translated(Buffer.from(PAGE), 'page.html', 'text/html');
		await fault({ origin: 'rest', path: 'retrievefile$', signInRedirect: 'auth' });

		expectRefused(await downloadTranslation(request), SIGN_IN);
	});
});

describe('where the service points to', () => {
	it.each([
		['nowhere', {}, 'the service gave no usable address for it'],
		['no address', { Location: 'http://[half' }, 'the service gave no usable address for it'],
		[
			'another protocol',
			{ Location: 'ftp://files.example/1' },
			'the service gave no usable address for it',
		],
	])('%s', async (_, headers, why) => {
		const request = await files.translated(content(1_000));
		await fault({ origin: 'rest', path: 'retrievefile$', status: 307, headers });

		expectRefused(await downloadTranslation(request), `The file cannot be downloaded: ${why}`);
	});
});

describe('base64 in JSON', () => {
	const file = content(3_001);
	const base64 = {
		status: 200,
		body: JSON.stringify(file.toString('base64')),
		headers: { 'Content-Type': 'application/json' },
	};

	it('is what a JSON file holds', async () => {
		const request = await files.translated(
			Buffer.from('"SGVsbG8="'),
			'value.json',
			'application/json',
		);
		await fault({
			status: 200,
			body: '"SGVsbG8="',
			headers: base64.headers,
			origin: 'rest',
			path: 'retrievefile$',
		});

		expect((await bytes(await downloadTranslation(request))).toString()).toBe('"SGVsbG8="');
	});

	it('is what a JSON source holds', async () => {
		const request = await files.translated(
			Buffer.from('"SGVsbG8="'),
			'value.json',
			'application/json',
		);
		const { fmsFileId } = (await files.harness.sandbox.files(request.jobId))[0]!;
		await fault({ ...base64, origin: 'rest', path: 'sourcefiles/[^/]+$' });

		expect((await bytes(await downloadSource(fmsFileId, request.jobId))).toString()).toBe(
			base64.body,
		);
	});

	it('is no source of another kind', async () => {
		const fmsFileId = await files.uploaded(file, {}, 'report.pdf');
		await fault({ ...base64, origin: 'rest', path: 'sourcefiles/[^/]+$', times: 99 });

		expectRefused(
			await downloadSource(fmsFileId, files.jobId, { maxTries: 1 }),
			`The service returned something other than the file ${fmsFileId}`,
		);
	});

	it('with the name of the file from the file host is what the file holds', async () => {
		const request = await files.translated(file, 'report.pdf');
		await fault({
			origin: 'files',
			method: 'GET',
			replaceBody: base64.body,
			contentType: 'application/json',
		});

		expect((await bytes(await downloadTranslation(request))).toString()).toBe(base64.body);
	});

	it('with the name of the file is what the file holds', async () => {
		const request = await files.translated(file, 'report.pdf');
		const headers = {
			...base64.headers,
			'Content-Disposition': 'attachment; filename="report.pdf"',
		};
		await fault({ ...base64, headers, origin: 'rest', path: 'retrievefile$' });

		expect((await bytes(await downloadTranslation(request))).toString()).toBe(base64.body);
	});

	describe.each([
		['an answer', '{"message":"Not ready"}', 'Not ready'],
		['a text', '"Not ready yet."', 'Not ready yet.'],
		['base64', base64.body, file.toString('base64').slice(0, 40)],
	])('%s is no file', (_, body, said) => {
		const answer = {
			status: 200,
			body,
			headers: base64.headers,
			origin: 'rest',
			path: 'retrievefile$',
		} as const;

		it('and the file is asked for again', async () => {
			const request = await files.translated(file, 'report.pdf');
			await fault(answer);

			expect(sha256(await bytes(await downloadTranslation(request)))).toBe(sha256(file));
		});

		it('which is an error in the end', async () => {
			const request = await files.translated(file, 'report.pdf');
			await fault({ ...answer, times: 99 });

			const { items, error } = await files.download(request, { maxTries: 2 });

			expect(items).toEqual([]);
			expect(error?.message).toBe('The service returned something other than the file report.pdf');
			expect(error?.description).toContain(said);
		});
	});
});

it('XML that is none is no translation of texts', async () => {
	const request = await files.translatedContent('Home');
	await fault({ origin: 'files', method: 'GET', replaceBody: { success: true }, times: 99 });

	const { items, error } = await files.download(request, { maxTries: 1 });

	expect(items).toEqual([]);
	expect(error?.message).toBe('The file host returned something other than the file Home.xml');
});
