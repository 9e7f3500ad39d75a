/** Files that are made to take time or memory: each repeatable piece of each grammar, repeated. */

/**
 * § stands for the pieces, ¶ for ordinary texts, № for a number. Pieces stand in the file or, if `text`
 * has a §, inside each text. A pair is opened as often as it is closed.
 */
interface Grammar {
	fileNames: readonly string[];
	/** An ordinary file. */
	file: string;
	text: string;
	rows: ReadonlyArray<
		[name: string, where: { file?: string; text?: string }, piece: string | Pair, most?: number]
	>;
}

type Pair = readonly [opening: string, closing: string];

const inXml = (
	file: string,
	text: string,
	{ root, plain, item }: { root: string; plain: string; item: string },
): Grammar['rows'] => [
	['comments before the root', { file: `§${file}` }, '<!--a-->\n'],
	['empty comments before the root', { file: `§${file}` }, '<!---->'],
	['instructions before the root', { file: `§${file}` }, '<?a b?>'],
	['blanks before the root', { file: `§${file}` }, ' '],
	['lines before the root', { file: `§${file}` }, '\r\n'],
	['a declaration', { file: `<?xml version="1.0" §?>${file}` }, ' a="b"'],
	['a DOCTYPE', { file: `<!DOCTYPE a [§]>${file}` }, '<!ENTITY a "b">'],
	['DOCTYPES', { file: `§${file}` }, '<!DOCTYPE a>'],
	['comments behind the root', { file: `${file}§` }, '<!--a-->\n'],
	['comments around texts', { file: file.replace('¶', '§¶') }, '<!--a-->'],
	['comments behind texts', { file: file.replace('¶', '¶§') }, '<!--a-->'],
	['a long comment', { file: file.replace('¶', '<!--§-->¶') }, 'a-'],
	['CDATA around texts', { file: file.replace('¶', '§¶') }, '<![CDATA[ ]]>'],
	['blanks around texts', { file: file.replace('¶', '§¶') }, ' '],
	['lines around texts', { file: file.replace('¶', '§¶') }, '\r\n'],
	['empty elements around texts', { file: file.replace('¶', '§¶') }, '<a/>'],
	['attributes of elements', { file: file.replace('¶', '§¶') }, '<a b="c" d="e" f="g"/>'],
	['attributes of the root', { file: file.replace(root, `${root} §`) }, 'a№="b" '],
	['some attributes of the root', { file: file.replace(root, `${root} §`) }, 'a№="b" ', 190],
	['namespaces of the root', { file: file.replace(root, `${root} §`) }, 'xmlns:a№="b" '],
	['one attribute twice', { file: file.replace(root, `${root} §`) }, 'a="b" '],
	['a long attribute of the root', { file: file.replace(root, `${root} a="§"`) }, 'bc '],
	['entities in an attribute', { file: file.replace(root, `${root} a="§"`) }, '&amp;'],
	['returns in an attribute', { file: file.replace(root, `${root} a="§"`) }, '\r\n'],
	['blanks in the root', { file: file.replace(root, `${root} §`) }, ' '],
	['blanks in the root without an end', { file: `${root} §` }, ' '],
	['attributes without an end', { file: `${root} §` }, ' a="b"'],
	['a long name', { file: file.replace('¶', '<§>¶') }, 'a'],
	['a long prefix', { file: file.replace('¶', '<§/>¶') }, 'a:'],
	['nested elements', { file: file.replace('¶', '§') }, ['<a>', '</a>']],
	['some nested elements', { file: file.replace('¶', '§') }, ['<a>', '</a>'], 60],
	['more nested elements', { file: file.replace('¶', '§') }, ['<a>', '</a>'], 900],
	['elements that do not end', { file: file.replace('¶', '§') }, '<a>'],
	['ends without a start', { file: file.replace('¶', '§') }, '</a>'],
	['signs of a tag', { file: file.replace('¶', '§') }, '<'],
	['sections without an end', { file: file.replace('¶', '§') }, '<!'],
	['CDATA without an end', { file: file.replace('¶', '§') }, '<![CDATA['],
	...(
		[
			['words', 'word '],
			['entities', '&amp;'],
			['numbers of characters', '&#38;'],
			['entities of tags', '&lt;b&gt;'],
			['unknown entities', '&a;'],
			['entities without an end', '&'],
			['CDATA', '<![CDATA[a]]>'],
			['tags in CDATA', '<![CDATA[<a>]]>'],
			['comments', '<!--a-->'],
			['blanks', ' '],
			['blanks and letters', '   a'],
			['lines', '\r\n'],
			['tags', '<b>a</b>'],
			['empty tags', '<x/>'],
			['tags with attributes', '<x id="№" b="c"/>'],
			['attributes of tags', '<x a="b" c="d" e="f" g="h"/>'],
			['quotation marks', '"'],
			['apostrophes', "'"],
			['escapes', '\\n'],
			['numbers of escapes', '\\u00fc'],
			['backslashes', '\\'],
			['brackets', ']]'],
			['pairs of surrogates', '😀'],
			['placeholders', '{a} %s '],
		] as const
	).map(([name, piece]): Grammar['rows'][number] => [
		`${name} in texts`,
		{ text: plain.replace('§', '§.') },
		piece,
	]),
	['nested tags in texts', { text: plain }, ['<b>', '</b>']],
	['some nested tags in texts', { text: plain }, ['<b>', '</b>'], 50],
	['tags that cross in texts', { text: plain }, ['<b><i>', '</b></i>']],
	['attributes of texts', { text: item }, ' a№="b"'],
	['a long attribute of texts', { text: item.replace('§', ' a="§"') }, 'bc '],
	['texts', { text }, ''],
];

