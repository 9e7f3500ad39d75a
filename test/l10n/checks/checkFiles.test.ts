import { checkFiles, indexTexts } from '../../../l10n/checks/checkFiles';
import { CHECKS } from '../../../l10n/checks/checks';
import type { Side } from '../../../l10n/formats/reader';
import { textsOfFile } from '../../../l10n/formats/textsOfFile';

const textsOf = (fileName: string, content: string, side: Side) =>
	textsOfFile(Buffer.from(content), { fileName }, side);

async function compare(
	fileName: string,
	source: string,
	translation: string,
	checks = CHECKS,
	language?: string,
) {
	const problems = await checkFiles(
		await indexTexts(textsOf(fileName, source, 'source')),
		textsOf(fileName, translation, 'target'),
		{
			fileName,
			language,
			checks,
			settings: { mayStay: false, maxLengthOf: () => undefined, termsToKeep: [] },
		},
	);
	return problems.map(({ check, key, detail }) => `${key} ${check}: ${detail}`);
}

const xliff = (...units: string[]) =>
	`<?xml version="1.0"?><xliff version="1.2"><file><body>${units.join('')}</body></file></xliff>`;
const unit = (id: string, source: string, target?: string) =>
	`<trans-unit id="${id}"><source>${source}</source>${target === undefined ? '' : `<target>${target}</target>`}</trans-unit>`;
const xliff2 = (...segments: string[]) =>
	`<xliff version="2.0"><file id="f"><unit id="u">${segments.join('')}</unit></file></xliff>`;
const segment = (source: string, target?: string) =>
	`<segment><source>${source}</source>${target === undefined ? '' : `<target>${target}</target>`}</segment>`;
const PO_SOURCE =
	'msgid ""\nmsgstr ""\n"Language: en\\n"\n\nmsgctxt "menu"\nmsgid "Open %s"\nmsgstr ""\n\nmsgid "One file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n';
const po = (open: string, ...forms: string[]) =>
	`msgctxt "menu"\nmsgid "Open %s"\nmsgstr "${open}"\n\nmsgid "One file"\nmsgid_plural "%d files"\n${forms.map((form, index) => `msgstr[${index}] "${form}"`).join('\n')}\n`;
const PAGE =
	'<html><body>\n<h1>Hello {name}</h1>\n<p>Read <a href="/x">the news</a><br>today</p><img src="a.png"></body></html>';
const PAGE_DE =
	'<html><body><h1>Hallo {name}</h1><p>\n  Lies <a href="/x">die\nNachrichten</a><br/>heute </p>\n<img src="a.png"></body></html>';

const CASES: Array<
	[what: string, file: string, source: string, translation: string, found: string[]]
