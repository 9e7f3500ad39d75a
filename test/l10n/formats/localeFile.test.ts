import * as fc from 'fast-check';

import { textsIn } from '../../../l10n/entries/mapTexts';
import { LocaleFile } from '../../../l10n/formats/localeFile';
import { tries } from '../../support/depth';

const open = async (text: string | Buffer, name: string) =>
	await LocaleFile.open(Buffer.from(text as string), name);
const textsOf = async (text: string | Buffer, name: string, language = 'de') =>
	Object.fromEntries(textsIn(await (await open(text, name)).entryFor(language)));
const write = async (
	text: string | Buffer,
	name: string,
	texts: Record<string, string>,
	language = 'de',
) => (await (await open(text, name)).write(language, new Map(Object.entries(texts)))).toString();

const PO = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n != 1);\\n"

# A comment
#, fuzzy, c-format
msgid "Hello %s"
msgstr "Hallo"

msgctxt "menu"
msgid "Open"
msgstr ""

msgid ""
"one file "
"here"
msgid_plural "%d files"
msgstr[0] "a"
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "weg"
`;

/** One file of each format, with an escape in each text. */
const FILES: ReadonlyArray<[name: string, text: string]> = [
	['a.json', '{\r\n  "a": "x\\n\\u00fc",\r\n\t"b": {"c":"d"} , "e": [1, "f"]}'],
	[
		'b.json',
		'{"": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00Fc\\ud83d\\ude00", "__proto__": {"a.b/c~d": " e "}, "😀": ""}',
	],
	['a.arb', '{"@@locale": "en", "a": "b", "@a": {"description": "no text"}}\n'],
	['a.properties', '# c\na = b\\\n   c\n\nd:e\\u00fc\n f  g\nh=\n'],
	['ü.properties', 'a=ü\nb=\\\n  c'],
	[
		'b.properties',
		'=a\\t\\n\\r\\f\\"\\z\\:\\=\\#\\u00Fc\n__proto__ : b\na.b/c~d\\ \\: e\n\\ud83d\\ude00= \\ f ',
	],
	['a.po', PO],
	['crlf.po', PO.replaceAll('\n', '\r\n')],
	[
		'b.po',
		'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt ""\nmsgid "__proto__"\nmsgstr "\\a\\b\\f\\n\\r\\t\\v\\"\\\\"\n\nmsgctxt "a.b/c~d"\nmsgid ""\nmsgstr "😀 "\n',
	],
	[
		'b.strings',
		'"" = "\\a\\b\\f\\n\\r\\t\\v\\"\\\'\\\\\\/\\%\\U00Fc";\n__proto__ = " a ";"a.b/c~d😀"="";',
	],
	['a.strings', '/* c */\n"a" = "b \\"c\\"";\n// d\nkey = "e\\U00fc" ;'],
];

const fileNamed = (name: string) => FILES.find(([each]) => each === name)![1];

const MARKED = FILES.flatMap(([name, text]): Array<[string, Buffer]> => {
	const marked = `\uFEFF${text}`;
	return [
		[name, Buffer.from(text)],
		[name, Buffer.from(marked)],
		[name, Buffer.from(marked, 'utf16le')],
		[name, Buffer.from(marked, 'utf16le').swap16()],
	];
});

const piece = fc.oneof(
	fc.constantFrom(
		'"',
		"'",
		'\\',
		'\n',
		'\r',
		'\t',
		'\f',
		'\v',
		'\b',
		'\x01',
		'\x7f',
		'\x85',
		'😀',
		'\u200f',
	),
	fc.constantFrom(
		']]>',
		'%',
		'@',
		' ',
		'\\u',
		'\\n',
		'#',
		'!',
		'=',
		':',
		';',
		'{',
		'}',
		'/',
		'*/',
		'\u2028',
	),
	fc.string({ unit: 'binary', maxLength: 1 }),
);
/** No PO file can hold a NUL. */
const hostile = fc
	.array(piece, { maxLength: 12 })
	.map((pieces) => pieces.join('').replaceAll('\0', ''));

describe('a locale file', () => {
	it.each(MARKED)('stays the same if its texts do (%s)', async (name, bytes) => {
		const file = await open(bytes, name);
		const now = textsIn(await file.translatedEntry());
		expect(now.size).toBeGreaterThan(0);
		expect((await file.write(file.language ?? 'de', now)).equals(bytes)).toBe(true);
	});

	it.each(MARKED)('holds any text, and keeps everything else (%s)', async (name, bytes) => {
		const file = await open(bytes, name);
		const places = [...textsIn(await file.entryFor('en')).keys()];
		const texts = fc.array(hostile, { minLength: places.length, maxLength: places.length });
		await fc.assert(
			fc.asyncProperty(texts, async (values) => {
				const wanted = new Map(places.map((place, at) => [place, values[at]!]));
				const written = await file.write('en', wanted);
				const again = await open(written, name);
				// An empty text of a PO file is not translated yet.
				const isThere = ([, text]: [string, string]) => text !== '' || !name.endsWith('.po');
				expect(textsIn(await again.translatedEntry())).toEqual(
					new Map([...wanted].filter(isThere)),
				);
				// What the first writing changed beside the texts, such as a flag, is gone for good.
				const second = await again.write('en', new Map(places.map((place) => [place, 'x'])));
				const plain = await file.write('en', new Map(places.map((place) => [place, 'x'])));
				expect(second.equals(plain)).toBe(true);
			}),
			{ numRuns: tries({ part: 5, all: 25 }) },
		);
	});

	it.each(MARKED)(
		'holds what is no character, or says that it cannot (%s)',
		async (name, bytes) => {
			const file = await open(bytes, name);
			const [place] = textsIn(await file.entryFor('en')).keys();
			for (const text of ['\0', '\uD83D', 'a\uDE00b', '\uDE00\uD83D']) {
				const written = file.write('en', new Map([[place!, text]]));
				if (name.endsWith('.po')) await expect(written).rejects.toThrow('cannot be written into');
				else
					expect(
						textsIn(await (await open(await written, name)).translatedEntry()).get(place!),
					).toBe(text);
			}
		},
	);

	it('reads every escape, and any key', async () => {
		const texts = (name: string) => textsOf(fileNamed(name), name);
		expect(await texts('b.json')).toEqual({
			'/': '"\\/\b\f\n\r\tü😀',
			'/__proto__/a.b~1c~0d': ' e ',
			'/😀': '',
		});
		expect(await texts('b.properties')).toEqual({
			'/': 'a\t\n\r\f"z:=#ü',
			['/__proto__']: 'b',
			'/a.b~1c~0d :': 'e',
			'/😀': ' f ',
		});
		expect(await texts('b.po')).toEqual({
			'/contexts//__proto__': '__proto__',
			'/contexts/a.b~1c~0d/': '',
		});
		const po = await open(fileNamed('b.po'), 'b.po');
		expect([...textsIn(await po.translatedEntry()).values()]).toEqual([
			'\x07\b\f\n\r\t\v"\\',
			'😀 ',
		]);
		expect(await texts('b.strings')).toEqual({
			'/': '\x07\b\f\n\r\t\v"\'\\/%ü',
			['/__proto__']: ' a ',
			'/a.b~1c~0d😀': '',
		});
	});

	it('leaves plural forms alone that the header of a PO file does not have', async () => {
		const one = PO.replace('nplurals=3', 'nplurals=1');
		expect(Object.keys(await textsOf(one, 'a.po'))).toContain('/messages/one file here/0');
		expect(await write(one, 'a.po', { '/messages/one file here/0': 'x' })).toBe(
			one.replace('msgstr[0] "a"', 'msgstr[0] "x"'),
		);
	});

	it.each(['a=b\\', 'a=b\nc\\', '\\'])(
		'comes to the end of a properties file that ends with a backslash: %s',
		async (text) => {
			const texts = text.startsWith('a') ? { '/a': 'b' } : {};
			expect(await textsOf(text, 'a.properties')).toEqual(texts);
			expect(await write(text, 'a.properties', {})).toBe(text);
		},
	);

	it('reads what is a text, and nothing else', async () => {
		expect(await textsOf(PO, 'a.po')).toEqual({
			'/messages/Hello %s': 'Hello %s',
			'/contexts/menu/Open': 'Open',
			'/messages/one file here/0': 'one file here',
			'/messages/one file here/1': '%d files',
			'/messages/one file here/2': '%d files',
		});
		expect(await textsOf(fileNamed('a.arb'), 'a.arb')).toEqual({ '/a': 'b' });
		const chrome = {
			hi: { message: 'Hi $N$', description: 'd', placeholders: { n: { content: '$1' } } },
		};
		expect(await textsOf(JSON.stringify(chrome), 'messages.json')).toEqual({
			'/hi/message': 'Hi $N$',
		});
		const angular = { locale: 'en', translations: { a: 'b' }, $schema: 'c' };
		expect(await textsOf(JSON.stringify(angular), 'a.json')).toEqual({ '/translations/a': 'b' });
		expect(await textsOf(fileNamed('a.properties'), 'a.properties')).toEqual({
			'/a': 'bc',
			'/d': 'eü',
			'/f': 'g',
			'/h': '',
		});
		expect(await textsOf(fileNamed('a.strings'), 'a.strings')).toEqual({
			'/a': 'b "c"',
			'/key': 'eü',
		});
		expect(await textsOf('{"__proto__": {"a": "b"}}', 'a.json')).toEqual({ '/__proto__/a': 'b' });
	});

	it('writes as the file is written', async () => {
		expect(await write('{"a": "\\u00e4 <\\/b>"}', 'a.json', { '/a': 'ü</i>' })).toBe(
			'{"a": "\\u00fc<\\/i>"}',
		);
		expect(await write('{"a": "b/c"}', 'a.json', { '/a': 'ü/' })).toBe('{"a": "ü/"}');
		expect(await write('a=b', 'a.properties', { '/a': ' ü\n' })).toBe('a=\\ \\u00fc\\n');
		expect(await write('a=é', 'a.properties', { '/a': 'ü😀' })).toBe('a=ü😀');
		const latin1 = await open(Buffer.from('a=\xe9\nb=c', 'latin1'), 'a.properties');
		const written = await latin1.write('de', new Map([['/b', 'üЖ']]));
		expect(written.toString('latin1')).toBe('a=\xe9\nb=\xfc\\u0416');
	});

	it('writes a PO file as gettext does, and takes the mark away', async () => {
		const texts = {
			'/messages/Hello %s': 'Servus %s',
			'/contexts/menu/Open': 'a\nb',
			'/messages/one file here/2': 'many',
		};
		expect(await write(PO, 'a.po', texts)).toBe(
			PO.replace('#, fuzzy, c-format', '#, c-format')
				.replace('"Hallo"', '"Servus %s"')
				.replace('msgid "Open"\nmsgstr ""', 'msgid "Open"\nmsgstr ""\n"a\\n"\n"b"')
				.replace('msgstr[1] ""', 'msgstr[1] ""\nmsgstr[2] "many"'),
		);
		// What nobody confirmed is no correction, and what is empty was not emptied.
		expect([...textsIn(await (await open(PO, 'a.po')).translatedEntry()).keys()]).toEqual([
			'/messages/one file here/0',
		]);
	});

	it('adds plural forms where the source has some', async () => {
		const nested = '{"files": {"one": "%{count} file", "other": "%{count} files"}}';
		expect(Object.keys(await textsOf(nested, 'a.json', 'pl'))).toEqual([
			'/files/one',
			'/files/other',
			'/files/few',
			'/files/many',
		]);
		expect(await write(nested, 'a.json', { '/files/few': 'x' }, 'pl')).toBe(
			'{"files": {"one": "%{count} file", "other": "%{count} files", "few": "x"}}',
		);
		const ordinal = '{"day_ordinal_one": "{{count}}st", "day_ordinal_other": "{{count}}th"}';
		expect(Object.keys(await textsOf(ordinal, 'a.json', 'it'))).toContain('/day_ordinal_many');
		// These only look like forms.
		for (const text of [
			'{"a_one": "b", "a_other": "c"}',
			'{"one": "{count}", "other": "c", "d": "e"}',
		])
			expect(Object.keys(await textsOf(text, 'a.json', 'pl'))).not.toContain('/a_few');
	});

	it.each([
		['a.json', '{"a": "b"', 'is not valid JSON (line 1, column 10)'],
		['a.json', '{"a": "\\x"}', 'is not valid JSON (line 1, column 7)'],
		['a.json', Buffer.from('{"a": "\xe9"}', 'latin1'), 'is not UTF-8'],
		['a.properties', 'a=b\na=c', 'has different texts for "/a" (line 1 and line 2, column 3)'],
		['a.properties', 'a=\\u00g0', 'has an escape that is not complete (line 1, column 3)'],
		['a.po', PO.replace('Hello %s"\n', 'Hello \\q"\n'), 'has the escape "\\q"'],
		['a.po', PO.replace('UTF-8', 'CHARSET'), 'is a template'],
		['a.po', PO.replace('UTF-8', 'KOI8-R'), 'says that its encoding is "KOI8-R"'],
		[
			'a.po',
			PO.replace('nplurals=3', 'nplurals=INTEGER'),
			'has plural forms, and its header does not say',
		],
		[
			'a.po',
			PO.replace('msgstr ""\n\nmsgid ""', '\nmsgid ""'),
			'has a message that is not complete',
		],
		['a.po', `${PO}\nmsgid "one file here"\nmsgstr ""\n`, 'has the message "one file here" twice'],
		[
			'a.strings',
			'"a" = "b";\n"a" = "c";',
			'has different texts for "/a" (line 1 and line 2, column 8)',
		],
		['a.strings', '<?xml version="1.0"?>', 'is a property list in XML'],
		['a.strings', '"a" = "b"\n"c" = "d";', 'has no ; where one should be (line 2, column 1)'],
		['a.strings', '"a" = "\\q";', 'has the escape "\\q"'],
		['a.yaml', 'a: b', 'cannot be sent by themselves'],
	])('refuses %s (case %#)', async (name, text, message) => {
		await expect(open(text as string, name)).rejects.toThrow(message);
	});
});
