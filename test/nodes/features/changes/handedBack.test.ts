import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { runOnWire } from '../../TranslationJobs/support';
import { fileItem, sending, textItem } from '../send/support';
import { article, asNight, GERMAN, known, type Night, text, useNights } from './nights';

const ALL = [text('/title', 'Spring is here'), text('/blocks/0/text', 'Hello')];
const EDITED = { title: 'Frühling', blocks: [{ text: 'Servus' }] };
const GIVEN = {
	itemFields: {
		knownTranslations: '={{ $json.given.known }}',
		translatedEntries: '={{ $json.given.entries }}',
	},
};

describe('what a workflow hands back', () => {
	const harness = useHarness({
		keepsState: true,
		variants: { translateDelayMs: 10 },
	});
	const nights = useNights(harness);
	const hello = article('Hello');

	/** By language, as it was returned. */
	let values: Record<string, string>;
	let other: string;
	beforeEach(async () => {
		if (!values) {
			await nights.run([hello, { ...hello, id: 8 }]);
			await nights.collect([hello, { ...hello, id: 8 }]);
			const valueOf = (language: string, id = 7) => nights.row(language, id).knownTranslations;
			values = { 'de-de': valueOf('de-de'), 'fr-fr': valueOf('fr-fr') };
			other = valueOf('de-de', 8);
		}
		await harness.sandbox.configure({ autoDeliver: false });
	});
	/** Nothing stays in translation for the next test. */
	afterEach(async () => {
		for (const { requestId, status } of await harness.sandbox.requests())
			if (!['TRANSLATION_APPROVED', 'CANCELLED'].includes(status))
				await harness.sandbox.cancelRequest(requestId);
	});

	let runs = 0;
	const send = async (
		given: IDataObject,
		changes: INodeParameters = {},
		...others: IDataObject[]
	): Promise<Night> => {
		// Another run key, because the texts of an earlier test were cancelled.
		const options = { output: 'requests', runKey: `run ${++runs}` };
		const run = await runOnWire(harness, known({ options, ...GIVEN, ...changes }), {
			input: [{ json: { ...hello, given } }, ...others.map((json) => ({ json }))],
		});
		return asNight(run);
	};

	const object = (json: string) => JSON.parse(json) as IDataObject;
	const rows = (make: (value: string) => unknown = (value) => value) =>
		Object.entries(values).map(([targetLanguage, value]) => ({
			targetLanguage,
			knownTranslations: make(value),
		}));
	const byLanguage = (make: (value: string) => unknown = (value) => value) =>
		Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]));

	describe('as Known Translations', () => {
		it.each<[string, () => unknown]>([
			['a list of rows', () => rows()],
			['a list of rows with objects', () => rows(object)],
			['a list of rows as text', () => JSON.stringify(rows())],
			['rows that are texts themselves', () => rows().map((row) => JSON.stringify(row))],
			['a list of texts', () => Object.values(values)],
			['a list of objects', () => Object.values(values).map(object)],
			['an object by language', () => byLanguage()],
			['an object by language, with objects', () => byLanguage(object)],
			['an object by language, as text', () => JSON.stringify(byLanguage(object))],
			['languages in another spelling', () => ({ de: values['de-de'], fr_FR: values['fr-fr'] })],
			['rows of languages that are not wanted', () => [...rows(), { targetLanguage: 'it-it' }]],
			[
				'rows of a language that nobody knows',
				() => rows().map((row) => ({ ...row, targetLanguage: 'x' })),
			],
			['a row without a value', () => [{ targetLanguage: 'de-de' }, ...rows()]],
		])('knows it from %s', async (_name, make) => {
			const { error, sent, outcomes, hints } = await send({ known: make() } as IDataObject);
			expect(error).toBeUndefined();
			expect(hints).toEqual(['Nothing is new in 1 entry.']);
			expect([sent, outcomes]).toEqual([[], ['nothingNew']]);
		});

		it.each<[string, () => unknown]>([
			['text', () => values['de-de']],
			['object', () => object(values['de-de']!)],
			[
				'object whose keys a database has sorted',
				() => Object.fromEntries(Object.entries(object(values['de-de']!)).sort()),
			],
		])('knows it from one value as %s', async (_name, make) => {
			const one = await send({ known: make() } as IDataObject, GERMAN);
			expect([one.error, one.sent, one.outcomes]).toEqual([undefined, [], ['nothingNew']]);
			const both = await send({ known: make() } as IDataObject);
			expect(both.json).toMatchObject([{ targetNativeLanguageCode: 'fr-fr' }]);
			expect(both.sent).toEqual([ALL]);
		});

		it.each<[string, unknown]>([
			['nothing', undefined],
			['null', null],
			['the word null', 'null'],
			['an empty text', ''],
			['white space', ' \n '],
			['an empty list', []],
			['an empty object', {}],
			['rows without values', [{ targetLanguage: 'de-de', knownTranslations: null }]],
			['rows with empty values', [{ targetLanguage: 'de-de', knownTranslations: '' }]],
			['languages without values', { 'de-de': null, 'fr-fr': '' }],
		])('sends everything with %s', async (_name, value) => {
			const { error, sent, outcomes } = await send({ known: value, entries: value } as IDataObject);
			expect(error).toBeUndefined();
			expect(sent).toEqual([ALL]);
			expect(outcomes).toEqual(['created', 'created']);
		});

		const damaged = 'Known Translations are damaged';
		const foreign = 'Known Translations are not a value that these nodes have made';
		it.each<[string, () => unknown, string]>([
			['a text that was cut off', () => values['de-de']!.slice(0, 100), foreign],
			[
				'a value that somebody changed',
				() => values['de-de']!.replace('[de-de]', '[de-at]'),
				damaged,
			],
			[
				'a value without its texts',
				() => ({ ...object(values['de-de']!), current: undefined }),
				damaged,
			],
			['a value of version 0', () => ({ ...object(values['de-de']!), version: 0 }), damaged],
			['a number', () => 7, foreign],
			['a yes', () => true, foreign],
			['any text', () => 'Hello', foreign],
			['any object', () => ({ title: 'Hello' }), foreign],
			['a list of numbers', () => [1, 2], foreign],
			[
				'a value of a newer version',
				() => ({ version: 2, everything: 'else' }),
				'Known Translations have version 2, and this node knows up to 1',
			],
			[
				'a value of another entry',
				() => other,
				'Known Translations belong to the entry "8", not to "7"',
			],
			[
				'a value of another language by itself',
				() => values['fr-fr'],
				'Known Translations are in fr-fr, not in de-de',
			],
			[
				'a value of another language in its row',
				() => [{ targetLanguage: 'de-de', knownTranslations: values['fr-fr'] }],
				'Known Translations are in fr-fr, not in de-de',
			],
			[
				'a value under the name of another language',
				() => ({ 'de-de': values['fr-fr'] }),
				'Known Translations are in fr-fr, not in de-de',
			],
		])('leaves an entry out with %s, and sends the others', async (_name, make, reason) => {
			const next = { ...hello, id: 9, given: {} };
			const run = await send({ known: make() } as IDataObject, GERMAN, next);
			expect(run.error).toBeUndefined();
			expect(run.sent).toEqual([ALL]);
			expect(run.json).toMatchObject([{ sourceNativeId: '9', sendOutcome: 'created' }]);
			const hint = run.hints.find((each) => each.includes('left out'))!;
			expect(hint).toContain(
				`1 entry left out, such as item 0: ${reason}, for the entry "7" in de-de. `,
			);
			// What to do with the row.
			expect(hint).toMatch(/(Hand back the (text|row) .*|Update the node, .*)\.$/);
		});
	});

	it('is an error if no value of a run can be used', async () => {
		const damaged = { known: values['de-de']!.slice(0, 100) };
		const run = await send(damaged, GERMAN, { ...hello, id: 9, given: damaged });
		expect(run.error?.message).toBe(
			'No entry can be sent, such as item 0: Known Translations are not a value that these nodes have made, for the entry "7" in de-de',
		);
		expect(run.error?.description).toContain('Hand back the text exactly');
		expect(run.changes).toEqual([]);
	});

	describe('as Translated Entries', () => {
		const picture = { ...hello, picture: 'b.png' };
		const german = { ...picture, ...EDITED };
		const sendChanged = async (entries: unknown, changes: INodeParameters = {}) => {
			const run = await runOnWire(harness, known({ ...GIVEN, ...changes }), {
				input: [{ json: { ...picture, given: { known: values, entries } } as IDataObject }],
			});
			return asNight(run);
		};
		const upToDate = ({ json }: Night, language = 'de-de') =>
			json.find(({ targetNativeLanguageCode }) => targetNativeLanguageCode === language)
				?.entry as IDataObject;

		it.each<[string, unknown]>([
			['a list of rows', [{ targetLanguage: 'de-de', translatedEntry: german }]],
			['rows with texts', [{ targetLanguage: 'DE_de', translatedEntry: JSON.stringify(german) }]],
			[
				'rows that are texts',
				[JSON.stringify({ targetLanguage: 'de-de', translatedEntry: german })],
			],
			['a list as text', JSON.stringify([{ targetLanguage: 'de', translatedEntry: german }])],
			['an object by language', { 'de-de': german }],
			['an object by language, with texts', { 'de-de': JSON.stringify(german), 'fr-fr': '' }],
			['an object with a language that is not wanted', { 'de-de': german, 'it-it': german }],
			['an object with one that could mean several', { de: german, fr: null, es: german }],
		])('learns edits from %s', async (_name, entries) => {
			const run = await sendChanged(entries);
			expect(run.hints).toEqual(['Nothing is new in 1 entry.']);
			expect(upToDate(run)).toMatchObject({ picture: 'b.png', ...EDITED });
			expect(upToDate(run, 'fr-fr')).toMatchObject({ picture: 'b.png' });
		});

		it.each<[string, unknown]>([
			['an object', german],
			['text', JSON.stringify(german)],
			['an object by language, though another is not wanted', { 'de-de': german, 'it-it': {} }],
		])('learns edits from one entry as %s', async (_name, entries) => {
			expect(upToDate(await sendChanged(entries, GERMAN))).toMatchObject(EDITED);
		});

		it.each<[string, unknown]>([
			['an object by language', { 'de-de': german, 'fr-fr': german }],
			[
				'rows',
				['de-de', 'fr-fr'].map((targetLanguage) => ({ targetLanguage, translatedEntry: german })),
			],
		])('learns edits from %s, though Language Mapping skips one', async (_name, entries) => {
			const languageMapping = { language: [{ from: 'fr-fr', skip: true }] };
			const run = await sendChanged(entries, { options: { output: 'requests', languageMapping } });
			expect(run.error).toBeUndefined();
			expect(run.outcomes).toEqual(['nothingNew', 'upToDate']);
			expect(upToDate(run)).toMatchObject(EDITED);
		});

		it.each<[string, unknown]>([
			['nothing', undefined],
			['null', null],
			['white space', '  '],
			['an empty list', []],
			['an empty object', {}],
			['rows without entries', [{ targetLanguage: 'de-de', translatedEntry: null }]],
			['languages without entries', { 'de-de': null }],
		])('goes on with %s', async (_name, entries) => {
			const run = await sendChanged(entries);
			expect(run.outcomes).toEqual(['nothingNew', 'upToDate', 'upToDate']);
			expect(run.hints).toEqual(['Nothing is new in 1 entry.']);
		});

		it.each<[string, unknown, RegExp]>([
			['one entry for two languages', german, /does not say which language the entry is in/],
			['a text that is no JSON', '{"title": ', /is not valid JSON/],
			['a list of entries without languages', [german], /does not say which language/],
			[
				'a language that nobody knows',
				[{ targetLanguage: 'German', translatedEntry: german }],
				/does not say which language/,
			],
			['an entry that is a number', { 'de-de': 5 }, /must be an object/],
		])('is an error with %s, if no other entry is left', async (_name, entries, reason) => {
			const run = await sendChanged(entries);
			expect(run.error?.message).toMatch(reason);
			expect(run.changes).toEqual([]);
		});

		it('leaves an entry out whose translated entry cannot be used: edits would be lost', async () => {
			const next = { ...hello, id: 9, given: {} };
			const run = await send({ known: values, entries: '{"title": ' } as IDataObject, {}, next);
			expect(run.error).toBeUndefined();
			expect(run.sent).toEqual([ALL]);
			expect(run.hints.join()).toMatch(/1 entry left out, such as item 0: .* is not valid JSON/);
		});
	});

	it('is not part of the entry, but what only looks like it is', async () => {
		const entry = { ...hello, picture: 'b.png', tags: {}, notes: [], sys: { version: 3 } };
		const run = await runOnWire(
			harness,
			known({
				...GERMAN,
				itemFields: {
					knownTranslations: '={{ $json.sys.known }}',
					translatedEntries: '={{ $json["translated entries"] }}',
				},
			}),
			{
				input: [
					{
						json: {
							...entry,
							sys: { ...entry.sys, known: rows() },
							'translated entries': {},
						} as IDataObject,
					},
				],
			},
		);
		expect(run.json[1]!.entry).toEqual({
			...entry,
			title: expect.any(String) as unknown,
			blocks: [{ text: expect.any(String) as unknown }],
		});
	});

	it('needs the Source ID', async () => {
		const noId = { itemFields: { ...GIVEN.itemFields, sourceNativeId: '={{ $json.none }}' } };
		const { error, changes } = await send({ known: values }, noId);
		expect(error?.message).toContain("Known Translations needs 'Source ID'");
		expect(error?.description).toContain(
			"Set 'Source ID' in 'Request Fields' to the ID of the entry.",
		);
		expect(changes).toEqual([]);
	});

	it.each<[string, INodeParameters, IDataObject[]]>([
		['files', { translate: 'file' }, [fileItem('a.txt', 'Hello') as never]],
		[
			'content that is typed',
			{ translate: 'content', contentJson: '={{ $json.texts }}' },
			[textItem('Hello') as never],
		],
	])('does not matter for %s', async (_name, changes, input) => {
		const { json, error } = await runOnWire(
			harness,
			sending({
				...GERMAN,
				...changes,
				itemFields: { sourceNativeId: `${++runs} files`, knownTranslations: 'broken' },
			}),
			{ input: input as never },
		);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ sendOutcome: 'created', requestCount: 1 }]);
	});
});