> = [
	[
		'JSON that is right',
		'a.json',
		'{"a":"Hello {x}","b":["One"],"n":1}',
		'{"a":"Hallo {x}","b":["Eins"],"n":1}',
		[],
	],
	[
		'a placeholder of JSON',
		'a.json',
		'{"a":{"b":"Hi {x}"}}',
		'{"a":{"b":"Hallo"}}',
		['/a/b placeholders: {x} is missing'],
	],
	[
		'a text of JSON that is missing',
		'a.json',
		'{"a":"Hello","b":"World"}',
		'{"a":"Hallo"}',
		['/b structure: the text is missing'],
	],
	[
		'a text of JSON that is empty',
		'a.json',
		'{"a":"Hello","b":""}',
		'{"a":"","b":""}',
		['/a structure: the text is missing'],
	],
	[
		'a text of JSON that is new',
		'a.json',
		'{"a":"Hello"}',
		'{"a":"Hallo","c":"Neu"}',
		['/c structure: the text is new'],
	],
	[
		'a translated key of JSON',
		'a.json',
		'{"key":"Hello"}',
		'{"Schlüssel":"Hallo"}',
		['/Schlüssel structure: the text is new', '/key structure: the text is missing'],
	],
	[
		'properties',
		'a.properties',
		'a=Hello {0}\nb=World\n',
		'b = Welt\na = Hallo\n',
		['a placeholders: {0} is missing'],
	],
	[
		'a property that came back',
		'a.properties',
		'a=Hello\nb=World\n',
		'a=Hello\nb=\n',
		['a untranslated: the text is not translated', 'b structure: the text is missing'],
	],
	[
		'XLIFF that is right',
		'a.xlf',
		xliff(unit('1', 'Hello <g id="1">you</g>'), unit('2', 'Bye')),
		xliff(
			unit('2', 'Bye', 'Tschüs'),
			unit('1', 'Hello <g id="1">you</g>', 'Hallo <g id="1">du</g>'),
		),
		[],
	],
	[
		'a tag of XLIFF',
		'a.xliff',
		xliff(unit('1', 'Hello <x id="7"/>')),
		xliff(unit('1', 'Hello <x id="7"/>', 'Hallo')),
		['1 tags: <x> is missing, </x> is missing'],
	],
	[
		'XLIFF without targets',
		'a.xlf',
		xliff(unit('1', 'Hello'), unit('2', 'Bye')),
		xliff(unit('1', 'Hello'), unit('2', 'Bye', '')),
		['1 structure: the text is missing', '2 structure: the text is missing'],
	],
	[
		'another id of a unit',
		'a.xlf',
		xliff(unit('1', 'Hello')),
		xliff(unit('9', 'Hello', 'Hallo')),
		['9 structure: the text is new', '1 structure: the text is missing'],
	],
	[
		'a translation in the source of XLIFF',
		'a.xlf',
		xliff(unit('1', 'Hello')),
		xliff(unit('1', 'Hallo')),
		['1 structure: the text is missing'],
	],
	[
		'suggestions of XLIFF are no targets',
		'a.xlf',
		xliff(unit('1', 'Hello')),
		xliff(
			'<trans-unit id="1"><source>Hello</source><alt-trans><target>Hallo</target></alt-trans></trans-unit>',
		),
		['1 structure: the text is missing'],
	],
	[
		'segments of XLIFF 2 without ids',
		'a.xlf',
		xliff2(segment('One {a}'), segment('Two {b}')),
		xliff2(segment('One {a}', 'Eins {a}'), segment('Two {b}', 'Zwei')),
		['u #2 placeholders: {b} is missing'],
	],
	[
		'a segment of XLIFF 2 without a target, and the next one is compared with its own source',
		'a.xlf',
		xliff2(segment('One {a}'), segment('Two {b}')),
		xliff2(segment('One {a}'), segment('Two {b}', 'Zwei {b}')),
		['u structure: the text is missing'],
	],
	[
		'units of XLIFF with the same id',
		'a.xlf',
		xliff(unit('1', 'One {a}'), unit('1', 'Two {b}')),
		xliff(unit('1', 'One {a}', ''), unit('1', 'Two {b}', 'Zwei {b}')),
		['1 structure: the text is missing'],
	],
	[
		'code and CDATA of XLIFF',
		'a.xlf',
		xliff(unit('1', 'Hello <ph id="1">&lt;br&gt;</ph>you &amp; <![CDATA[<i>me</i>]]>')),
		xliff(unit('1', 'Hello', 'Hallo <ph id="1">&lt;p&gt;</ph>du &amp; <![CDATA[<i>ich]]>')),
		['1 tags: </i> is missing'],
	],
	[
		'XLIFF by its root',
		'a.xml',
		xliff(unit('1', 'Hi %s')),
		xliff(unit('1', 'Hi %s', 'Hallo')),
		['1 placeholders: %s is missing'],
	],
	['PO that is right', 'a.po', PO_SOURCE, po('%s öffnen', 'Eine Datei', '%d Dateien'), []],
	['PO of a language with one form', 'a.po', PO_SOURCE, po('%sを開く', '%d個のファイル'), []],
	[
		'PO of a language with three forms',
		'a.po',
		PO_SOURCE,
		po('Открыть %s', '%d файл', '%d файла', '%d файлов'),
		[],
	],
	[
		'a further form of PO',
		'a.po',
		PO_SOURCE,
		po('Открыть %s', '%d файл', '%d файла', 'файлов'),
		['One file[1] placeholders: %d is missing'],
	],
	[
		'a further form of PO that is empty',
		'a.po',
		PO_SOURCE,
		po('Открыть %s', '%d файл', '%d файла', ''),
		['One file[1] structure: the text is missing'],
	],
	[
		'PO without translations',
		'a.po',
		PO_SOURCE,
		po('', 'Eine Datei', '%d Dateien'),
		['menu\u0004Open %s structure: the text is missing'],
	],
	[
		'PO that lost its context',
		'a.po',
		PO_SOURCE,
		po('Öffne %s', 'Eine Datei', '%d Dateien').replace('msgctxt "menu"\n', ''),
		['Open %s structure: the text is new', 'menu\u0004Open %s structure: the text is missing'],
	],
	['a page that is right', 'a.html', PAGE, PAGE_DE, []],
	[
		'a link of a page',
		'a.html',
		PAGE,
		PAGE_DE.replace('<a href="/x">', '<a href="/x/9">'),
		['#5 tags: the href of <a> "/x" is missing or changed'],
	],
	[
		'a picture of a page',
		'a.html',
		PAGE,
		PAGE_DE.replace('a.png', 'b.jpg?1'),
		['a.html tags: the src of <img> "a.png" is missing or changed'],
	],
	[
		'a picture that moved in its sentence',
		'a.html',
		'<p>Click <img src="a.png"> to <nobr>save it</nobr></p><p><input></p>',
		'<p><img src="a.png"> をクリックして<nobr>保存</nobr></p><p><input></p>',
		[],
	],
	[
		'a picture that a sentence lost',
		'a.html',
		'<p>Click <img src="a.png"> now</p><p>Bye</p>',
		'<p>Jetzt klicken</p><p>Tschüs</p>',
		['#1 tags: <img> is missing'],
	],
	[
		'a sentence that a picture lost',
		'a.html',
		'<p>Click <img src="a.png"></p><p>Bye</p>',
		'<p><img src="a.png"></p><p>Tschüs</p>',
		['a.html tags: <img> is new', '#1 structure: the text is missing'],
	],
	[
		'labels and buttons, each with its own text',
		'a.html',
		'<label>Name</label><input><button>Send</button>',
		'<label>Name</label><input><button>Senden</button>',
		['#1 untranslated: the text is not translated'],
	],
	['a first tag', 'a.html', 'Hello', '<p>Hallo', ['a.html tags: <p> is new']],
	[
		'an empty paragraph',
		'a.html',
		PAGE,
		PAGE_DE.replace('Hallo {name}', ''),
		['#3 structure: the text is missing'],
	],
	[
		'a lost paragraph, and no text is compared with another one',
		'a.html',
		PAGE,
		PAGE_DE.replace(/<h1>.*<\/h1>/, ''),
		['a.html tags: <h1> is missing, </h1> is missing'],
	],
	[
		'XML',
		'a.xml',
		'<r><t>Hello {x} </t><w/></r>',
		'<r><t>Hallo {x}</t><w/></r>',
		['#2 whiteSpace: trailing white space is missing'],
	],
	[
		'XML that lost an element',
		'a.xml',
		'<r><t>Hello</t><w/></r>',
		'<r><t>Hello</t></r>',
		['a.xml tags: <w> is missing, </w> is missing'],
	],
];

