import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { fileItem } from '../send/support';
import { article, GERMAN, known, merging, type Night, translated, useNights } from './nights';

describe('only what changed', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);

	it('sends everything, then nothing, then one sentence', async () => {
		const first = await nights.run(article('Hello', 'Good bye'));
		expect(first.error).toBeUndefined();
		expect(first.sent).toHaveLength(1);
		expect(await nights.collect(article('Hello', 'Good bye'))).toEqual([
			expect.objectContaining({ missing: [], replacedEdits: [], outdated: [] }),
			expect.objectContaining({ missing: [], replacedEdits: [], outdated: [] }),
		]);

		const second = await nights.run(article('Hello', 'Good bye'));
		expect(second.error).toBeUndefined();
		expect(second.sent).toEqual([]);
		expect(second.outcomes).toEqual(['nothingNew']);

		const third = await nights.run(article('Hello', 'See you'));
		expect(third.sent).toEqual([[{ key: '/blocks/1/text', value: 'See you' }]]);
		expect(third.hints).toContainEqual('4 of 12 words sent: 1 new or changed text of 1 entry.');
		const [merged] = await nights.collect(article('Hello', 'See you'));
		expect(merged!.entry).toEqual({
			...article(),
			title: translated,
			blocks: [{ text: translated }, { text: translated }],
		});
	});

	it('reads a source once for all languages, and only of entries with unknown texts', async () => {
		await nights.run(article('Hello'));
		await nights.collect(article('Hello'));
		await harness.sandbox.configure({ autoDeliver: false });
		await nights.run(article('Hello', 'New'));
		const reads = ({ calls }: Night) =>
			calls.filter(({ method, path }) => method === 'GET' && path.includes('/sourcecontent/'));
		expect(reads(await nights.run(article('Hello', 'New', 'Newer')))).toHaveLength(1);
		expect(reads(await nights.run(article('Hello')))).toEqual([]);
	});

	it('finds its own job when it runs again with the same input', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const first = await nights.run(article('Hello'));
		const again = await nights.run(article('Hello'));
		expect(again.error).toBeUndefined();
		expect(again.outcomes).toEqual(['alreadySent', 'alreadySent']);
		expect(again.json[0]!.jobId).toBe(first.json[0]!.jobId);
	});

	it('keeps what a person edited, and stores a moved block without a translator', async () => {
		await nights.run(article('Hello', 'Good bye'), GERMAN);
		await nights.collect(article('Hello', 'Good bye'));
		const row = nights.row();
		const blocks = (row.translatedEntry.blocks as IDataObject[]).map((block) => ({ ...block }));
		blocks[0]!.text = 'Servus';
		row.translatedEntry = { ...row.translatedEntry, blocks };

		const moved = article('Good bye', 'Hello');
		const { sent, json, outcomes } = await nights.run(moved, GERMAN);
		expect(sent).toEqual([]);
		expect(outcomes).toEqual(['nothingNew', 'upToDate']);
		const [, upToDate] = json;
		expect((upToDate!.entry as IDataObject).blocks).toEqual([
			{ text: expect.stringMatching(/^\[de-de\]/) as unknown },
			{ text: 'Servus' },
		]);
		expect(upToDate!.entry).not.toHaveProperty('rows');
		nights.store('de-de', upToDate!.entry, upToDate!.knownTranslations);
		expect((await nights.run(moved, GERMAN)).outcomes).toEqual(['nothingNew']);
	});

	it('keeps the edit of an entry whose fields are called like languages', async () => {
		const entry = { id: 7, it: 'Hello', to: 'Good bye' };
		const changes = {
			...GERMAN,
			fieldsToTranslate: 'it, to',
		};
		await nights.run(entry, changes);
		await nights.collect(entry);
		const row = nights.row();
		row.translatedEntry = { ...row.translatedEntry, it: 'Servus' };
		const { json } = await nights.run(entry, changes);
		expect(json).toMatchObject([{ sendOutcome: 'nothingNew' }, { entry: { it: 'Servus' } }]);
	});

	describe('a text that came while another was in translation', () => {
		const now = article('Hello', 'Two', 'Three');
		const textsIn = (entry: unknown) => (entry as { blocks: Array<{ text: string }> }).blocks;
		const write = (index: number, text: string) => {
			const row = nights.row();
			const blocks = textsIn(row.translatedEntry).map((block) => ({ ...block }));
			blocks[index]!.text = text;
			row.translatedEntry = { ...row.translatedEntry, blocks };
		};
		/** Three stands there in the source language. */
		beforeEach(async () => {
			await nights.run(article('Hello'), GERMAN);
			await nights.collect(article('Hello'));
			await nights.run(article('Hello', 'Two'), GERMAN);
			const [merged] = await nights.collect(now);
			expect(merged!.missing).toEqual([{ key: '/blocks/2/text', source: 'Three' }]);
		});

		it('is not sent after somebody translated it, and Preview says so', async () => {
			write(2, 'Drei');
			const preview = { ...GERMAN, operation: 'preview', simplify: false, options: {} };
			const [previewed] = (await nights.run(now, preview)).json;
			expect(previewed).toMatchObject({ sendOutcome: 'nothingNew', words: 0, knownWords: 6 });
			const { sent, json, calls } = await nights.run(now, GERMAN);
			expect(sent).toEqual([]);
			expect(json).toMatchObject([{ sendOutcome: 'nothingNew' }, { missing: [] }]);
			expect(textsIn(json[1]!.entry)[2]).toEqual({ text: 'Drei' });
			expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
			nights.store('de-de', json[1]!.entry, json[1]!.knownTranslations);
			expect((await nights.run(now, GERMAN)).outcomes).toEqual(['nothingNew']);
		});

		it('is not sent with what is new beside it', async () => {
			write(2, 'Drei');
			const more = article('Hello', 'Two', 'Three', 'Four');
			const { sent, outcomes, hints } = await nights.run(more, GERMAN);
			expect(sent).toEqual([[{ key: '/blocks/3/text', value: 'Four' }]]);
			expect(outcomes).toEqual(['created']);
			expect(hints).toContainEqual('1 of 7 words sent: 1 new or changed text of 1 entry.');
			const [merged] = await nights.collect(more);
			expect(merged).toMatchObject({ missing: [], replacedEdits: [] });
			expect(textsIn(merged!.entry).slice(2)).toEqual([{ text: 'Drei' }, { text: translated }]);
		});

		it('is sent if somebody only wrote its source text differently', async () => {
			write(2, ' Three\u00a0\n');
			expect((await nights.run(now, GERMAN)).sent).toEqual([
				[{ key: '/blocks/2/text', value: 'Three' }],
			]);
		});

		it('is not stored as an edit, if it was delivered and only its entry is stored', async () => {
			await nights.run(now, GERMAN);
			const requests = await nights.inReview();
			const [merged] = (await nights.merge(now, requests)).json;
			// A crash: the delivery comes again.
			nights.store('de-de', merged!.entry, nights.row().knownTranslations);
			expect(textsIn(nights.row().translatedEntry)[2]).toEqual({ text: translated });
			const again = await nights.run({ ...now, picture: 'b.png' }, GERMAN);
			expect(again.json).toMatchObject([{ sendOutcome: 'nothingNew', textsInTranslation: 1 }]);
			expect(again.json).toHaveLength(1);
		});
	});

	describe('with a reference file', () => {
		const reference = { ...fileItem('terms.txt', 'Spring: Frühling'), json: { isFile: true } };
		const withFile = async (entry: IDataObject, changes: INodeParameters = {}) => {
			const rows = nights.rowsOf(entry.id);
			return await nights.run(
				entry,
				{
					...GERMAN,
					translate: '={{ $json.isFile ? "supportAsset" : "fields" }}',
					...changes,
				},
				{ input: [{ json: { rows, ...entry } }, reference] },
			);
		};

		it('sends it with what is new, and nothing if nothing is', async () => {
			const first = await withFile(article('Hello'));
			expect(first.error).toBeUndefined();
			expect(first.sent).toHaveLength(1);
			await nights.collect(article('Hello'));
			const second = await withFile(article('Hello'));
			expect(second.error).toBeUndefined();
			expect(second.outcomes).toEqual(['nothingNew']);
			expect(second.changes).toEqual([]);
			const { json } = await withFile(article('Hello'), { operation: 'preview', options: {} });
			expect(json).toMatchObject([{ sendOutcome: 'nothingNew' }]);
		});

		it('returns an entry that can be stored at once', async () => {
			await withFile(article('Hello', 'Good bye'));
			await nights.collect(article('Hello', 'Good bye'));
			const { outcomes } = await withFile(article('Good bye', 'Hello'));
			expect(outcomes).toEqual(['nothingNew', 'upToDate']);
		});

		it('is an error, if no value can be used', async () => {
			const { error } = await withFile({ ...article('Hello'), rows: '{"version":1' });
			expect(error?.message).toMatch(/^No entry can be sent, such as item 0: Known Translations/);
		});
	});

	it('goes on when a path leads nowhere tonight that did before, and tells it', async () => {
		const pictures = { ...article(), blocks: [{ image: 'a.png' }] };
		await nights.run(article('Hello'), GERMAN);
		await nights.collect(article('Hello'));
		const { error, hints, sent, json } = await nights.run({ ...pictures, title: 'New' }, GERMAN);
		expect(error).toBeUndefined();
		expect(sent).toEqual([[{ key: '/title', value: 'New' }]]);
		expect(json).toHaveLength(1);
		expect(hints.join()).toContain(
			'No item has "blocks[*].text" any more, such as item 0. The other texts go on.',
		);
		const wrong = { ...GERMAN, fieldsToTranslate: 'title, blocks[*].txt' };
		expect((await nights.run(pictures, wrong)).error?.message).toContain('no item has');
	});

	it('says why nothing is sent, if a value was lost', async () => {
		await nights.run(article('Hello'), GERMAN);
		await nights.collect(article('Hello'));
		nights.forget();
		const { sent, outcomes, hints } = await nights.run(article('Hello'), GERMAN);
		expect(sent).toEqual([]);
		expect(outcomes).toEqual(['alreadySent']);
		expect(hints.join()).toContain(
			'1 translation of texts that are new here is approved, and in no value of Known Translations. A run within the last 24 hours has sent them, so nothing was sent.',
		);
	});

	it('sends a deleted text again when it comes back', async () => {
		await nights.run(article('Hello', 'Gone'), GERMAN);
		await nights.collect(article('Hello', 'Gone'));
		const shorter = await nights.run(article('Hello'), GERMAN);
		expect(shorter.outcomes).toEqual(['nothingNew', 'upToDate']);
		const [, { entry, knownTranslations }] = shorter.json as [IDataObject, IDataObject];
		nights.store('de-de', entry, knownTranslations);
		expect((await nights.run(article('Hello', 'Gone'), GERMAN)).sent).toEqual([
			[{ key: '/blocks/1/text', value: 'Gone' }],
		]);
	});

	describe('an entry in a language that has no value yet', () => {
		const existing = (existingTranslations: string) => ({
			options: { output: 'requests', existingTranslations },
		});
		beforeEach(async () => {
			await nights.run(article('Hello'));
			await nights.collect(article('Hello'));
		});
		const loseFrench = (entry: unknown) => nights.store('fr-fr', entry, undefined);

		it('is sent, if its row is empty', async () => {
			loseFrench(undefined);
			const { sent, json, hints } = await nights.run(article('Hello'));
			expect(hints.join()).not.toContain('left out');
			expect(sent).toHaveLength(1);
			expect(json.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual([
				'fr-fr',
			]);
		});

		it('is refused if it stands translated, and the other language goes on', async () => {
			loseFrench({ ...nights.row('fr-fr').translatedEntry, title: 'Spring is here' });
			const { sent, hints } = await nights.run(article('Hello', 'New'));
			expect(sent).toEqual([[{ key: '/blocks/1/text', value: 'New' }]]);
			expect(hints.join()).toContain(
				'1 entry left out, such as item 0: 1 text of the entry "7" in fr-fr stands translated already, and Known Translations has no value for it. Set \'Existing Translations\' in the options',
			);
			const preview = { operation: 'preview', options: {} };
			const [previewed] = (await nights.run(article('Hello', 'New'), preview)).json;
			expect(JSON.stringify(previewed)).toContain('1 text of the entry');
		});

		it('keeps what stands there with Take Over, and sends the rest', async () => {
			loseFrench({ ...nights.row('fr-fr').translatedEntry, title: 'Spring is here' });
			const { sent, json } = await nights.run(article('Hello'), existing('takeOver'));
			expect(sent).toEqual([[{ key: '/title', value: 'Spring is here' }]]);
			expect(json.at(-1)).toMatchObject({
				sendOutcome: 'upToDate',
				entry: { blocks: [{ text: translated }] },
				missing: [{ key: '/title' }],
				replacedEdits: [],
			});
		});

		it('is translated anew with Send Everything', async () => {
			loseFrench({ title: 'Le printemps', blocks: [{ text: 'Bonjour' }] });
			const { sent } = await nights.run(article('Hello', 'New'), existing('sendEverything'));
			expect(sent).toHaveLength(2);
			const [, french] = await nights.collect(article('Hello', 'New'));
			expect(french).toMatchObject({
				replacedEdits: [{ edit: 'Le printemps' }, { edit: 'Bonjour' }],
			});
		});
	});

	it('leaves out a value without its translated entry, and the other language goes on', async () => {
		await nights.run(article('Hello'));
		await nights.collect(article('Hello'));
		nights.store('fr-fr', '', nights.row('fr-fr').knownTranslations);
		const { sent, hints } = await nights.run(article('Hello', 'New'));
		expect(sent).toEqual([[{ key: '/blocks/1/text', value: 'New' }]]);
		expect(hints.join()).toContain(
			'Known Translations know translations of the entry "7" in fr-fr, and its translated entry is not given',
		);
	});

	it('a merge says of which entry and language it is, and hands a damaged value to the error output', async () => {
		await nights.run(article('Hello'), GERMAN);
		const [request] = await nights.inReview();
		const { jobId, requestId } = request!;
		const merge = async (value: string) =>
			(
				await harness.run(merging(), {
					input: [{ json: { jobId, requestId, entry: article('Hello'), known: value } }],
					continueOnFail: true,
				})
			).items.map(({ json }) => json);
		const content = [{ key: '/title', value: 'Frühling' }];
		await harness.sandbox.fault({
			path: 'retrieve$',
			status: 200,
			body: { targetContent: content },
		});
		const [merged] = await merge('');
		expect(merged).toMatchObject({ sourceNativeId: '7', targetNativeLanguageCode: 'de-de' });
		const value = String(merged!.knownTranslations);
		expect(await merge(value.slice(0, -5))).toEqual([
			expect.objectContaining({ error: expect.stringContaining('Known Translations') as unknown }),
		]);
	});

	it('an error output gets the entry whose value is damaged, and the others are sent', async () => {
		const run = await harness.run(
			known({
				fieldsToTranslate: 'title',
				itemFields: { knownTranslations: '={{ $json.known }}' },
			}),
			{
				input: [
					{ json: { id: 1, title: 'One', known: '{"version":1' } },
					{ json: { id: 2, title: 'Two' } },
				],
				continueOnFail: true,
			},
		);
		const json = run.items.map((item) => item.json);
		expect(json.map(({ sourceNativeId }) => sourceNativeId)).toEqual(['2', '2', undefined]);
		expect(json.at(-1)!.error).toContain('Known Translations');
	});

	it('keeps empty fields of the entry, if a row or a language is empty, too', async () => {
		const withTags = (...texts: string[]) => ({ ...article(...texts), tags: [], seo: {} });
		await nights.run(withTags('Hello', 'Good bye'), GERMAN);
		await nights.collect(withTags('Hello', 'Good bye'));
		const { json } = await nights.run(withTags('Good bye', 'Hello'), GERMAN);
		expect(json.at(-1)).toMatchObject({ sendOutcome: 'upToDate', entry: { tags: [], seo: {} } });
	});
});