const inText = (
	text: string,
	pieces: ReadonlyArray<[name: string, piece: string]>,
): Grammar['rows'] => pieces.map(([name, piece]) => [`${name} in texts`, { text }, piece]);

const PROSE: ReadonlyArray<[name: string, piece: string]> = [
	['words', 'word '],
	['letters', 'a'],
	['blanks', ' '],
	['blanks and letters', '   a'],
	['tabs', '\t'],
	['signs of a tag', '<'],
	['tags', '<b>a</b>'],
	['openings of tags', '<a '],
	['openings of values', '<a b="'],
	['comments', '<!--a-->'],
	['openings of comments', '<!--'],
	['entities', '&amp;'],
	['ampersands', '&'],
	['braces', '{'],
	['closed braces', '{}'],
	['placeholders', '{a} '],
	['double braces', '{{a}}'],
	['messages', '{a, plural, one {b} other {c}} '],
	['openings of messages', '{a, plural, one {'],
	['variables of Fluent', '{ $a -> '],
	['printf', '%s '],
	['percent signs', '%'],
	['openings of names', '%('],
	['names between percent signs', '%a%'],
	['Laravel', ':a '],
	['colons', ':'],
	['Ruby', '%<a>d'],
	['double brackets', '[[a]]'],
	['brackets', '['],
	['links', '](a'],
	['Chrome', '$a$'],
	['i18next', '$t(a)'],
	['openings of i18next', '$t('],
	['Vue', '@:a.b'],
	['digits', '1'],
	['groups of digits', '1,000,000,'],
	['digits and blanks', '1 '],
	['other digits', '٣'],
	['addresses', 'http://a.b/c/d?e=f '],
	['a long address', 'http://a/'],
	['e-mail addresses', 'a@b.cd '],
	['at signs', 'a@'],
	['dots', 'a.'],
	['hyphens', 'a-'],
	['apostrophes', "a'"],
	['escapes of addresses', '%20'],
	['combining marks', '\u0301'],
	['joiners', '\u200d'],
	['pairs of surrogates', '😀'],
	['flags', '🇩🇪'],
	['Chinese', '如果您有任何问题。'],
	['Thai', 'กรุณากรอกชื่อ'],
	['Korean', '태어났어요 '],
	['underscores', '_'],
	['stars', '*'],
	['backticks', '`'],
	['hashes', '#'],
	['line separators', '\u2028'],
	['soft hyphens', '\u00ad'],
	['no-break spaces', '\u00a0'],
];

/** In every format. All of them stand in plain text, and alone. */
const SIGNS = PROSE.filter(([name]) =>
	/^(?:words|blanks|blanks and letters|openings of values|entities|placeholders|printf|digits|at signs|Thai)$/.test(
		name,
	),
);