it.each(CASES)('%s', async (_, file, source, translation, found) => {
	expect(await compare(file, source, translation)).toEqual(found);
});

const PLURALS = '{"a_one":"{{count}} file","a_other":"{{count}} files"}';
const RAILS = '{"a":{"one":"%{count} file","other":"%{count} files"}}';

it.each<[language: string, source: string, translation: string, found: string[]]>([
	[
		'ru-RU',
		PLURALS,
		'{"a_one":"{{count}} файл","a_few":"{{count}} файла","a_many":"{{count}} файлов","a_other":"{{count}} файла"}',
		[],
	],
	[
		'ru',
		RAILS,
		'{"a":{"one":"%{count} файл","few":"%{count} файла","many":"файлов","other":"%{count} файла"}}',
		['/a/many placeholders: %{count} is missing'],
	],
	['ja-JP', PLURALS, '{"a_other":"{{count}}個のファイル"}', []],
	['ja', RAILS, '{"a":{"other":"%{count}個のファイル"}}', []],
	['ja', PLURALS, '{}', ['/a_other structure: the text is missing']],
	['de', PLURALS, '{"a_other":"{{count}} Dateien"}', ['/a_one structure: the text is missing']],
	[
		'de',
		PLURALS,
		'{"a_one":"{{count}} Datei","a_few":"{{count}} Dateien","a_other":"{{count}} Dateien"}',
		['/a_few structure: the text is new'],
	],
	[
		'ja',
		'{"zero":"No files","other":"Files"}',
		'{"other":"ファイル"}',
		['/zero structure: the text is missing'],
	],
	['ja', '{"one":"First","two":"Second"}', '{"one":"一"}', ['/two structure: the text is missing']],
	['', PLURALS, '{"a_other":"{{count}}個"}', ['/a_one structure: the text is missing']],
])('plural forms of %j: %s → %s', async (language, source, translation, found) => {
	expect(await compare('a.json', source, translation, CHECKS, language)).toEqual(found);
});

