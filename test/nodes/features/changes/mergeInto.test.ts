import type { IDataObject } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { merging, sendEntries, withEntries } from '../../TranslationJobs/entries';
import { runOnWire } from '../../TranslationJobs/support';

const FIELDS = 'title, seo.description, blocks[*].text';
const article = {
	id: 7,
	title: 'Spring is here',
	seo: { description: 'All {count} new things', score: 0.5 },
	blocks: [
		{ type: 'text', text: 'Hello' },
		{ type: 'image', url: 'https://example.com/a.png' },
		{ type: 'text', text: 'Good bye' },
	],
};
const translated = expect.stringMatching(/^\[de-de\] /) as unknown;
const translatedArticle = {
	...article,
	title: translated,
	seo: { description: translated, score: 0.5 },
	blocks: [
		{ type: 'text', text: translated },
		article.blocks[1],
		{ type: 'text', text: translated },
	],
};

describe('Merge Into', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });

	/** One entry, sent and delivered. */
	const delivered = async (entry: IDataObject = article) => {
		const requests = await sendEntries(harness, [entry], FIELDS);
		const { jobId, requestId } = requests[0]!;
		return { jobId: String(jobId), requestId: String(requestId) };
	};
	const merge = async (
		request: { jobId: string; requestId: string },
		entry: unknown,
		options: IDataObject = {},
	) =>
		await runOnWire(harness, merging(options), {
			input: [{ json: { ...request, entry } as IDataObject }],
		});
	const answerTexts = async (targetContent: Array<{ key: string; value: unknown }>) =>
		await harness.sandbox.fault({
			path: 'retrieve$',
			status: 200,
			body: { targetContent } as never,
		});

	it('returns the complete entry with every translated text in its place', async () => {
		const request = await delivered();
		const { json, error } = await merge(request, article);
		expect(error).toBeUndefined();
		expect(json).toEqual([
			expect.objectContaining({
				...request,
				targetNativeLanguageCode: 'de-de',
				entry: translatedArticle,
				problems: [],
				problemsText: '',
			}),
		]);
		expect(json[0]).not.toHaveProperty('leftOut');
		const columns = Object.keys(json[0]!);
		expect(columns[columns.indexOf('targetNativeLanguageCode') + 1]).toBe('entry');
		expect(Object.keys(json[0]!.content as object)).toEqual([
			'/title',
			'/seo/description',
			'/blocks/0/text',
			'/blocks/2/text',
		]);
	});

	it('takes the entry as JSON text, too', async () => {
		const { json } = await merge(await delivered(), JSON.stringify(article));
		expect(json[0]!.entry).toEqual(translatedArticle);
	});

	it('reads the source once for all languages, and the requests of a job together', async () => {
		const entries = [article, { ...article, id: 8 }];
		const requests = await sendEntries(harness, entries, FIELDS, ['de-de', 'fr-fr', 'ja-jp']);
		const { lines, json } = await runOnWire(harness, merging(), {
			input: withEntries(requests, entries),
		});
		expect(json.map(({ entry }) => (entry as IDataObject).id)).toEqual([7, 7, 7, 8, 8, 8]);
		expect(lines.filter((line) => line.includes('/retrieve'))).toHaveLength(6);
		expect(lines.filter((line) => line.includes('/sourcecontent/'))).toHaveLength(2);
		expect(lines.filter((line) => line.includes('/requests?'))).toHaveLength(1);
	});

	describe('a text that does not fit', () => {
		const changed = { ...article, blocks: [article.blocks[2]!, ...article.blocks] };

		it('is an error that names its place', async () => {
			const { error, json } = await merge(await delivered(), changed);
			expect(json).toEqual([]);
			expect(error?.message).toBe(
				'2 texts of the translation cannot be put into the entry: "/blocks/0/text" (the text there is not the one that was sent), "/blocks/2/text" (the entry has no text there)',
			);
			expect(error?.description).toContain('Nothing was merged.');
		});

		it('is left out and told, if the option says so', async () => {
			const { json, hints } = await merge(await delivered(), changed, { misfit: 'leaveOut' });
			expect(json[0]!.entry).toEqual({
				...changed,
				title: translated,
				seo: { description: translated, score: 0.5 },
			});
			expect(json[0]!.leftOut).toEqual([
				{ key: '/blocks/0/text', reason: 'the text there is not the one that was sent' },
				{ key: '/blocks/2/text', reason: 'the entry has no text there' },
			]);
			expect(hints.join()).toContain('Some texts do not fit into their entry and were left out');
		});

		it('is an error if no other text fits: it is another entry', async () => {
			const { error, json } = await merge(
				await delivered(),
				{ id: 9, name: 'Other' },
				{ misfit: 'leaveOut' },
			);
			expect(json).toEqual([]);
			expect(error?.message).toContain('4 texts of the translation cannot be put into the entry');
		});

		it('is also one that has no translation', async () => {
			const request = await delivered();
			await answerTexts([{ key: '/title', value: 'Frühling' }]);
			const { error } = await merge(request, article);
			expect(error?.message).toContain('"/seo/description" (it was not translated)');
		});

		it('is also one that was sent under a key of its own', async () => {
			const { jobId, requestIds } = await harness.jobInReview(1);
			const { error } = await merge({ jobId, requestId: requestIds[0]! }, { title: 'Hello' });
			expect(error?.message).toContain('"title" (the entry has no text there)');
		});
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['an empty text', ''],
	])('is refused if the expression gives %s', async (_case, entry) => {
		const { error, json } = await merge(await delivered(), entry);
		expect(error?.message).toBe('Merge Into gives no entry and no file for this item');
		expect(json).toEqual([]);
	});

	it('is refused for a list', async () => {
		const { error } = await merge(await delivered(), [article]);
		expect(error?.message).toBe('Merge Into must be an object, but is array');
	});

	const unreadable = ['status 404', 'no texts'];
	const loseSource = async (how: string) => {
		const sourcecontentId = String((await harness.sandbox.requests())[0]!.sourcecontentId);
		const answer =
			how === 'no texts' ? { status: 200, body: { sourcecontentId, fields: [] } } : { status: 404 };
		await harness.sandbox.fault({ path: 'sourcecontent', times: 10, ...answer });
	};

	it.each(unreadable)('merges nothing if the source is answered with %s', async (how) => {
		const request = await delivered();
		await loseSource(how);
		const { error, json } = await merge(request, article);
		expect(error).toBeDefined();
		expect(json).toEqual([]);
	});

	it('merges nothing if the translation has an unknown form', async () => {
		const request = await delivered();
		await harness.sandbox.fault({ path: 'retrieve$', status: 200, body: { texts: ['Hallo'] } });
		const { error } = await merge(request, article);
		expect(error?.message).toBe(
			`The service returned no translated texts for request ${request.requestId}`,
		);
	});

	it('fails only the item that does not fit, with "continue on fail"', async () => {
		const entries = [article, { ...article, id: 8, title: 'Summer' }];
		const requests = await sendEntries(harness, entries, FIELDS);
		const { items } = await harness.run(merging(), {
			input: withEntries(requests, [article, article]),
			continueOnFail: true,
		});
		expect(items.map(({ json }) => Boolean(json.error))).toEqual([false, true]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});
