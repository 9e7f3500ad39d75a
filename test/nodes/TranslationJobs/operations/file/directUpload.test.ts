import { content, sha256, useFiles } from './files';

const files = useFiles();
beforeEach(async () => {
	await files.harness.sandbox.clearFaults();
	await files.harness.sandbox.clearLog();
});
afterEach(async () => expect(await files.harness.sandbox.violations()).toEqual([]));

const DIRECT = { uploadMode: 'direct' };

describe('an upload that breaks off asks for a new transfer object and starts again', () => {
	it.each([
		['cut in the middle', { cutUploadAt: 100_000 }],
		['dropped before the answer', { dropAfter: true }],
		['refused with 403', { status: 403 }],
		['refused with 409', { status: 409 }],
		['answered with 500', { status: 500 }],
		['answered with 408', { status: 408 }],
		['locked', { status: 423 }],
		['asked for too early', { status: 425 }],
		[
			'refused with the code of an intermittent failure',
			{ status: 400, body: { code: 'FMS_1042', message: 'The file was not stored' } },
		],
		[
			'refused with the words of one',
			{ status: 422, body: { message: 'Storage is temporarily not there' } },
		],
	])('%s', async (_, fault) => {
		const file = content(300_000);
		await files.harness.sandbox.fault({ origin: 'files', method: 'POST', ...fault });

		const fmsFileId = await files.uploaded(file, DIRECT);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.transfers()).toBe(2);
	});

	it('standing still', async () => {
		const file = content(300_000);
		await files.harness.sandbox.fault({ origin: 'files', method: 'POST', hang: true });

		const fmsFileId = await files.uploaded(file, { ...DIRECT, options: { idleSeconds: 1 } });

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
	});
});

describe('a transfer object that the file host does not give at once', () => {
	const reserved = async () =>
		(await files.harness.sandbox.log({ origin: 'rest', path: 'sourcefiles$' })).length;

	it.each([
		['the code of an intermittent failure', { code: 'FMS_1042', message: 'Not reserved' }, 400],
		['the words of one', { message: 'The storage is temporarily not there' }, 409],
		['a status of one', { message: 'Locked' }, 423],
	])('is asked for again: %s', async (_, body, status) => {
		const file = content(1_000);
		await files.harness.sandbox.fault({ path: 'sourcefiles$', status, body, times: 2 });

		const fmsFileId = await files.uploaded(file, DIRECT);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await reserved()).toBe(3);
	});

	it.each([
		[400, { code: 'INVALID', message: 'The name is malformed' }],
		[409, { code: 'QUOTA_EXCEEDED', message: 'A job can have 1000 files.' }],
		[413, { message: 'FMS is busy' }],
	])('is not, after a refusal that cannot pass: %i', async (status, body) => {
		await files.harness.sandbox.fault({ path: 'sourcefiles$', status, body, times: 9 });

		await expect(files.uploaded(content(1_000), DIRECT)).rejects.toThrow();

		expect(await reserved()).toBe(1);
	});
});

it('a busy file host gets the same transfer again', async () => {
	const file = content(10_000);
	await files.harness.sandbox.fault({
		origin: 'files',
		method: 'POST',
		status: 503,
		headers: { 'Retry-After': '0' },
	});

	const fmsFileId = await files.uploaded(file, DIRECT);

	expect(await files.arrived(fmsFileId)).toBe(sha256(file));
	expect(await files.transfers()).toBe(1);
});

it('gives up after the tries of the options, with the code of the file host', async () => {
	await files.harness.sandbox.fault({
		origin: 'files',
		method: 'POST',
		status: 500,
		times: 99,
		body: { code: 'FMS_STORAGE', message: 'The storage is full' },
	});

	const { error } = await files.upload([await files.item(content(10_000))], {
		...DIRECT,
		options: { maxTries: 2 },
	});

	expect(error?.description).toContain(
		'The file host answered 500: The storage is full (FMS_STORAGE)',
	);
	expect(error?.description).toContain('Tried 2 times');
	expect(error?.context?.serviceCode).toBe('FMS_STORAGE');
});

it.each([
	['413', { status: 413, body: { code: 'FMS_SIZE', message: 'Try again with less' } }],
	['400', { status: 400, body: { code: 'INVALID', message: 'fmsFileId is not known' } }],
])('an error that cannot pass is not tried again: %s', async (status, fault) => {
	await files.harness.sandbox.fault({ origin: 'files', method: 'POST', ...fault, times: 9 });

	const { error } = await files.upload([await files.item(content(10_000))], DIRECT);

	expect(error?.httpCode).toBe(status);
	expect(await files.calls()).toHaveLength(1);
});

describe('an answer that does not say that the file arrived', () => {
	const PAGE = '<!DOCTYPE html><html><title>Sign in</title></html>';

	it.each([
		['a page instead', { signInPage: true }],
		['a page although it arrived', { replaceBody: PAGE, contentType: 'text/html' }],
		['cut off', { cutAnswerAt: 5 }],
		['cut off without a length', { cutAnswerAt: 5, chunked: true }],
		['broken', { garbage: true }],
		['nothing, and it did not arrive', { status: 200, body: '' }],
		['a word, and it did not arrive', { status: 200, body: 'OK' }],
		['something else, and it did not arrive', { status: 200, body: { success: true } }],
		['another length', { replaceBody: { id: '1', size: 1 } }],
	])('leads to a new transfer object: %s', async (_, fault) => {
		const file = content(10_000);
		await files.harness.sandbox.fault({ origin: 'files', method: 'POST', ...fault });

		const fmsFileId = await files.uploaded(file, DIRECT);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.transfers()).toBe(2);
	});

	it('is an error in the end that says so', async () => {
		await files.harness.sandbox.fault({
			origin: 'files',
			method: 'POST',
			signInPage: true,
			times: 99,
		});

		const { error, items } = await files.upload([await files.item(content(2_000))], {
			...DIRECT,
			options: { maxTries: 2 },
		});

		expect(items).toEqual([]);
		expect(error?.description).toContain(
			'The file host answered 200, which is no valid answer here (a web page titled "Sign in").',
		);
		expect(error?.description).toContain('Tried 2 times');
	});

	it.each([
		['nothing', { replaceBody: '' }],
		['a word', { replaceBody: 'OK', contentType: 'text/plain' }],
		['something else', { replaceBody: { success: true } }],
	])('is no matter when the service has the file: %s', async (_, fault) => {
		const file = content(10_000);
		await files.harness.sandbox.fault({ origin: 'files', method: 'POST', ...fault, times: 99 });

		const fmsFileId = await files.uploaded(file, DIRECT);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.transfers()).toBe(1);
	});

	it.each([
		[
			'as production does',
			{ id: '1', name: 'file.bin', contentType: 'application/octet-stream', size: 10_000 },
		],
		['by an id alone', { id: '1' }],
	])('is believed without another call when it tells: %s', async (_, replaceBody) => {
		await files.harness.sandbox.fault({ origin: 'files', method: 'POST', replaceBody });

		await files.uploaded(content(10_000), DIRECT);

		expect(
			await files.harness.sandbox.log({ origin: 'rest', method: 'GET', path: 'sourcefiles' }),
		).toEqual([]);
	});
});

it('sends the form part and its length that the file host asks for', async () => {
	await files.uploaded(content(10_000), DIRECT, 'a "b".bin');

	const [call] = await files.calls();
	expect(Number(call!.headers['content-length'])).toBe(call!.bytesIn);
	expect(call!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
});