const JSON_ROWS: Grammar['rows'] = [
	['blanks before the object', { file: '§{¶"z": ""}' }, ' '],
	['lines before the object', { file: '§{¶"z": ""}' }, '\r\n'],
	['blanks around texts', { file: '{§¶"z": ""}' }, ' '],
	['blanks before texts', { text: '"a№":§"b",\n' }, ' '],
	['a long key', { file: '{"§": {¶"z": ""}}' }, 'key'],
	['a long key of escapes', { file: '{"§": {¶"z": ""}}' }, '\\u00fc'],
	['a long key of slashes', { file: '{"§": {¶"z": ""}}' }, '/~'],
	['keys', { file: '{§¶"z": ""}' }, '"b№": "",'],
	['a key twice', { file: '{§¶"z": ""}' }, '"b": "",'],
	['long keys of texts', { text: '"a№§": "b",\n' }, 'key'],
	['a list of numbers', { file: '{"z": [§"a"],¶"y": ""}' }, '0,'],
	['a list of null', { file: '{¶"z": [§"a"]}' }, 'null,'],
	['lists of numbers', { text: '"a№": [§"a"],' }, '0,'],
	['a list of empty objects', { file: '{¶"z": [§"a"]}' }, '{},'],
	['a list of empty lists', { file: '{¶"z": [§"a"]}' }, '[],'],
	['a list of texts', { file: '{¶"z": [§"a"]}' }, '"",'],
	['a list of lists with a text', { file: '{¶"z": [§"a"]}' }, '[0,"a"],'],
	['numbers', { file: '{§¶"z": ""}' }, '"b№": 1.5e3,'],
	['a long number', { file: '{"z": §,¶"y": ""}' }, '1'],
	['nested objects', { file: '{§"z": ""}' }, ['"a":{', '"z":""},']],
	['some nested objects', { file: '{§"z": ""}' }, ['"a":{', '"z":""},'], 60],
	['more nested objects', { file: '{§"z": ""}' }, ['"a":{', '"z":""},'], 900],
	['nested lists', { file: '{"z": §}' }, ['[', ']']],
	['some nested lists with texts', { file: '{"z": §}' }, ['[0,', ',0]'], 60],
	['nested long keys', { file: '{§"z": ""}' }, [`"${'a'.repeat(500)}":{`, '"z":""},'], 60],
	[
		'texts in nested objects',
		{ text: `${'{"a":'.repeat(50)}""${'}'.repeat(50)},`, file: '{"z": [¶""]}' },
		'',
	],
	['objects that do not end', { file: '{"a":§' }, '{"a":'],
	['lists that do not end', { file: '{"a":§' }, '['],
	['commas', { file: '{"a":"b"§' }, ','],
	['quotation marks', { file: '{"a":"b"§' }, '"'],
	['backslashes', { file: '{"a":"§' }, '\\'],
	['escaped quotation marks', { file: '{"a":"§' }, '\\"'],
	['forms', { text: '"a№_one":"{{count}}","a№_other":"{{count}}",' }, ''],
	['forms in an object', { text: '"a№":{"one":"{{count}}","other":"{{count}}"},' }, ''],
	[
		'forms of one text',
		{ text: '"a№":{"one":"{{count}}","other":"{{count}}",§"many":""},' },
		'"a№_one":"",',
	],
	['underscores in keys', { text: '"§№": "b",\n' }, '_'],
	['dots in keys', { text: '"§№": "b",\n' }, '/.'],
	['about texts', { text: '"a№": "b", "@a№": {§"description": "c"},\n' }, '"b№": "c",'],
	[
		'messages of Chrome',
		{ file: '{¶"z": {"message": ""}}', text: '"a№":{"message":"b","description":"c"},' },
		'',
	],
	['texts', {}, ''],
	...inText('"a№": "§.",\n', [
		...SIGNS.filter(([, piece]) => !piece.includes('"')),
		['escapes', '\\n'],
		['numbers of escapes', '\\u00fc'],
		['escaped slashes', '\\/'],
		['escaped backslashes', '\\\\'],
		['escaped quotation marks', '\\"'],
		['halves of pairs', '\\ud83d'],
	]),
];

const PO_HEADER =
	'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=6;\\n"\n\n';
const PO_FILE = `${PO_HEADER}¶`;
const headed = (header: string) =>
	`msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n${header}\\n"\n\n¶`;

