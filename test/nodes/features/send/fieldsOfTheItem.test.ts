import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { runOnWire } from '../../TranslationJobs/support';
import { fileItem, sending } from './support';

const article = (title: string): IDataObject => ({
	title,
	price: 12,
	seo: { description: '' },
	blocks: [{ text: 'Hello' }, { image: 'a.png' }, { text: 'Good bye' }],
});
const items = (...entries: IDataObject[]) => entries.map((json) => ({ json }));
const byFields = (fieldsToTranslate: unknown, changes: INodeParameters = {}) =>
	sending({
		translate: 'fields',
		fieldsToTranslate: fieldsToTranslate as string,
		contentJson: '',
		...changes,
	});

describe('Send for Translation by the fields of the items', () => {
	const harness = useHarness();

	const send = async (parameters: INodeParameters, input: Array<{ json: IDataObject }>) =>
		await runOnWire(harness, parameters, { input });
	const sentTexts = (calls: Array<{ method: string; path: string; body?: unknown }>) =>
		calls
			.filter(({ method, path }) => method === 'POST' && path.endsWith('/sourcecontent'))
			.map(({ body }) => body);

	it('sends each chosen text under the JSON Pointer of its place', async () => {
		const { calls, error } = await send(
			byFields('title, blocks[*].text'),
			items(article('Spring')),
		);
		expect(error).toBeUndefined();
		expect(sentTexts(calls)).toEqual([
			{
				fields: [
					{ key: '/title', value: 'Spring' },
					{ key: '/blocks/0/text', value: 'Hello' },
					{ key: '/blocks/2/text', value: 'Good bye' },
				],
			},
		]);
	});

	it('says how many texts it chose, and what it left out', async () => {
		const entries = [article('Spring'), article('Summer'), { title: ' ' }];
		const { hints } = await send(
			byFields('title, price, seo.description, blocks[*].text'),
			items(...entries),
		);
		expect(hints).toEqual([
			expect.stringMatching(
				/: 6 texts into de-de, fr-fr\. Next, when it is translated: Collect Translations with 'Merge Into'\.$/,
			),
			'6 texts chosen from the fields of 2 items. Left out: 3 empty texts (such as seo.description), 2 values that are not text (such as price), 1 item without text.',
		]);
	});

	it('says nothing about what it left out if there is nothing', async () => {
		const { hints } = await send(byFields('title'), items(article('Spring')));
		expect(hints).toEqual([expect.stringContaining(': 1 text into de-de, fr-fr.')]);
	});

	const HALF: IDataObject = {
		title: 'Spring',
		seo: { title: 'Garden', description: 'New' },
		blocks: [{ caption: 'One' }, { caption: 'Two' }],
	};
	const SEO = 'seo leads to an object, and not to its texts';
	const CAPTION =
		'blocks[0].caption is one element of a list that has more: write [*] instead of its number';
	const KNOWN = { sourceNativeId: 'page-1', knownTranslations: '' };

	describe.each([
		['', {}],
		[', with Known Translations', { itemFields: KNOWN }],
	])('half an entry%s', (_case, changes: INodeParameters) => {
		it.each([
			['title, seo', SEO],
			['title, blocks[0].caption', CAPTION],
		])('is refused by Send and Preview: %s', async (paths, message) => {
			const { error, changes: sent } = await send(byFields(paths, changes), items(HALF));
			expect(error?.message).toBe(message);
			const { json } = await send(
				byFields(paths, { operation: 'preview', ...changes }),
				items(HALF),
			);
			expect(json).toMatchObject([
				{ sendOutcome: 'refused', refused: [{ itemIndex: 0, reason: message }] },
			]);
			expect(sent).toEqual([]);
		});

		it.each([
			['seo.*', ['/seo/title', '/seo/description']],
			['seo.**', ['/seo/title', '/seo/description']],
		])('is not what %s chooses', async (paths, keys) => {
			const { calls, error } = await send(byFields(paths, changes), items(HALF));
			expect(error).toBeUndefined();
			expect(sentTexts(calls)).toMatchObject([{ fields: keys.map((key) => ({ key })) }]);
		});
	});

	it('goes on with the other items, if the node has an error output', async () => {
		const { items: outputs } = await harness.run(byFields('title, seo'), {
			input: items({ title: 'Summer', seo: 'Sun' }, HALF),
			continueOnFail: true,
		});
		expect(outputs.map(({ json }) => json.error)).toEqual([undefined, SEO]);
	});

	it('does not choose what the workflow has joined to the entry', async () => {
		const { calls, error } = await send(
			byFields('*', { itemFields: { ...KNOWN, knownTranslations: '={{ $json.rows }}' } }),
			items({ title: 'Spring', rows: [{ targetLanguage: 'de-de', note: 'none yet' }] }),
		);
		expect(error).toBeUndefined();
		expect(sentTexts(calls)).toEqual([{ fields: [{ key: '/title', value: 'Spring' }] }]);
	});

	it('accepts a path that only some items have', async () => {
		const { calls } = await send(
			byFields('title, subtitle'),
			items(article('Spring'), { title: 'Summer', subtitle: 'Hot' }),
		);
		expect(sentTexts(calls)).toHaveLength(2);
	});

	it.each([true, false])(
		'refuses a path that no item has, and sends nothing (continue on fail: %s)',
		async (continueOnFail) => {
			const { items: outputs, error } = await harness.run(
				byFields('title, seo.titel, blocks[*].txt'),
				{
					input: items(article('Spring'), article('Summer')),
					continueOnFail,
				},
			);
			const message = 'Fields to Translate: no item has "seo.titel", "blocks[*].txt"';
			if (continueOnFail) expect(outputs.map(({ json }) => json.error)).toEqual([message, message]);
			else expect(error?.message).toBe(message);
			expect(await harness.sandbox.jobs()).toEqual([]);
		},
	);

	it.each([
		['an empty list', { title: 'Summer', blocks: [] }],
		['null', { title: 'Summer', blocks: null }],
	])('refuses a wrong path although it leads into %s in another item', async (_case, other) => {
		const { error } = await send(byFields('title, blocks[*].txt'), items(article('Spring'), other));
		expect(error?.message).toBe('Fields to Translate: no item has "blocks[*].txt"');
	});

	it('names five wrong paths, not hundreds', async () => {
		const entries = Array.from({ length: 200 }, (_, index) => article(`Sale ${index}`));
		const { error } = await send(byFields('={{ $json.title }}'), items(...entries));
		expect(error?.message).toBe(
			'Fields to Translate: no item has "Sale 0", "Sale 1", "Sale 2", "Sale 3", "Sale 4" and 195 more',
		);
		expect(error?.description).toContain('Enter the names of fields, not their texts.');
	});

	it('knows a path by an item that is refused for another reason', async () => {
		const { items: outputs } = await harness.run(
			byFields('title, subtitle', { targetLanguages: '={{ $json.languages }}' }),
			{
				input: items(
					{ title: 'Spring', languages: ['de-de'] },
					{ title: 'Summer', subtitle: 'Hot', languages: ['nowhere'] },
				),
				continueOnFail: true,
			},
		);
		expect(outputs.map(({ json }) => Boolean(json.error))).toEqual([false, true]);
	});

	it('refuses items without any text, and sends nothing', async () => {
		const { error } = await send(byFields('price, seo.description'), items(article('Spring')));
		expect(error?.message).toBe(
			'There is nothing to translate: 1 empty text (seo.description), 1 value that is not text (price), 1 item without text',
		);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it.each([
		['no path', '', 'Fields to Translate is empty'],
		['a path that cannot be read', 'blocks[', 'Fields to Translate: "blocks[" cannot be read'],
	])('refuses %s', async (_case, paths, message) => {
		const { error } = await send(byFields(paths), items(article('Spring')));
		expect(error?.message).toContain(message);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('refuses an entry of more than 1,000,000 bytes before anything is sent', async () => {
		const { error } = await send(
			byFields('title'),
			items(article('Spring'), article('x'.repeat(1_000_000))),
		);
		expect(error?.message).toContain('the limit is 1,000,000');
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('sends the files of some items and the fields of others', async () => {
		const { calls, error } = await send(
			byFields('title', { translate: "={{ $binary.data ? 'file' : 'fields' }}" }),
			[fileItem('a.txt', 'Hello'), ...items(article('Spring'))],
		);
		expect(error).toBeUndefined();
		expect(sentTexts(calls)).toHaveLength(1);
		expect(await harness.sandbox.requests()).toHaveLength(4);
	});

	it('sends the files although no other item has a text', async () => {
		const { error, hints } = await send(
			byFields('title', { translate: "={{ $binary.data ? 'file' : 'fields' }}" }),
			[fileItem('a.txt', 'Hello'), ...items({ title: '' })],
		);
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			expect.stringContaining(': 1 file into de-de, fr-fr. Next: Collect Translations.'),
			'0 texts chosen from the fields of 0 items. Left out: 1 empty text (title), 1 item without text.',
		]);
	});

	it('does not send the same entries twice, whatever the order of the paths', async () => {
		const parameters = byFields('title, blocks[*].text', { itemFields: { requestName: 'Spring' } });
		const [first] = await harness.json(parameters, { input: items(article('Spring')) });
		const reordered = byFields('blocks[*].text, title', { itemFields: { requestName: 'Spring' } });
		const [second] = await harness.json(reordered, { input: items(article('Spring')) });
		expect(second).toMatchObject({ jobId: first!.jobId, sendOutcome: 'alreadySent' });
	});

	it.each(['automatic', 'content'])(
		'is what the error proposes if an item has texts and no content (%s)',
		async (translate) => {
			const { error } = await send(
				sending({ translate, contentMode: 'pairs' }),
				items({ title: 'Spring', body: 'Hello' }),
			);
			expect(error?.message).toContain('Content is empty');
			expect(error?.description).toContain(
				'To translate texts that the item holds, set \'What to Translate\' to "Fields of the Item".',
			);
		},
	);

	it('still refuses nested values in JSON that is typed by hand', async () => {
		const { error } = await send(
			sending({ contentJson: '{"seo": {"title": "Spring"}}' }),
			items({}),
		);
		expect(error?.message).toContain('the value of "seo" is not text');
		expect(error?.description).toContain("'Fields of the Item'");
		expect(await harness.sandbox.jobs()).toEqual([]);
	});
});
