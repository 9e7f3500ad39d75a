import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../../support/harness';
import { fileItem, sending, textItem } from '../send/support';

describe('Collect Translations, texts as a file', () => {
	const harness = useHarness({ variants: { translateDelayMs: 1 } });

	async function sent(title = 'page-1'): Promise<string> {
		const input = [fileItem('hello.txt', 'Hello'), textItem('Good morning', { id: title })];
		const [job] = await harness.json(
			sending({ itemFields: { requestName: '={{ $json.id }}' }, options: { wait: true } }),
			{ input },
		);
		const isReady = async () =>
			(await harness.sandbox.requests()).every(({ status }) => status === 'REVIEW_TRANSLATION');
		while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 5));
		return String(job!.jobId);
	}

	const collected = async (jobId: string, changes: INodeParameters = {}) => {
		const { items, error } = await harness.run({
			resource: 'job',
			operation: 'collect',
			jobId: byId(jobId),
			options: { textsAsFile: true },
			...changes,
		});
		expect(error).toBeUndefined();
		return items;
	};
	const read = async (item: Awaited<ReturnType<typeof collected>>[number], field = 'data') =>
		(await harness.engine.readBinary(item.binary![field]!)).toString();

	it('gives every item a file and a name for the store, so that one store serves both', async () => {
		const items = await collected(await sent());
		expect(items).toHaveLength(4);
		const texts = items.filter(({ binary }) => binary!.data!.mimeType === 'application/json');
		expect(texts).toHaveLength(2);
		for (const item of texts) {
			const language = String(item.json.targetNativeLanguageCode);
			expect(Object.keys(item.json)[0]).toBe('storeName');
			expect(item.json.storeName).toMatch(new RegExp(`^page-1_${language}_\\w{16}\\.json$`));
			expect(item.binary!.data).toMatchObject({ fileName: 'page-1.json', directory: language });
			expect(JSON.parse(await read(item))).toEqual({
				title: expect.stringContaining(`[${language}] Ĝööð`),
			});
		}
		expect(new Set(items.map(({ json }) => json.storeName)).size).toBe(4);
	});

	it('names the file by the pattern, in the field that was chosen, and no name leaves the folder', async () => {
		const items = await collected(await sent('../de/page.json'), {
			binaryPropertyName: 'file',
			options: { textsAsFile: true, fileName: '{name}.{language}.{extension}' },
		});
		const names = items.map(({ binary }) => binary!.file!.fileName).sort();
		expect(names.slice(0, 2)).toEqual(['.._de_page.de-de.json', '.._de_page.fr-fr.json']);
		for (const { json } of items) expect(String(json.storeName)).not.toMatch(/^\.|[/\\]/);
	});

	it('keeps the texts in "content" as well where everything is asked for', async () => {
		const items = await collected(await sent(), { simplify: false });
		expect(items.filter(({ json }) => json.content)).toHaveLength(2);
	});

	it('is off by default: texts are in "content" alone', async () => {
		const items = await collected(await sent(), { options: {} });
		const texts = items.filter(({ json }) => json.content);
		expect(texts.map(({ binary }) => binary)).toEqual([undefined, undefined]);
	});
});
