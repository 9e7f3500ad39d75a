/** Items, languages, labels and keys in another order are the same run. */
import * as fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { tries } from '../../../../support/depth';
import { useHarness } from '../../../../support/harness';
import { known } from '../../changes/nights';
import { fileItem, sending, textItem } from '../support';

const LANGUAGES = ['de-de', 'fr-fr', 'es-es'];

interface Input {
	items: INodeExecutionData[];
	hasIds: boolean;
	labels: IDataObject[];
	customData: IDataObject;
	metadata: IDataObject;
	splitJobs: boolean;
}

const json = fc.dictionary(
	fc.constantFrom('a', 'b', 'c', '1'),
	fc.oneof(
		fc.constantFrom<unknown[]>('x', 1, ['second', 'first']),
		fc.constant({ deep: { z: 1, y: [{ q: 1, p: 2 }] } }),
	),
	{ maxKeys: 4 },
) as fc.Arbitrary<IDataObject>;

/** Few contents, so that several items have the same one. */
const content = fc.constantFrom<Array<() => INodeExecutionData>>(
	() => textItem('Hello'),
	() => ({ json: { texts: { title: 'Hello', body: 'World', more: 'Again' } } }),
	() => fileItem('a.txt', 'Hello'),
	() => ({ ...fileItem('terms.txt', 'Hello'), json: { translate: 'supportAsset' } }),
);

const item = fc
	.record({
		content,
		languages: fc.subarray(LANGUAGES, { minLength: 1 }),
		name: fc.constantFrom('', '', 'World'),
		words: fc.constantFrom(0, 0, 7),
		metadata: json,
	})
	.map(({ content: make, ...fields }) => {
		const made = make();
		return { ...made, json: { ...made.json, ...fields } as IDataObject };
	});

const inputs: fc.Arbitrary<Input> = fc.record({
	items: fc
		.array(item, { minLength: 1, maxLength: 5 })
		.map((items) => [textItem('Always', { languages: LANGUAGES }), ...items])
		.map((items) => items.map((one, at) => ({ ...one, json: { ...one.json, at } }))),
	hasIds: fc.constantFrom(false, false, true),
	labels: fc.oneof(
		fc.subarray([{ name: 'web' }, { name: 'spring' }, { name: 'press' }]),
		fc.subarray([{ name: 'web', value: 'yes' }, { name: 'spring' }, { name: 'press' }]),
	),
	customData: json,
	metadata: json,
	splitJobs: fc.boolean(),
});

/** The same numbers for the same seed. */
const dice = (seed: number) => () => {
	seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
	return seed / 0x80000000;
};

const shuffle = <T>(list: readonly T[], next: () => number): T[] =>
	list
		.map((each) => ({ each, at: next() }))
		.sort((one, other) => one.at - other.at)
		.map(({ each }) => each);

/** Lists in data stay as they are: there, order may mean something. */
function shuffleKeys(value: unknown, next: () => number): unknown {
	if (Array.isArray(value)) return value.map((each) => shuffleKeys(each, next));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, each]) => [key, shuffleKeys(each, next)]);
	return Object.fromEntries(shuffle(entries as Array<[string, unknown]>, next));
}

function inOtherOrder(input: Input, seed: number): Input {
	const next = dice(seed);
	const keys = <T>(value: T) => shuffleKeys(value, next) as T;
	return {
		...input,
		items: shuffle(input.items, next).map((one) => {
			const { languages } = one.json as { languages: string[] };
			return { ...one, json: { ...keys(one.json), languages: shuffle(languages, next) } };
		}),
		labels: shuffle(input.labels, next),
		customData: keys(input.customData),
		metadata: keys(input.metadata),
	};
}

const parametersOf = ({
	hasIds,
	labels,
	customData,
	metadata,
	splitJobs,
}: Input): INodeParameters =>
	sending({
		translate: '={{ $json.translate ?? "automatic" }}',
		contentJson: '={{ $json.texts ?? "" }}',
		targetLanguages: '={{ $json.languages }}',
		itemFields: {
			...(hasIds ? { sourceNativeId: '={{ "page-" + $json.at }}' } : {}),
			requestName: '={{ $json.name ?? "" }}',
			wordCount: '={{ $json.words ?? 0 }}',
			extendedMetadata: '={{ $json.metadata ?? {} }}',
		},
		additionalFields: {
			// Two braces in a row would end the expression.
			customData: `={{ (${JSON.stringify(customData).replaceAll('}', ' }')}) }}`,
			...(labels.length > 0 ? { labels: { label: labels as INodeParameters[] } } : {}),
		},
		options: { extendedMetadata: JSON.stringify(metadata), splitJobs },
	});

