/** What people do with the texts of a file, day after day. */
import type { INodeParameters } from 'n8n-workflow';

import { textsIn } from '../../../../l10n/entries/mapTexts';
import { LocaleFile } from '../../../../l10n/formats/localeFile';
import { FORMATS, inFile } from '../../../l10n/lock/fileHistory';
import type { Content } from '../../../l10n/lock/history';
import { useHarness } from '../../../support/harness';
import { oneNode } from '../../../support/oneNode';
import { runOnWire } from '../../TranslationJobs/support';
import { asNight, useNights } from './nights';
import { Repository, sendingTexts } from './repository';

const KEYS = ['title', 'list', 'text', 'last'];
const CONTENT: Content = {
	title: 'Spring is here',
	blocks: [
		{ id: 1, text: 'Your cart is empty' },
		{ id: 2, text: 'Old news' },
	],
	extra: 'Pay now',
	picture: 0,
};
const LEARNING: INodeParameters = {
	sourceNativeId: 'locales/en.json',
	knownTranslations: '={{ $json.rows }}',
};
const TAKING_OVER: INodeParameters = {
	itemFields: LEARNING,
	options: { output: 'requests', existingTranslations: 'takeOver' },
};

const open = async (text: string, fileName: string) =>
	await LocaleFile.open(Buffer.from(text), fileName);
const textsOf = async (text: string, fileName: string) =>
	textsIn(await (await open(text, fileName)).translatedEntry());

