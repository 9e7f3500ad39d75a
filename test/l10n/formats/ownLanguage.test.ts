/** Where a file says its own language, and how a file in that language is written. */
import { LocaleFile } from '../../../l10n/formats/localeFile';

const open = async (text: string | Buffer, name: string) =>
	await LocaleFile.open(Buffer.from(text as string), name);

const po = (language: string) =>
	`msgid ""\nmsgstr ""\n"Language-Team: en\\n"\n"X-Language: x\\n"\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Pay"\nmsgstr ""\n`;
const xliff1 = (language: string) =>
	`<xliff version="1.2"><file original="a" target-language='${language}'><trans-unit id="1"><source>Pay</source><target></target></trans-unit></file></xliff>`;
const xliff2 = (language: string) =>
	`<xliff version="2.0" trgLang="${language}"><file id="a"><unit id="1"><segment><source>Pay</source></segment></unit></file></xliff>`;
const arb = (language: string) => `{"@@locale": "${language}", "pay": "Pay"}`;
const angular = (language: string) => `{"locale": "${language}", "translations": {"pay": "Pay"}}`;

describe('the language in a file', () => {
	it.each<[string, string, (language: string) => string, string, string]>([
		['en', 'a.arb', arb, 'de-de', 'de'],
		['en_US', 'a.arb', arb, 'de-de', 'de_DE'],
		['en', 'a.arb', arb, 'zh-tw', 'zh_TW'],
		['en', 'a.arb', arb, 'pt-br', 'pt_BR'],
		['en', 'a.json', arb, 'sr-latn-rs', 'sr_Latn_RS'],
		['en-US', 'a.json', angular, 'de-de', 'de-DE'],
		['en-us', 'a.json', angular, 'de-at', 'de-at'],
		['en', 'a.po', po, 'de-de', 'de'],
		['', 'a.po', po, 'de-at', 'de_AT'],
		['de_DE', 'a.po', po, 'de-de', 'de_DE'],
		['de', 'a.po', po, 'de-de', 'de'],
		['en', 'a.xlf', xliff1, 'de-de', 'de'],
		['', 'a.xlf', xliff1, 'de-at', 'de-AT'],
		['fr-FR', 'a.xlf', xliff2, 'de-de', 'de-DE'],
		['en', 'a.arb', arb, 'en-gb', 'en_GB'],
		['en', 'a.json', angular, 'en-gb', 'en-GB'],
		['en_US.UTF-8', 'a.po', po, 'de-de', 'de_DE'],
		['template', 'a.arb', arb, 'de-de', 'de'],
		['en', 'a.xlf', xliff1, 'ca-es-v', 'ca-valencia'],
	])('"%s" in %s is set (case %#)', async (before, name, write, language, after) => {
		const file = await open(write(before), name);
		const written = await file.write(language, new Map());
		expect(written.toString()).toBe(write(after));
		expect((await open(written, name)).language).toBe(after);
	});

	it.each([
		['en', 'de-de', 'de-DE'],
		['en', 'en-gb', 'en_GB'],
		['en', 'es-mx', 'es_419'],
		['en', 'de-de', 'German'],
	])('"%s" for %s is what the file says that is there: %s', async (before, language, there) => {
		const now = await open(arb(there), 'there.arb');
		const written = await (await open(arb(before), 'en.arb')).write(language, new Map(), now);
		expect(written.toString()).toBe(arb(there));
	});
});

