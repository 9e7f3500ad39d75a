import fc from 'fast-check';

import { MAX_TEXT_LENGTH, UnreadableFile } from '../../../l10n/formats/reader';
import { countWords } from '../../../l10n/text/words';
import { read, utf16 } from './readTexts';
import { SMALL_FILES } from './smallFiles';

describe.each(SMALL_FILES)('$fileName', ({ fileName, content, texts, words }) => {
	it('has these texts', async () => {
		expect(await read(content, fileName)).toEqual(texts);
	});

	it(`has ${words} words`, async () => {
		let sum = 0;
		for (const text of await read(content, fileName)) sum += (await countWords(text)).words;
		expect(sum).toBe(words);
	});

	it('has the same texts in UTF-16', async () => {
		for (const bytes of [utf16(content), utf16(content).swap16()])
			expect(await read(bytes, fileName)).toEqual(texts);
	});
});

it('there are at least 12 files', () => {
	expect(SMALL_FILES.length).toBeGreaterThanOrEqual(12);
});

it('a byte order mark is no text', async () => {
	expect(await read('\uFEFF{"a": "b"}', 'a.json')).toEqual(['b']);
	expect(await read('\uFEFFone', 'a.txt')).toEqual(['one']);
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
		await expect(read('a', file)).rejects.toThrow('is not a kind of file whose words');
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
		['HTML cut inside the name of a tag', 'a.html', '<p>One</p><di'],
		['HTML cut inside the end of a tag', 'a.html', '<p>One</'],
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
		await expect(read(content, fileName)).rejects.toBeInstanceOf(UnreadableFile);
	});
});

it.each(['null', '12.5e-3', '-0', ' [ ] ', '[[],{}]', 'true', '{"a":{"b":[1,2,{"c":false}]}}'])(
	'JSON without texts: %s',
	async (content) => {
		expect(await read(content, 'a.json')).toEqual([]);
	},
);

it('any JSON has the texts that a parser finds', async () => {
	await fc.assert(
		fc.asyncProperty(fc.json(), async (content) => {
			const expected: string[] = [];
			JSON.parse(content, (_key, value: unknown) => {
				if (typeof value === 'string') expected.push(value);
				return value;
			});
			const found = await read(content, 'a.json');
			expect(found.sort()).toEqual(expected.filter((text) => text.trim() !== '').sort());
		}),
	);
});

it.each(['txt', 'html'])('long running text of .%s is cut at spaces', async (extension) => {
	const content = 'Some words and <b class="x">bold</b> ones. '.repeat(10_000);
	const texts = await read(content, `a.${extension}`);
	expect(texts.length).toBeGreaterThan(2);
	const kept = extension === 'html' ? content.replace(/<.*?>/g, '') : content;
	expect(texts.join('')).toBe(kept);
	let words = 0;
	for (const text of texts) words += (await countWords(text)).words;
	expect(words).toBe(5 * 10_000);
});

describe('a file that ends inside something', () => {
	it.each([
		['a tag', '<p>one</p><p class="a'],
		['a quoted value', `<p>one</p><a href="x>two</a><p>three</p>`],
		['a comment', '<p>one</p><!-- two <p>three</p>'],
		['a script', '<p>one</p><script>let a;'],
	])('%s is not counted', async (_name, content) => {
		for (const extension of ['html', 'xml'])
			if (extension === 'html' || !content.includes('script'))
				await expect(read(`<a>${content}`, `a.${extension}`)).rejects.toBeInstanceOf(
					UnreadableFile,
				);
	});

	it('a bracket alone is a sign', async () => {
		expect(await read('<p>I <3 you, a < b <', 'a.html')).toEqual(['I <3 you, a < b <']);
	});
});

it('an attribute longer than a piece of text is no text', async () => {
	const tag = `<a title="${'not this '.repeat(20_000)}">`;
	expect(await read(`<p>One ${tag}two</a> three</p>`, 'a.html')).toEqual(['One two three']);
});

it('the separator of a CSV file is told behind a line break in quotation marks', async () => {
	expect(await read('"a\nb";1,5;c\n', 'a.csv')).toEqual(['a\nb', '1,5', 'c']);
});
