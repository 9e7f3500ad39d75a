import * as fc from 'fast-check';

import { LocaleFile } from '../../../../nodes/texts/localeFile/localeFile';
import { textsIn } from '../../../../nodes/texts/mapTexts';

const open = async (text: string | Buffer, name: string) =>
	await LocaleFile.open(Buffer.from(text as string), name);
const textsOf = async (text: string, name: string, language = 'de') =>
	Object.fromEntries(textsIn((await open(text, name)).entryFor(language)));
const write = async (text: string, name: string, texts: Record<string, string>, language = 'de') =>
	(await (await open(text, name)).write(language, new Map(Object.entries(texts)))).toString();

const ANDROID = `<?xml version="1.0" encoding="utf-8"?>
<!-- A <comment> -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="plain">Tom &amp; Jerry\\'s \\"cat\\"\\n\\u00fc
        goes  on</string>
    <string name="quoted">" It's "</string>
    <string name='markup'>Hi <b>you</b> &lt; <xliff:g id="n" example="a &gt; b">%1$s</xliff:g> &amp; me</string>
    <string name="cdata">
        <![CDATA[<a href=\\"x\\">&amp;</a> ]]>
    </string>
    <string name="empty"/>
    <string name="no" translatable="false">no text</string>
    <string name="reference">@string/plain</string>
    <color name="red">#f00</color>
    <string-array name="days">
        <item>Mon</item>
        <item>@string/plain</item>
        <item>Tue<!-- c --></item>
    </string-array>
    <plurals name="files" tools:ignore="x">
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item> <!-- last -->
    </plurals>
</resources>
`;

/** One file of each format, with every way to write a text. */
const FILES: ReadonlyArray<[name: string, text: string]> = [['strings.xml', ANDROID]];

const MARKED = FILES.flatMap(([name, text]): Array<[string, Buffer]> => {
	const marked = `\uFEFF${text}`;
	return [
		[name, Buffer.from(text)],
		[name, Buffer.from(text.replaceAll('\n', '\r\n'))],
		[name, Buffer.from(marked)],
		[name, Buffer.from(marked, 'utf16le')],
	];
});

const WORDS = `" ' \\ \n \t \u0085 \u007f 😀 \u200f \u2028 & < > ]]> <![CDATA[ <!-- <? % @ ? # &lt; &amp; &#38; &nbsp; \\n \\u \\' <b> </b> <br/> <5> <a b="c"> </a>`;
const CONTROLS = ['\r', '\f', '\v', '\b', '\x01', '\0', '\ufffe'];
const piece = fc.oneof(
	fc.constantFrom(...WORDS.split(' '), ' ', '  '),
	fc.string({ unit: 'binary', maxLength: 1 }),
);
const hostile = (controls: readonly string[]) =>
	fc
		.array(fc.oneof(piece, ...(controls.length > 0 ? [fc.constantFrom(...controls)] : [])), {
			maxLength: 12,
		})
		.map((pieces) => pieces.join(''));
const NOT_IN_XML = /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu;

