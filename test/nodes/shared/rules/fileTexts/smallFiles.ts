import type { SourceText } from '../../../../../nodes/shared/rules/fileTexts/reader';

interface SmallFile {
	fileName: string;
	content: string;
	texts: SourceText[];
	/** Counted by a person. */
	words: number;
}

export const SMALL_FILES: SmallFile[] = [
	{
		fileName: 'readme.txt',
		content: 'First line.\r\n\r\nSecond line, with 2 numbers: 3.5\rThird\n',
		texts: [
			{ text: 'First line.' },
			{ text: 'Second line, with 2 numbers: 3.5' },
			{ text: 'Third' },
		],
		words: 9,
	},
	{
		fileName: 'guide.md',
		content:
			'# Getting started\n\n- Open the [settings](https://example.com/settings).\n- **Save** them.',
		texts: [
			{ text: '# Getting started' },
			{ text: '- Open the [settings](https://example.com/settings).' },
			{ text: '- **Save** them.' },
		],
		words: 7,
	},
	{
		fileName: 'page.html',
		content: `<!DOCTYPE html>
<html><head><title>My page</title><style>p > b { color: red }</style>
<script>if (a < b) document.write("<p>not this</p>");</script></head>
<body><!-- nor <p>this</p> --><p title="1 > 0">One <b>bold</b> word<br/>and a caf&eacute;</p>
<ul><li>First</li><li>Second <a href='x'>link</a></li></ul></body></html>`,
		texts: [
			{ text: 'My page' },
			{ text: 'One <b>bold</b> word' },
			{ text: 'and a caf&eacute;' },
			{ text: 'First' },
			{ text: "Second <a href='x'>link</a>" },
		],
		words: 11,
	},
	{
		fileName: 'topic.xml',
		content: `<?xml version="1.0" encoding="UTF-8"?>
<topic id="t1"><title>Two words</title><!-- no --><body><p>See <ph>the</ph> <![CDATA[<b>bold</b> & raw]]> part</p></body></topic>`,
		texts: [{ text: 'Two words' }, { text: 'See <ph>the</ph> <b>bold</b> & raw part' }],
		words: 7,
	},
	{
		fileName: 'en.json',
		content: `{"title": "Hello world", "count": 12, "items": [{"a/b": "First \\"item\\""}, true, null, "L\\u00e4ufer"], "empty": {}, "list": []}`,
		texts: [
			{ key: '/title', text: 'Hello world' },
			{ key: '/items/0/a~1b', text: 'First "item"' },
			{ key: '/items/3', text: 'Läufer' },
		],
		words: 5,
	},
	{
		fileName: 'list.csv',
		content: 'id;name;text\n1;"A ""big"" dog; really";Price: 1,50\r\n2;Cat;"two\nlines"',
		texts: [
			{ text: 'id' },
			{ text: 'name' },
			{ text: 'text' },
			{ text: '1' },
			{ text: 'A "big" dog; really' },
			{ text: 'Price: 1,50' },
			{ text: '2' },
			{ text: 'Cat' },
			{ text: 'two\nlines' },
		],
		words: 14,
	},
	{
		fileName: 'messages.properties',
		content: `# a comment
! another
greeting = Hello \\
    dear {0}
path\\:name: C:\\\\temp
empty=
umlaut L\\u00e4ufer kommt
`,
		texts: [
			{ key: 'greeting', text: 'Hello dear {0}' },
			{ key: 'path:name', text: 'C:\\temp' },
			{ key: 'umlaut', text: 'Läufer kommt' },
		],
		words: 6,
	},
	{
		fileName: 'de.po',
		content: `msgid ""
msgstr ""
"Project-Id-Version: demo\\n"

# translators see this
#, c-format
msgid "Open file"
msgstr "Datei öffnen"

msgctxt "menu"
msgid "Open"
msgstr ""

msgid "%d new file"
msgid_plural "%d new files"
msgstr[0] ""
msgstr[1] ""

msgid ""
"Long \\"text\\" "
"in parts\\n"
msgstr ""

#~ msgid "Old text"
#~ msgstr "Alter Text"
`,
		texts: [
			{ key: 'Open file', text: 'Open file' },
			{ key: 'menu\u0004Open', text: 'Open' },
			{ key: '%d new file', text: '%d new file' },
			{ key: '%d new file[1]', text: '%d new files' },
			{ key: 'Long "text" in parts\n', text: 'Long "text" in parts\n' },
		],
		words: 11,
	},
	{
		fileName: 'app.xlf',
		content: `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="html">
<header><note>not this</note></header><body><group id="g">
<trans-unit id="1"><source>Hello <g id="1">big</g> world<x id="2"/></source><target>Hallo große Welt</target>
<alt-trans><source>Hello world</source><target>Hallo Welt</target></alt-trans></trans-unit>
<trans-unit id="2" translate="no"><source>Do not touch</source></trans-unit>
<trans-unit id="3"><source>Click <ph id="1">&lt;br&gt;</ph>&lt;b&gt;here&lt;/b&gt; &amp; now</source></trans-unit>
</group></body></file></xliff>`,
		texts: [
			{ key: '1', text: 'Hello <g id="1">big</g> world<x id="2"/>' },
			{ key: '3', text: 'Click <ph id="1"></ph><b>here</b> & now' },
		],
		words: 6,
	},
	{
		fileName: 'app2.xliff',
		content: `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f1">
<unit id="u1"><notes><note>no</note></notes><segment id="s1"><source>First sentence.</source><target>Erster Satz.</target></segment>
<ignorable><source> </source></ignorable><segment id="s2"><source>Second <pc id="1">sentence</pc>.</source></segment></unit>
<unit id="u2" translate="no"><segment><source>Fixed</source></segment></unit>
<unit id="u3"><segment><source><![CDATA[A <b>third</b> one]]></source></segment></unit></file></xliff>`,
		texts: [
			{ key: 'u1/s1', text: 'First sentence.' },
			{ key: 'u1/s2', text: 'Second <pc id="1">sentence</pc>.' },
			{ key: 'u3', text: 'A <b>third</b> one' },
		],
		words: 7,
	},
	{
		fileName: 'film.srt',
		content: `1
00:00:01,000 --> 00:00:02,500
Hello there,
<i>my friend</i>.

2
00:00:03,000 --> 00:00:04,000
Goodbye

It goes on.

3
00:00:05,000 --> 00:00:06,000
42
`,
		texts: [
			{ key: '1', text: 'Hello there,\n<i>my friend</i>.' },
			{ key: '2', text: 'Goodbye' },
			{ text: 'It goes on.' },
			{ key: '3', text: '42' },
		],
		words: 9,
	},
	{
		fileName: 'film.vtt',
		content: `WEBVTT - A film

STYLE
::cue { color: red }

NOTE nobody reads this

intro
00:01.000 --> 00:02.000 align:start
<v Roger>Welcome <00:01.500>back

00:03.000 --> 00:04.000
See you`,
		texts: [{ key: 'intro', text: '<v Roger>Welcome <00:01.500>back' }, { text: 'See you' }],
		words: 4,
	},
	{
		fileName: 'renamed.xml',
		content:
			'<xliff version="1.2"><file><body><trans-unit id="a"><source>By its root</source><target>Nach Wurzel</target></trans-unit></body></file></xliff>',
		texts: [{ key: 'a', text: 'By its root' }],
		words: 3,
	},
];
