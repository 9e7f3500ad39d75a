import fc from 'fast-check';

import {
	MAX_TEXT_LENGTH,
	type SourceText,
	UnreadableFile,
} from '../../../../../nodes/shared/rules/fileTexts/reader';
import {
	type NamedFile,
	textsOfFile,
} from '../../../../../nodes/shared/rules/fileTexts/textsOfFile';
import { countWords } from '../../../../../nodes/shared/rules/words/countWords';
import { SMALL_FILES } from './smallFiles';

async function* inChunks(content: Buffer, lengths: readonly number[]): AsyncGenerator<Buffer> {
	let at = 0;
	for (const length of lengths) {
		yield content.subarray(at, at + length);
		at += length;
	}
	yield content.subarray(at);
}

async function read(
	content: string | Buffer,
	file: NamedFile | string,
	lengths: readonly number[] = [],
): Promise<SourceText[]> {
	const named = typeof file === 'string' ? { fileName: file } : file;
	const texts = textsOfFile(inChunks(Buffer.from(content as string), lengths), named);
	const found: SourceText[] = [];
	for await (const text of texts!) found.push(text);
	return found;
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe.each(SMALL_FILES)('$fileName', ({ fileName, content, texts, words }) => {
	it('has these texts', async () => {
		expect(await read(content, fileName)).toEqual(texts);
	});

	it(`has ${words} words`, async () => {
		let sum = 0;
		for (const { text } of await read(content, fileName)) sum += (await countWords(text)).words;
		expect(sum).toBe(words);
	});

	it('has the same texts wherever it is cut', async () => {
		const lengths = fc.array(fc.nat(20), { maxLength: 60 });
		for (const bytes of [Buffer.from(content), utf16(content), utf16(content).swap16()])
			await fc.assert(
				fc.asyncProperty(lengths, async (cuts) => {
					expect(await read(bytes, fileName, cuts)).toEqual(texts);
				}),
				{ numRuns: 30 },
			);
		expect(await read(content, fileName, Array(Buffer.byteLength(content)).fill(1))).toEqual(texts);
	});
});

it('there are at least 12 files', () => {
	expect(SMALL_FILES.length).toBeGreaterThanOrEqual(12);
});

it('a byte order mark is no text', async () => {
	expect(await read('\uFEFF{"a": "b"}', 'a.json')).toEqual([{ key: '/a', text: 'b' }]);
	expect(await read('\uFEFFone', 'a.txt')).toEqual([{ text: 'one' }]);
});

it('the media type tells the format only if the name does not', async () => {
	expect(await read('{"a": "b"}', { fileName: 'a', mediaType: 'application/json' })).toHaveLength(
		1,
	);
	for (const file of [
		{ fileName: 'a.docx', mediaType: 'text/plain' },
		{ fileName: 'a' },
		{ fileName: 'a.json5' },
		{ fileName: 'a.pdf', mediaType: 'application/pdf' },
	])
		expect(textsOfFile(inChunks(Buffer.from('a'), []), file)).toBeUndefined();
});

describe('what cannot be told for sure is not guessed', () => {
	const latin1 = Buffer.from('Ärger', 'latin1');
	const nested = '['.repeat(2_000) + ']'.repeat(2_000);
	const long = 'a'.repeat(MAX_TEXT_LENGTH + 1);
	const xliff = (source: string) =>
		`<xliff><trans-unit id="1"><source>${source}</source></trans-unit></xliff>`;

	it.each<[string, string, string | Buffer]>([
		['Latin-1', 'a.txt', latin1],
		['a cut character', 'a.txt', Buffer.from('Ä').subarray(0, 1)],
		['UTF-16 without a mark', 'a.txt', Buffer.from('text', 'utf16le')],
		['half a unit of UTF-16', 'a.txt', utf16('text').subarray(0, 7)],
		['binary', 'a.csv', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
		[
			'another encoding by its own words',
			'a.xml',
			'<?xml version="1.0" encoding="ISO-8859-1"?><a>b</a>',
		],
		['text in place of XML', 'a.xml', 'not XML'],
		['nothing in place of XML', 'a.xml', ' '],
		['XML in place of XLIFF', 'a.xlf', '<html>page</html>'],
		['cut XLIFF', 'a.xlf', xliff('a').slice(0, -5)],
		['XLIFF cut before its end', 'a.xlf', xliff('a').replace('</xliff>', '')],
		['crossed tags', 'a.xlf', xliff('<g>a<b></g></b>')],
		['a bare ampersand', 'a.xlf', xliff('a & b')],
		['a bare bracket', 'a.xlf', xliff('a < b')],
		['an attribute without quotation marks', 'a.xlf', xliff('<g id=1>a</g>')],
		['a second root', 'a.xlf', xliff('a') + xliff('b')],
		['text behind the root', 'a.xlf', `${xliff('a')} more`],
		['an open comment', 'a.xlf', `${xliff('a')}<!-- `],
		...[
			'',
			'{',
			'["a"',
			'["a",]',
			'[,]',
			'{"a"}',
			'{"a":}',
			'{"a":1,}',
			'{1:2}',
			'[1}',
			'{]',
			'"a" "b"',
			'[1 2]',
			'{"a" "b"}',
			'[01]',
			'[+1]',
			'[nul]',
			"['a']",
			'["a\n"]',
			'["\\x"]',
			'["open',
			']',
			',',
			':',
			'{"a":"b"}}',
			nested,
			`["${long}"]`,
		].map((content): [string, string, string] => [
			`JSON ${content.slice(0, 20)}`,
			'a.json',
			content,
		]),
		['an open quotation mark', 'a.csv', 'a,"b\nc,d'],
		['a long cell', 'a.csv', long],
		['an escape that is cut', 'a.properties', 'a=\\u12'],
		['a long property', 'a.properties', `a=${long}`],
		['lines that are not PO', 'a.po', 'hello'],
		['an open text of PO', 'a.po', 'msgid "a'],
		['PO without a keyword', 'a.po', '"a"'],
		['no times', 'a.srt', 'just text\n'],
	])('%s', async (_name, fileName, content) => {
		for (const lengths of [[], [3, 5, 1]])
			await expect(read(content, fileName, lengths)).rejects.toBeInstanceOf(UnreadableFile);
	});
});

it.each(['null', '12.5e-3', '-0', ' [ ] ', '[[],{}]', 'true', '{"a":{"b":[1,2,{"c":false}]}}'])(
	'JSON without texts: %s',
	async (content) => {
		expect(await read(content, 'a.json')).toEqual([]);
	},
);

it('any JSON has the texts that a parser finds', async () => {
	const chunks = fc.array(fc.nat(30), { maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(fc.json(), chunks, async (content, cuts) => {
			const expected: string[] = [];
			JSON.parse(content, (_key, value: unknown) => {
				if (typeof value === 'string') expected.push(value);
				return value;
			});
			const found = (await read(content, 'a.json', cuts)).map(({ text }) => text);
			expect(found.sort()).toEqual(expected.sort());
		}),
	);
});

it.each(['txt', 'html'])(
	'long running text of .%s is cut at spaces, always at the same',
	async (extension) => {
		const content = 'Some words and <b class="x">bold</b> ones. '.repeat(5_000);
		const texts = await read(content, `a.${extension}`);
		expect(texts.length).toBeGreaterThan(2);
		expect(texts.map(({ text }) => text).join('')).toBe(content.trimEnd() + content.slice(-1));
		let words = 0;
		for (const { text } of texts) words += (await countWords(text)).words;
		expect(words).toBe(5 * 5_000);
		expect(await read(content, `a.${extension}`, [70_000, 1, 60_000])).toEqual(texts);
	},
);

describe('files made to hurt', () => {
	it.each([
		['<', 'html'],
		['<!--', 'html'],
		['<a b="', 'html'],
		['<script>', 'html'],
		['&', 'xml'],
		['"', 'csv'],
		['\\', 'properties'],
		['msgid "a"\n', 'po'],
		['\r', 'txt'],
		['{"a":', 'json'],
		['"\\\\\\"', 'json'],
	])('2 MB of %s in .%s', async (sign, extension) => {
		const content = sign.repeat(2_000_000 / sign.length);
		const lengths = Array<number>(30).fill(65_536);
		await read(content, `a.${extension}`, lengths).catch((error: unknown) => {
			expect(error).toBeInstanceOf(UnreadableFile);
		});
	});
});
