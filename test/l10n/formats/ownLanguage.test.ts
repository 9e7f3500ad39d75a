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
	])('"%s" in %s is set (case %#)', async (before, name, write, language, after) => {
		const file = await open(write(before), name);
		const written = await file.write(language, new Map());
		expect(written.toString()).toBe(write(after));
		expect((await open(written, name)).language).toBe(after);
	});

	it('is spelled as in the file that is there', async () => {
		const now = await open(arb('de-DE'), 'de.arb');
		const written = await (await open(arb('en'), 'en.arb')).write('de-de', new Map(), now);
		expect(written.toString()).toBe(arb('de-DE'));
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

	it('keeps that it is Latin-1, and what Latin-1 has not is escaped', async () => {
		const now = await open(Buffer.from('a=Gr\u00fc\u00dfe\n', 'latin1'), 'de.properties');
		const source = await open('b=\u0130 Key\n', 'en.properties');
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
	])('with something else is refused (%s)', async (text, message) => {
		await expect(open(text, 'a.json')).rejects.toThrow(message);
	});
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
