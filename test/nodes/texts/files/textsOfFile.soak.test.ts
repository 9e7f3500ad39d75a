/** Files that are made to take time or memory. */
import { UnreadableFile } from '../../../../nodes/texts/files/reader';
import { textsOfFile } from '../../../../nodes/texts/files/textsOfFile';
import { BEGINNINGS, read } from './readTexts';

describe('a file of 100 MB that cannot be counted', () => {
	const MEGABYTE = 1_000_000;

	it.each([
		['one text', 'json', '"', 'a'],
		['one cell', 'csv', '', 'a'],
		['one cell with quotation marks', 'csv', '"', '""'],
		['one property', 'properties', 'a=', 'a\\\n'],
		['one message', 'po', 'msgid ""\n', '"a"\n'],
		['one cue', 'srt', '00:01 --> 00:02\n', 'a\n'],
		['one source', 'xlf', '<xliff><trans-unit><source>', 'a<x/>'],
		['one tag', 'html', '<a', ' b'],
		['open elements', 'xlf', '<xliff>', '<g>'],
		['open lists', 'json', '', '['],
	])('%s in .%s is read only as far as needed', async (_name, extension, begin, part) => {
		let chunks = 0;
		let isClosed = false;
		async function* endless(): AsyncGenerator<Buffer> {
			try {
				yield Buffer.from(begin);
				for (; chunks < 100; chunks++) yield Buffer.from(part.repeat(MEGABYTE / part.length));
			} finally {
				isClosed = true;
			}
		}
		const readAll = async () => {
			for await (const _ of textsOfFile(endless(), { fileName: `a.${extension}` })!);
		};
		await expect(readAll()).rejects.toBeInstanceOf(UnreadableFile);
		expect(isClosed).toBe(true);
		expect(chunks).toBeLessThanOrEqual(10);
	});
});

describe('files made to hurt', () => {
	const EXTENSIONS = 'txt html xml xlf json csv properties po srt vtt'.split(' ');
	const HURTING = [
		...[
			'<',
			'<a',
			'<a ',
			'<a b="',
			`<a b='"`,
			'<!--',
			'<!',
			'<![CDATA[',
			'<b>',
			'<script>',
			'</',
			'&',
			'&a',
		],
		...[
			'"',
			'"\\',
			'\\',
			'\\a',
			'{',
			'{"a":',
			'[',
			'[1,',
			'%(',
			',',
			';',
			' ',
			'\r',
			'\n',
			'-->',
			'1 ',
		],
	];

	it.each(EXTENSIONS)('many of a sign, and something behind them, in .%s', async (extension) => {
		for (const sign of HURTING)
			for (const start of new Set(['', BEGINNINGS[extension]?.[0] ?? ''])) {
				const content = `${start}${sign.repeat(200_000 / sign.length)}x\n`;
				const lengths = [65_536, 65_536, 65_536];
				await read(content, `a.${extension}`, lengths).catch((error: unknown) => {
					expect(error).toBeInstanceOf(UnreadableFile);
				});
			}
	});

	it.each([
		['a\\\n', 'properties'],
		['"a"\n', 'po'],
		['a\n', 'srt'],
		['a\r', 'vtt'],
		['a<x/>', 'xlf'],
		['a<b>b</b>', 'html'],
		['"a"\r\n', 'csv'],
		['msgid "a"\n', 'po'],
		['"\\\\\\"', 'json'],
	])('1 MB of %j in .%s', async (part, extension) => {
		const start = BEGINNINGS[extension]?.[0] ?? '';
		const content = start + part.repeat(1_000_000 / part.length);
		await read(content, `a.${extension}`, Array<number>(15).fill(65_536)).catch(
			(error: unknown) => {
				expect(error).toBeInstanceOf(UnreadableFile);
			},
		);
	});
});
