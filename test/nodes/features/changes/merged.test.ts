import type { IDataObject, INode } from 'n8n-workflow';

import { byId, useHarness } from '../../../support/harness';
import { oneNode } from '../../../support/oneNode';
import { addContent, createJob, runOnWire } from '../../TranslationJobs/support';
import { article, FIELDS, GERMAN, merging, text, translated, useNights } from './nights';

const blocksOf = (entry: unknown) =>
	((entry as IDataObject).blocks as IDataObject[]).map((block) => block.text);

describe('A merge with Known Translations', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);
	const hello = article('Hello');

	/** Edits the German entry that is stored. */
	const edit = (index: number, words: string) => {
		const row = nights.row();
		const blocks = structuredClone(row.translatedEntry.blocks) as IDataObject[];
		blocks[index]!.text = words;
		row.translatedEntry = { ...row.translatedEntry, blocks };
	};
	const merge = async (entry: IDataObject, given: IDataObject = {}) => {
		const { jobId, requestId } = (await nights.inReview())[0]!;
		return await runOnWire(harness, merging(), {
			input: [{ json: { jobId, requestId, entry, ...given } }],
		});
	};

	it('begins with nothing for a value that says nothing', async () => {
		await nights.run(hello, GERMAN);
		for (const known of [undefined, null, '', ' \n', 'null', {}, []]) {
			const { json, error, hints } = await merge(hello, { known } as IDataObject);
			expect(error).toBeUndefined();
			expect(hints).toEqual([expect.stringMatching(/1 translation collected\.$/)]);
			expect(json).toMatchObject([{ missing: [], replacedEdits: [], outdated: [] }]);
			expect(blocksOf(json[0]!.entry)).toEqual([translated]);
		}
	});

	it('takes the value as text or as object', async () => {
		await nights.run(hello, GERMAN);
		await nights.collect(hello);
		await nights.run(article('Hello', 'New'), GERMAN);
		const row = nights.row();
		const asText = await merge(article('Hello', 'New'), { known: row });
		const known = { ...row, knownTranslations: JSON.parse(row.knownTranslations) as never };
		const asObject = await merge(article('Hello', 'New'), { known });
		expect(asText.json[0]).toMatchObject({ missing: [] });
		expect(asObject.json).toEqual(asText.json);
	});

	it('leaves an item out whose value cannot be used, and merges the others', async () => {
		const entries = ['7', '8', '9', '10', '11'].map((id) => ({ ...hello, id }));
		await nights.run(entries, GERMAN);
		await nights.collect(entries);
		const changed = entries.map((entry) => ({ ...article('New'), id: entry.id }));
		await nights.run(changed, GERMAN);
		const valueOf = (id: string) => nights.row('de-de', id).knownTranslations;
		const values = [
			valueOf('7').slice(0, -9),
			valueOf('8').replace('[*].text', '[*].name'),
			valueOf('7'),
			valueOf('10').replace('"version":2', '"version":3'),
			valueOf('11'),
		];
		const requests = await nights.inReview();
		const { json, items, error } = await runOnWire(harness, merging(), {
			input: changed.map((entry, index) => {
				const { jobId, requestId } = requests.find((of) => of.sourceNativeId === entry.id)!;
				const known = { ...nights.row('de-de', entry.id), knownTranslations: values[index] };
				return { json: { jobId, requestId, entry, known } as IDataObject };
			}),
		});
		expect(error).toBeUndefined();
		expect(json.map(({ entry }) => (entry as IDataObject).id)).toEqual(['11']);
		expect(items[0]!.pairedItem).toEqual({ item: 4 });
		const ofItem = ({ requestId }: IDataObject) =>
			changed.findIndex(
				({ id }) => id === requests.find((each) => each.requestId === requestId)!.sourceNativeId,
			);
		const reasons = (json[0]!.notFetched as IDataObject[])
			.sort((one, other) => ofItem(one) - ofItem(other))
			.map(({ reason }) => reason);
		expect(reasons).toEqual([
			expect.stringMatching(
				/^Known Translations are not a value that these nodes have made, for the entry "7" in de-de\. Hand back the text/,
			),
			expect.stringMatching(
				/^Known Translations are damaged, for the entry "8" in de-de\. Hand back/,
			),
			expect.stringMatching(/belong to the entry "7", not to "9", for the entry "9" in de-de\./),
			expect.stringMatching(/have version 3, and this node knows up to 2/),
		]);
	});

	it('is an error if no value can be used, as one in another language', async () => {
		await nights.run(hello);
		await nights.collect(hello);
		await nights.run(article('New'), GERMAN);
		const known = nights.row('fr-fr').knownTranslations;
		const { json, error } = await merge(article('New'), { known });
		expect(json).toEqual([]);
		expect(error?.message).toContain('Known Translations are in fr-fr, not in de-de');
	});

	it('leaves an item out whose translated entry cannot be used, and merges the others', async () => {
		const entries = ['7', '8'].map((id) => ({ ...hello, id }));
		await nights.run(entries, GERMAN);
		const requests = await nights.inReview();
		const { json, error, hints } = await runOnWire(harness, merging(), {
			input: requests.map(({ jobId, requestId, sourceNativeId }) => {
				const entry = entries.find(({ id }) => id === sourceNativeId);
				const row = { targetLanguage: 'de-de', translatedEntry: '{"title": ' };
				const known = sourceNativeId === '7' ? row : '';
				return { json: { jobId, requestId, entry, known } as IDataObject };
			}),
		});
		expect(error).toBeUndefined();
		expect(json.map(({ entry }) => (entry as IDataObject).id)).toEqual(['8']);
		expect(hints.join()).toMatch(
			/translatedEntry is not valid JSON: .*, for the entry "7" in de-de/,
		);
	});

	it('refuses another entry', async () => {
		await nights.run(hello, GERMAN);
		await nights.collect(hello);
		await nights.run(article('Hello', 'New'), GERMAN);
		const other = { id: 9, title: 'Summer', blocks: [{ text: 'Other' }] };
		const { error, json } = await merge(other, { known: nights.row() });
		expect(json).toEqual([]);
		expect(error?.message).toBe(
			'No text of Merge Into is known or was translated as the entry "7" in de-de',
		);
	});

	it('puts in what the provider delivers again, and takes nothing of it for an edit', async () => {
		await nights.run(hello, GERMAN);
		const requests = await nights.inReview();
		const ids = requests.map(({ requestId }) => requestId);
		const again = async (entry: IDataObject) => {
			const [merged] = (await nights.merge(entry, requests)).json;
			nights.store('de-de', merged!.entry, merged!.knownTranslations);
			await harness.sandbox.redeliver(ids);
			await nights.inReview();
			return merged!;
		};
		await again(hello);
		const second = await again(hello);
		expect(second.replacedEdits).toEqual([]);
		expect(blocksOf(second.entry)).toEqual([expect.stringMatching(/^\[de-de #2\]/) as unknown]);
		const third = await again(article('Changed'));
		expect(third).toMatchObject({ replacedEdits: [], outdated: [{ key: '/blocks/0/text' }] });
	});

	it('leaves a translation empty that somebody emptied', async () => {
		await nights.run(hello, GERMAN);
		await nights.collect(hello);
		edit(0, '');
		await nights.run(article('Hello', 'New'), GERMAN);
		const [merged] = await nights.collect(article('Hello', 'New'));
		expect(blocksOf(merged!.entry)).toEqual(['', translated]);
		expect((await nights.run(article('Hello', 'New'), GERMAN)).outcomes).toEqual(['nothingNew']);
	});

	it('leaves an edit at its place, and an equal text without it', async () => {
		await nights.run(article('Hello', 'Hello'), GERMAN);
		await nights.collect(article('Hello', 'Hello'));
		edit(0, 'Servus');
		await nights.run(article('New', 'Hello'), GERMAN);
		const [merged] = await nights.collect(article('New', 'Hello'));
		expect(blocksOf(merged!.entry)).toEqual([translated, translated]);
		expect(merged!.replacedEdits).toMatchObject([{ key: '/blocks/0/text', edit: 'Servus' }]);
	});

	it('needs the Source ID of the request', async () => {
		const jobId = await createJob(harness);
		const [{ requestId }] = (await addContent(harness, jobId)) as [IDataObject];
		await harness.json({
			resource: 'job',
			operation: 'submit',
			jobId: byId(jobId),
			providerId: byId('pseudo'),
		});
		await nights.inReview();
		const { error } = await runOnWire(harness, merging({ knownTranslations: '={{ "" }}' }), {
			input: [{ json: { jobId, requestId, entry: { title: 'Hello' } } }],
		});
		expect(error?.message).toContain(
			`The service does not say which entry request ${String(requestId)} belongs to`,
		);
	});

	it('does nothing with the value where nothing is merged', async () => {
		await nights.run(hello, GERMAN);
		const { jobId, requestId } = (await nights.inReview())[0]!;
		const { json } = await runOnWire(harness, merging({ mergeInto: '' }), {
			input: [{ json: { jobId, requestId, known: 'broken' } }],
		});
		expect(json).toMatchObject([{ content: { '/title': translated } }]);
		expect(json[0]).not.toHaveProperty('knownTranslations');
	});

	it('returns a value also without one, so that the next night sends nothing', async () => {
		await nights.run(hello, GERMAN);
		const { jobId, requestId } = (await nights.inReview())[0]!;
		const [merged] = await harness.json(merging({ knownTranslations: '', translatedEntries: '' }), {
			input: [{ json: { jobId, requestId, entry: hello } }],
		});
		nights.store('de-de', merged!.entry, merged!.knownTranslations);
		await harness.sandbox.approve([requestId]);
		expect((await nights.run(hello, GERMAN)).outcomes).toEqual(['nothingNew']);
	});

	it('changes nothing when it merges twice', async () => {
		await nights.run(hello, GERMAN);
		await nights.collect(hello);
		edit(0, 'Servus');
		await nights.run(article('Hello', 'New'), GERMAN);
		const requests = await nights.inReview();
		const [once] = (await nights.merge(article('Hello', 'New'), requests)).json;
		nights.store('de-de', once!.entry, once!.knownTranslations);
		const [twice] = (await nights.merge(article('Hello', 'New'), requests)).json;
		expect(twice).toEqual(once);
		expect(blocksOf(twice!.entry)).toEqual(['Servus', translated]);
	});

	it('lists an edit whose source changed, and puts the new translation in', async () => {
		await nights.run(hello, GERMAN);
		await nights.collect(hello);
		edit(0, 'Servus');
		await nights.run(article('Hi'), GERMAN);
		const [merged] = await nights.collect(article('Hi'));
		const [block] = blocksOf(merged!.entry);
		expect(block).toEqual(translated);
		expect(merged!.replacedEdits).toEqual([
			{ key: '/blocks/0/text', edit: 'Servus', translation: block },
		]);
	});

	it('tells what was delivered for a text that changed meanwhile, and does not put it in', async () => {
		await nights.run(hello, GERMAN);
		const [merged] = await nights.collect(article('Changed'));
		expect(merged).toMatchObject({
			missing: [{ key: '/blocks/0/text', source: 'Changed' }],
			outdated: [{ key: '/blocks/0/text', translation: translated }],
			replacedEdits: [],
		});
		expect(blocksOf(merged!.entry)).toEqual(['Changed']);
	});

	it('takes deliveries in any order', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const [first] = (await nights.run(hello, GERMAN)).json;
		const [second] = (await nights.run(article('Hi', 'New'), GERMAN)).json;
		for (const { jobId } of [second!, first!]) {
			await nights.deliver(String(jobId));
			const requests = (await harness.sandbox.requests(String(jobId))) as never;
			const { json } = await nights.merge(article('Hi', 'New'), requests);
			nights.store('de-de', json[0]!.entry, json[0]!.knownTranslations);
		}
		expect(nights.row().translatedEntry).toMatchObject({
			title: translated,
			blocks: [{ text: translated }, { text: translated }],
		});
	});

	describe('several deliveries of one entry and language', () => {
		const versions = [hello, article('Hello', 'Two'), article('Hello', 'Two', 'Three')];
		const current = versions[2]!;
		const deliverAll = async () => {
			await harness.sandbox.configure({ autoDeliver: false });
			for (const version of versions) await nights.run(version, GERMAN);
			for (const { jobId } of await harness.sandbox.jobs()) await nights.deliver(jobId);
			return await nights.inReview();
		};
		const missing = (json: IDataObject[]) =>
			json.map((item) => (item.missing as IDataObject[]).map(({ source }) => source));

		it.each([1, 8])('are merged one after another, %i at a time', async (concurrency) => {
			const requests = await deliverAll();
			// The first one is read last.
			await harness.sandbox.fault({
				path: `${requests[0]!.requestId}/retrieve$`,
				delayMs: 300,
			});
			const { json } = await nights.merge(current, requests, { options: { concurrency } });
			expect(missing(json)).toEqual([['Two', 'Three'], ['Three'], []]);
			expect(blocksOf(json[2]!.entry)).toEqual([translated, translated, translated]);
			const [last] = (await nights.merge(current, [...requests].reverse())).json.slice(-1);
			expect(missing([last!])).toEqual([[]]);
		});

		it('are merged without the one that fails', async () => {
			const requests = await deliverAll();
			const refused = { path: `${requests[1]!.requestId}/retrieve$`, status: 403 };
			await harness.sandbox.fault(refused);
			const { json } = await nights.merge(current, requests, {}, { continueOnFail: true });
			expect(json[1]).toHaveProperty('error');
			expect(missing([json[0]!, json[2]!])).toEqual([['Two', 'Three'], ['Two']]);
		});

		it("are all there after n8n's Retry On Fail", async () => {
			const requests = await deliverAll();
			await harness.sandbox.fault({ path: `${requests[1]!.requestId}/retrieve$`, status: 403 });
			const parameters = merging({ options: { onNotFetched: 'stop' } });
			const workflow = oneNode({ parameters, credential: harness.credential });
			const retry: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
			Object.assign(workflow.nodes[1]!, retry);
			const { data } = await harness.engine.run(workflow, {
				startNode: 'Items',
				pinData: {
					Items: requests.map(({ jobId, requestId }) => ({
						json: { jobId, requestId, entry: current },
					})),
				},
			});
			const [task] = data.resultData.runData.Node!;
			expect(task!.error).toBeUndefined();
			expect(missing((task!.data?.main?.[0] ?? []).map(({ json }) => json))).toEqual([
				['Two', 'Three'],
				['Three'],
				[],
			]);
		});
	});

	it('follows texts through line ends, empty texts, new fields and odd keys', async () => {
		const odd = {
			id: 7,
			title: 'One\r\nTwo',
			blocks: [{ text: '' }, { text: ' \n' }, { text: 'Hello' }],
			constructor: { 'a/b~c': 'Key' },
		} as unknown as IDataObject;
		const fields = { ...GERMAN, fieldsToTranslate: `${FIELDS}, constructor["a/b~c"]` };
		const first = await nights.run(odd, fields);
		expect(first.sent).toEqual([
			[
				text('/title', 'One\r\nTwo'),
				text('/blocks/2/text', 'Hello'),
				text('/constructor/a~1b~0c', 'Key'),
			],
		]);
		const [merged] = await nights.collect(odd);
		expect(merged!.missing).toEqual([]);
		expect(merged!.entry).toEqual({
			...odd,
			title: translated,
			blocks: [{ text: '' }, { text: ' \n' }, { text: translated }],
			constructor: { 'a/b~c': translated },
		});
		const lineEnds = { ...odd, title: 'One\nTwo' };
		expect((await nights.run(lineEnds, fields)).outcomes).toEqual(['nothingNew']);

		const more = { ...odd, summary: 'Short' };
		const next = { ...GERMAN, fieldsToTranslate: `${fields.fieldsToTranslate}, summary` };
		expect((await nights.run(more, next)).sent).toEqual([[text('/summary', 'Short')]]);
		const [complete] = await nights.collect(more);
		expect(complete).toMatchObject({
			missing: [],
			outdated: [],
			entry: { title: translated, summary: translated, constructor: { 'a/b~c': translated } },
		});
		expect((await nights.run(more, next)).outcomes).toEqual(['nothingNew']);
	});

	it('keeps a key that JavaScript treats in its own way', async () => {
		const json = '{"id":7,"__proto__":{"text":"Hello"},"title":"Title"}';
		await nights.run({ id: 7, title: 'Title' }, { ...GERMAN, fieldsToTranslate: 'title' });
		const { json: merged } = await merge({ id: 7 }, { entry: json });
		expect(JSON.stringify(merged[0]!.entry)).toMatch(
			/^\{"id":7,"__proto__":\{"text":"Hello"\},"title":"\[de-de\] /,
		);
	});
});
