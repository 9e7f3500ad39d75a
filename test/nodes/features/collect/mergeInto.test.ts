import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TranslationJobs } from '../../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../../support/harness';
import { sendEntries, withEntries } from '../../TranslationJobs/entries';
import { runOnWire } from '../../TranslationJobs/support';

const FIELDS = 'title, blocks[*].text';
const article = (title: string): IDataObject => ({
	id: `Page ${title}`,
	title,
	blocks: [{ text: 'Hello' }, { image: 'a.png' }],
});
const ENTRIES = [article('Spring'), article('Summer')];

const collecting = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	mergeInto: '={{ $json.entry }}',
	...changes,
});
const inGerman = expect.stringMatching(/^\[de-de\] /) as unknown;
const translated = (entry: IDataObject) => ({
	...entry,
	title: inGerman,
	blocks: [{ text: inGerman }, { image: 'a.png' }],
});

describe('Merge Into of Collect Translations', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });

	const collect = async (changes: INodeParameters, input: Array<{ json: IDataObject }>) =>
		await runOnWire(harness, collecting(changes), { input });

	it('returns each entry complete, right after the language', async () => {
		const requests = await sendEntries(harness, ENTRIES, FIELDS);
		const { json, error } = await collect({}, withEntries(requests, ENTRIES));
		expect(error).toBeUndefined();
		// Send adds requests side by side, so their order in the job is not the order of the entries.
		const merged = json.map(({ entry }) => entry as IDataObject);
		merged.sort((a, b) => String(a.id).localeCompare(String(b.id)));
		expect(merged).toEqual(ENTRIES.map(translated));
		expect(json[0]).toMatchObject({ problems: [] });
		const columns = Object.keys(json[0]!);
		expect(columns[columns.indexOf('targetNativeLanguageCode') + 1]).toBe('entry');
	});

	it('takes the entry of the only item, if that names no request', async () => {
		const [request] = await sendEntries(harness, ENTRIES.slice(0, 1), FIELDS);
		const { json } = await collect({}, [{ json: { jobId: request!.jobId, entry: ENTRIES[0] } }]);
		expect(json).toMatchObject([{ entry: translated(ENTRIES[0]!) }]);
	});

	it('does not take the entry of the only item for several entries', async () => {
		const [request] = await sendEntries(harness, ENTRIES, FIELDS);
		const { error } = await collect({ options: { misfit: 'leaveOut' } }, [
			{ json: { jobId: request!.jobId, entry: ENTRIES[0] } },
		]);
		expect(error?.message).toMatch(/so its entry is not known/);
	});

	it('leaves out a translation that does not fit', async () => {
		const requests = await sendEntries(harness, ENTRIES, FIELDS);
		const changed = [ENTRIES[0]!, { ...ENTRIES[1], title: 'Autumn' }];
		const { json, hints, error } = await collect({}, withEntries(requests, changed));
		expect(error).toBeUndefined();
		const reason = expect.stringContaining(
			'1 text of the translation cannot be put into the entry',
		);
		expect(json).toMatchObject([{ entry: translated(ENTRIES[0]!), notFetched: [{ reason }] }]);
		expect(hints).toContainEqual(reason);
	});

	it('merges the other texts, if it may leave one out', async () => {
		const requests = await sendEntries(harness, ENTRIES.slice(0, 1), FIELDS);
		const { json } = await collect(
			{ options: { misfit: 'leaveOut' } },
			withEntries(requests, [{ ...ENTRIES[0], title: 'Autumn' }]),
		);
		expect(json).toMatchObject([
			{
				entry: { title: 'Autumn', blocks: [{ text: inGerman }, {}] },
				leftOut: [{ key: '/title' }],
			},
		]);
	});

	it('fails if it is not known which entry a translation belongs to', async () => {
		const [request] = await sendEntries(harness, ENTRIES, FIELDS);
		const jobs = ENTRIES.map((entry) => ({ json: { jobId: request!.jobId, entry } }));
		const { error } = await collect({}, jobs as Array<{ json: IDataObject }>);
		expect(error?.message).toMatch(
			/^No input item is for request .* alone, so its entry is not known/,
		);
	});

	it.each([
		[
			'the expression gives nothing',
			'={{ $json.nothing }}',
			/gives no entry and no file for this item/,
		],
		['it is not JSON', 'title', /Merge Into/],
	])('fails if %s', async (_case, mergeInto, message) => {
		const requests = await sendEntries(harness, ENTRIES.slice(0, 1), FIELDS);
		const { error } = await collect({ mergeInto }, withEntries(requests, ENTRIES));
		expect(error?.message).toMatch(message);
	});

	it.each([false, true])(
		'fails for one translation, if the expression fails for its item (On Error: Continue: %s)',
		async (continueOnFail) => {
			const requests = await sendEntries(harness, ENTRIES, FIELDS);
			const input = withEntries(requests, ENTRIES);
			const failing = input[1]!.json;
			const mergeInto = `={{ $json.requestId === '${String(failing.requestId)}' ? $('Nope').item.json : $json.entry }}`;
			const { items, hints } = await runOnWire(harness, collecting({ mergeInto }), {
				input,
				continueOnFail,
			});
			const told = expect.stringContaining('Merge Into cannot be read: ') as unknown;
			expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
				[undefined, { item: 0 }],
				...(continueOnFail ? [[told, { item: 1 }]] : []),
			]);
			expect(hints).toContainEqual(told);
		},
	);

	it('is a field that may be empty, and says so', () => {
		const fields = new TranslationJobs().description.properties.filter(
			({ name }) => name === 'mergeInto',
		);
		expect(fields).toMatchObject([
			{
				// An empty field of type JSON has a red dot.
				type: 'string',
				default: '',
				hint: expect.stringContaining('Otherwise leave it empty.'),
			},
		]);
	});
});
