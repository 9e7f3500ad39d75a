import { randomInt } from 'node:crypto';
import { sleep } from 'n8n-workflow';

import { byId } from '../../../../support/harness';
import { content, MIB, sha256, useFiles } from './files';

const files = useFiles();
beforeEach(async () => {
	await files.harness.sandbox.clearFaults();
	await files.harness.sandbox.clearLog();
});
afterEach(async () => expect(await files.harness.sandbox.violations()).toEqual([]));

const RESUMABLE = { uploadMode: 'resumable', options: { chunkSizeMiB: 1 } };
const FIVE_MIB = 5 * MIB;
const limitedTo = (maxTries: number) => ({
	...RESUMABLE,
	options: { ...RESUMABLE.options, maxTries },
});

const offsetsOf = async () =>
	(await files.calls('PATCH')).map(({ headers }) => Number(headers['upload-offset']));

it('arrives whole through 20 cuts, re-sending less than a chunk for each', async () => {
	const file = content(12_500_000);
	const chunk = MIB;
	for (let cut = 0; cut < 20; cut++) {
		await files.harness.sandbox.fault({
			origin: 'files',
			method: 'PATCH',
			cutUploadAt: randomInt(1, chunk / 2),
			skip: randomInt(2),
		});
	}

	const fmsFileId = await files.uploaded(file, {
		uploadMode: 'resumable',
		options: { chunkSizeMiB: 1 },
	});

	expect(await files.arrived(fmsFileId)).toBe(sha256(file));
	expect(await files.harness.sandbox.faults()).toEqual([]);
	const sent = await files.calls('PATCH');
	const cuts = sent.filter(({ fault }) => fault === 'cutUploadAt');
	expect(cuts).toHaveLength(20);
	const resent = sent.reduce((sum, { bytesIn }) => sum + bytesIn, 0) - file.length;
	expect(resent).toBeLessThanOrEqual(20 * chunk);
	for (const cut of cuts) {
		const next = sent[sent.indexOf(cut) + 1]!;
		const from = Number(cut.headers['upload-offset']);
		expect(Number(next.headers['upload-offset'])).toBeGreaterThan(from);
		expect(from + cut.bytesIn - Number(next.headers['upload-offset'])).toBeLessThanOrEqual(chunk);
	}
	expect(await files.calls('POST')).toHaveLength(1);
});

it('gives up on a file host that breaks off after every few bytes', async () => {
	await files.harness.sandbox.fault({
		origin: 'files',
		method: 'PATCH',
		cutUploadAt: 100,
		times: 1_000,
	});

	const { error } = await files.upload([await files.item(content(FIVE_MIB))], limitedTo(3));

	expect(error?.message).toMatch(/^The upload of file\.bin ended after \d+ of 5,242,880 bytes$/);
	expect(error?.description).toContain('Tried 3 times');
});

it.each([0, 1_048_576, 99 * MIB])(
	'gives up on a file host that confirms chunks without taking them (up to %d)',
	async (offset) => {
		await files.harness.sandbox.fault({
			origin: 'files',
			method: 'PATCH',
			skip: 1,
			status: 204,
			headers: { 'Upload-Offset': String(offset) },
			times: 9,
		});

		const { error } = await files.upload([await files.item(content(FIVE_MIB))], limitedTo(2));

		expect(error?.message).toBe('The upload of file.bin ended after 1,048,576 of 5,242,880 bytes');
		expect(error?.description).toContain(
			'The file host answered 204, which is no valid answer here',
		);
		expect(error?.description).toContain('Tried 2 times');
	},
);

describe('goes on where it stopped', () => {
	it.each([
		['a 409 offset conflict', [{ method: 'PATCH', skip: 2, status: 409 }]],
		['a locked upload', [{ method: 'PATCH', skip: 2, status: 423 }]],
		[
			'a chunk that was confirmed but not taken',
			[{ method: 'PATCH', skip: 2, status: 204, headers: { 'Upload-Offset': String(2 * MIB) } }],
		],
		['a 425', [{ method: 'PATCH', skip: 2, status: 425 }]],
		[
			'a refusal with the code of an intermittent failure',
			[
				{
					method: 'PATCH',
					skip: 2,
					status: 400,
					body: { code: 'FMS_1042', message: 'Not stored' },
				},
			],
		],
		['a 500', [{ method: 'PATCH', skip: 2, status: 500 }]],
		[
			'a 429 with Retry-After',
			[{ method: 'PATCH', skip: 2, status: 429, headers: { 'Retry-After': '1' } }],
		],
		['a dropped connection', [{ method: 'PATCH', skip: 2, dropBefore: true }]],
		['a lost answer', [{ method: 'PATCH', skip: 2, dropAfter: true }]],
		['a lost answer to the last chunk', [{ method: 'PATCH', skip: 4, dropAfter: true }]],
		[
			'a 503 on HEAD',
			[
				{ method: 'PATCH', skip: 2, cutUploadAt: 1000 },
				{ method: 'HEAD', status: 503, times: 2 },
			],
		],
		[
			'a lost HEAD',
			[
				{ method: 'PATCH', skip: 2, status: 500 },
				{ method: 'HEAD', dropBefore: true },
			],
		],
	])('after %s', async (_, faults) => {
		const file = content(FIVE_MIB);
		for (const fault of faults) await files.harness.sandbox.fault({ origin: 'files', ...fault });

		const fmsFileId = await files.uploaded(file, RESUMABLE);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.harness.sandbox.faults()).toEqual([]);
		expect(await files.calls('POST')).toHaveLength(1);
		const offsets = await offsetsOf();
		expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
	});

	it('when the server hangs', async () => {
		const file = content(FIVE_MIB);
		await files.harness.sandbox.fault({ origin: 'files', method: 'PATCH', skip: 2, hang: true });

		const fmsFileId = await files.uploaded(file, {
			uploadMode: 'resumable',
			options: { chunkSizeMiB: 1, idleSeconds: 2 },
		});

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.harness.sandbox.faults()).toEqual([]);
		expect(await files.calls('POST')).toHaveLength(1);
	});
});