describe('texts of a file, day after day', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);
	const repository = (fileName?: string) => new Repository(harness, nights, fileName);

	/** One of each kind. rules.test.ts lets histories happen in all of them. */
	const KINDS = ['en.json', 'en.po', 'strings.xml', 'en.xliff'];
	it.each(KINDS)('keeps a correction, and sends what changed (%s)', async (name) => {
		const files = repository(name);
		const write = (content: Content) =>
			FORMATS[name]!.write(inFile(name).shape!.entry(KEYS, content));
		const first = write(CONTENT);
		const { sent } = await files.send(first);
		const valuesOf = (fields: unknown) =>
			(fields as Array<{ value: string }>).map(({ value }) => value).sort();
		expect(sent.map(valuesOf)).toEqual([
			['Old news', 'Pay now', 'Spring is here', 'Your cart is empty'],
		]);
		expect(await files.collect(first)).toMatchObject([{ missing: [], replacedEdits: [] }]);
		expect((await files.send(first)).outcomes).toEqual(['nothingNew']);

		const german = files.languages.get('de-de')!;
		const texts = await textsOf(german.file, name);
		expect([...texts.values()].every((text) => text.startsWith('[de-de]'))).toBe(true);
		const [title] = texts.keys();
		const edited = await (
			await open(german.file, name)
		).write('de', new Map([[title!, 'Frühling "jetzt"']]));
		files.languages.set('de-de', { ...german, file: edited.toString() });
		const blocks = [{ id: 1, text: 'Nothing in your cart' }];
		const second = write({ ...CONTENT, blocks });
		expect((await files.send(second)).sent.map(valuesOf)).toEqual([['Nothing in your cart']]);
		expect(await files.collect(second)).toMatchObject([{ missing: [], replacedEdits: [] }]);
		const last = await textsOf(files.languages.get('de-de')!.file, name);
		expect(last.get(title!)).toBe('Frühling "jetzt"');
		expect(last.size).toBe(3);
		expect([...last.values()].filter((text) => text.startsWith('[de-de]'))).toHaveLength(2);
	});

	it('keeps the byte order mark and the line ends', async () => {
		const files = repository();
		const text = '\uFEFF{\r\n\t"a": "One",\r\n\t"b": "Two"\r\n}\r\n';
		await files.send(text);
		await files.collect(text);
		const { file } = files.languages.get('de-de')!;
		expect(file.replace(/\[de-de\][^"]*/g, '')).toBe('\uFEFF{\r\n\t"a": "",\r\n\t"b": ""\r\n}\r\n');
		expect((await files.send(text)).outcomes).toEqual(['nothingNew']);
	});

	it('keeps a correction when a string is only removed', async () => {
		const files = repository();
		await files.send('{"a": "One", "b": "Two"}');
		await files.collect('{"a": "One", "b": "Two"}');
		const german = files.languages.get('de-de')!;
		const [one] = (await textsOf(german.file, 'a.json')).values();
		files.languages.set('de-de', { ...german, file: german.file.replace(one!, 'Eins') });
		const night = await files.send('{"a": "One"}', { itemFields: LEARNING });
		expect(night.outcomes).toEqual(['nothingNew', 'upToDate']);
		expect(night.json[1]).toMatchObject({ fileName: 'de-de.json', replacedEdits: [] });
		await files.storeUpToDate(night);
		expect(files.languages.get('de-de')!.file).toBe('{"a": "Eins"}');
		expect((await files.send('{"a": "One"}', { itemFields: LEARNING })).outcomes).toEqual([
			'nothingNew',
		]);
	});

	it('takes over a file that is translated already, and sends the rest', async () => {
		const files = repository();
		const source = '{"a": "One", "b": "Two", "c": "Three", "d": "OK", "e": "Five"}';
		const german = '{"gone": "Weg", "a": "Eins", "b": "Zwei", "c": "", "d": "OK"}';
		files.languages.set('de-de', { file: german, known: '' });
		const languages = { targetLanguages: ['de-de', 'fr-fr'] };
		const preview = await files.send(source, {
			...languages,
			...TAKING_OVER,
			operation: 'preview',
		});
		expect(preview.json.map(({ words }) => words)).toEqual([3, 5]);

		const night = await files.send(source, { ...languages, ...TAKING_OVER });
		expect(night.error).toBeUndefined();
		const keys = night.sent.map((fields) =>
			(fields as Array<{ key: string }>).map(({ key }) => key),
		);
		expect(keys.sort((one, other) => one.length - other.length)).toEqual([
			['/c', '/d', '/e'],
			['/a', '/b', '/c', '/d', '/e'],
		]);
		const taken = night.json.filter(({ sendOutcome }) => sendOutcome === 'upToDate');
		expect(taken).toMatchObject([
			{
				targetNativeLanguageCode: 'de-de',
				fileName: 'de-de.json',
				missing: [{ key: '/c' }, { key: '/d' }, { key: '/e' }],
				replacedEdits: [{ key: '/gone', edit: 'Weg' }],
			},
		]);
		await files.storeUpToDate(night);
		expect(await files.collect(source)).toMatchObject([
			{ missing: [], replacedEdits: [] },
			{ missing: [], replacedEdits: [] },
		]);
		expect(JSON.parse(files.languages.get('de-de')!.file)).toMatchObject({
			a: 'Eins',
			b: 'Zwei',
			e: expect.stringMatching(/^\[de-de\]/) as unknown,
		});
		expect((await files.send(source, { ...languages, ...TAKING_OVER })).outcomes).toEqual([
			'nothingNew',
		]);
		// What was taken over is known by its source.
		const changed = source.replace('One', 'Uno');
		const later = await files.send(changed, { ...languages, ...TAKING_OVER });
		expect(later.sent).toEqual([[{ key: '/a', value: 'Uno' }]]);
	});

	it('does not buy a text again when the value was lost and the file is taken over', async () => {
		const files = repository();
		const source = '{"a": "One", "b": "Two", "c": "Three"}';
		files.languages.set('de-de', { file: '{"a": "Eins"}', known: '' });
		const first = await files.send(source, TAKING_OVER);
		expect(first.sent).toHaveLength(1);
		await files.storeUpToDate(first);
		await files.collect(source);
		const { file } = files.languages.get('de-de')!;
		expect(JSON.parse(file)).toMatchObject({ a: 'Eins' });
		files.languages.set('de-de', { file, known: '' });

		const night = await files.send(source, TAKING_OVER);
		expect(night.sent).toEqual([]);
		expect(night.json.at(-1)).toMatchObject({ missing: [], replacedEdits: [] });
		await files.storeUpToDate(night);
		expect(JSON.parse(files.languages.get('de-de')!.file)).toEqual(JSON.parse(file));
		expect((await files.send(source, TAKING_OVER)).outcomes).toEqual(['nothingNew']);
		const changed = source.replace('Two', 'Two more');
		expect((await files.send(changed, TAKING_OVER)).sent).toEqual([
			[{ key: '/b', value: 'Two more' }],
		]);
	});

	it('says what it takes over', async () => {
		const files = repository();
		files.languages.set('de-de', { file: '{"a": "Eins"}', known: '' });
		const { sent, hints } = await files.send('{"a": "Not one at all"}', TAKING_OVER);
		expect(sent).toEqual([]);
		expect(hints.join()).toContain('1 text of translated entries counts as translated');
	});

	it.each([
		[
			'a.xlf',
			(source: string, target: string) =>
				`<xliff version="1.2"><file original="c" target-language="de"><trans-unit id="a"><source>${source}</source>${target}</trans-unit></file></xliff>`,
		],
	])('takes nothing over that says it is of another source (%s)', async (name, write) => {
		const files = repository(name);
		files.languages.set('de-de', {
			file: write('Earlier', '<target>Früher</target>'),
			known: '',
		});
		const { sent } = await files.send(write('Now', ''), TAKING_OVER);
		expect(sent).toEqual([[{ key: '/c/a', value: 'Now' }]]);
	});

	it('takes a correction over with its file when the value was lost', async () => {
		const files = repository();
		const source = '{"a": "One", "b": "Two"}';
		await files.send(source);
		await files.collect(source);
		const file = '{"a": "Eins", "b": ""}';
		files.languages.set('de-de', { file, known: '' });
		const night = await files.send(source, TAKING_OVER);
		// It does not know that the text was emptied.
		expect(night.sent).toEqual([[{ key: '/b', value: 'Two' }]]);
		await files.storeUpToDate(night);
		expect(await files.collect(source)).toMatchObject([{ missing: [], replacedEdits: [] }]);
		expect(JSON.parse(files.languages.get('de-de')!.file)).toMatchObject({ a: 'Eins' });
	});

	it('sends nothing at all if everything is translated already', async () => {
		const files = repository('a.po');
		const po = (text: string) =>
			`msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "${text}"\n`;
		files.languages.set('de-de', { file: po('Eins'), known: '' });
		// The file of the language holds both.
		const night = await files.send(po('Eins'), TAKING_OVER);
		expect(night.changes).toEqual([]);
		expect(night.outcomes).toEqual(['nothingNew', 'upToDate']);
		await files.storeUpToDate(night);
		expect(files.languages.get('de-de')!.file).toBe(po('Eins'));
		expect((await files.send(po('Eins'), TAKING_OVER)).outcomes).toEqual(['nothingNew']);
	});

	describe('in a PO file', () => {
		const po = (...messages: Array<[msgid: string, msgstr?: string, before?: string]>) =>
			'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' +
			messages
				.map(([id, text = '', before = '']) => `\n${before}msgid "${id}"\nmsgstr "${text}"\n`)
				.join('');
		/** The same file is the source. */
		const night = async (files: Repository, file: string, itemFields = LEARNING) => {
			files.languages.set('de-de', { known: '', ...files.languages.get('de-de'), file });
			return await files.send(file, { itemFields });
		};

		it('an empty msgstr is not translated, and is sent', async () => {
			const files = repository('a.po');
			const first = po(['One'], ['Two']);
			await files.send(first);
			await files.collect(first);
			const { file, known } = files.languages.get('de-de')!;
			const second = `${file.trim()}\n\nmsgid "Three"\nmsgstr ""\n`;
			expect((await night(files, second)).sent).toEqual([
				[{ key: '/messages/Three', value: 'Three' }],
			]);
			expect(await files.collect(second)).toMatchObject([{ missing: [], replacedEdits: [] }]);
			expect(files.languages.get('de-de')!.file).toMatch(/Two"\nmsgstr "\[de-de\].*\n\n.*Three/);
			expect(files.languages.get('de-de')!.file).toContain(file.trim());

			files.languages.set('de-de', { file, known });
			const [, two] = file.split('msgid "Two"');
			expect((await night(files, file.replace(two!, '\nmsgstr ""\n'))).sent).toEqual([
				[{ key: '/messages/Two', value: 'Two' }],
			]);
		});

		it('a fuzzy message is not translated, and leaves the corrections alone', async () => {
			const files = repository('a.po');
			const menu = 'msgctxt "menu"\n';
			const first = po(['Save document', '', menu], ['Your cart'], ['Print']);
			await files.send(first);
			await files.collect(first);
			const { known } = files.languages.get('de-de')!;
			const edited = po(
				['Save document', 'Sichern', menu],
				['Your cart', 'Ihr Korb'],
				['Print', 'Druck'],
			);
			await files.storeUpToDate(await night(files, edited));
			expect(files.languages.get('de-de')!.known).not.toBe(known);

			// As msgmerge leaves it.
			const fuzzy = '#, fuzzy\n';
			const merged = po(
				['Save document', 'Sichern', `${fuzzy}msgctxt "toolbar"\n`],
				['Your cart', 'Dein Warenkorb'],
				['Print', 'Drucken', fuzzy],
				['New'],
			);
			expect((await night(files, merged)).sent).toEqual([
				[
					{ key: '/contexts/toolbar/Save document', value: 'Save document' },
					{ key: '/messages/Print', value: 'Print' },
					{ key: '/messages/New', value: 'New' },
				],
			]);
			expect(await files.collect(merged)).toMatchObject([{ missing: [], replacedEdits: [] }]);
			const texts = [...(await textsOf(files.languages.get('de-de')!.file, 'a.po')).values()];
			expect(texts).toEqual([
				expect.stringMatching(/^\[de-de\]/),
				'Dein Warenkorb',
				expect.stringMatching(/^\[de-de\]/),
				expect.stringMatching(/^\[de-de\]/),
			]);
		});
	});

	it('takes nothing over that nobody would store', async () => {
		const files = repository();
		files.languages.set('de-de', { file: '{"a": "Eins"}', known: '' });
		const { error, changes } = await files.send('{"a": "One", "b": "Two"}', {
			...TAKING_OVER,
			options: { existingTranslations: 'takeOver' },
		});
		expect(error?.message).toContain('Existing Translations: what is taken over comes back');
		expect(changes).toEqual([]);
	});

	it('sends the forms of a plural that a text becomes, and names them until they are there', async () => {
		const files = repository();
		const languages = { targetLanguages: ['ru-ru'] };
		const before = '{"item_other": "{{count}} items"}';
		await files.send(before, languages);
		await files.collect(before);
		const source = '{"item_one": "{{count}} item", "item_other": "{{count}} items"}';
		const night = await files.send(source, languages);
		expect(night.sent).toEqual([
			[
				{ key: '/item_one', value: '{{count}} item' },
				{ key: '/item_few', value: '{{count}} items' },
				{ key: '/item_many', value: '{{count}} items' },
			],
		]);
		expect(await files.collect(source)).toMatchObject([{ missing: [] }]);
	});

	it.each([
		[
			'strings.xml',
			'<resources><plurals name="n"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals></resources>',
			['%d file<', '%d fail<', '%d files<', '%d faila<'],
			['/plurals/n/few', '/plurals/n/many'],
		],
		[
			'a.po',
			'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=3; plural=0;\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "-0"\nmsgstr[1] "-1"\nmsgstr[2] ""\n',
			['"-0"', '"%d fail"', '"-1"', '"%d faila"'],
			['/messages/%d file/2'],
		],
	])(
		'sends the forms that a taken over file does not have (%s)',
		async (name, text, [a, b, c, d], keys) => {
			const files = repository(name);
			const translated = text.replace(a!, b!).replace(c!, d!);
			files.languages.set('ru-RU', { file: translated, known: '' });
			const source = name.endsWith('.po') ? translated : text;
			const night = await files.send(source, { targetLanguages: ['ru-ru'], ...TAKING_OVER });
			expect(night.error).toBeUndefined();
			expect(night.sent).toEqual([keys.map((key) => ({ key, value: '%d files' }))]);
			expect(night.json.at(-1)).toMatchObject({
				sendOutcome: 'upToDate',
				missing: keys.map((key) => ({ key, source: '%d files' })),
			});
		},
	);

	it('refuses a translated file without being told', async () => {
		const files = repository();
		files.languages.set('de-de', { file: '{"a": "Eins"}', known: '' });
		const { error, changes } = await files.send('{"a": "One"}', { itemFields: LEARNING });
		expect(error?.message).toContain(
			'1 text of the entry "locales/en.json" in de-de stands translated already',
		);
		expect(changes).toEqual([]);
	});

	it('keeps what was not chosen as it stands in the translated file', async () => {
		const files = repository();
		const source = '{"cart": {"empty": "Empty"}, "title": "Spring"}';
		const chosen = { ...TAKING_OVER, fieldsToTranslate: 'cart.*' };
		files.languages.set('de-de', {
			file: '{"cart": {"empty": "Empty"}, "title": "Frühling"}',
			known: '',
		});
		expect((await files.send(source, chosen)).sent).toEqual([
			[{ key: '/cart/empty', value: 'Empty' }],
		]);
		expect(await files.collect(source)).toMatchObject([{ missing: [], replacedEdits: [] }]);
		expect(JSON.parse(files.languages.get('de-de')!.file)).toMatchObject({ title: 'Frühling' });
		expect((await files.send(source, chosen)).outcomes).toEqual(['nothingNew']);
	});

	it.each([
		['{"a": "b",}', 'de-de.json is not valid JSON (line 1, column 11)'],
		[
			'{"a": "b",\n"a": "c"}',
			'de-de.json has different texts for "/a" (line 1 and line 2, column 7)',
		],
	])('refuses a damaged translated file: %s', async (damaged, message) => {
		const files = repository();
		await files.send('{"a": "One"}');
		const [request] = await nights.inReview();
		files.languages.set('de-de', { file: damaged, known: '' });
		const merging = await files.merge('{"a": "One"}', request!);
		expect(merging.error?.message).toContain(message);
		expect(merging.json).toEqual([]);
		const sending = await files.send('{"a": "Two"}', { itemFields: LEARNING });
		expect(sending.error?.message).toContain(message);
		expect(sending.changes).toEqual([]);
	});

	it.each([
		['gone', 'Translated Files does not say which language the file is in'],
		[{ 'de-de': 'gone' }, 'Translated Files: the item has no file in the field "gone"'],
		[{ 'de-de': '', 'it-it': 'gone' }, undefined],
		[{ 'xx-unknown': 'data' }, 'Translated Files: "xx-unknown" is not an accepted language code'],
		[{ de: 'data', 'de-de': 'data' }, 'Translated Files has two files in de-de'],
	])('says which translated file is not there: %j', async (given, message) => {
		const translatedFiles = typeof given === 'string' ? given : `={{ ${JSON.stringify(given)} }}`;
		const { error, sent } = await repository().send('{"a": "One"}', {
			itemFields: { ...LEARNING, translatedFiles },
		});
		if (message === undefined) expect(sent).toHaveLength(1);
		else expect(error?.message).toContain(message);
	});

	it('counts in Preview only what would be sent', async () => {
		const files = repository();
		const text = '{"a": "One two three", "b": "Four"}';
		await files.send(text);
		await files.collect(text);
		const preview = { operation: 'preview', simplify: false, options: {} };
		expect((await files.send(text, preview)).json).toMatchObject([
			{ sendOutcome: 'nothingNew', words: 0, knownWords: 4 },
		]);
		const changed = await files.send(text.replace('Four', 'Four five'), preview);
		expect(changed.json).toMatchObject([{ sendOutcome: 'created', words: 2, knownWords: 3 }]);
		expect(changed.changes).toEqual([]);
	});

	it('does not send again when n8n runs the node again, or the items come in another order', async () => {
		const [one, two] = [repository('one.json'), repository('two.json')];
		const sources = { one: '{"a": "One", "b": "Two"}', two: '{"a": "Three"}' };
		const languages = { targetLanguages: ['de-de', 'fr-fr'] };
		const parameters = sendingTexts({
			...languages,
			itemFields: { ...LEARNING, sourceNativeId: '={{ $json.id }}' },
		});
		const input = Object.entries(sources).map(([id, text]) => {
			const item = (id === 'one' ? one : two).item(text);
			return { ...item, json: { ...item.json, id } };
		});
		const workflow = oneNode({ parameters, credential: harness.credential });
		Object.assign(workflow.nodes[1]!, { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 });
		await harness.sandbox.fault({ method: 'PUT', path: 'submit$', status: 403, times: 1 });
		const pinData = { Items: input };
		const twice = await harness.engine.run(workflow, { startNode: 'Items', pinData });
		expect(twice.data.resultData.error).toBeUndefined();
		expect(await harness.sandbox.requests()).toHaveLength(4);
		const again = asNight(await runOnWire(harness, parameters, { input: [...input].reverse() }));
		expect(again.error).toBeUndefined();
		expect(again.sent).toEqual([]);
		expect(await harness.sandbox.requests()).toHaveLength(4);
	});
});