describe('a file that is there in the language', () => {
	it.each([
		['UTF-8', Buffer.from('a=Gr\u00fc\u00dfe\n'), 'b=Schl\u00fc\u00df\n'],
		['escapes', Buffer.from('a=Gr\\u00fc\\u00dfe\n'), 'b=Schl\\u00fc\\u00df\n'],
	])('keeps its encoding, %s', async (_what, german, expected) => {
		const now = await open(german, 'de.properties');
		const source = await open('b=Key\n', 'en.properties');
		const written = await source.write('de-de', new Map([['/b', 'Schl\u00fc\u00df']]), now);
		expect(written.toString()).toBe(expected);
	});

	it.each([
		['# \u201cquoted\u201d \u4e2d\nb=Key\n', 'b=Schl\u00fc\u00df'],
		['a=Wait\u2026\nb=Key\n', 'b=Schl\u00fc\u00df'],
	])('in Latin-1 loses nothing of its source: %j', async (english, expected) => {
		const now = await open(Buffer.from('a=Gr\u00fc\u00dfe\n', 'latin1'), 'de.properties');
		const source = await open(english, 'en.properties');
		const written = await source.write('de-de', new Map([['/b', 'Schl\u00fc\u00df']]), now);
		expect(written.toString()).toBe(english.replace('b=Key', expected));
	});

	it('changes no encoding that the file itself names', async () => {
		const resx = (text: string) =>
			`<?xml version="1.0" encoding="utf-8"?><root><data name="a"><value>${text}</value></data></root>`;
		const german = Buffer.from(`\uFEFF${resx('Gr\u00fc\u00dfe')}`, 'utf16le');
		const now = await open(german, 'de.resx');
		const written = await (
			await open(resx('Key'), 'en.resx')
		).write('de-de', new Map([['/a', 'Schl\u00fc\u00df']]), now);
		expect(written.toString()).toBe(resx('Schl\u00fc\u00df'));
	});

	it('keeps escapes of any script', async () => {
		const now = await open('{"a":"\\u3053\\u3093"}', 'ja.json');
		const written = await (
			await open('{"a":"Hi"}', 'en.json')
		).write('ja-jp', new Map([['/a', '\u3053']]), now);
		expect(written.toString()).toBe('{"a":"\\u3053"}');
	});

	it('keeps that it is Latin-1, and what Latin-1 has not is escaped', async () => {
		const now = await open(Buffer.from('a=Gr\u00fc\u00dfe\n', 'latin1'), 'de.properties');
		const source = await open('b=Key\n', 'en.properties');
		const written = await source.write('de-de', new Map([['/b', '\u00df\u0130']]), now);
		expect(written.toString('latin1')).toBe('b=\u00df\\u0130\n');
	});
});

describe('a key twice', () => {
	it.each([
		['a.json', '{"a": "x", "b": "y", "a": "x"}', '/a'],
		['a.json', '{"g": {"a": "x"}, "b": {"a": "x", "a": "x"}}', '/b/a'],
		['a.properties', 'a=x\nb=y\na=x\n', '/a'],
		['a.strings', '"a" = "x";\n"a" = "x";', '/a'],
		[
			'a.xml',
			'<resources><string name="a">x</string><string name="a">x</string></resources>',
			'/string/a',
		],
		[
			'a.resx',
			'<root><data name="a"><value>x</value></data><data name="a"><value>x</value></data></root>',
			'/a',
		],
	])('with the same text is written at both places (%s, case %#)', async (name, text, place) => {
		const file = await open(text, name);
		const written = await file.write('de', new Map([[place, 'neu']]));
		expect(written.toString().match(/neu/g)).toHaveLength(2);
		expect(new Map((await open(written, name)).translations()).get(place)).toBe('neu');
	});

	it.each([
		['{"a": "x", "a": "y"}', 'has different texts for "/a" (line 1 and line 1, column 18)'],
		['{"a": "x", "a": {"b": "y"}}', 'has the key "a" twice'],
		['{"a": "x", "a": 1}', 'has the key "a" twice'],
		['{"a": {"b": "y"}, "a": "x"}', 'has "/a" as a text and as a group of texts'],
		['{"a": ["y"], "a": "x"}', 'has "/a" as a text and as a group of texts'],
	])('with something else is refused (%s)', async (text, message) => {
		await expect(open(text, 'a.json')).rejects.toThrow(message);
	});
});

it('refuses a unit of XLIFF 2 that is one text and several', async () => {
	const unit = (...segments: string[]) =>
		`<unit id="1">${segments.map((id) => `<segment id="${id}"><source>A</source></segment>`).join('')}</unit>`;
	for (const units of [unit('x') + unit('s1', 's2'), unit('s1', 's2') + unit('x')])
		await expect(
			open(`<xliff version="2.0"><file id="f">${units}</file></xliff>`, 'a.xlf'),
		).rejects.toThrow('as a text and as a group of texts');
});

it('sends the text of a form, where the same plural stands twice', async () => {
	const text =
		'<resources><plurals name="p"><item quantity="other">x</item></plurals><plurals name="p"><item quantity="other">x</item><item quantity="one">y</item></plurals></resources>';
	const entry = await (await open(text, 'a.xml')).entryFor('de-de');
	expect(entry).toEqual({ plurals: { p: { other: 'x', one: 'y' } } });
});

it('writes a tag of a prefix that the file does not have as text', async () => {
	const name = 'a.xml';
	const text =
		'<resources xmlns:xliff="urn:x"><string name="a">Hi <xliff:g id="n">%s</xliff:g></string></resources>';
	const file = await open(text, name);
	const write = async (translation: string) =>
		(await file.write('de', new Map([['/string/a', translation]]))).toString();
	expect(await write('<xliff:g id="n">%s</xliff:g>, hallo')).toContain(
		'<xliff:g id="n">%s</xliff:g>, hallo',
	);
	expect(await write('<Xliff:g id="n">%s</Xliff:g>, hallo')).toContain(
		'&lt;Xliff:g id=\\"n\\"&gt;%s&lt;/Xliff:g&gt;, hallo',
	);
});
