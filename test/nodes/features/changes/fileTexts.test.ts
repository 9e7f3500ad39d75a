import type { IDataObject } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { useNights } from './nights';
import { Repository } from './repository';

const ENGLISH = `{
  "@@locale": "en",
  "title":   "Spring is here",
  "cart": { "empty": "Your cart is empty", "max": 5 },

  "steps": ["Choose", 2, "Pay"]
}
`;

const pairs = (sent: unknown[]) =>
	sent.map((fields) => (fields as Array<{ key: string; value: string }>).map(({ key }) => key));

describe('texts of a file', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);
	const repository = () => new Repository(harness, nights);

	it('sends everything, then nothing, then one string, and keeps a correction', async () => {
		const files = repository();
		const first = await files.send(ENGLISH);
		expect(first.error).toBeUndefined();
		expect(pairs(first.sent)).toEqual([['/title', '/cart/empty', '/steps/0', '/steps/2']]);
		const storeName = expect.stringMatching(/^en_de-de_[\da-f]{16}\.json$/) as unknown;
		const [stored] = await files.collect(ENGLISH);
		expect(stored).toMatchObject({ missing: [], replacedEdits: [], problems: [] });
		expect(stored).toMatchObject({ fileName: 'en.de-de.json', storeName });
		const german = files.languages.get('de-de')!;
		const texts = JSON.parse(german.file) as IDataObject;
		expect(texts).toEqual({
			'@@locale': 'de',
			title: expect.stringMatching(/^\[de-de\]/) as unknown,
			cart: { empty: expect.stringMatching(/^\[de-de\]/) as unknown, max: 5 },
			steps: [expect.stringMatching(/^\[de-de\]/), 2, expect.stringMatching(/^\[de-de\]/)],
		});
		const untouched = (file: string) => file.replace(/"(?:\[de-de\][^"]*)"/g, '""');
		expect(untouched(german.file)).toBe(
			ENGLISH.replace('"en"', '"de"').replace(
				/"(Spring is here|Your cart is empty|Choose|Pay)"/g,
				'""',
			),
		);

		const second = await files.send(ENGLISH);
		expect(second.sent).toEqual([]);
		expect(second.outcomes).toEqual(['nothingNew']);

		const corrected = german.file.replace(
			String(texts.title),
			'Frühling "jetzt"'.replaceAll('"', '\\"'),
		);
		files.languages.set('de-de', { ...german, file: corrected });
		const changed = ENGLISH.replace('Your cart is empty', 'Nothing in your cart');
		const third = await files.send(changed);
		expect(third.sent).toEqual([[{ key: '/cart/empty', value: 'Nothing in your cart' }]]);
		expect(await files.collect(changed)).toMatchObject([
			{ missing: [], replacedEdits: [], fileName: 'de-de.json', storeName: stored!.storeName },
		]);
		const last = JSON.parse(files.languages.get('de-de')!.file) as IDataObject;
		expect(last).toMatchObject({ title: 'Frühling "jetzt"', steps: texts.steps });
		expect((last.cart as IDataObject).empty).not.toEqual((texts.cart as IDataObject).empty);
	});

	it('works without known translations', async () => {
		const files = repository();
		await files.send(ENGLISH, { itemFields: {}, fieldsToTranslate: 'cart.empty' });
		const [request] = await nights.inReview();
		const run = await files.merge(ENGLISH, request!, {
			knownTranslations: '',
			binaryPropertyName: 'german',
		});
		expect(run.error).toBeUndefined();
		expect(JSON.parse(await files.read(run.items[0]!, 'german'))).toMatchObject({
			title: 'Spring is here',
			cart: { empty: expect.stringMatching(/^\[de-de\]/) as unknown },
		});
		expect(run.items[0]!.binary!.german).toMatchObject({
			fileName: 'en.de-de.json',
			directory: 'de-de',
		});
	});

	it('returns the file at once if only a string was removed', async () => {
		const files = repository();
		await files.send(ENGLISH);
		await files.collect(ENGLISH);
		const shorter = ENGLISH.replace(/ {2}"cart".*\n\n/, '');
		const night = await files.send(shorter);
		expect(night.outcomes).toEqual(['nothingNew', 'upToDate']);
		expect(JSON.parse(await files.read(night.items[1]!))).not.toHaveProperty('cart');
		expect(night.json[1]).not.toHaveProperty('entry');
		expect(night.json[1]).toHaveProperty('storeName');
	});

	it('gives each language its plural forms, and shares a source where they are the same', async () => {
		const files = repository();
		const text = '{\n\t"item_one": "{{count}} item",\n\t"item_other": "{{count}} items"\n}';
		const languages = ['de-de', 'nl-nl', 'ru-ru'];
		const { sent, error } = await files.send(text, { targetLanguages: languages });
		expect(error).toBeUndefined();
		expect(pairs(sent).sort((a, b) => a.length - b.length)).toEqual([
			['/item_one', '/item_other'],
			['/item_one', '/item_other', '/item_few', '/item_many'],
		]);
		await files.collect(text);
		const russian = files.languages.get('ru-RU')!.file;
		expect(Object.keys(JSON.parse(russian) as object)).toEqual(
			expect.arrayContaining(['item_one', 'item_few', 'item_many', 'item_other']),
		);
		expect(russian).toMatch(/",\n\t"item_few": "\[ru-RU/);
		const night = await files.send(text, { targetLanguages: languages });
		expect(night.outcomes).toEqual(['nothingNew']);
		expect(night.hints).toEqual(['Nothing is new in 1 entry.']);
	});

	it('keeps forms of a plural that only their names tell, and names nothing', async () => {
		const files = repository();
		const english = '{"n_one": "%d file", "n_other": "%d files", "a": "New"}';
		const polish =
			'{"n_one": "%d plik", "n_few": "%d pliki", "n_many": "%d plik\u00f3w", "n_other": "%d pliku"}';
		files.languages.set('pl-pl', { file: polish, known: '' });
		const taking = { existingTranslations: 'takeOver', output: 'requests' };
		const polishOnly = { targetLanguages: ['pl-pl'], options: taking };
		const night = await files.send(english, polishOnly);
		expect(night.error).toBeUndefined();
		expect(pairs(night.sent)).toEqual([['/a']]);
		await files.storeUpToDate(night);
		expect(await files.collect(english)).toMatchObject([{ missing: [], replacedEdits: [] }]);
		expect(JSON.parse(files.languages.get('pl-PL')!.file)).toMatchObject(JSON.parse(polish));
	});

	it('refuses a translated file that says it is in another language', async () => {
		const files = repository();
		files.languages.set('de-de', { file: '{"@@locale": "fr", "title": "Printemps"}', known: '' });
		const { error, changes } = await files.send(ENGLISH, {
			options: { existingTranslations: 'takeOver', output: 'requests' },
		});
		expect(error?.message).toContain('de-de.json says that it is in fr, not in de-de');
		expect(changes).toEqual([]);
	});

	it.each([
		[
			'en.xml',
			`<resources>
    <string name="a">It\\'s <b>here</b></string>
    <string name="b">Pay</string> <!-- c -->
    <plurals name="n">
        <item quantity="other">%d files</item>
    </plurals>
</resources>
`,
			['/string/a', '/string/b', '/plurals/n/other', '/plurals/n/one'],
		],
		[
			'en.resx',
			`<root>
  <data name="a"><value>Tom &amp; Jerry</value></data>
  <data name="b"><value>Pay</value></data>
</root>`,
			['/a', '/b'],
		],
		[
			'en.xlf',
			`<xliff version="1.2"><file original="c">
  <trans-unit id="a"><source>Hi <x id="1"/></source></trans-unit>
  <trans-unit id="b"><source>Pay</source></trans-unit>
</file></xliff>`,
			['/c/a', '/c/b'],
		],
	])('sends only what changed in %s, and keeps a correction', async (name, text, places) => {
		const files = new Repository(harness, nights, name);
		expect(pairs((await files.send(text)).sent)).toEqual([places]);
		expect(await files.collect(text)).toMatchObject([
			{ missing: [], fileName: name.replace('.', '.de-de.') },
		]);
		const german = files.languages.get('de-de')!;
		expect(german.file.match(/\[de-de\]/g)).toHaveLength(places.length);
		expect((await files.send(text)).outcomes).toEqual(['nothingNew']);

		const file = german.file.replace(/\[de-de\](?! Þ)[^<]*/, 'Korrigiert ');
		expect(file).not.toBe(german.file);
		files.languages.set('de-de', { ...german, file });
		const changed = text.replace('>Pay<', '>Pay now<');
		const place = places.find((each) => each.endsWith('/b'))!;
		expect((await files.send(changed)).sent).toEqual([[{ key: place, value: 'Pay now' }]]);
		expect(await files.collect(changed)).toMatchObject([{ missing: [], replacedEdits: [] }]);
		const last = files.languages.get('de-de')!.file;
		expect(last).toContain('Korrigiert ');
		expect(last.replace(/(?<=>)\[de-de\][^<]*/g, '')).toBe(
			file.replace(/(?<=>)\[de-de\][^<]*/g, '').replace('>Pay<', '>Pay now<'),
		);
	});

	it.each([
		['{"a": "b", "a": "c"}', 'en.json has different texts for "/a" (line 1 and line 1, column 18)'],
		['{"a":\n "b", }', 'en.json is not valid JSON (line 2, column 7)'],
		['["a"]', 'en.json is JSON, but no object with texts (line 1, column 1)'],
	])('refuses %s before anything is sent', async (text, message) => {
		const { error, changes } = await repository().send(text);
		expect(error?.message).toContain(message);
		expect(changes).toEqual([]);
	});

	it('refuses a format that it does not know, and a file that is too large', async () => {
		const files = new Repository(harness, nights, 'en.yaml');
		const { error } = await files.send('a: b');
		expect(error?.message).toContain('The texts of en.yaml cannot be sent by themselves');
		const large = await repository().send(`{"a": "${'x'.repeat(1_000_001)}"}`);
		expect(large.error?.message).toContain('the limit is 1,000,000');
		const larger = await repository().send(`{"a": "b"}${' '.repeat(10_000_000)}`);
		expect(larger.error?.message).toContain('the limit for the texts of a file is 10,000,000');
	});

	it('says which file is not there', async () => {
		const files = repository();
		await files.send(ENGLISH);
		const [request] = await nights.inReview();
		const { json, error } = await files.merge(ENGLISH, request!, { mergeInto: 'data' });
		expect(json).toEqual([]);
		expect(error?.message).toContain('Merge Into: the item has no file in the field "data"');
	});
});
