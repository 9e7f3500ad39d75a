import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { sending } from './actions/job/send/support';
import { runOnWire } from './support';

const FIELDS = 'title, blocks[*].text';
const article = (...texts: string[]): IDataObject => ({
	id: 7,
	title: 'Spring is here',
	picture: 'a.png',
	blocks: texts.map((text) => ({ text })),
});

describe('only what changed', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });

	interface Row extends IDataObject {
		targetLanguage: string;
		knownTranslations: string;
		translatedEntry: IDataObject;
	}
	/** What a person stores beside the entry. */
	let rows: Row[];
	beforeEach(() => (rows = []));

	const night = async (entry: IDataObject, changes: INodeParameters = {}) => {
		const parameters = sending({
			translate: 'fields',
			fieldsToTranslate: FIELDS,
			contentJson: '',
			itemFields: {
				sourceNativeId: '={{ $json.id }}',
				knownTranslations: '={{ $json.rows }}',
				translatedEntries: '={{ $json.rows }}',
			},
			options: { output: 'requests' },
			...changes,
		});
		const { calls, ...run } = await runOnWire(harness, parameters, {
			input: [{ json: { ...entry, rows } }],
		});
		const sent = calls
			.filter(({ method, path }) => method === 'POST' && path.endsWith('/sourcecontent'))
			.map(({ body }) => (body as { fields: unknown }).fields);
		return { ...run, calls, sent };
	};

	const inReview = async () => {
		await eventually(async () =>
			(await harness.sandbox.requests()).every(({ status }) =>
				['REVIEW_TRANSLATION', 'TRANSLATION_APPROVED', 'CANCELLED'].includes(status),
			),
		);
		return (await harness.sandbox.requests()).filter(
			({ status }) => status === 'REVIEW_TRANSLATION',
		);
	};

	const rowOf = (language: string) =>
		rows.find(({ targetLanguage }) => targetLanguage === language);
	const store = (language: string, entry: unknown, known: unknown) => {
		rows = rows.filter(({ targetLanguage }) => targetLanguage !== language);
		rows.push({
			targetLanguage: language,
			knownTranslations: known as string,
			translatedEntry: entry as IDataObject,
		});
	};

	/** Merges everything that is in review, stores it, and approves. */
	const collect = async (entry: IDataObject) => {
		const requests = await inReview();
		const merged = await harness.json(
			{
				resource: 'request',
				operation: 'getContent',
				mergeInto: '={{ $json.entry }}',
				knownTranslations: '={{ $json.known }}',
				translatedEntry: '={{ $json.translated }}',
			},
			{
				input: requests.map(({ jobId, requestId, targetNativeLanguageCode: targetLanguage }) => ({
					json: {
						jobId,
						requestId,
						entry,
						known: rowOf(targetLanguage)?.knownTranslations,
						translated: rowOf(targetLanguage)?.translatedEntry,
					} as IDataObject,
				})),
			},
		);
		for (const [index, item] of merged.entries()) {
			store(requests[index]!.targetNativeLanguageCode, item.entry, item.knownTranslations);
			await harness.json({
				resource: 'request',
				operation: 'approve',
				jobId: { __rl: true, mode: 'id', value: requests[index]!.jobId },
				requestIds: requests[index]!.requestId,
			});
		}
		return merged;
	};
	const outcomes = (json: IDataObject[]) => json.map(({ sendOutcome }) => sendOutcome);

	it('sends everything, then nothing, then one sentence', async () => {
		const first = await night(article('Hello', 'Good bye'));
		expect(first.error).toBeUndefined();
		expect(first.sent).toHaveLength(1);
		expect(await collect(article('Hello', 'Good bye'))).toEqual([
			expect.objectContaining({ missing: [], replacedEdits: [], outdated: [] }),
			expect.objectContaining({ missing: [], replacedEdits: [], outdated: [] }),
		]);

		const second = await night(article('Hello', 'Good bye'));
		expect(second.error).toBeUndefined();
		expect(second.sent).toEqual([]);
		expect(outcomes(second.json)).toEqual(['nothingNew']);

		const third = await night(article('Hello', 'See you'));
		expect(third.sent).toEqual([[{ key: '/blocks/1/text', value: 'See you' }]]);
		expect(third.hints).toContainEqual('4 of 12 words sent: 1 new or changed text of 1 entry.');
		const [merged] = await collect(article('Hello', 'See you'));
		expect(merged!.entry).toEqual({
			...article(),
			title: expect.stringMatching(/^\[/) as unknown,
			blocks: [
				{ text: expect.stringMatching(/^\[/) as unknown },
				{ text: expect.stringMatching(/^\[/) as unknown },
			],
		});
	});

	it('does not send again what is in translation', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		await night(article('Hello'));
		const second = await night(article('Hello', 'New'));
		expect(second.sent).toEqual([[{ key: '/blocks/1/text', value: 'New' }]]);
		expect(second.hints).toContainEqual(
			'2 of 10 words sent: 1 new or changed text of 1 entry; 2 texts are in translation.',
		);
	});

	it('knows what is in translation also with one item per language', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const perLanguage = async (entry: IDataObject) =>
			await runOnWire(
				harness,
				sending({
					translate: 'fields',
					fieldsToTranslate: FIELDS,
					targetLanguages: '={{ [$json.language] }}',
					itemFields: { sourceNativeId: '={{ $json.id }}', knownTranslations: '' },
				}),
				{ input: ['de-de', 'fr-fr'].map((language) => ({ json: { ...entry, language } })) },
			);
		await perLanguage(article('Hello'));
		const { calls, hints } = await perLanguage(article('Hello', 'New'));
		expect(hints).toContainEqual(expect.stringMatching(/; 4 texts are in translation\.$/));
		const sent = calls
			.filter(({ method, path }) => method === 'POST' && path.endsWith('/sourcecontent'))
			.flatMap(({ body }) => (body as { fields: unknown[] }).fields);
		expect(sent).toEqual(Array(2).fill({ key: '/blocks/1/text', value: 'New' }));
	});

	it('reads a source once for all languages, and only of entries with unknown texts', async () => {
		await night(article('Hello'));
		await collect(article('Hello'));
		await harness.sandbox.configure({ autoDeliver: false });
		await night(article('Hello', 'New'));
		const reads = ({ calls }: Awaited<ReturnType<typeof night>>) =>
			calls.filter(({ method, path }) => method === 'GET' && path.includes('/sourcecontent/'));
		expect(reads(await night(article('Hello', 'New', 'Newer')))).toHaveLength(1);
		expect(reads(await night(article('Hello')))).toEqual([]);
	});

	it('merges two deliveries of an entry in one run one after another', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const changes = { targetLanguages: ['de-de'] };
		await night(article('Hello'), changes);
		await night(article('Hello', 'New'), changes);
		await harness.sandbox.deliverAll();
		const merged = await collect(article('Hello', 'New'));
		expect(merged.map(({ missing }) => missing)).toEqual([
			[{ key: '/blocks/1/text', source: 'New' }],
			[],
		]);
	});

	it('sends again what was cancelled, for that language', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		await night(article('Hello'));
		const [request] = await harness.sandbox.requests();
		await harness.sandbox.cancelRequest(request!.requestId);
		const { sent } = await night(article('Hello', 'New'));
		expect(sent).toHaveLength(2);
		expect(sent).toContainEqual([{ key: '/blocks/1/text', value: 'New' }]);
		expect(sent).toContainEqual([
			{ key: '/title', value: 'Spring is here' },
			{ key: '/blocks/0/text', value: 'Hello' },
			{ key: '/blocks/1/text', value: 'New' },
		]);
	});

	it('finds its own job when it runs again with the same input', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const first = await night(article('Hello'));
		const again = await night(article('Hello'));
		expect(again.error).toBeUndefined();
		expect(outcomes(again.json)).toEqual(['alreadySent', 'alreadySent']);
		expect(again.json[0]!.jobId).toBe(first.json[0]!.jobId);
	});

	it('keeps what a person edited, and stores a moved block without a translator', async () => {
		await night(article('Hello', 'Good bye'), { targetLanguages: ['de-de'] });
		await collect(article('Hello', 'Good bye'));
		const row = rowOf('de-de')!;
		const blocks = (row.translatedEntry.blocks as IDataObject[]).map((block) => ({ ...block }));
		blocks[0]!.text = 'Servus';
		row.translatedEntry = { ...row.translatedEntry, blocks };

		const moved = article('Good bye', 'Hello');
		const { sent, json } = await night(moved, { targetLanguages: ['de-de'] });
		expect(sent).toEqual([]);
		expect(outcomes(json)).toEqual(['nothingNew', 'upToDate']);
		const [, upToDate] = json;
		expect((upToDate!.entry as IDataObject).blocks).toEqual([
			{ text: expect.stringMatching(/^\[de-de\]/) as unknown },
			{ text: 'Servus' },
		]);
		expect(upToDate!.entry).not.toHaveProperty('rows');
		store('de-de', upToDate!.entry, upToDate!.knownTranslations);
		expect(outcomes((await night(moved, { targetLanguages: ['de-de'] })).json)).toEqual([
			'nothingNew',
		]);
	});

	it('takes rows in which a language has no value yet', async () => {
		await night(article('Hello'));
		await collect(article('Hello'));
		const [row] = rows.splice(1, 1, {
			targetLanguage: 'fr-fr',
			translatedEntry: rows[1]!.translatedEntry,
		} as Row);
		expect(row!.targetLanguage).toBe('fr-fr');
		const { sent, json, hints } = await night(article('Hello'));
		expect(hints.join()).not.toContain('left out');
		expect(sent).toHaveLength(1);
		expect(json.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual(['fr-fr']);
	});

	it('a merge says of which entry and language it is, and hands a damaged value to the error output', async () => {
		await night(article('Hello'), { targetLanguages: ['de-de'] });
		const [request] = await inReview();
		const { jobId, requestId } = request!;
		const merge = async (known: string) =>
			(
				await harness.run(
					{
						resource: 'request',
						operation: 'getContent',
						mergeInto: '={{ $json.entry }}',
						knownTranslations: '={{ $json.known }}',
					},
					{
						input: [{ json: { jobId, requestId, entry: article('Hello'), known } }],
						continueOnFail: true,
					},
				)
			).items.map(({ json }) => json);
		const content = [{ key: '/title', value: 'Frühling' }];
		await harness.sandbox.fault({
			path: 'retrieve$',
			status: 200,
			body: { targetContent: content },
		});
		const [merged] = await merge('');
		expect(merged).toMatchObject({ sourceNativeId: '7', targetNativeLanguageCode: 'de-de' });
		const known = String(merged!.knownTranslations);
		expect(await merge(known.slice(0, -5))).toEqual([
			expect.objectContaining({ error: expect.stringContaining('Known Translations') as unknown }),
		]);
	});

	it('an error output gets the entry whose value is damaged, and the others are sent', async () => {
		const run = await harness.run(
			sending({
				translate: 'fields',
				fieldsToTranslate: 'title',
				contentJson: '',
				itemFields: {
					sourceNativeId: '={{ $json.id }}',
					knownTranslations: '={{ $json.known }}',
				},
				options: { output: 'requests' },
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
		const changes = { targetLanguages: ['de-de'] };
		await night(withTags('Hello', 'Good bye'), changes);
		await collect(withTags('Hello', 'Good bye'));
		for (const translatedEntries of ['={{ [] }}', '={{ {} }}']) {
			const { json } = await night(withTags('Good bye', 'Hello'), {
				...changes,
				itemFields: {
					sourceNativeId: '={{ $json.id }}',
					knownTranslations: '={{ $json.rows }}',
					translatedEntries,
				},
			});
			expect(json.at(-1)).toMatchObject({
				sendOutcome: 'upToDate',
				entry: { tags: [], seo: {} },
			});
		}
	});

	it('leaves out an entry whose value is damaged, and says so', async () => {
		await night(article('Hello'));
		await collect(article('Hello'));
		rows[0]!.knownTranslations = rows[0]!.knownTranslations.slice(0, -5);
		const { sent, hints, error } = await night(article('Changed'));
		expect(error).toBeUndefined();
		expect(sent).toEqual([]);
		expect(hints).toContainEqual(expect.stringContaining('1 entry left out, such as item 0'));
	});
});
