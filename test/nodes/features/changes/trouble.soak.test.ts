import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../../sandbox/faults/faults';
import { useHarness } from '../../../support/harness';
import { article, GERMAN, text, translated, useNights } from './nights';

const SOURCE = 'sourcecontent/[^/]+$';
const NEW = [[text('/blocks/1/text', 'New')]];

describe('what Send returns', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);

	it('is one source for languages with the same new texts, and one for each other', async () => {
		const hello = article('Hello');
		await nights.run(hello, { targetLanguages: ['de-de', 'fr-fr'] });
		await nights.collect(hello);
		const { sent, json, hints } = await nights.run(article('Hello', 'New'), {
			targetLanguages: ['de-de', 'es-es', 'fr-fr', 'ja-jp'],
		});
		const all = [
			text('/title', 'Spring is here'),
			text('/blocks/0/text', 'Hello'),
			text('/blocks/1/text', 'New'),
		];
		expect(sent).toHaveLength(2);
		expect(sent).toEqual(expect.arrayContaining([...NEW, all]));
		expect(json.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode).sort()).toEqual([
			'de-de',
			'es-es',
			'fr-fr',
			'ja-jp',
		]);
		expect(new Set(json.map(({ jobId }) => jobId)).size).toBe(1);
		expect(hints).toContainEqual('12 of 20 words sent: 3 new or changed texts of 1 entry.');
	});

	it('is one item for the job, and what is up to date only beside requests', async () => {
		const entries = [1, 2, 3].map((id) => ({ ...article('Hello', 'Bye'), id }));
		await nights.run(entries, GERMAN);
		await nights.collect(entries);
		const [first, second, third] = [
			{ ...article('Hello', 'New'), id: 1 },
			entries[1]!,
			{ ...article('Bye', 'Hello'), id: 3 },
		];
		const job = await nights.run([first, second, third], { ...GERMAN, options: {} });
		expect(job.json).toMatchObject([{ sendOutcome: 'created', itemCount: 1, requestCount: 1 }]);
		expect(job.items[0]!.pairedItem).toEqual([{ item: 0 }]);
		expect(job.sent).toEqual(NEW);
		const requests = await nights.run([first, second, third], GERMAN);
		expect(requests.outcomes).toEqual(['alreadySent', 'upToDate']);
		expect(requests.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(requests.json[1]).toEqual({
			sourceNativeId: '3',
			targetNativeLanguageCode: 'de-de',
			sendOutcome: 'upToDate',
			entry: {
				...third,
				title: translated,
				blocks: [{ text: translated }, { text: translated }],
			},
			knownTranslations: expect.stringContaining('"version":2') as unknown,
			missing: [],
			replacedEdits: [],
		});
	});

	it('is one item if nothing is new, paired with all, whatever is returned', async () => {
		const entries = [1, 2].map((id) => ({ ...article('Hello'), id }));
		await nights.run(entries);
		await nights.collect(entries);
		for (const output of ['job', 'requests']) {
			const { items, calls, hints } = await nights.run(entries, { options: { output } });
			expect(items).toEqual([
				{
					json: {
						sendOutcome: 'nothingNew',
						itemCount: 2,
						requestCount: 0,
						textsInTranslation: 0,
					},
					pairedItem: [{ item: 0 }, { item: 1 }],
				},
			]);
			expect(hints).toEqual(['Nothing is new in 2 entries.']);
			expect(calls).toEqual([]);
		}
	});

	it('does not fail because of an entry without any text', async () => {
		const empty: IDataObject = { id: 7, title: '', blocks: [{ text: ' ' }] };
		const alone = await nights.run(empty, GERMAN);
		expect(alone.error).toBeUndefined();
		expect(alone.outcomes).toEqual(['nothingNew']);
		expect(alone.changes).toEqual([]);
		const { sent } = await nights.run([empty, { ...empty, id: 8, title: 'Text' }], GERMAN);
		expect(sent).toEqual([[text('/title', 'Text')]]);
		await nights.collect({ ...empty, id: 8, title: 'Text' });
		// All texts are gone, and nobody translates that.
		const gone = await nights.run({ ...empty, id: 8 }, GERMAN);
		expect(gone.outcomes).toEqual(['nothingNew', 'upToDate']);
		expect(gone.json[1]!.entry).toEqual({ ...empty, id: 8 });
	});

	it('is an error for one entry that is too large, and the others are sent', async () => {
		const large = { id: 1, title: 'x'.repeat(1_000_001), blocks: [] };
		const small = { id: 2, title: 'Small', blocks: [] };
		const both = await nights.run([small, large], GERMAN);
		expect(both.error?.context?.itemIndex).toBe(1);
		expect(both.changes).toEqual([]);
		const run = await nights.run([small, large], GERMAN, {
			input: [small, large].map((json) => ({ json })),
			continueOnFail: true,
		});
		expect(run.sent).toEqual([[text('/title', 'Small')]]);
		expect(run.json).toMatchObject([
			{ sourceNativeId: '2', sendOutcome: 'created' },
			{ error: expect.stringContaining('bytes') as unknown },
		]);
	});
});