describe('begins anew with another transfer object', () => {
	it.each([
		[
			'when the token is refused at the beginning',
			{ method: 'POST', status: 403, body: { code: 'SAS_TOKEN_INVALID', message: 'expired' } },
		],
		[
			'when the token is refused halfway',
			{
				method: 'PATCH',
				skip: 2,
				status: 403,
				body: { code: 'SAS_TOKEN_INVALID', message: 'expired' },
			},
		],
		['when the upload is gone', { method: 'PATCH', skip: 2, status: 410 }],
	])('%s', async (_, fault) => {
		const file = content(FIVE_MIB);
		await files.harness.sandbox.fault({ origin: 'files', ...fault });

		const fmsFileId = await files.uploaded(file, RESUMABLE);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.transfers()).toBe(2);
	});

	it('a limited number of times, then says what the file host said', async () => {
		await files.harness.sandbox.fault({
			origin: 'files',
			method: 'POST',
			status: 403,
			times: 99,
			body: { code: 'SAS_TOKEN_INVALID', message: 'The token is not valid' },
		});

		const { error } = await files.upload([await files.item(content(2_000))], limitedTo(3));

		expect(error?.message).toBe('The upload of file.bin ended before any byte was accepted');
		expect(error?.description).toContain(
			'The file host answered 403: The token is not valid (SAS_TOKEN_INVALID)',
		);
		expect(error?.httpCode).toBe('403');
		expect(await files.transfers()).toBe(3);
	});
});

it('a second run begins anew', async () => {
	const file = content(FIVE_MIB);
	const input = [await files.item(file)];
	await files.harness.sandbox.fault({
		origin: 'files',
		method: 'PATCH',
		skip: 3,
		status: 502,
		times: 2,
	});

	const first = await files.upload(input, limitedTo(2));
	expect(first.error?.message).toBe(
		'The upload of file.bin ended after 3,145,728 of 5,242,880 bytes',
	);
	expect(first.error?.description).toContain('Try again later.');
	const second = await files.upload(input, RESUMABLE);

	expect(second.error).toBeUndefined();
	expect(await files.arrived(String(second.items[0]!.json.fmsFileId))).toBe(sha256(file));
	expect(await files.transfers()).toBe(2);
	expect(await offsetsOf()).toEqual([0, 1, 2, 3, 3, 0, 1, 2, 3, 4].map((chunks) => chunks * MIB));
});

it.each([1, 2])(
	'the same file of two items is uploaded once, %i at a time',
	async (concurrency) => {
		const item = await files.item(content(FIVE_MIB));
		const options = { ...RESUMABLE.options, concurrency };

		const { items } = await files.upload([item, item], { ...RESUMABLE, options });

		expect(items[0]!.json.fmsFileId).toBe(items[1]!.json.fmsFileId);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(await files.transfers()).toBe(1);
	},
);

describe('where the upload goes on', () => {
	const created = async (headers: Record<string, string>) =>
		await files.harness.sandbox.fault({ origin: 'files', method: 'POST', status: 201, headers });

	it('not at another host', async () => {
		await created({ Location: 'http://127.0.0.1:9/elsewhere' });

		const { error } = await files.upload([await files.item(content(2_000))], RESUMABLE);

		expect(error?.message).toContain('wants to continue the upload at 127.0.0.1:9');
		expect(await files.calls('PATCH')).toEqual([]);
	});

	it.each(['http://[half', 'http://:0', 'http://host:port/'])(
		'%s is no address',
		async (Location) => {
			await created({ Location });

			const { error } = await files.upload([await files.item(content(2_000))], RESUMABLE);

			expect(error?.message).toMatch(
				/^The file host (gave no usable address for the upload|\S+ wants to continue the upload at )/,
			);
			expect(error?.message).not.toContain('Invalid URL');
			expect(await files.calls('PATCH')).toEqual([]);
		},
	);

	it('not without an address', async () => {
		await files.harness.sandbox.fault({
			origin: 'rest',
			path: 'sourcefiles$',
			status: 201,
			body: { fmsFileId: '1', fmsSASToken: 's', fmsUploadUrl: 'not an address' },
		});

		const { error } = await files.upload([await files.item(content(2_000))], RESUMABLE);

		expect(error?.message).toBe('The service gave no usable address to upload the file to');
	});
});