const PO_ROWS: Grammar['rows'] = [
	['comments before the header', { file: `§${PO_FILE}` }, '# a\n'],
	['blanks before the header', { file: `§\n${PO_FILE}` }, ' '],
	['lines before the header', { file: `§${PO_FILE}` }, '\r\n'],
	['comments of texts', { text: '§msgid "a№"\nmsgstr "b"\n\n' }, '#: a.c:1\n'],
	['a long comment', { text: '# §\nmsgid "a№"\nmsgstr "b"\n\n' }, 'a '],
	['flags', { text: '#, §fuzzy\nmsgid "a№"\nmsgstr "b"\n\n' }, 'a,'],
	['lines of flags', { text: '§msgid "a№"\nmsgstr "b"\n\n' }, '#, fuzzy\n'],
	['texts out of use', { file: `${PO_FILE}§` }, '#~ msgid "a"\n#~ msgstr ""\n'],
	['blanks and a letter', { file: `${PO_FILE}§a\n` }, ' '],
	['blanks before a text', { text: '§msgid "a№"\nmsgstr "b"\n\n' }, ' '],
	['blanks behind a keyword', { text: 'msgid§"a№"\nmsgstr "b"\n\n' }, ' '],
	['blanks behind a text', { text: 'msgid "a№"§\nmsgstr "b"\n\n' }, '\t'],
	['fields of the header', { file: headed('§') }, 'A: b\\n'],
	['a word of the header', { file: headed('Plural-Forms: §') }, 'nplurals'],
	['plural forms of the header', { file: headed('§') }, 'Plural-Forms: '],
	['blanks of the header', { file: headed('Plural-Forms: nplurals§=6') }, ' '],
	['encodings of the header', { file: headed('§') }, 'charset='],
	['a number of forms', { file: headed('Plural-Forms: nplurals=§;') }, '9'],
	[
		'lines of the header',
		{ file: `msgid ""\nmsgstr ""\n§"Content-Type: text/plain; charset=UTF-8\\n"\n\n¶` },
		'"a\\n"\n',
	],
	['headers', { file: `§${PO_FILE}` }, PO_HEADER],
	['lines of texts', { text: 'msgid "a№"\n§msgstr "b"\n\n' }, '"a"\n'],
	['empty lines of texts', { text: 'msgid "a№"\n§msgstr "b"\n\n' }, '""\n'],
	['lines of contexts', { text: 'msgctxt "a№"\n§msgid "b"\nmsgstr "b"\n\n' }, '"a"\n'],
	['contexts', { text: 'msgctxt "a№"\nmsgid "b"\nmsgstr "b"\n\n' }, ''],
	['texts with a long context', { text: 'msgctxt "a№§"\nmsgid "b"\nmsgstr "b"\n\n' }, 'a'],
	['plural forms', { text: 'msgid "a№"\nmsgid_plural "b"\nmsgstr[0] "c"\n' }, ''],
	[
		'many plural forms of a text',
		{ file: `${PO_HEADER}msgid "z"\nmsgid_plural "b"\n§¶` },
		'msgstr[№] "c"\n',
	],
	[
		'plural forms out of order',
		{ file: `${PO_HEADER}msgid "z"\nmsgid_plural "b"\n§¶` },
		'msgstr[9] "c"\n',
	],
	['the same text', { file: `${PO_FILE}§` }, 'msgid "a"\nmsgstr "b"\n\n'],
	['keywords', { file: `${PO_FILE}§` }, 'msgid '],
	['keywords and texts', { file: `${PO_FILE}§` }, 'msgid "a"\n'],
	['texts without keywords', { file: `${PO_FILE}§` }, '"a"\n'],
	['quotation marks', { file: `${PO_FILE}msgid §\n` }, '"'],
	['texts', {}, ''],
	...inText('msgid "§.№"\nmsgstr "§."\n\n', [
		...SIGNS.filter(([, piece]) => !piece.includes('"')),
		['escapes', '\\n'],
		['escaped backslashes', '\\\\'],
		['escaped quotation marks', '\\"'],
	]),
];