describe('trouble while reading what is in translation', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });
	const nights = useNights(harness);
	const longer = article('Hello', 'New');
	beforeEach(async () => void (await nights.run(article('Hello'), GERMAN)));

	const always = { method: 'GET', times: 1_000 };
	const inWords =
		"Nothing was sent, because the same texts might be translated twice. Try again, or remove 'Known Translations' to send everything.";

	it.each<[string, Fault]>([
		['is gone', { path: SOURCE, status: 404 }],
		['is refused', { path: SOURCE, status: 403 }],
		['is always cut off', { path: SOURCE, cutAnswerAt: 10 }],
		['is no JSON', { path: SOURCE, garbage: true }],
		['has no texts', { path: SOURCE, replaceBody: { sourcecontentId: 'x', fields: [] } }],
		['is a sign-in page', { path: SOURCE, signInPage: true }],
		['is always too much', { path: SOURCE, status: 429 }],
	])('sends nothing if a source %s', async (_name, fault) => {
		await harness.sandbox.fault({ ...always, ...fault });
		const { error, changes } = await nights.run(longer, GERMAN);
		expect(error?.description).toContain(inWords);
		expect(changes).toEqual([]);
		await harness.sandbox.clearFaults();
		expect((await nights.run(longer, GERMAN)).sent).toEqual(NEW);
	});

	it.each<[string, Fault]>([
		['the jobs', { path: 'v2/jobs$', status: 403 }],
		['the jobs, cut off', { path: 'v2/jobs$', cutAnswerAt: 20 }],
		['the requests', { path: 'requests$', status: 403 }],
		[
			'the requests, with one that is none',
			{ path: 'requests$', oddEntry: null, hidesEntry: true },
		],
	])('sends nothing if it cannot read %s', async (_name, fault) => {
		await harness.sandbox.fault({ ...always, ...fault });
		const { error, changes } = await nights.run(longer, GERMAN);
		expect(error).toBeDefined();
		expect(changes).toEqual([]);
	});

	it.each<[string, Fault]>([
		['was cut off', { path: SOURCE, cutAnswerAt: 10 }],
		['came late', { path: SOURCE, delayMs: 500 }],
		['was too much', { path: SOURCE, status: 429, headers: { 'retry-after': '1' } }],
		['was dropped', { path: SOURCE, dropAfter: true }],
		['was an error', { path: SOURCE, status: 503 }],
	])('sends only what is new after a response that %s', async (_name, fault) => {
		await harness.sandbox.fault({ method: 'GET', ...fault });
		const { error, sent } = await nights.run(longer, GERMAN);
		expect(error).toBeUndefined();
		expect(sent).toEqual(NEW);
	});

	it('gives every item the error if the workflow goes on', async () => {
		await harness.sandbox.fault({ ...always, path: SOURCE, status: 404 });
		const entries = [longer, { ...longer, id: 8 }];
		const { json, changes } = await nights.run(entries, GERMAN, { continueOnFail: true });
		expect(json.map(({ error }) => typeof error)).toEqual(['string', 'string']);
		expect(changes).toEqual([]);
	});
});
