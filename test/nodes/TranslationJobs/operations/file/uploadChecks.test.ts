import { content, sha256, useFiles } from './files';

const files = useFiles();
beforeEach(async () => await files.harness.sandbox.clearLog());

/** An item whose size is told wrongly. */
async function announced(size: number, bytes: number) {
	const item = await files.item(content(size));
	item.binary!.data!.bytes = bytes;
	return item;
}

describe('is refused before anything is sent', () => {
	it.each([
		['an empty file', 0, 0, {}, 'file.bin is empty'],
		[
			'a file over 1 GB',
			10,
			1_073_741_825,
			{},
			'file.bin is 1,073,741,825 bytes long; the limit is 1,073,741,824',
		],
		[
			'a direct upload over 200 MB',
			10,
			200_000_001,
			{ uploadMode: 'direct' },
			'the limit of a direct upload is 200,000,000',
		],
	])('%s', async (_, size, bytes, parameters, message) => {
		const { error } = await files.upload([await announced(size, bytes)], parameters);

		expect(error?.message).toContain(message);
		expect(await files.harness.sandbox.log()).toEqual([]);
	});

	it('a name without an extension, when the media type tells none', async () => {
		const { error } = await files.upload([await files.item(content(10), 'README')]);

		expect(error?.message).toContain('has no extension');
		expect(await files.transfers()).toBe(0);
	});

	it('a name over 250 characters', async () => {
		const { error } = await files.upload([await files.item(content(10), `${'n'.repeat(247)}.txt`)]);

		expect(error?.message).toBe('File Name is 251 characters long; the limit is 250');
	});

	it('an item without a file', async () => {
		const { error } = await files.upload([{ json: {} }]);

		expect(error?.message).toMatch(/binary/i);
	});
});

describe('a size that n8n told wrongly is noticed', () => {
	it.each([
		['direct', 10_000, 10_001, 'only 10,000 were found'],
		['direct', 10_000, 9_999, 'more were found'],
		['resumable', 3_000_000, 3_000_001, 'only 3,000,000 were found'],
		['resumable', 3_000_000, 2_000_000, 'more were found'],
	])('%s: %d bytes that are told to be %d', async (uploadMode, size, bytes, message) => {
		const { error } = await files.upload([await announced(size, bytes)], {
			uploadMode,
			options: { chunkSizeMiB: 1 },
		});

		expect(error?.message).toContain(message);
		expect(
			(await files.harness.sandbox.files(files.jobId)).filter(
				({ transfer }) => transfer === 'uploaded',
			),
		).toEqual([]);
	});
});

it('the media type supplies a missing extension', async () => {
	const { items } = await files.upload([
		await files.item(content(10), 'README', 'text/markdown; charset=utf-8'),
	]);

	expect(items[0]!.json).toMatchObject({
		fileName: 'README.md',
		fileSize: 10,
		mimeType: 'text/markdown',
		uploadMode: 'direct',
		jobId: files.jobId,
	});
});

it('a media type that would break the form is cut to what it can be', async () => {
	const { items } = await files.upload([
		await files.item(content(10), 'page.html', 'text/html\r\nX-Evil: 1'),
	]);

	const file = (await files.harness.sandbox.files(files.jobId)).find(
		({ fmsFileId }) => fmsFileId === items[0]!.json.fmsFileId,
	);
	expect(file?.contentType).toBe('text/html');
});

it('the option names the file', async () => {
	const { items } = await files.upload([await files.item(content(10))], {
		options: { fileName: 'other.txt' },
	});

	expect(items[0]!.json.fileName).toBe('other.txt');
});

it.each(['direct', 'resumable'])(
	'a file inside the item arrives whole (%s)',
	async (uploadMode) => {
		const file = content(1_234_567);
		const binary = {
			data: { data: file.toString('base64'), mimeType: 'application/pdf', fileName: 'inline.pdf' },
		};

		const { items, error } = await files.upload([{ json: {}, binary }], {
			uploadMode,
			options: { chunkSizeMiB: 1 },
		});

		expect(error).toBeUndefined();
		expect(await files.arrived(String(items[0]!.json.fmsFileId))).toBe(sha256(file));
	},
);

it('with "continue on fail", each item stands on its own and stays paired', async () => {
	const input = [
		await files.item(content(10)),
		await announced(0, 0),
		await files.item(content(20)),
	];

	const { items } = await files.harness.run(
		{
			resource: 'file',
			operation: 'upload',
			jobId: { __rl: true, mode: 'id', value: files.jobId },
		},
		{ input, continueOnFail: true },
	);

	expect(items.map(({ json, pairedItem }) => [json.fileSize ?? json.error, pairedItem])).toEqual([
		[10, { item: 0 }],
		['file.bin is empty', { item: 1 }],
		[20, { item: 2 }],
	]);
});
