/** Small files that once took minutes, or all of the memory. Where reading were not linear, a test would time out. */
import { textsIn } from '../../../l10n/entries/mapTexts';
import { LocaleFile } from '../../../l10n/formats/localeFile';
import { read } from './readTexts';

const PO_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
const open = async (fileName: string, content: string) =>
	await LocaleFile.open(Buffer.from(content), fileName);
const texts = (count: number, write: (at: number) => string): string =>
	Array.from({ length: count }, (_, at) => write(at)).join('');
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}"b"${']'.repeat(depth - 1)}}`;
const resources = (inside: string, attributes = '') =>
	`<resources${attributes}>${inside}</resources>`;
const string = (at: number) => `<string name="s${at}">Text</string>`;

describe('is refused in words', () => {
	it.each([
		[
			'a PO file that claims 2,000,000,000 plural forms',
			'a.po',
			`${PO_HEADER}"Plural-Forms: nplurals=2000000000;\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n`,
			'has 2000000000 plural forms, and no language has more than 6',
		],
		['a file nested 65 deep', 'a.json', nested(65), 'is nested too deeply'],
		['XML nested 65 deep', 'a.resx', '<root>'.repeat(65), 'is nested too deeply'],
		[
			'a text behind 300,000 numbers',
			'a.json',
			`{"a":[${'1,'.repeat(300_000)}"b"]}`,
			'has more than 200,000 texts',
		],
		[
			'300 lists of 1,000 numbers with a text behind them',
			'a.json',
			`{"a":[${`[${'0,'.repeat(1_000)}"b"],`.repeat(300)}"c"]}`,
			'has more than 200,000 texts',
		],
		[
			'a list of 200,001 items',
			'strings.xml',
			resources(`<string-array name="a">${'<item/>'.repeat(200_001)}</string-array>`),
			'has more than 200,000 texts',
		],
		[
			'a text with 10,001 tags',
			'strings.xml',
			resources(`<string name="a">${'<b/>c'.repeat(10_001)}</string>`),
			'has a text with more than 10,000 tags',
		],
		[
			'a key of 20,000 characters around 1,000 texts, whose places are all of one length',
			'a.json',
			`{"${'k'.repeat(20_000)}":[${'"a",'.repeat(999)}"a"]}`,
			'has keys that are too long',
		],
		[
			'200,001 texts',
			'a.properties',
			texts(200_001, (at) => `${at}=\n`),
			'has more than 200,000 texts',
		],
		[
			'a key of 500,000 characters around 100 texts',
			'a.json',
			`{"${'k'.repeat(500_000)}":[${'"a",'.repeat(99)}"a"]}`,
			'has keys that are too long',
		],
		[
			'a tag with 20,000 attributes',
			'strings.xml',
			resources(
				string(1),
				texts(20_000, (at) => ` a${at}="b"`),
			),
			'has a tag with more than 200 attributes',
		],
	])('%s', async (_, fileName, content, message) => {
		await expect(open(fileName, content)).rejects.toThrow(message);
	});
});

it('the plural forms of 10,000 texts are found in one go', async () => {
	const forms = (at: number) => `"a${at}_one":"{{count}} a","a${at}_other":"{{count}} b",`;
	const file = await open('a.json', `{${texts(10_000, forms)}"z":""}`);
	const intl = Intl as { PluralRules: typeof Intl.PluralRules };
	const { PluralRules } = intl;
	let made = 0;
	intl.PluralRules = new Proxy(PluralRules, {
		construct: (target, given: ConstructorParameters<typeof PluralRules>) => {
			made += 1;
			return new target(...given);
		},
	});
	try {
		expect(textsIn(await file.entryFor('ar')).size).toBe(60_001);
	} finally {
		intl.PluralRules = PluralRules;
	}
	expect(made).toBeLessThan(10);
});

it('a file may be 64 deep, and one that is only counted 1,000', async () => {
	expect([...textsIn(await (await open('a.json', nested(64))).translatedEntry()).values()]).toEqual(
		['b'],
	);
	expect(await read(nested(1_000), 'a.json')).toEqual(['b']);
});

describe('is read once', () => {
	it.each([
		['a line of blanks', `${' '.repeat(100_000)}x\n`],
		['a keyword, and a line of blanks', `msgid ${' '.repeat(100_000)}x\n`],
		['quotation marks', `${PO_HEADER}\nmsgid "${'\\"'.repeat(100_000)}\n`],
	])('PO with %s', async (_, content) => {
		await expect(open('a.po', content)).rejects.toThrow('is not a valid PO file');
		await expect(read(content, 'a.po')).rejects.toThrow('is not a valid PO file');
	});

	it('a PO header that repeats a word', async () => {
		const header = PO_HEADER + `"${'Plural-Forms: '.repeat(20_000)}\\n"\n`;
		const file = await open('a.po', `${header}\nmsgid "a"\nmsgstr "b"\n`);
		expect([...textsIn(await file.translatedEntry()).values()]).toEqual(['b']);
	});

	it.each([
		['100,000 comments before the root', `${'<!---->'.repeat(100_000)}${resources(string(1))}`],
		[
			'a long attribute of the root',
			resources(texts(10_000, string), ` a="${'b'.repeat(500_000)}"`),
		],
		[
			'a long attribute that decides about all texts',
			resources(texts(10_000, string), ` translatable="${'&amp;'.repeat(100_000)}"`),
		],
		['a tag of spaces', resources(`<string name="s1"${' '.repeat(500_000)}/>${string(2)}`)],
		[
			'spaces before each text',
			resources(texts(2_000, (at) => `${' '.repeat(900)}x${string(at)}`)),
		],
	])('XML with %s', async (_, content) => {
		const file = await open('strings.xml', content);
		expect([...textsIn(await file.translatedEntry()).values()]).toContain('Text');
	});

	it('JSON with a long key of blanks, whose plural gets a form', async () => {
		const key = ' '.repeat(300_000);
		const file = await open('a.json', `{"${key}_one":"{{count}} a","${key}_other":"{{count}} b"}`);
		const written = await file.write('pl', new Map([[`/${key}_few`, 'c']]));
		expect(JSON.parse(written.toString())).toMatchObject({ [`${key}_few`]: 'c' });
	});

	it.each([
		['a.properties', `a=${'\\\n'.repeat(4_900_000)}`],
		['a.strings', `"a" ${'/**/ '.repeat(1_900_000)}= "b";`],
	])('%s of 10 MB that repeats one sign', async (fileName, content) => {
		expect([...textsIn(await (await open(fileName, content)).translatedEntry()).keys()]).toEqual([
			'/a',
		]);
	});
});
