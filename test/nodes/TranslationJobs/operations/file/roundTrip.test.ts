import { content, MIB, sha256, useFiles } from './files';

const files = useFiles(['file-name-encoded-twice']);
afterEach(async () => {
	// A name that contains %2F looks to the sandbox as if it had been encoded twice.
	const violations = await files.harness.sandbox.violations();
	expect(violations.filter(({ detail }) => detail !== 'a%252Fb.txt')).toEqual([]);
});

/** There and back again. */
async function roundTrip(file: Buffer, parameters = {}, fileName = 'file.bin') {
	const fmsFileId = await files.uploaded(file, parameters, fileName);
	expect(await files.arrived(fmsFileId)).toBe(sha256(file));
	const { items, error } = await files.downloadSource(fmsFileId);
	expect(error).toBeUndefined();
	const binary = items[0]!.binary!.data!;
	expect(sha256(await files.harness.engine.readBinary(binary))).toBe(sha256(file));
	return { binary, json: items[0]!.json };
}

const CHUNK = { options: { chunkSizeMiB: 1 } };

describe('a file arrives and comes back byte for byte', () => {
	it.each([
		['1 byte, direct', 1, {}],
		['1 byte, resumable', 1, { uploadMode: 'resumable' }],
		['just below the direct limit', 999_999, {}],
		['just above the direct limit', 1_000_000, {}],
		['one byte less than a chunk', MIB - 1, { uploadMode: 'resumable', ...CHUNK }],
		['a chunk', MIB, { uploadMode: 'resumable', ...CHUNK }],
		['one byte more than a chunk', MIB + 1, { uploadMode: 'resumable', ...CHUNK }],
		['5 MB, direct', 5_000_000, { uploadMode: 'direct' }],
		['5 MB, resumable', 5_000_000, CHUNK],
	])('%s', async (_, size, parameters) => {
		await roundTrip(content(size), parameters);
	});

	it.each([
		'two words.txt',
		'list[1] (final).txt',
		'🦊 fox.txt',
		'مرحبا بالعالم.txt',
		'the "quoted" one.txt',
		"it's.txt",
		'a%2Fb.txt',
		'100% #1 & more?.txt',
	])('named %s', async (fileName) => {
		const { binary, json } = await roundTrip(content(2_000), {}, fileName);
		expect(binary.fileName).toBe(fileName);
		expect(json.fileName).toBe(fileName);
	});
});
