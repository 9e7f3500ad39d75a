import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TranslationJobs } from '../../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../../support/harness';
import { runOnWire } from '../../TranslationJobs/support';
import {
	article,
	collecting,
	GERMAN,
	type ReviewedRequest,
	translated,
	useNights,
} from '../changes/nights';

const blocksOf = (entry: unknown) =>
	((entry as IDataObject).blocks as IDataObject[]).map((block) => block.text);
const reasonsOf = (json: IDataObject[]) =>
	((json[0]?.notFetched ?? []) as IDataObject[]).map(({ reason }) => String(reason));

describe('Collect Translations with Known Translations', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);
	const before = article('Hello', 'Good bye');
	const after = article('Hello', 'See you');

	/** One item for each request, as behind a trigger. */
	const byRequest = (entry: IDataObject, requests: ReviewedRequest[]) =>
		requests.map(({ jobId, requestId, sourceNativeId, targetNativeLanguageCode: language }) => {
			const row = nights.row(language, sourceNativeId);
			return { jobId, requestId, entry, known: row ?? '' };
		});
	/** One item for each job, as behind Send for Translation. */
	const byJob = (entry: IDataObject, requests: ReviewedRequest[]) =>
		[...new Set(requests.map(({ jobId }) => jobId))].map((jobId) => {
			const rows = nights.rowsOf(entry.id);
			return { jobId, entry, known: rows };
		});
	const collect = async (input: unknown[], changes: INodeParameters = {}) =>
		await runOnWire(harness, collecting(changes), {
			input: (input as IDataObject[]).map((json) => ({ json })),
		});
	const store = (json: IDataObject[]) => {
		for (const { targetNativeLanguageCode, entry, knownTranslations, sourceNativeId } of json)
			nights.store(String(targetNativeLanguageCode), entry, knownTranslations, sourceNativeId);
	};
	/** A night, and the morning on which everything is merged, stored and approved. */
	const wholeNight = async (entry: IDataObject, changes: INodeParameters = {}) => {
		const night = await nights.run(entry, changes);
		await nights.collect(entry);
		return night;
	};

	describe.each([
		['one item for each request', byRequest],
		['one item for each job', byJob],
	])('%s', (_name, itemsOf) => {
		it('keeps the old translations, puts the new one in, and then nothing is new', async () => {
			expect((await nights.run(before)).sent).toHaveLength(1);
			const first = await collect(itemsOf(before, await nights.inReview()));
			expect(first.error).toBeUndefined();
			expect(first.json).toHaveLength(2);
			store(first.json);
			await harness.sandbox.approve(first.json.map(({ requestId }) => String(requestId)));
			const [title, hello] = [
				nights.row().translatedEntry.title,
				blocksOf(nights.row().translatedEntry)[0],
			];

			const second = await nights.run(after);
			expect(second.sent).toEqual([[{ key: '/blocks/1/text', value: 'See you' }]]);
			const merged = await collect(itemsOf(after, await nights.inReview()));
			expect(merged.error).toBeUndefined();
			expect(merged.json).toHaveLength(2);
			for (const json of merged.json) expect(json).toMatchObject({ missing: [], problems: [] });
			const values = nights.rowsOf(7).map(({ knownTranslations }) => knownTranslations);
			store(merged.json);
			expect(nights.row().translatedEntry).toEqual({
				...after,
				title,
				blocks: [{ text: hello }, { text: translated }],
			});
			expect(blocksOf(nights.row('fr-fr').translatedEntry)).toEqual([translated, translated]);
			for (const { knownTranslations } of nights.rowsOf(7))
				expect(values).not.toContain(knownTranslations);

			const third = await nights.run(after);
			expect(third).toMatchObject({ sent: [], outcomes: ['nothingNew'] });
		});

		it('keeps what people have edited', async () => {
			await wholeNight(before);
			const row = nights.row();
			const [, bye] = row.translatedEntry.blocks as IDataObject[];
			row.translatedEntry = { ...row.translatedEntry, blocks: [{ text: 'Servus' }, bye] };
			await nights.run(after);
			const { json } = await collect(itemsOf(after, await nights.inReview()));
			const german = json.find((each) => each.targetNativeLanguageCode === 'de-de')!;
			expect(blocksOf(german.entry)).toEqual(['Servus', translated]);
			expect(german.replacedEdits).toEqual([]);
		});

		it.each<[string, string, INodeParameters]>([
			['could mean several', 'fr', {}],
			['is skipped', 'fr-fr', { languageMapping: { language: [{ from: 'fr-fr', skip: true }] } }],
		])('keeps an edit beside an entry in a language that %s', async (_which, name, options) => {
			await wholeNight(before);
			const row = nights.row();
			row.translatedEntry = { ...row.translatedEntry, title: 'Frühling' };
			const rows = [row, { ...nights.row('fr-fr'), targetLanguage: name }];
			await nights.run(after, GERMAN);
			const items = itemsOf(after, await nights.inReview());
			const { json } = await collect(
				items.map((item) => ({ ...item, known: rows })),
				{ options },
			);
			expect(json).toMatchObject([{ entry: { title: 'Frühling' }, replacedEdits: [] }]);
		});

		it('adds deliveries of several jobs to each other, the last output has all', async () => {
			await harness.sandbox.configure({ autoDeliver: false });
			const versions = [article('One'), article('One', 'Two'), article('One', 'Two', 'Three')];
			for (const version of versions) await nights.run(version, GERMAN);
			for (const { jobId } of await harness.sandbox.jobs()) await nights.deliver(jobId);
			const requests = await nights.inReview();
			// The first one arrives last.
			await harness.sandbox.fault({ path: `${requests[0]!.requestId}/retrieve$`, delayMs: 300 });
			const { json, error } = await collect(itemsOf(versions[2]!, requests));
			expect(error).toBeUndefined();
			expect(json.map(({ missing }) => (missing as unknown[]).length)).toEqual([2, 1, 0]);
			expect(blocksOf(json[2]!.entry)).toEqual([translated, translated, translated]);
		});
	});

	it('adds deliveries to each other in the order of its outputs', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const two = article('One', 'Two');
		await nights.run(article('One'), GERMAN);
		await nights.run(two, GERMAN);
		for (const { jobId } of await harness.sandbox.jobs()) await nights.deliver(jobId);
		const [first, second] = await nights.inReview();
		const { json } = await collect([...byRequest(two, [second!]), ...byRequest(two, [first!])]);
		expect(json.map(({ requestId }) => requestId)).toEqual([second!.requestId, first!.requestId]);
		expect(blocksOf(json[1]!.entry)).toEqual([translated, translated]);
	});

	describe('a request of which only a part was sent', () => {
		it('is refused without Known Translations', async () => {
			await wholeNight(before, GERMAN);
			await nights.run(after, GERMAN);
			const [item] = byRequest(after, await nights.inReview());
			for (const options of [{}, { misfit: 'leaveOut' }]) {
				const { error, json } = await runOnWire(
					harness,
					collecting({ knownTranslations: '', options }),
					{ input: [{ json: item as unknown as IDataObject }] },
				);
				expect(json).toEqual([]);
				expect(error?.message).toMatch(
					/^Request .+ holds only a part of the entry "7" in de-de, and 'Known Translations' is not set\. Not sent with it: "\/title", "\/blocks\/0\/text"/,
				);
				expect(error?.description).toContain("Set 'Known Translations'");
			}
		});

		it('is left out, and the others go on', async () => {
			const entries = [before, { ...before, id: 8 }];
			await nights.run(before, GERMAN);
			await nights.collect(before);
			await nights.run([after, { ...before, id: 8 }], GERMAN);
			const requests = await nights.inReview();
			const { json } = await collect(
				requests.flatMap((request) =>
					byRequest(request.sourceNativeId === '7' ? after : entries[1]!, [request]),
				),
				{ knownTranslations: '' },
			);
			expect(json.map(({ sourceNativeId }) => sourceNativeId)).toEqual(['8']);
			expect(json[0]).toHaveProperty('knownTranslations');
			expect(reasonsOf(json)).toEqual([expect.stringContaining('only a part of the entry "7"')]);
		});

		it('is merged and warned about, if the expression gives no value', async () => {
			await wholeNight(before, GERMAN);
			await nights.run(after, GERMAN);
			const [item] = byRequest(after, await nights.inReview());
			const { json, hints } = await collect([{ ...item, known: undefined }]);
			expect(json).toMatchObject([{ missing: [{ key: '/title' }, { key: '/blocks/0/text' }] }]);
			expect(hints).toContainEqual(
				expect.stringMatching(/^Known Translations has no value for the entry "7" in de-de/),
			);
		});
	});

	describe('a value that cannot be used', () => {
		const cut = (value: string) => value.slice(0, -9);
		const rowOf = (value: unknown) => [
			{ targetLanguage: 'de-de', knownTranslations: value, translatedEntry: before },
		];
		const whose = 'for the entry "7" in de-de';
		// All of them: test/nodes/features/changes/handedBack.test.ts.
		it.each<[string, (values: Record<string, string>) => unknown, string]>([
			['is cut off in its row', ({ own }) => rowOf(cut(own!)), 'are not a value that these nodes'],
			[
				'is in the row of another language',
				({ french }) => rowOf(french),
				'are in fr-fr, not in de-de',
			],
		])('is refused if it %s, and the others go on', async (_name, make, problem) => {
			await nights.run([before, { ...before, id: 8 }]);
			await nights.collect([before, { ...before, id: 8 }]);
			const valueOf = (language: string, id: number) => nights.row(language, id).knownTranslations;
			const values = {
				own: valueOf('de-de', 7),
				french: valueOf('fr-fr', 7),
			};
			await nights.run([after, { ...after, id: 8 }], GERMAN);
			const requests = await nights.inReview();
			const { json, error } = await collect(
				requests.flatMap((request) => {
					const isBad = request.sourceNativeId === '7';
					const [item] = byRequest(isBad ? after : { ...after, id: 8 }, [request]);
					return [{ ...item, ...(isBad ? { known: make(values) } : {}) }];
				}),
			);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ sourceNativeId: '8', missing: [] }]);
			const [reason] = reasonsOf(json);
			expect(reason).toContain(problem);
			expect(reason).toContain(whose);
			expect(reason).toMatch(/row/);
		});

		it('says so alone, too', async () => {
			await nights.run(before, GERMAN);
			const [item] = byRequest(before, await nights.inReview());
			const { error } = await collect([{ ...item, known: '{"version":1' }]);
			expect(error?.message).toContain(whose);
			expect(error?.description).toContain('row');
		});
	});

	it('fails for one translation, if the expression fails for its item', async () => {
		await nights.run(before);
		const items = byRequest(before, await nights.inReview());
		const { json } = await collect(items, {
			knownTranslations: `={{ $json.requestId === '${items[0]!.requestId}' ? $('Nope').item.json : '' }}`,
		});
		expect(json).toHaveLength(1);
		expect(reasonsOf(json)).toEqual([
			expect.stringContaining('Known Translations cannot be read: '),
		]);
	});

	it('refuses two rows of one language: edits would be mixed up', async () => {
		await nights.run(before, GERMAN);
		const [item] = byRequest(before, await nights.inReview());
		const rows = ['One', 'Two'].map((title) => ({
			targetLanguage: 'de-de',
			translatedEntry: { title },
		}));
		const { error } = await collect([{ ...item, known: rows }]);
		expect(error?.message).toContain('Known Translations have two rows for the entry "7" in de-de');
	});

	it.each([
		['a translated entry', { known: { translatedEntry: before } }, {}],
		['a translated file', {}, { translatedFiles: 'german' }],
	])('takes %s for no language, if it does not say its own', async (_what, given, changes) => {
		await nights.run(before);
		const items = byRequest(before, await nights.inReview());
		const { error, json } = await collect(
			items.map((item) => ({ ...item, ...given })),
			changes,
		);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/does not say (its|which) language/);
	});

	it('counts what could not be kept', async () => {
		await nights.run(before, GERMAN);
		const [item] = byRequest(before, await nights.inReview());
		const known = { targetLanguage: 'de-de', translatedEntry: { title: 'Frühling' } };
		const { json, hints } = await collect([{ ...item, known }]);
		expect(json).toMatchObject([{ replacedEdits: [{ key: '/title', edit: 'Frühling' }] }]);
		expect(hints.join()).toContain('1 text of translated entries could not be kept');
	});

	it('shows what to store in a simplified output, in at most ten fields', async () => {
		await nights.run(before, GERMAN);
		const { json } = await collect(byRequest(before, await nights.inReview()));
		expect(Object.keys(json[0]!)).toEqual([
			'targetNativeLanguageCode',
			'entry',
			'knownTranslations',
			'missing',
			'replacedEdits',
			'problems',
			'sourceNativeId',
			'jobId',
			'requestId',
		]);
	});

	it('is what Send for Translation recommends, if known translations are used', async () => {
		const { hints } = await nights.run(before, GERMAN);
		expect(hints.join(' ')).toContain(
			"Next, when it is translated: Collect Translations with 'Merge Into' and 'Known Translations'.",
		);
	});

	it('is asked for only with an entry or a file to merge into', () => {
		const fields = new TranslationJobs().description.properties.filter(
			({ name, displayOptions }) =>
				['knownTranslations', 'translatedFiles'].includes(name) &&
				displayOptions?.show?.operation?.includes('collect'),
		);
		expect(fields.map(({ displayName }) => displayName)).toEqual([
			'Known Translations',
			'Translated Files',
		]);
		for (const { displayOptions } of fields)
			expect(displayOptions?.hide).toEqual({ mergeInto: [''] });
	});
});
