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
	let entries: Record<string, IDataObject>;
	let other: string;
	beforeEach(async () => {
		if (!values) {
			await nights.run([hello, { ...hello, id: 8 }]);
			await nights.collect([hello, { ...hello, id: 8 }]);
			const valueOf = (language: string, id = 7) => nights.row(language, id).knownTranslations;
			values = { 'de-de': valueOf('de-de'), 'fr-fr': valueOf('fr-fr') };
			const entryOf = (language: string) => nights.row(language).translatedEntry;
			entries = { 'de-de': entryOf('de-de'), 'fr-fr': entryOf('fr-fr') };
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
			translatedEntry: entries[targetLanguage]!,
		}));
	const named = (...names: string[]) =>
		rows().map((row, at) => ({ ...row, targetLanguage: names[at]! }));

	describe('as Known Translations', () => {
		it.each<[string, () => unknown]>([
			['a list of rows', () => rows()],
			['a list of rows with objects', () => rows(object)],
			[
				'a list of rows with texts',
				() =>
					rows().map((row) => ({ ...row, translatedEntry: JSON.stringify(row.translatedEntry) })),
			],
			['a list of rows as text', () => JSON.stringify(rows())],
			['rows that are texts themselves', () => rows().map((row) => JSON.stringify(row))],
			['rows whose values say their language', () => named('', '')],
			['languages in another spelling', () => named('de', 'fr_FR')],
			['rows of languages that are not wanted', () => [...rows(), { targetLanguage: 'it-it' }]],
			['a row without a language and a value', () => [{ targetLanguage: '' }, ...rows()]],
		])('knows it from %s', async (_name, make) => {
			const { error, sent, outcomes, hints } = await send({ known: make() } as IDataObject);
			expect(error).toBeUndefined();
			expect(hints).toEqual(['Nothing is new in 1 entry.']);
			expect([sent, outcomes]).toEqual([[], ['nothingNew']]);
		});

		it.each<[string, () => unknown]>([
			['row', () => rows()[0]],
			['row as text', () => JSON.stringify(rows()[0])],
			[
				'value whose keys a database has sorted',
				() => ({
					...rows()[0],
					knownTranslations: Object.fromEntries(Object.entries(object(values['de-de']!)).sort()),
				}),
			],
		])('knows it from one %s', async (_name, make) => {
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
			[
				'rows with nothing at all',
				[{ targetLanguage: 'de-de', knownTranslations: '', translatedEntry: {} }],
			],
		])('sends everything with %s', async (_name, value) => {
			const { error, sent, outcomes } = await send({ known: value } as IDataObject);
			expect(error).toBeUndefined();
			expect(sent).toEqual([ALL]);
			expect(outcomes).toEqual(['created', 'created']);
		});

		const damaged = 'Known Translations are damaged';
		const NEITHER = 'Known Translations are neither a stored value nor rows';
		const foreign = 'Known Translations are not a value that these nodes have made';
		it.each<[string, () => unknown, string]>([
			['a text that was cut off', () => values['de-de']!.slice(0, 100), foreign],
			[
				'a value that somebody changed',
				() => values['de-de']!.replace('[*].text', '[*].name'),
				damaged,
			],
			[
				'a value without its texts',
				() => ({ ...object(values['de-de']!), texts: undefined }),
				damaged,
			],
			['a value of version 0', () => ({ ...object(values['de-de']!), version: 0 }), damaged],
			['a number', () => 7, foreign],
			['a yes', () => true, foreign],
			['any text', () => 'Hello', foreign],
			['a list of numbers', () => [1, 2], foreign],
			['any object', () => ({ title: 'Hello' }), NEITHER],
			['an object by language', () => entries, NEITHER],
			[
				'an entry that does not say its language',
				() => [{ translatedEntry: entries['de-de'] }],
				'Known Translations have a row that does not say its language',
			],
			[
				'a language that nobody knows',
				() => named('German', 'fr-fr'),
				'Known Translations: "German"',
			],
			[
				'two rows for one language',
				() => [...rows(), ...rows()],
				'Known Translations have two rows',
			],
			[
				'a value without its translated entry',
				() => values['de-de'],
				'Known Translations know translations of the entry "7" in de-de, and its translated entry is not given',
			],
			[
				'a translated entry that is cut off',
				() => [{ ...rows()[0], translatedEntry: '{"title": ' }],
				'translatedEntry is not valid JSON',
			],
			[
				'a translated entry that is a number',
				() => [{ ...rows()[0], translatedEntry: 5 }],
				'translatedEntry must be an object',
			],
			[
				'a value of a newer version',
				() => ({ version: 3, everything: 'else' }),
				'Known Translations have version 3, and this node knows up to 2',
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
		])('leaves an entry out with %s, and sends the others', async (_name, make, reason) => {
			const next = { ...hello, id: 9, given: {} };
			const run = await send({ known: make() } as IDataObject, GERMAN, next);
			expect(run.error).toBeUndefined();
			expect(run.sent).toEqual([ALL]);
			expect(run.json).toMatchObject([{ sourceNativeId: '9', sendOutcome: 'created' }]);
			const hint = run.hints.find((each) => each.includes('left out'))!;
			expect(hint).toContain(`1 entry left out, such as item 0: ${reason}`);
			expect(hint).toContain('the entry "7" in de-de');
			// What to do with the row.
			expect(hint).toMatch(/\. (Hand back|Update|Give|Add|Write|Put|Check|Use|Enter) .*\.$/);
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

	it('learns edits from what stands there now, though Language Mapping skips a language', async () => {
		const picture = { ...hello, picture: 'b.png' };
		const given = rows().map((row) => ({
			...row,
			translatedEntry: { ...row.translatedEntry, ...EDITED },
		}));
		const languageMapping = { language: [{ from: 'fr-fr', skip: true }] };
		const run = asNight(
			await runOnWire(
				harness,
				known({ ...GIVEN, options: { output: 'requests', languageMapping } }),
				{ input: [{ json: { ...picture, given: { known: given } } as IDataObject }] },
			),
		);
		expect(run.error).toBeUndefined();
		expect(run.outcomes).toEqual(['nothingNew', 'upToDate']);
		expect(run.json[1]!.entry).toMatchObject({ picture: 'b.png', ...EDITED });
	});

	it('is not part of the entry, but what only looks like it is', async () => {
		const entry = { ...hello, picture: 'b.png', tags: {}, notes: [], sys: { version: 3 } };
		const run = await runOnWire(
			harness,
			known({
				...GERMAN,
				itemFields: {
					knownTranslations: '={{ $json.sys.known }}',
				},
			}),
			{
				input: [
					{
						json: {
							...entry,
							sys: { ...entry.sys, known: rows() },
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
		const noId = { itemFields: { ...GIVEN.itemFields, sourceNativeId: '' } };
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