const PROPERTIES_ROWS: Grammar['rows'] = [
	['comments', { file: '§¶' }, '# a\n'],
	['comments around texts', { text: '§a№ = b\n' }, '! a\n'],
	['a long comment', { file: '#§\n¶' }, 'a '],
	['blanks and a letter', { file: '¶§a' }, ' '],
	['lines', { file: '§¶' }, '\r\n'],
	['lines of blanks', { file: '§¶' }, ' \t\n'],
	['blanks before keys', { text: '§a№ = b\n' }, ' '],
	['blanks behind keys', { text: 'a№§= b\n' }, ' '],
	['blanks before texts', { text: 'a№ =§b\n' }, '\t'],
	['lines that go on before keys', { text: '§a№ = b\n' }, '\\\n'],
	['lines that go on in keys', { text: 'a№§ = b\n' }, 'a\\\n  '],
	['lines that go on before texts', { text: 'a№ = §b\n' }, '\\\r\n  '],
	['escapes in keys', { text: 'a№§ = b\n' }, '\\:'],
	['numbers of escapes in keys', { text: 'a№§ = b\n' }, '\\u00fc'],
	['long keys', { text: 'a№§ = b\n' }, 'key.'],
	['separators', { text: 'a№ §= b\n' }, '='],
	['keys alone', { file: '§¶' }, 'b\n'],
	['the same key', { file: '§¶' }, 'b=c\n'],
	['texts', {}, ''],
	...inText('a№ = .§.\n', [
		...SIGNS,
		['escapes', '\\n'],
		['escaped letters', '\\a'],
		['escaped backslashes', '\\\\'],
		['numbers of escapes', '\\u00fc'],
		['lines that go on', 'a\\\n  '],
		['lines that go on with blanks', '\\\n          '],
	]),
];

const STRINGS_ROWS: Grammar['rows'] = [
	['comments', { file: '§¶' }, '/* a */'],
	['lines of comments', { file: '§¶' }, '// a\n'],
	['openings of comments', { file: '¶§' }, '/*'],
	['slashes', { file: '¶§' }, '/'],
	['stars of a comment', { file: '/*§*/¶' }, '* '],
	['blanks', { file: '§¶' }, ' '],
	['blanks and comments', { file: '§¶' }, ' /**/ //\n'],
	['blanks behind a key', { text: '"a№"§= "b";\n' }, ' '],
	['comments behind a key', { text: '"a№"§= "b";\n' }, '/**/'],
	['comments behind a text', { text: '"a№" = "b"§;\n' }, '/**/'],
	['long keys', { text: '"a№§" = "b";\n' }, 'key.'],
	['long keys without quotation marks', { text: 'a№§ = "b";\n' }, 'key.'],
	['escapes in keys', { text: '"a№§" = "b";\n' }, '\\U00fc'],
	['quotation marks', { file: '¶§' }, '"'],
	['signs', { file: '¶§' }, ';'],
	['the same key', { file: '§¶' }, '"b"="c";'],
	['texts', {}, ''],
	...inText('"a№" = "§.";\n', [
		...SIGNS,
		['escapes', '\\n'],
		['numbers of escapes', '\\U00fc'],
		['escaped backslashes', '\\\\'],
		['escaped quotation marks', '\\"'],
		['lines', '\n'],
	]),
];

const ANDROID = '<resources>¶</resources>';
const ANDROID_TEXT = '<string name="a№">word №</string>\n';
const RESX = '<root>¶</root>';
const RESX_TEXT = '<data name="a№"><value>word №</value></data>\n';
const XLIFF = '<xliff version="1.2"><file original="a"><body>¶</body></file></xliff>';
const XLIFF_TEXT = '<trans-unit id="a№"><source>word №</source></trans-unit>\n';
const XLIFF_2 = '<xliff version="2.0"><file id="a">¶</file></xliff>';
const XLIFF_2_TEXT = '<unit id="a№"><segment><source>word №</source></segment></unit>\n';
const PAGE = '<html><body>¶</body></html>';
const XML = '<a><b>¶</b></a>';

const times = (from: string): Grammar['rows'] => [
	['lines', { file: `${from}§¶` }, '\n'],
	['lines of blanks', { file: `${from}§¶` }, ' \n'],
	['blanks', { file: `${from}§\n¶` }, ' '],
	['blanks before times', { text: '№\n§00:01 --> 00:02\na\n\n' }, ' '],
	['digits', { file: `${from}§\n¶` }, '1'],
	['digits before a sign', { file: `${from}§--\n¶` }, '1:'],
	['digits before blanks', { file: `${from}1§\n¶` }, ' '],
	['arrows', { file: `${from}§\n¶` }, '1 --> '],
	['times', { file: `${from}§¶` }, '00:01 --> 00:02\n'],
	['lines of a cue', { text: '№\n00:01 --> 00:02\n§\n\n' }, 'a\n'],
	['texts', {}, ''],
	...inText('№\n00:01 --> 00:02\n§.\n\n', SIGNS),
];