describe('an answer that does not tell what it must', () => {
	it.each([
		['a page in place of a created upload', { method: 'POST', signInPage: true }],
		['a page in place of a confirmation', { method: 'PATCH', skip: 1, signInPage: true }],
		['a confirmation without an offset', { method: 'PATCH', skip: 1, status: 204 }],
		['a confirmation that is cut off', { method: 'PATCH', skip: 1, dropAfter: true }],
	])('is asked about: %s', async (_, fault) => {
		const file = content(FIVE_MIB);
		await files.harness.sandbox.fault({ origin: 'files', ...fault });

		const fmsFileId = await files.uploaded(file, RESUMABLE);

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
		expect(await files.harness.sandbox.faults()).toEqual([]);
	});

	it('is an error in the end that says so', async () => {
		await files.harness.sandbox.fault({
			origin: 'files',
			method: 'PATCH',
			signInPage: true,
			times: 99,
		});

		const { error } = await files.upload([await files.item(content(2_000))], limitedTo(2));

		expect(error?.description).toContain(
			'The file host answered 200, which is no valid answer here (a web page titled "Sign in")',
		);
		expect(error?.description).toContain('Tried 2 times');
		expect(error?.description).not.toContain('/fms/');
	});
});

describe('a file host that takes less than it is sent', () => {
	afterEach(async () => {
		await files.harness.sandbox.configure({ tusAccepts: null });
	});

	it('is given up when it takes a byte at a time', async () => {
		await files.harness.sandbox.configure({ tusAccepts: 1 });

		const { error } = await files.upload([await files.item(content(FIVE_MIB))], limitedTo(3));

		expect(error?.message).toBe('The upload of file.bin ended after 3 of 5,242,880 bytes');
		expect(error?.description).toContain(
			'(failed to upload chunk at offset 2, caused by Error: sent from 2 to 1048578, it was confirmed up to 3)',
		);
		expect(await files.calls('PATCH')).toHaveLength(3);
	});

	it('is served as long as it moves on', async () => {
		await files.harness.sandbox.configure({ tusAccepts: 400_000 });
		const file = content(FIVE_MIB);

		const fmsFileId = await files.uploaded(file, limitedTo(2));

		expect(await files.arrived(fmsFileId)).toBe(sha256(file));
	});
});

it('stops at once when the execution is cancelled', async () => {
	await files.harness.sandbox.fault({ origin: 'files', method: 'PATCH', hang: true });
	const input = [await files.item(content(2_000))];
	const parameters = {
		resource: 'file',
		operation: 'upload',
		jobId: byId(files.jobId),
		...RESUMABLE,
	};
	const cancelWhenHanging = async (execution: { cancel(): void }) => {
		while ((await files.calls('PATCH')).length === 0) await sleep(20);
		execution.cancel();
	};

	const { error } = await files.harness.run(parameters, {
		input,
		onStart: (execution) => void cancelWhenHanging(execution),
	});

	expect(error?.description).toContain('The execution was cancelled.');
	expect(await files.calls('PATCH')).toHaveLength(1);
});

it('sends the metadata and the length that the file host asks for', async () => {
	const fmsFileId = await files.uploaded(content(2_000), RESUMABLE, 'ünïcode 🦊.bin');

	const [create] = await files.calls('POST');
	const metadata = Object.fromEntries(
		String(create!.headers['upload-metadata'])
			.split(',')
			.map((pair) => pair.split(' '))
			.map(([name, value]) => [name, Buffer.from(value!, 'base64').toString('utf8')]),
	);
	expect(metadata).toEqual({
		name: 'ünïcode 🦊.bin',
		contentType: 'application/octet-stream',
		chunkSize: String(MIB),
	});
	expect(
		(await files.calls()).map(({ method, headers }) => [method, headers['content-length']]),
	).toEqual([
		['POST', '0'],
		['PATCH', '2000'],
	]);
	expect(fmsFileId).not.toBe('');
});

it('a token that the file host repeats in its error is not shown', async () => {
	const { sandbox } = files.harness;
	await sandbox.fault({
		origin: 'files',
		method: 'PATCH',
		status: 400,
		body: { code: 'NO', message: 'What is {secrets}?' },
		leaks: [''],
	});

	const { error } = await files.upload([await files.item(content(2_000))], RESUMABLE);

	const { sasToken } = (await sandbox.files(files.jobId)).at(-1)!;
	expect(error?.description).toContain('What is ***? (NO)');
	expect(JSON.stringify(error)).not.toContain(sasToken);
});
