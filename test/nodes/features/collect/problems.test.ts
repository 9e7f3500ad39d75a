import type { IDataObject } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { merging, sendEntries } from '../../TranslationJobs/entries';
import { runOnWire } from '../../TranslationJobs/support';

const entry = {
	id: 7,
	title: 'Spring with GitHub',
	seo: { description: 'All {count} new things' },
	blocks: [{ text: '<b>Hello</b> 12' }, { text: 'Total: ' }],
};
const RIGHT = {
	'/title': 'Frühling mit GitHub',
	'/seo/description': 'Alle {count} neuen Dinge',
	'/blocks/0/text': '<b>Hallo</b> 12',
	'/blocks/1/text': 'Summe: ',
};
const COLLECT = { resource: 'job', operation: 'collect', simplify: false };
const TOLD = '1 translation did not pass the checks: see the field "problems".';

describe('problems', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });

	const delivered = async (texts: Record<string, string> = {}, languages?: string[]) => {
		const fields = 'title, seo.description, blocks[*].text';
		const requests = await sendEntries(harness, [entry], fields, languages);
		const { jobId, requestId } = requests[0]!;
		const targetContent = Object.entries({ ...RIGHT, ...texts }).map(([key, value]) => ({
			key,
			value,
		}));
		await harness.sandbox.fault({
			path: 'retrieve$',
			status: 200,
			body: { targetContent } as never,
		});
		return { jobId: String(jobId), requestId: String(requestId) };
	};
	const run = async (request: IDataObject, options: IDataObject = {}) =>
		await runOnWire(
			harness,
			{ ...COLLECT, options: options as never },
			{ input: [{ json: request }] },
		);
	const checksOf = (json: IDataObject[]) =>
		(json[0]!.problems as IDataObject[]).map(({ check, key }) => [check, key]);

	it('are told, and the item goes on', async () => {
		const request = await delivered({ '/seo/description': 'Alle {Anzahl} neuen Dinge' });
		const { json, hints, error } = await run(request);
		expect(error).toBeUndefined();
		expect(json[0]!.problems).toEqual([
			{
				check: 'placeholders',
				key: '/seo/description',
				detail: '{count} is missing, {Anzahl} is new',
				source: 'All {count} new things',
				translation: 'Alle {Anzahl} neuen Dinge',
			},
		]);
		expect(json[0]!.problemsText).toBe(
			'"/seo/description" (placeholders): {count} is missing, {Anzahl} is new.',
		);
		expect(hints).toContain(TOLD);
	});

	it('are told with Merge Into, and the entry is merged', async () => {
		const request = await delivered({ '/blocks/0/text': '<b>Hallo 21' });
		const { json, hints } = await runOnWire(harness, merging(), {
			input: [{ json: { ...request, entry } }],
		});
		expect(checksOf(json)).toEqual([
			['tags', '/blocks/0/text'],
			['numbers', '/blocks/0/text'],
		]);
		expect((json[0]!.entry as typeof entry).blocks[0]!.text).toBe('<b>Hallo 21');
		expect(hints).toContain(TOLD);
	});

	it('are an empty list if all is right', async () => {
		const { json, hints } = await run(await delivered());
		expect(json[0]).toMatchObject({ problems: [], problemsText: '' });
		expect(hints).not.toContain(TOLD);
	});

	it('all checks but the last two are on', async () => {
		const request = await delivered({
			'/title': 'Spring with GitHub',
			'/blocks/0/text': 'Hallo',
			'/blocks/1/text': 'Summe:',
		});
		const { json } = await run(request);
		expect(checksOf(json)).toEqual([
			['untranslated', '/title'],
			['tags', '/blocks/0/text'],
			['numbers', '/blocks/0/text'],
			['whiteSpace', '/blocks/1/text'],
		]);
	});

	it('only the chosen checks', async () => {
		const request = await delivered({ '/blocks/0/text': 'Hallo', '/title': entry.title });
		const { json } = await run(request, { checks: ['numbers'] });
		expect(checksOf(json)).toEqual([['numbers', '/blocks/0/text']]);
	});

	it('without checks, the source is not read', async () => {
		const { json, lines } = await run(await delivered(), { checks: [] });
		expect(json[0]).not.toHaveProperty('problems');
		expect(lines.filter((line) => line.includes('/sourcecontent/'))).toEqual([]);
	});

	it('lengths and terms', async () => {
		const request = await delivered({ '/title': 'Frühling mit dem Gitter' });
		const { json } = await run(request, {
			maxLengths: {
				length: [
					{ path: 'blocks[*].text', characters: 5 },
					{ path: '*', characters: 23 },
				],
			},
			termsToKeep: 'Acme,\nGitHub',
		});
		expect(checksOf(json)).toEqual([
			['terms', '/title'],
			['length', '/seo/description'],
			['length', '/blocks/0/text'],
			['length', '/blocks/1/text'],
		]);
	});

	it.each([
		[{ path: 'a..b', characters: 5 }, 'Max Lengths: "a..b" cannot be read'],
		[
			{ path: 'a', characters: 0 },
			'Max Lengths, Characters: "0" is not a whole number of at least 1',
		],
	])('a wrong length is refused before any call: %j', async (row, message) => {
		const request = await delivered();
		const { error, lines } = await run(request, { maxLengths: { length: [row] } });
		expect(error?.message).toBe(message);
		expect(lines).toEqual([]);
	});

	it('are not a source that came back, if nobody was to translate it', async () => {
		const texts = { '/title': entry.title };
		const { requestId, jobId } = await delivered(texts);
		await harness.sandbox.deliver(jobId, [requestId], 'COMPLETED_COPY_BACK');
		const { json } = await run({ jobId, requestId });
		expect(json[0]!.problems).toEqual([]);
	});

	it('are not a source that came back in the same language', async () => {
		const { json } = await run(await delivered({ '/title': entry.title }, ['en-gb']));
		expect(json[0]!.problems).toEqual([]);
	});

	it.each(['status 404', 'no texts'])(
		'are missing, with a warning, if the source is answered with %s',
		async (how) => {
			const request = await delivered();
			const sourcecontentId = String((await harness.sandbox.requests())[0]!.sourcecontentId);
			const answer =
				how === 'no texts'
					? { status: 200, body: { sourcecontentId, fields: [] } }
					: { status: 404 };
			await harness.sandbox.fault({ path: 'sourcecontent', times: 10, ...answer });
			const { json, hints, error } = await run(request);
			expect(error).toBeUndefined();
			expect(json[0]).not.toHaveProperty('problems');
			expect(json[0]).not.toHaveProperty('problemsText');
			expect(json[0]!.content).toHaveProperty('/title');
			expect(hints.join()).toContain('Texts could not be checked');
		},
	);

	it('planted by a careless provider are found, and right after at most three rejections', async () => {
		await harness.sandbox.reset();
		await harness.sandbox.configure({ defects: 1, seed: 7 });
		const [request] = await sendEntries(harness, [entry], 'title, seo.description, blocks[*].text');
		const input = { jobId: String(request!.jobId), requestId: String(request!.requestId) };
		const options = {
			maxLengths: { length: [{ path: '*', characters: 120 }] },
			termsToKeep: 'GitHub',
		};
		const found: number[] = [];
		for (let round = 0; round < 4; round++) {
			const { json } = await run(input, options);
			found.push((json[0]!.problems as unknown[]).length);
			if (found.at(-1) === 0) break;
			const note = String(json[0]!.problemsText);
			const rejected = { resource: 'request', operation: 'reject', note };
			await runOnWire(harness, rejected, { input: [{ json: input }] });
			await harness.sandbox.deliver(input.jobId, [input.requestId]);
		}
		expect(found[0]).toBeGreaterThan(0);
		expect(found.at(-1)).toBe(0);
		expect(found.length).toBeLessThanOrEqual(4);
	});
});