describe('a locale file in XML', () => {
	it.each(MARKED)('stays the same if its texts do (%s)', async (name, bytes) => {
		const file = await open(bytes, name);
		const now = textsIn(file.translatedEntry);
		expect(now.size).toBeGreaterThan(0);
		expect((await file.write('de', now)).equals(bytes)).toBe(true);
	});

	it.each(MARKED)('holds any text, and keeps everything else (%s)', async (name, bytes) => {
		const file = await open(bytes, name);
		const places = [...textsIn(file.entryFor('en')).keys()];
		const any = name === 'strings.xml' ? hostile(CONTROLS) : hostile(['\r']);
		const texts = fc.array(any, { minLength: places.length, maxLength: places.length });
		await fc.assert(
			fc.asyncProperty(texts, async (found) => {
				// Android has escapes for them.
				const values =
					name === 'strings.xml' ? found : found.map((text) => text.replace(NOT_IN_XML, ''));
				const wanted = new Map(places.map((place, at) => [place, values[at]!]));
				const written = await file.write('en', wanted);
				const again = await open(written, name);
				expect(textsIn(again.translatedEntry)).toEqual(wanted);
				const plain = new Map(places.map((place) => [place, 'x']));
				const second = await again.write('en', plain);
				expect(second).toEqual(await file.write('en', plain));
			}),
			{ numRuns: 60 },
		);
	});

	it.each([
		['<b>', '<a><b></a>'],
		['an attribute', '<a b=c/>'],
		['a sign', '<a>b < c</a>'],
		['two roots', '<resources/><b/>'],
		['no root', 'text'],
		['an end', '<a>'],
		['an ampersand', '<a b="c & d"/>'],
	])('refuses what is not well-formed: %s', async (_, text) => {
		await expect(open(text, 'a.xml')).rejects.toThrow('is XML that is not well-formed (line 1');
	});

	it.each([
		['<a>\n<!-- ', 'ends inside a tag or a comment (line 2, column 6)'],
		['<a>\x01</a>', 'has a character that XML does not have (line 1, column 4)'],
		['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'says that its encoding is ISO-8859-1'],
		['<!DOCTYPE a [\n<!ENTITY b "c">]><a/>', 'has entities of its own (<!DOCTYPE …>) (line 2'],
		['<a/>', 'is XML, but not the resources of Android (line 1, column 1)'],
		['<resources><string>a</string></resources>', 'has a text without a name (line 1, column 12)'],
		[
			'<resources>\n<string name="a">b &nbsp;</string></resources>',
			'has the entity "&nbsp;", which XML does not have (line 2, column 18)',
		],
		[
			'<resources><string name="a">b \\u12</string></resources>',
			'has an escape that is not complete (line 1, column 29)',
		],
		[
			'<resources><string name="a">b</string><string name="a">c</string></resources>',
			'has the text "/string/a" twice (line 1, column 56)',
		],
		[
			'<resources><plurals name="a"><item>b</item></plurals></resources>',
			'has a plural form without a quantity',
		],
	])('refuses %s', async (text, message) => {
		await expect(open(text, 'a.xml')).rejects.toThrow(message);
	});
});

describe('the strings of Android', () => {
	const string = (text: string, attributes = '') =>
		`<resources><string name="a"${attributes}>${text}</string></resources>`;

	it('are read as Android shows them', async () => {
		expect(await textsOf(ANDROID, 'strings.xml')).toEqual({
			'/string/plain': 'Tom & Jerry\'s "cat"\nü goes on',
			'/string/quoted': " It's ",
			'/string/markup':
				'Hi <b>you</b> &lt; <xliff:g id="n" example="a &gt; b">%1$s</xliff:g> &amp; me',
			'/string/cdata': '<a href="x">&amp;</a>',
			'/string/empty': '',
			'/string-array/days/0': 'Mon',
			'/string-array/days/2': 'Tue',
			'/plurals/files/one': '%d file',
			'/plurals/files/other': '%d files',
		});
	});

	it.each([
		['\\@a \\? \\# \\t', '@a ? # \t'],
		['\\-\\x', '-x'],
		['  a \n b  ', 'a b'],
		['a "  " b', 'a    b'],
		['\\u0020a\\u0020', ' a '],
		['It&#39;s &#xfc;&quot;  &quot;', "It's ü  "],
		['a\\n\n  b', 'a\n b'],
		['a <b> b </b> ', 'a <b>b</b>'],
		['<![CDATA[a]]> b', 'a b'],
		['\\u003cb>', '<b>'],
		['<i>\\u003cb> \\u0026lt; &#38; &#60; 1</i>', '<i>&lt;b> &amp;lt; & < 1</i>'],
		['a<!-- c -->b', 'ab'],
		['@ home?', '@ home?'],
		['?', '?'],
		['\\\\n', '\\n'],
	])('reads %s', async (written, text) => {
		expect(await textsOf(string(written), 'a.xml')).toEqual({ '/string/a': text });
	});

	it.each(['@string/b', '@android:string/ok', '?attr/b', '@null'])(
		'leaves %s out, which is no text',
		async (text) => {
			expect(await textsOf(string(text), 'a.xml')).toEqual({});
		},
	);

	it.each([
		['a', ' a  b ', '\\u0020a \\u0020b\\u0020'],
		[
			'a',
			'@a "b" \'c\'\n\t\\ <d> & \u0001',
			'\\@a \\"b\\" \\\'c\\\'\\n\\t\\\\ &lt;d&gt; &amp; \\u0001',
		],
		['a', 'a@b?', 'a@b?'],
		["It's", "it's", "it's"],
		["It's, it\\'s", "it's", "it\\'s"],
		['<b>a</b>', "It's <b>x</b> & &lt; y", "It\\'s <b>x</b> &#38; &lt; y"],
		['<b>a</b>', 'x <b>y', 'x &lt;b&gt;y'],
		['<b>a</b>', 'x & y', 'x &amp; y'],
		['<![CDATA[a]]>', '<p> ]]> "', '<![CDATA[<p> ]]]]><![CDATA[> \\"]]>'],
		['a', '<b>x</b>', '&lt;b&gt;x&lt;/b&gt;'],
	])('writes into %s: %s', async (before, text, after) => {
		expect(await write(string(before), 'a.xml', { '/string/a': text })).toBe(string(after));
	});

	it('fills what is empty', async () => {
		const text = '<resources><string name="a" /></resources>';
		expect(await write(text, 'a.xml', { '/string/a': 'x' })).toBe(string('x'));
		expect(await write(text, 'a.xml', { '/string/a': '' })).toBe(text);
	});

	it('adds the plural forms that a language needs', async () => {
		expect(Object.keys(await textsOf(ANDROID, 'strings.xml', 'pl')).slice(-2)).toEqual([
			'/plurals/files/few',
			'/plurals/files/many',
		]);
		const texts = { '/plurals/files/few': "a'", '/plurals/files/many': 'b' };
		const written = await write(ANDROID, 'strings.xml', texts, 'pl');
		expect(written).toBe(
			ANDROID.replace(
				'%d files</item>',
				`%d files</item>
        <item quantity="few">a\\'</item>
        <item quantity="many">b</item>`,
			),
		);
		const fixed = ANDROID.replace('tools:ignore="x"', 'translatable="false"');
		expect(Object.keys(await textsOf(fixed, 'strings.xml', 'pl')).join()).not.toContain('files');
	});

	it('keeps the texts of several products apart', async () => {
		const text = `<resources><string name="a">b</string><string name="a" product="tv">c</string></resources>`;
		expect(await textsOf(text, 'a.xml')).toEqual({ '/string/a': 'b', '/string/a (tv)': 'c' });
	});
});
