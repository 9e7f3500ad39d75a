import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/harness';
import { content, sha256, useFiles } from './files';

const files = useFiles();
beforeEach(async () => await files.harness.sandbox.clearLog());
afterEach(async () => expect(await files.harness.sandbox.violations()).toEqual([]));

const LANGUAGES = { sourceLanguage: 'en-us', targetLanguage: 'fr-fr', targetLanguages: ['fr-fr'] };

describe('by default, the file of the input is uploaded and then referred to', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'request',
			{ resource: 'request', operation: 'addFile', requestName: 'Item', ...LANGUAGES },
			'fileId',
		],
		['support asset', { resource: 'supportAsset', operation: 'add' }, 'fmsFileId'],
		[
			'translation memory update',
			{ resource: 'translationMemory', operation: 'add', ...LANGUAGES },
			'fmsFileId',
		],
	])('as a %s', async (_, parameters, field) => {
		const file = content(3_000);
		const input = [await files.item(file, 'guide.pdf', 'application/pdf')];

		const [added] = await files.harness.json(
			{ ...parameters, jobId: byId(files.jobId) },
			{ input },
		);

		expect(await files.arrived(String(added![field]))).toBe(sha256(file));
	});
});

it('without a file, the error says how to use one that was uploaded before', async () => {
	const parameters = { resource: 'supportAsset', operation: 'add', jobId: byId(files.jobId) };
	const { error } = await files.harness.run(parameters, { input: [{ json: {} }] });
	expect(error?.message).toBe('The item has no file');
	expect(error?.description).toContain('set \'File From\' to "File ID"');
});

const OPERATIONS: Array<[string, INodeParameters]> = [
	['a file', { resource: 'file', operation: 'upload' }],
	['a request', { resource: 'request', operation: 'addFile', requestName: 'Item', ...LANGUAGES }],
	['a support asset', { resource: 'supportAsset', operation: 'add' }],
	[
		'a translation memory update',
		{ resource: 'translationMemory', operation: 'add', ...LANGUAGES },
	],
];

describe.each(OPERATIONS)('the file for %s', (_, parameters) => {
	const run = async (...fields: string[]) => {
		const { binary } = await files.item(content(3_000), 'guide.pdf', 'application/pdf');
		const item = {
			json: {},
			binary: Object.fromEntries(fields.map((field) => [field, binary!.data!])),
		};
		return await files.harness.run(
			{ ...parameters, jobId: byId(files.jobId), fileFrom: 'binary' },
			{ input: [item] },
		);
	};

	it('is the only one of the item, whatever its field is called', async () => {
		expect((await run('attachment_0')).error).toBeUndefined();
		expect(await files.transfers()).toBe(1);
	});

	it('has to be named if the item has several', async () => {
		const { error } = await run('front', 'back');
		expect(error?.message).toBe(
			'The item has 2 files (front, back), and none of them is in the field "data"',
		);
		expect(error?.description).toContain(
			"Enter one of these under 'Input Binary Field': front, back.",
		);
		expect(await files.transfers()).toBe(0);
	});
});

it.each(OPERATIONS)('a long file name is shortened for %s when told to', async (_, parameters) => {
	const input = [await files.item(content(3_000), `${'n'.repeat(300)}.pdf`, 'application/pdf')];

	await files.harness.json(
		{
			...parameters,
			jobId: byId(files.jobId),
			fileFrom: 'binary',
			options: { shortenNames: true },
		},
		{ input },
	);

	expect((await files.harness.sandbox.files(files.jobId)).at(-1)!.fileName).toBe(
		`${'n'.repeat(246)}.pdf`,
	);
});

it('what is wrong elsewhere costs no upload', async () => {
	const input = [await files.item(content(3_000), 'guide.pdf', 'application/pdf')];
	const parameters = {
		resource: 'translationMemory',
		operation: 'add',
		...LANGUAGES,
		targetLanguage: 'xx-nowhere',
	};

	const { error } = await files.harness.run(
		{ ...parameters, jobId: byId(files.jobId), fileFrom: 'binary' },
		{ input },
	);

	expect(error?.message).toContain('xx-nowhere');
	expect(await files.transfers()).toBe(0);
});
