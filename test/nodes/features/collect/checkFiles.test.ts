import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { delivered } from '../../TranslationJobs/entries';
import { runOnWire } from '../../TranslationJobs/support';
import { fileItem, sending } from '../send/support';

const SOURCE = JSON.stringify({ title: 'Hello {name}', teaser: 'Read <b>more</b> in 12 days' });
const WRONG = JSON.stringify({ title: 'Hallo', teaser: 'Lies <b>mehr</b> in 12 Tagen' });
const UNIT = '<trans-unit id="7"><source>Hello <x id="1"/></source></trans-unit>';
const XLIFF = `<xliff version="1.2"><file><body>${UNIT}</body></file></xliff>`;

describe('Check Files', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	afterEach(() => jest.restoreAllMocks());

	const collected = async (
		[fileName, content]: [name: string, content: string | Buffer],
		{ answer, ...options }: IDataObject & { answer?: string | Buffer } = {},
	) => {
		const [job] = await harness.json(sending({ options: { wait: true } }), {
			input: [fileItem(fileName, content as string)],
		});
		await delivered(harness);
		if (answer !== undefined)
			await harness.sandbox.fault({
				path: 'retrievefile$',
				status: 200,
				times: 2,
				headers: {
					'content-type': 'application/octet-stream',
					'content-disposition': `attachment; filename="${fileName}"`,
				},
				body: answer as never,
			});
		return await runOnWire(
			harness,
			{ resource: 'job', operation: 'collect', options: { checkFiles: true, ...options } as never },
			{ input: [{ json: { jobId: job!.jobId } }] },
		);
	};
	const downloads = (lines: string[]) => lines.filter((line) => /sourcefiles\/[^/]+$/.test(line));

	it('is off: the source is not downloaded', async () => {
		const { json, lines } = await collected(['a.json', SOURCE], { checkFiles: false });
		expect(json[0]).not.toHaveProperty('problems');
		expect(downloads(lines)).toEqual([]);
	});

	it.each([
		['a.json', SOURCE],
		['a.html', '<html><body><p>Hello {name}<br>you</p></body></html>'],
		['a.xlf', XLIFF],
	])('finds nothing in %s, and reads the source once for all languages', async (...file) => {
		const { json, lines, hints } = await collected(file);
		expect(json.map(({ problems }) => problems)).toEqual([[], []]);
		expect(downloads(lines)).toHaveLength(1);
		expect(hints.join()).not.toContain('checked');
	});

	it('lists what is wrong with the texts of a file, and stores the file', async () => {
		const { json, items, hints } = await collected(['a.json', SOURCE], { answer: WRONG });
		expect(json[0]!.problems).toEqual([
			{
				check: 'placeholders',
				key: '/title',
				detail: '{name} is missing',
				source: 'Hello {name}',
				translation: 'Hallo',
			},
		]);
		expect(json[0]!.problemsText).toBe('"/title" (placeholders): {name} is missing.');
		expect((await harness.engine.readBinary(items[0]!.binary!.data!)).toString()).toBe(WRONG);
		expect(hints).toContain('2 translations did not pass the checks: see the field "problems".');
	});

	it('knows the plural forms of each language', async () => {
		const { json } = await collected(['a.json', '{"a_one":"{n} file","a_other":"{n} files"}'], {
			answer: '{"a_one":"{n} x","a_many":"{n} x","a_other":"{n} x"}',
		});
		const found = json.map(({ targetNativeLanguageCode: language, problems }) => [
			language,
			(problems as IDataObject[]).map(({ detail }) => detail),
		]);
		expect(Object.fromEntries(found)).toEqual({ 'de-de': ['the text is new'], 'fr-fr': [] });
	});

	it.each([
		['a.json', SOURCE, '{"title": ', 'the file is not valid JSON'],
		['a.xlf', XLIFF, XLIFF.replace('</body>', ''), 'the file is XML that is not well-formed'],
	])('%s that is damaged is a problem, not an error', async (name, content, answer, detail) => {
		const { json, error } = await collected([name, content], { answer });
		expect(error).toBeUndefined();
		expect(json[0]!.problems).toMatchObject([{ check: 'structure', key: name, detail }]);
	});

	it.each<{ why: string; file: [string, string | Buffer]; reason: string; answer?: string }>([
		{
			why: 'of another format',
			file: ['a.txt', 'Hello'],
			reason: 'texts in this format cannot be compared',
		},
		{
			why: 'whose source is not JSON',
			file: ['a.json', '{"a": "b"'],
			reason: 'its source is not valid JSON',
		},
		{
			why: 'whose source is in an unknown encoding',
			file: ['a.json', Buffer.from('{"a":"\xe4"}', 'latin1')],
			reason: 'its source is not UTF-8, and not UTF-16 with a byte order mark',
		},
		{
			why: 'in an unknown encoding',
			file: ['a.xml', '<r>Hello</r>'],
			reason: 'it says that its encoding is iso-8859-1',
			answer: '<?xml version="1.0" encoding="iso-8859-1"?><r>Hallo</r>',
		},
		{
			why: 'larger than 10 MB',
			file: ['a.json', `"${'x'.repeat(10_000_000)}"`],
			reason: 'it is larger than 10 MB',
		},
		{
			why: 'with a source larger than 10 MB',
			file: ['a.json', `["x"${' '.repeat(10_000_000)}]`],
			reason: 'its source is larger than 10 MB',
			answer: '["y"]',
		},
	])('a file $why has no result, with a warning', async ({ file, reason, answer }) => {
		const { json, hints, error } = await collected(file, { answer });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(json[0]).not.toHaveProperty('problems');
		expect(json[0]).not.toHaveProperty('problemsText');
		expect(hints).toContain(`2 files could not be checked, e.g. ${file[0]}: ${reason}.`);
	});

	it('a file that the store of n8n gives only in part is not blamed on the provider', async () => {
		jest
			.spyOn(Container.get(BinaryDataService), 'getAsStream')
			.mockImplementation(async () => Readable.from([Buffer.from('{"title":')]));
		const { json, hints } = await collected(['a.json', SOURCE]);
		expect(json).toHaveLength(2);
		expect(json[0]).not.toHaveProperty('problems');
		expect(hints.join()).toContain('a.json is not as long as n8n says');
	});

	it('a source that cannot be read leaves no result, with a warning', async () => {
		await harness.sandbox.fault({ path: 'sourcefiles/[^/]+$', status: 404, times: 10 });
		const { json, hints, error } = await collected(['a.json', SOURCE]);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(json[0]).not.toHaveProperty('problems');
		expect(hints.join()).toContain('2 files could not be checked');
	});
});
