import * as fc from 'fast-check';

import { textsIn } from '../../../l10n/entries/mapTexts';
import { LocaleFile } from '../../../l10n/formats/localeFile';
import { tries } from '../../support/depth';

const open = async (text: string | Buffer, name: string) =>
	await LocaleFile.open(Buffer.from(text as string), name);
const textsOf = async (text: string, name: string, language = 'de') =>
	Object.fromEntries(textsIn(await (await open(text, name)).entryFor(language)));
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

const RESX = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <xsd:schema id="root"><xsd:element name="data" /></xsd:schema>
  <resheader name="version"><value>2.0</value></resheader>
  <metadata name="$this.Localizable" type="System.Boolean"><value>True</value></metadata>
  <data name="Hello" xml:space="preserve">
    <value> Tom &amp; Jerry
 &lt;b&gt; </value>
    <comment>No text</comment>
  </data>
  <data name='$this.Text' type="System.String, mscorlib"><value><![CDATA[a & b]]></value></data>
  <data name="a &quot;b&quot;"><value /></data>
  <data name="mixed"><value>a<![CDATA[<b>]]></value></data>
  <data name="size" type="System.Drawing.Size"><value>1, 2</value></data>
  <data name="picture" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>AA</value></data>
  <data name="&gt;&gt;label.Name" xml:space="preserve"><value>label</value></data>
  <data name="code"><value>x</value><comment>{Locked} a name</comment></data>
</root>`;

const XLIFF_1 = `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="a.c" source-language="en" target-language="de">
    <body>
      <trans-unit id="1">
        <source>Hello <x id="N" equiv-text="{{ n }}"/> &amp; <g id="2">you</g></source>
        <target state="final">Hallo <g id="2">du</g> <x id="N" equiv-text="{{ n }}"/></target>
        <note>No text</note>
        <alt-trans><source>Hi</source><target>Hey</target></alt-trans>
      </trans-unit>
      <group><trans-unit id="2"><source>Open</source></trans-unit></group>
      <trans-unit id="3" translate="no"><source>Name</source></trans-unit>
      <trans-unit id="4"><source>Draft</source><target state='needs-translation' state-qualifier="tm-suggestion">Entwurf</target></trans-unit>
    </body>
  </file>
  <file original="b.c" source-language="en">
    <body>
      <trans-unit id="1">
        <source><![CDATA[a <b>]]></source>
      </trans-unit>
      <trans-unit id="2"><source>Empty</source><target/></trans-unit>
    </body>
  </file>
</xliff>
`;

const XLIFF_2 = `<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en">
  <x:file id="f">
    <x:unit id="u1">
      <x:originalData><x:data id="d1">%s</x:data></x:originalData>
      <x:segment state="initial" subState="a:b">
        <x:source>Hi <x:ph id="1" dataRef="d1"/></x:source>
      </x:segment>
    </x:unit>
    <x:group id="g" translate="no">
      <x:unit id="u2"><x:segment><x:source>No</x:source></x:segment></x:unit>
      <x:unit id="u3" translate="yes">
        <x:segment id="a"><x:source>One.</x:source><x:target>Eins.</x:target></x:segment>
        <x:ignorable><x:source> </x:source></x:ignorable>
        <x:segment><x:source>Two.</x:source></x:segment>
      </x:unit>
    </x:group>
  </x:file>