it('other tags between texts are told without the check of tags', async () => {
	const untranslated = CHECKS.filter(({ name }) => name === 'untranslated');
	expect(
		await compare('a.xml', '<r><t>Hello</t><w/></r>', '<r><t>Hello</t></r>', untranslated),
	).toEqual(['a.xml structure: the tags between the texts differ']);
});

it('a page may hold large images', async () => {
	const image = (length: number) => 'iVBOR'.repeat(length);
	const large = `<img src="data:${image(160_000)}">`;
	const page = (text: string) =>
		`<p>${text} <a href="data:${image(30_000)}">x</a></p>${large.repeat(2)}`;
	expect(await compare('a.html', page('Hello'), page('Hallo'))).toEqual([]);
});

it.each([
	['a.json', `{"${'a'.repeat(500_000)}":[${'"a",'.repeat(100_000)}"a"]}`],
	['a.xlf', xliff2(segment('a').repeat(100_000)).replace('"u"', `"${'u'.repeat(500_000)}"`)],
])('%s with keys that would fill the memory is not read', async (fileName, content) => {
	const read = indexTexts(textsOf(fileName, content, 'source'));
	await expect(read).rejects.toThrow('has keys that are too long');
});

it.each([
	['a.json', '{"a":"Hello"', 'is not valid JSON'],
	['a.xlf', `${xliff(unit('1', 'Hello', 'Hallo'))}<`, 'is XML that is not well-formed'],
	['a.xlf', '<html></html>', 'is not XLIFF'],
	['a.po', 'msgid "a', 'is not a valid PO file'],
	['a.po', 'msgid "a"\nmsgstr "b"\nmsgstr "c"', 'is not a valid PO file'],
	['a.html', '<p>Hello</p><p class="a', 'ends inside a tag or a comment'],
])('%s that is damaged: %s', async (fileName, content, message) => {
	await expect(indexTexts(textsOf(fileName, content, 'target'))).rejects.toMatchObject({
		name: 'DamagedFile',
		message,
	});
});

it('lists at most 1,000 problems', async () => {
	const texts = (text: string) => JSON.stringify(Array(1_500).fill(text));
	expect(await compare('a.json', texts('Hi {x}'), texts('Hallo'))).toHaveLength(1_000);
});

const AR_FORMS = ['لا ملفات', 'ملف واحد', 'ملفان', '%d ملفات', '%d ملفًا', '%d ملف'];