const withOptions = ({ options, ...others }: INodeParameters, more: INodeParameters) => ({
	...others,
	options: { ...(options as INodeParameters), ...more },
});

describe('the order', () => {
	const harness = useHarness({
		variants: { sendingMs: 1, autoDeliver: false, quotas: { MaxReqsPerJob: 6 } },
	});

	const outcomesOf = async (input: Input, options: INodeParameters = {}) => {
		const parameters = withOptions(parametersOf(input), options);
		const { items, error } = await harness.run(parameters, { input: input.items });
		expect(error).toBeUndefined();
		return new Set(items.map(({ json: { sendOutcome } }) => sendOutcome));
	};
	const sentIds = async () => ({
		jobs: (await harness.sandbox.jobs()).map(({ jobId }) => jobId).sort(),
		requests: (await harness.sandbox.requests()).map(({ requestId }) => requestId).sort(),
	});

	it('of items, languages, labels and keys is no content', async () => {
		await fc.assert(
			fc.asyncProperty(inputs, fc.nat(), fc.boolean(), async (input, seed, submit) => {
				await harness.reset();
				await harness.sandbox.configure({ quotas: { MaxReqsPerJob: input.splitJobs ? 6 : 100 } });
				const [preview] = await harness.json(
					{ ...parametersOf(input), operation: 'preview' },
					{ input: input.items },
				);
				expect(preview).toMatchObject({ sendOutcome: 'created', refused: [] });
				const planned = submit ? { planKey: String(preview!.planKey) } : {};
				const first = await outcomesOf(inOtherOrder(input, seed), { submit, ...planned });
				expect(first).toEqual(new Set(['created']));
				const sent = await sentIds();
				const again = await outcomesOf(inOtherOrder(input, seed + 1), { submit });
				expect(again).toEqual(new Set([submit ? 'alreadySent' : 'continued']));
				expect(await sentIds()).toEqual(sent);
			}),
			{ numRuns: tries({ part: 2, all: 400 }), endOnFailure: true },
		);
	});

	it('of the rows of one text is no content', async () => {
		const rows = ['de-de', 'fr-fr'].map((language) => textItem('Hello', { language }));
		const parameters = sending({ targetLanguages: '={{ [$json.language] }}' });
		await harness.run(parameters, { input: rows });
		const { items } = await harness.run(parameters, { input: rows.reverse() });
		expect(items[0]!.json).toMatchObject({ sendOutcome: 'alreadySent', requestCount: 2 });
		expect(await harness.sandbox.requests()).toHaveLength(2);
	});

	it('of the fields of an entry is no content', async () => {
		const parameters = known({ fieldsToTranslate: 'seo.*' });
		const entries = [{ title: 'Hello', text: 'World' }].flatMap(({ title, text }) => [
			{ id: 7, seo: { title, text } },
			{ id: 7, seo: { text, title } },
		]);
		const outcomes: unknown[] = [];
		for (const entry of entries)
			for (const { sendOutcome } of await harness.json(parameters, { input: [{ json: entry }] }))
				outcomes.push(sendOutcome);
		expect(outcomes).toEqual(['created', 'created', 'alreadySent', 'alreadySent']);
	});

	it('in which items are refused does not decide which are', async () => {
		const input = ['Hello', 'World'].map((text) => textItem(text, { id: '7' }));
		const parameters = sending({
			targetLanguages: ['de-de'],
			itemFields: { sourceNativeId: '={{ $json.id }}', requestName: 'Page' },
		});
		await harness.run(parameters, { input, continueOnFail: true });
		const { items } = await harness.run(parameters, {
			input: [...input].reverse(),
			continueOnFail: true,
		});
		const sent = JSON.stringify(await harness.sandbox.snapshot());
		expect(items[0]!.json).toMatchObject({ sendOutcome: 'alreadySent', itemCount: 1 });
		const { item: place } = [items[0]!.pairedItem].flat()[0] as { item: number };
		const { title } = [...input].reverse()[place]!.json.texts as IDataObject;
		expect(sent).toContain(String(title));
		expect(await harness.sandbox.requests()).toHaveLength(1);
	});
});
