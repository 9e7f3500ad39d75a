interface SmallFile {
	fileName: string;
	content: string;
	texts: string[];
	/** Counted by a person. */
	words: number;
}

export const SMALL_FILES: SmallFile[] = [
	{
		fileName: 'readme.txt',
		content: 'First line.\r\n\r\nSecond line, with 2 numbers: 3.5\rThird\n',
		texts: ['First line.', 'Second line, with 2 numbers: 3.5', 'Third'],
		words: 9,
	},
	{
		fileName: 'guide.md',
		content:
			'# Getting started\n\n- Open the [settings](https://example.com/settings).\n- **Save** them.',
		texts: [
			'# Getting started',
			'- Open the [settings](https://example.com/settings).',
			'- **Save** them.',
		],
		words: 7,
	},
	{
		fileName: 'comments.md',
		content:
			'One <!-- not two --> three\n<!-- not\n this `\n```\n-->four\n```html\n<!-- five\nsix -->\n```\n <!-- no --> seven',
		texts: [
			'One <!-- not two --> three',
			'four',
			'```html',
			'<!-- five',
			'six -->',
			'```',
			' seven',
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
		texts: ['My page', 'One bold word', 'and a caf&eacute;', 'First', 'Second link'],
		words: 11,
	},
	{
		fileName: 'topic.xml',
		content: `<?xml version="1.0" encoding="UTF-8"?>
<topic id="t1"><title>Two words</title><!-- no --><body><p>See <ph>the</ph> <![CDATA[<b>bold</b> & raw]]> part</p></body></topic>`,
		texts: ['Two words', 'See the <b>bold</b> & raw part'],
		words: 7,
	},
	{
		fileName: 'feed.xml',
		content: `<r><data>Red</data><data>Blue</data><text>&lt;p&gt;Hello w&lt;b&gt;orl&lt;/b&gt;d&lt;/p&gt; R&amp;D</text><t>A <b>b</b>ig one</t></r>`,
		texts: ['Red', 'Blue', '<p>Hello w<b>orl</b>d</p> R&D', 'A big one'],
		words: 8,
	},
	{
		fileName: 'en.json',
		content: `{"title": "Hello world", "count": 12, "items": [{"a/b": "First \\"item\\""}, true, null, "L\\u00e4ufer"], "empty": {}, "list": []}`,
		texts: ['Hello world', 'First "item"', 'Läufer'],
		words: 5,
	},
	{
		fileName: 'app_en.arb',
		content: '{"@@locale": "en", "hello": "Hello {name}", "@hello": {"description": "no text"}}',
		texts: ['Hello {name}'],
		words: 1,
	},
	{
		fileName: 'Form.resx',
		content: `<root><resheader name="version"><value>2.0</value></resheader>
<data name="a"><value>Tom &amp; Jerry</value><comment>no text</comment></data>
<data name="size" type="System.Drawing.Size"><value>1, 2</value></data></root>`,
		texts: ['Tom & Jerry'],
		words: 2,
	},
	{
		fileName: 'Localizable.strings',
		content: '/* no text */\n"a" = "Say \\"hello\\"";\nkey = "Ü\\U00fc";\n',
		texts: ['Say "hello"', 'Üü'],
		words: 3,
	},
	{
		fileName: 'list.csv',
		content: 'id;name;text\n1;"A ""big"" dog; really";Price: 1,50\r\n2;Cat;"two\nlines"',
		texts: [
			'id',
			'name',
			'text',
			'1',
			'A "big" dog; really',
			'Price: 1,50',
			'2',
			'Cat',
			'two\nlines',
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
		texts: ['Hello dear {0}', 'C:\\temp', 'Läufer kommt'],
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
		texts: ['Open file', 'Open', '%d new file', '%d new files', 'Long "text" in parts\n'],
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
		texts: ['Hello big world', 'Click <b>here</b> & now'],
		words: 6,
	},
	{
		fileName: 'app2.xliff',
		content: `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f1">
<unit id="u1"><notes><note>no</note></notes><segment id="s1"><source>First sentence.</source><target>Erster Satz.</target></segment>
<ignorable><source> </source></ignorable><segment id="s2"><source>Second <pc id="1">sentence</pc>.</source></segment></unit>
<unit id="u2" translate="no"><segment><source>Fixed</source></segment></unit>
<unit id="u3"><segment><source><![CDATA[A <b>third</b> one]]></source></segment></unit></file></xliff>`,
		texts: ['First sentence.', 'Second sentence.', 'A <b>third</b> one'],
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
		texts: ['Hello there,\n<i>my friend</i>.', 'Goodbye', 'It goes on.', '42'],
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
		texts: ['<v Roger>Welcome <00:01.500>back', 'See you'],
		words: 4,
	},
	{
		fileName: 'renamed.xml',
		content:
			'<xliff version="1.2"><file><body><trans-unit id="a"><source>By its root</source><target>Nach Wurzel</target></trans-unit></body></file></xliff>',
		texts: ['By its root'],
		words: 3,
	},
];