it('a form of PO for one, two or none needs no number, in a language where it has no other', async () => {
	const from = (forms: string[], language: string) =>
		compare('a.po', PO_SOURCE, po('افتح %s', ...forms), CHECKS, language);
	expect(await from(AR_FORMS, 'ar')).toEqual([]);
	expect(await from([...AR_FORMS.slice(0, 5), 'ملف'], 'ar')).toEqual([
		'One file[1] placeholders: %d is missing',
	]);
	expect(await from(AR_FORMS, '')).not.toEqual([]);
	const two = PO_SOURCE.replace('"One file"', '"%d file"');
	const forms = (...all: string[]) => po('%s', ...all).replace('"One file"', '"%d file"');
	const found = (language: string, ...all: string[]) =>
		compare('a.po', two, forms(...all).replace('"%s"', '"a %s"'), CHECKS, language);
	expect(await found('fr', 'Un fichier', '%d fichiers')).toEqual([]);
	// With a form for millions
	expect(await found('fr', 'Un fichier', '%d de fichiers', '%d fichiers')).toEqual([]);
	// It also stands for 21.
	expect(await found('ru', 'Один файл', '%d файла', '%d файлов')).toEqual([
		'%d file placeholders: %d is missing',
	]);
});

const resources = (...all: string[]) => `<resources>${all.join('\n')}</resources>`;
const ANDROID = resources(
	'<string name="hi">Hello <b>%1$s</b></string>',
	'<string name="app" translatable="false">Acme</string>',
	'<plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals>',
	'<string-array name="days"><item>Monday</item><item>Tuesday</item></string-array>',
);

it.each([
	[
		'ru',
		resources(
			'<string-array name="days"><item>Понедельник</item><item>Вторник</item></string-array>',
			'<plurals name="files"><item quantity="one">%d файл</item><item quantity="few">%d файла</item>',
			'<item quantity="many">%d файлов</item><item quantity="other">%d файла</item></plurals>',
			'<string name="hi">Привет, <b>%1$s</b></string>',
		),
		[],
	],
	[
		'ja',
		resources(
			'<string name="hi">こんにちは、%1$s</string>',
			'<plurals name="files"><item quantity="other">個のファイル</item></plurals>',
			'<string-array name="days"><item>月曜日</item></string-array><string name="x"/>',
		),
		[
			'hi tags: <b> is missing, </b> is missing',
			'files/other placeholders: %d is missing',
			'days/1 structure: the text is missing',
		],
	],
])('strings of Android in %s', async (language, translation, found) => {
	expect(await compare('strings.xml', ANDROID, translation, CHECKS, language)).toEqual(found);
});

it('tags of XLIFF are told apart by their ids, and marks of segments do not count', async () => {
	const source = unit('1', 'Every <x id="N" equiv-text="{{a}}"/> s. &lt;note&gt;');
	const right =
		'<mrk mtype="seg" mid="1">Alle <x id="N" equiv-text="&lt;i&gt;"/> s.</mrk> &lt;Notiz&gt;';
	expect(await compare('a.xlf', xliff(source), xliff(unit('1', 'x', right)))).toEqual([]);
	const wrong = right.replace('"N"', '"M"');
	expect(await compare('a.xlf', xliff(source), xliff(unit('1', 'x', wrong)))).toEqual([
		'1 tags: the id of <x> "N" is missing or changed',
	]);
});

it('the same ids in two files of XLIFF may change places', async () => {
	const file = (name: string, target: string) =>
		`<file original="${name}"><body>${unit('1', `Hello {${name}}`, target)}</body></file>`;
	const both = (...all: string[]) => `<xliff version="1.2">${all.join('')}</xliff>`;
	const source = both(file('a', ''), file('b', ''));
	const right = both(file('b', 'Hallo {b}'), file('a', 'Hallo {a}'));
	expect(await compare('a.xlf', source, right)).toEqual([]);
	const wrong = both(file('b', 'Hallo {a}'), file('a', 'Hallo {a}'));
	expect(await compare('a.xlf', source, wrong)).toEqual([
		'b/1 placeholders: {b} is missing, {a} is new',
	]);
	const renamed = both(file('c', 'Hallo {a}'));
	expect(await compare('a.xlf', both(file('a', '')), renamed)).toEqual([]);
});

it('a text of signs that nobody sees is missing', async () => {
	expect(await compare('a.json', '{"a":"Hello"}', '{"a":"\u200b\u200b"}')).toEqual([
		'/a structure: the text is missing',
	]);
});