export const GRAMMARS: readonly Grammar[] = [
	{ fileNames: ['a.json'], file: '{¶"z": ""}', text: '"a№": "word №",\n', rows: JSON_ROWS },
	{ fileNames: ['a.po'], file: PO_FILE, text: 'msgid "a №"\nmsgstr "b"\n\n', rows: PO_ROWS },
	{
		fileNames: ['a.properties'],
		file: '¶',
		text: 'a№ = word №\n',
		rows: PROPERTIES_ROWS,
	},
	{ fileNames: ['a.strings'], file: '¶', text: '"a№" = "word №";\n', rows: STRINGS_ROWS },
	{
		fileNames: ['strings.xml'],
		file: ANDROID,
		text: ANDROID_TEXT,
		rows: [
			...inXml(ANDROID, ANDROID_TEXT, {
				root: '<resources',
				plain: '<string name="a№">§</string>\n',
				item: '<string name="a№"§>a</string>\n',
			}),
			[
				'items',
				{ file: '<resources><string-array name="z">§</string-array>¶</resources>' },
				'<item>a</item>',
			],
			[
				'references',
				{ file: '<resources><string-array name="z">§<item>a</item></string-array>¶</resources>' },
				'<item>@string/a</item>',
			],
			['a long reference', { text: '<string name="a№">@§</string>' }, 'a.'],
			['a reference without an end', { text: '<string name="a№">?§!</string>' }, 'a'],
			['forms', { text: '<plurals name="a№"><item quantity="other">a</item></plurals>' }, ''],
			[
				'many forms of a text',
				{ text: '<plurals name="a№"><item quantity="other">a</item>§</plurals>' },
				'<item quantity="q№">a</item>',
			],
			[
				'blanks before a form',
				{ text: '<plurals name="a№">§<item quantity="other">a</item></plurals>' },
				' ',
			],
			['forms without a quantity', { text: '<plurals name="a№">§</plurals>' }, '<item>a</item>'],
			['long names', { text: '<string name="a№§">a</string>\n' }, 'key'],
			[
				'texts that stay',
				{ file: '<resources>§¶</resources>' },
				'<string name="b№" translatable="false">a</string>',
			],
		],
	},
	{
		fileNames: ['a.resx'],
		file: RESX,
		text: RESX_TEXT,
		rows: [
			...inXml(RESX, RESX_TEXT, {
				root: '<root',
				plain: '<data name="a№"><value>§</value></data>\n',
				item: '<data name="a№"§><value>a</value></data>\n',
			}),
			[
				'values of a text',
				{ text: '<data name="a№">§<value>a</value></data>\n' },
				'<value>a</value>',
			],
			[
				'comments of a text',
				{ text: '<data name="a№"><value>a</value><comment>§</comment></data>\n' },
				' ',
			],
			['long names', { text: '<data name="a№§"><value>a</value></data>\n' }, 'a.Name'],
		],
	},
	{
		fileNames: ['a.xlf'],
		file: XLIFF,
		text: XLIFF_TEXT,
		rows: [
			...inXml(XLIFF, XLIFF_TEXT, {
				root: '<xliff',
				plain: '<trans-unit id="a№"><source>§</source></trans-unit>\n',
				item: '<trans-unit id="a№"§><source>a</source></trans-unit>\n',
			}),
			[
				'sources of a unit',
				{ text: '<trans-unit id="a№">§<source>a</source></trans-unit>' },
				'<source>a</source>',
			],
			[
				'targets of a unit',
				{ text: '<trans-unit id="a№"><source>a</source>§</trans-unit>' },
				'<target>a</target>',
			],
			[
				'tags in targets',
				{ text: '<trans-unit id="a№"><source>a</source><target>§</target></trans-unit>' },
				'<x id="№"/>',
			],
			[
				'codes',
				{ text: '<trans-unit id="a№"><source>§</source></trans-unit>' },
				'<ph id="1">a</ph>',
			],
			[
				'nested codes',
				{ text: '<trans-unit id="a№"><source>§</source></trans-unit>' },
				['<ph>', '</ph>'],
				50,
			],
			['marks', { text: '<trans-unit id="a№"><source>§</source></trans-unit>' }, '<mrk>a</mrk>'],
			[
				'states',
				{
					text: '<trans-unit id="a№"><source>a</source><target state="new"§>b</target></trans-unit>',
				},
				' a№="b"',
			],
			[
				'a long state',
				{ text: '<trans-unit id="a№"><source>a</source><target state="§">b</target></trans-unit>' },
				'needs-',
			],
			['notes', { text: '<trans-unit id="a№"><source>a</source>§</trans-unit>' }, '<note>a</note>'],
			[
				'files',
				{ file: '<xliff>§<file original="z"><body>¶</body></file></xliff>' },
				'<file original="f№"><body/></file>',
			],
			[
				'files with a text',
				{ file: '<xliff>§<file original="z"><body>¶</body></file></xliff>' },
				'<file original="f№"><body><trans-unit id="a"><source>a</source></trans-unit></body></file>',
			],
			[
				'a long name of a file',
				{ file: '<xliff><file original="§"><body>¶</body></file></xliff>' },
				'a',
			],
			[
				'groups',
				{ file: '<xliff><file original="a">§</file></xliff>' },
				['<group>', '</group>'],
				55,
			],
		],
	},
	{
		fileNames: ['a.xliff'],
		file: XLIFF_2,
		text: XLIFF_2_TEXT,
		rows: [
			[
				'segments',
				{
					file: '<xliff><file id="a"><unit id="b">§<segment><source/></segment></unit>¶</file></xliff>',
				},
				'<segment><source>a</source></segment>',
			],
			[
				'segments with ids',
				{
					file: '<xliff><file id="a"><unit id="b">§<segment><source/></segment></unit>¶</file></xliff>',
				},
				'<segment id="s№"><source>a</source></segment>',
			],
			[
				'segments of a long id',
				{
					file: '<xliff><file id="a"><unit id="§"><segment><source>a</source></segment><segment><source>a</source></segment></unit>¶</file></xliff>',
				},
				'a',
			],
			[
				'data',
				{
					text: '<unit id="a№"><originalData>§</originalData><segment><source>a</source></segment></unit>',
				},
				'<data id="d№">a</data>',
			],
			['texts', {}, ''],
		],
	},
	{
		fileNames: ['a.html'],
		file: PAGE,
		text: '<p>word №</p>\n',
		rows: [
			...inXml(PAGE, '<p>word №</p>\n', {
				root: '<html',
				plain: '<p>§</p>\n',
				item: '<p§>a</p>\n',
			}),
			['scripts', { file: '<html>§¶</html>' }, '<script></script>'],
			['scripts without an end', { file: '<html>¶§</html>' }, '<script>'],
			['a long script', { file: '<html><script>§</script>¶</html>' }, '</a'],
			['styles', { file: '<html>§¶</html>' }, '<style>a</style>'],
			['pictures', { text: '<p>§a</p>' }, '<img src="a">'],
			['links', { text: '<p>§a</p>' }, '<a href="/a">b</a>'],
			['classes', { text: '<p class="§">a</p>' }, 'a '],
			...inText('<p>§.</p>\n', SIGNS),
		],
	},
	{
		fileNames: ['other.xml'],
		file: XML,
		text: '<p>word №</p>\n',
		rows: inXml(XML, '<p>word №</p>\n', { root: '<a', plain: '<p>§</p>\n', item: '<p§>a</p>\n' }),
	},
	{
		fileNames: ['a.txt', 'a.markdown'],
		file: '¶',
		text: 'word №\n',
		rows: [
			['lines', { file: '§¶' }, '\n'],
			['returns', { file: '§¶' }, '\r'],
			['fences', { file: '§¶' }, '```\n'],
			['a long fence', { file: '§\n¶' }, '`'],
			['longer fences', { file: '§¶' }, '````````` a\n'],
			['comments in lines', { file: '§¶' }, '<!-- a -->\n'],
			['openings of comments in lines', { file: '§¶' }, '<!--\n'],
			['texts', {}, ''],
			...inText('§.№\n', PROSE),
		],
	},
	{
		fileNames: ['a.csv'],
		file: '¶',
		text: '№,word\n',
		rows: [
			['separators', { file: '§¶' }, ','],
			['other separators', { file: '§¶' }, ';,'],
			['lines', { file: '§¶' }, '\r\n'],
			['cells', { file: '§¶' }, '"a",'],
			['a cell of quotation marks', { file: '"§"\n¶' }, '""'],
			['quotation marks', { file: '§¶' }, '"'],
			['quotation marks in cells', { file: '§¶' }, 'a"'],
			['texts', {}, ''],
			...inText('№,"§."\n', SIGNS),
		],
	},
	{
		fileNames: ['a.srt'],
		file: '¶',
		text: '№\n00:01 --> 00:02\nword\n\n',
		rows: times('1\n00:01 --> 00:02\na\n\n'),
	},
	{
		fileNames: ['a.vtt'],
		file: 'WEBVTT\n\n¶',
		text: '№\n00:01 --> 00:02\nword\n\n',
		rows: [...times('WEBVTT\n\n'), ['notes', { file: 'WEBVTT\n\n§¶' }, 'NOTE a\n\n']],
	},
];