</x:xliff>`;

/** One file of each format, with every way to write a text. */
const FILES: ReadonlyArray<[name: string, text: string]> = [
	['strings.xml', ANDROID],
	['a.resx', RESX],
	['a.xlf', XLIFF_1],
	['b.xliff', XLIFF_2],
];

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
		const now = textsIn(await file.translatedEntry());
		expect(now.size).toBeGreaterThan(0);
		expect((await file.write('de', now)).equals(bytes)).toBe(true);
	});

	it.each(MARKED)('holds any text, and keeps everything else (%s)', async (name, bytes) => {
		const file = await open(bytes, name);
		const places = [...textsIn(await file.entryFor('en')).keys()];
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
				expect(textsIn(await again.translatedEntry())).toEqual(wanted);
				const plain = new Map(places.map((place) => [place, 'x']));
				const second = await again.write('en', plain);
				// In CDATA, a return is no return.
				if (!values.some((text) => text.includes('\r')) || name === 'strings.xml')
					expect(second).toEqual(await file.write('en', plain));
			}),
			{ numRuns: tries({ part: 8, all: 60 }) },
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
		['an entity of HTML', '<a b="&nbsp;"/>'],
		['an attribute twice', '<a b="c" b="d"/>'],
		['an attribute without a name', '<a ,="c"/>'],
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
			'has different texts for "/string/a" (line 1 and line 1, column 56)',
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

describe('the resources of .NET', () => {
	it('are read without what is no text', async () => {
		expect(await textsOf(RESX.replaceAll('\n', '\r\n'), 'a.resx')).toEqual({
			'/Hello': ' Tom & Jerry\n <b> ',
			'/$this.Text': 'a & b',
			'/a "b"': '',
			'/mixed': 'a<b>',
		});
	});

	it('are written as they are', async () => {
		const texts = { '/Hello': 'a\n<b> & "c"', '/$this.Text': '<i>', '/a "b"': '>', '/mixed': 'x' };
		const crlf = RESX.replaceAll('\n', '\r\n');
		expect(await write(crlf, 'a.resw', texts)).toBe(
			crlf
				.replace(/ Tom[^]*?(?=<\/value>)/, 'a\r\n&lt;b&gt; &amp; "c"')
				.replace('a & b', '<i>')
				.replace('<value />', '<value>&gt;</value>')
				.replace('a<![CDATA[<b>]]>', 'x'),
		);
	});

	it.each([
		['<resources/>', 'is XML, but no resources of .NET (line 1, column 1)'],
		['<root><data name="a"><value>b <b>c</b></value></data></root>', 'has tags in a value'],
		['<root><data><value>b</value></data></root>', 'has a text without a name'],
	])('refuse %s', async (text, message) => {
		await expect(open(text, 'a.resx')).rejects.toThrow(message);
	});

	it('refuse a text with what XML does not have', async () => {
		await expect(write(RESX, 'a.resx', { '/Hello': 'a\x01' })).rejects.toThrow(
			'The text "/Hello" cannot be written into a.resx',
		);
	});
});

describe('XLIFF', () => {
	it('is read with its tags, by file and unit', async () => {
		expect(await textsOf(XLIFF_1, 'a.xlf')).toEqual({
			'/a.c/1': 'Hello <x id="N" equiv-text="{{ n }}"/> &amp; <g id="2">you</g>',
			'/a.c/2': 'Open',
			'/a.c/4': 'Draft',
			'/b.c/1': 'a <b>',
			'/b.c/2': 'Empty',
		});
		expect(await textsOf(XLIFF_2, 'a.xliff')).toEqual({
			'/f/u1': 'Hi <x:ph id="1" dataRef="d1"/>',
			'/f/u3/a': 'One.',
			'/f/u3/1': 'Two.',
		});
	});

	it('gives the translations that somebody has confirmed', async () => {
		expect(
			Object.fromEntries(textsIn(await (await open(XLIFF_1, 'a.xlf')).translatedEntry())),
		).toEqual({
			'/a.c/1': 'Hallo <g id="2">du</g> <x id="N" equiv-text="{{ n }}"/>',
			'/b.c/2': '',
		});
	});

	it('is written into the targets of 1.2', async () => {
		const texts = {
			'/a.c/1': '<g id="2">a</g> & <x id="N" equiv-text="{{ n }}"/>',
			'/a.c/2': 'b <c>',
			'/a.c/4': 'Draft',
			'/b.c/1': '<d>',
			'/b.c/2': 'e',
		};
		expect(await write(XLIFF_1, 'a.xlf', texts, 'pt-br')).toBe(
			XLIFF_1.replace(
				/(?<="final">).*(?=<\/target>)/,
				'<g id="2">a</g> &#38; <x id="N" equiv-text="{{ n }}"/>',
			)
				.replace('<source>Open</source>', '$&<target>b &lt;c&gt;</target>')
				.replace(
					/<target state='needs.*Entwurf<\/target>/,
					'<target state="translated">Draft</target>',
				)
				.replace('<![CDATA[a <b>]]></source>', '$&\n        <target><![CDATA[<d>]]></target>')
				.replace('<target/>', '<target>e</target>')
				.replace('target-language="de"', 'target-language="pt-BR"')
				.replace('original="b.c" source-language="en"', '$& target-language="pt-BR"'),
		);
	});

	it.each(['equiv="&nbsp;"', 'equiv="&QUOT;"', 'id="1"', ',="1"'])(
		'is well-formed if a translation damages a tag: %s',
		async (attribute) => {
			const tag = `A <x id="N" ${attribute}/>`;
			const written = await write(XLIFF_1, 'a.xlf', { '/a.c/1': tag });
			expect(written).toContain('A &lt;x id="N"');
		},
	);

	it('is written into the segments of 2', async () => {
		const texts = { '/f/u1': '<x:ph id="1" dataRef="d1"/>!', '/f/u3/a': 'x', '/f/u3/1': 'y' };
		expect(await write(XLIFF_2, 'a.xliff', texts, 'de-de')).toBe(
			XLIFF_2.replace('state="initial" subState="a:b"', 'state="translated"')
				.replace(
					'<x:ph id="1" dataRef="d1"/></x:source>',
					'$&\n        <x:target><x:ph id="1" dataRef="d1"/>!</x:target>',
				)
				.replace('Eins.', 'x')
				.replace('Two.</x:source>', '$&<x:target>y</x:target>')
				.replace('srcLang="en"', '$& trgLang="de"'),
		);
	});

	it.each([
		['<resources/>', 'is not XLIFF'],
		[
			XLIFF_1.replace('id="2"><source>Open', 'id="1"><source>Open'),
			'has different texts for "/a.c/1"',
		],
		[XLIFF_1.replace(' id="2"><source>Open', '><source>Open'), 'has a unit without an id'],
		[
			XLIFF_1.replace('Open', '<mrk mtype="seg" mid="1">Open</mrk>'),
			'has a text in segments of its own',
		],
		[
			XLIFF_1.replace('Open</source>', '$&<seg-source>Open</seg-source>'),
			'has a text in segments of its own (seg-source, mrk) (line 11, column',
		],
	])('refuses what is not exact (case %#)', async (text, message) => {
		await expect(open(text, 'a.xlf')).rejects.toThrow(message);
	});
});
