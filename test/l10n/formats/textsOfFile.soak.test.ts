/** Files that are made to take time or memory. */
import { UnreadableFile } from '../../../l10n/formats/reader';
import { BEGINNINGS, read } from './readTexts';

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
				await read(content, `a.${extension}`).catch((error: unknown) => {
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
		await read(content, `a.${extension}`).catch((error: unknown) => {
			expect(error).toBeInstanceOf(UnreadableFile);
		});
	});
});