/** Of texts that came from no file, with what the checks look for. */
export const TEXT_PIECES = [
	...PROSE,
	['lines', '\n'],
	['returns', '\r\n'],
	['blanks and lines', ' \n'],
	['wrapped lines', 'a line that is longer than thirty signs, so that it\ngoes on'],
	['tags with attributes', '<a b="c" d=\'e\'>'],
	['ends of tags', '</a>'],
	['attributes of code', '<a @b="c d e">'],
	['sentences in code', `<a @b="'c d'">`],
	['escaped tags', '&lt;b&gt;'],
	['quotation marks', '"'],
	['typographic marks', '„“'],
	['code names', 'a_b '],
	['zero-width spaces', '\u200b'],
	['clocks', '8:30-10 pm '],
	['millions', '1.5 million '],
	['semantic versions', '1.2.3.4.5.6.7.8.9.10.11.12.13.14.'],
] as const;

export interface HostileFile {
	fileName: string;
	name: string;
	contentOf(size: number): string;
}

/** With the pieces of a row all at once, and around or in many texts. */
export const HOSTILE_FILES: readonly HostileFile[] = GRAMMARS.flatMap((grammar) =>
	grammar.fileNames.flatMap((fileName) =>
		grammar.rows.flatMap((row) =>
			(row[2] === '' ? [true] : [false, true]).map((isAroundTexts): HostileFile => ({
				fileName,
				name: row[0] + (isAroundTexts && row[2] !== '' ? ', and many texts' : ''),
				contentOf: (size) => contentOf(grammar, row, isAroundTexts, size),
			})),
		),
	),
);

/** In each of many texts. */
const SOME = 10;

function contentOf(
	grammar: Grammar,
	[, where, piece, most = Infinity]: Grammar['rows'][number],
	isAroundTexts: boolean,
	size: number,
): string {
	const { file, text } = { ...grammar, ...where };
	if (text.includes('§')) {
		const inside = isAroundTexts
			? repeated(piece, Infinity, Math.min(SOME, most))
			: repeated(piece, size, most);
		return file.replace('¶', () =>
			filled(
				text.replaceAll('§', () => inside),
				isAroundTexts ? size : 0,
			),
		);
	}
	const pieces = repeated(piece, isAroundTexts ? size / 2 : size, most);
	const rest = isAroundTexts ? size - Math.min(pieces.length, size / 2) : 0;
	return file.replace('§', () => pieces).replace('¶', () => filled(text, rest));
}

/** At least once. */
function filled(text: string, size: number, most = Infinity): string {
	const parts: string[] = [];
	for (let length = 0; parts.length === 0 || (length < size && parts.length < most);) {
		parts.push(text.replaceAll('№', `${parts.length}`));
		length += parts.at(-1)!.length;
	}
	return parts.join('');
}

/** Texts stand in the middle of what is nested. */
function repeated(piece: string | Pair, size: number, most: number): string {
	if (piece === '') return '';
	if (typeof piece === 'string') return filled(piece, size, most);
	const [opening, closing] = piece;
	const count = Math.ceil(Math.min(size / (opening.length + closing.length), most));
	return `${opening.repeat(count)}¶${closing.repeat(count)}`;
}
