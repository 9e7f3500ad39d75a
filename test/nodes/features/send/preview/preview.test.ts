import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../../support/harness';
import { runOnWire } from '../../../TranslationJobs/support';
import { article, FIELDS, GERMAN, known, useNights } from '../../changes/nights';
import { fileItem, sending, textItem, textItems } from '../support';

const TWO = ['de-de', 'fr-fr'];
const previewing = (options: INodeParameters = {}, changes: INodeParameters = {}) =>
	sending({ simplify: false, ...changes, operation: 'preview', options });

describe('Preview', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10, sendingMs: 1 } });
	const nights = useNights(harness);

	const preview = async (
		input = [textItem('Hello world')],
		options: INodeParameters = {},
		changes: INodeParameters = {},
	) => {
		const {
			json,
			changes: written,
			error,
			hints,
		} = await runOnWire(harness, previewing(options, changes), { input });
		expect(error).toBeUndefined();
		expect(written).toEqual([]);
		return { ...json[0], hints } as IDataObject & { hints: string[] };
	};

	it('says how much would be sent', async () => {
		const input = [textItem('Hello world'), fileItem('a.txt', 'One two three\nHello world\n')];
		expect(await preview(input)).toEqual({
			sendOutcome: 'created',
			wouldDo: 'would create 1 job',
			summary: [
				'Job: Spring catalogue',
				'Provider: Pseudo Translations',
				'Content: 1 file and 1 text',
				'Words: 14',
				'German (Germany): 7 words',
				'French (France): 7 words',
			].join('\n'),
			jobs: 1,
			requests: 4,
			files: 1,
			texts: 1,
			words: 14,
			characters: 70,
			repeatedWords: 4,
			knownWords: 0,
			wordsInTranslation: 0,
			filesNotCounted: [],
			languages: TWO.map((language) => ({ language, requests: 2, words: 7, repeatedWords: 2 })),
			refused: [],
			planKey: expect.stringMatching(/^plan1-/) as unknown,
			hints: ['Send would send 1 file and 1 text into 2 languages: 14 words.'],
		});
	});

	it('shows first what a person asks for, and in words what Send would do', async () => {
		const rates = { rate: [{ language: '*', perWord: 0.1 }] };
		const previewed = async () =>
			(
				await harness.json(
					sending({
						operation: 'preview',
						options: { wordsAndCost: { rates, currency: 'EUR' } },
						additionalFields: { dueDate: '2036-12-24T10:00:00Z' },
					}),
					{ input: [textItem('Hello world'), fileItem('a.bin', 'x')] },
				)
			)[0]!;
		const first = await previewed();
		expect(Object.keys(first)).toEqual([
			'words',
			'cost',
			'currency',
			'languages',
			'summary',
			'wouldDo',
			'filesNotCounted',
			'refused',
			'sendOutcome',
			'planKey',
		]);
		expect(first).toMatchObject({ sendOutcome: 'created', wouldDo: 'would create 1 job' });
		const lines = String(first.summary).split('\n');
		expect(lines).toEqual(
			expect.arrayContaining([
				'Cost: 0.40 EUR',
				expect.stringMatching(/^Due: 2036-12-24/),
				'German (Germany): 2 words, 0.20 EUR',
				expect.stringMatching(/^Not counted: a\.bin is not a kind/),
			]),
		);
		await harness.json(sending({}), { input: [textItem('Hello world'), fileItem('a.bin', 'x')] });
		expect(await previewed()).toMatchObject({
			sendOutcome: 'alreadySent',
			wouldDo: 'would send nothing: 1 job with this content was sent before',
		});
	});

	it('returns one item for each request', async () => {
		const { items } = await harness.run(previewing({ output: 'requests' }), {
			input: [textItem('Hello world'), fileItem('a.bin', 'x')],
		});
		expect(
			items.map(({ json, pairedItem }) => [
				json.targetNativeLanguageCode,
				json.words,
				json.notCounted,
				pairedItem,
			]),
		).toEqual([
			...TWO.map((language) => [language, 2, undefined, { item: 0 }]),
			...TWO.map((language) => [
				language,
				null,
				'is not a kind of file whose words can be counted',
				{ item: 1 },
			]),
		]);
	});

	it('says of each request that the run would be refused', async () => {
		const { items } = await harness.run(previewing({ output: 'requests' }), {
			input: [textItem('Hello'), { json: {} }],
		});
		expect(items.map(({ json }) => [json.sendOutcome, json.planKey])).toEqual(
			TWO.map(() => ['refused', '']),
		);
	});

	it('returns the item of the run if there is no request', async () => {
		expect(await preview([{ json: {} }], { output: 'requests' })).toMatchObject({
			sendOutcome: 'refused',
			refused: [{ itemIndex: 0 }],
		});
	});

	it('says what it leaves out, in the words of Send', async () => {
		const fields = { translate: 'fields', fieldsToTranslate: 'title' };
		const input = [{ json: { title: 'Spring' } }, { json: { title: '' } }];
		const { hints } = await preview(input, {}, fields);
		expect(hints[1]).toBe(
			'1 text chosen from the fields of 1 item. Left out: 1 empty text (title), 1 item without text.',
		);
		expect((await runOnWire(harness, sending(fields), { input })).hints).toContain(hints[1]);
	});

	it('lists every item that would be refused', async () => {
		const { sendOutcome, refused, planKey, hints } = await preview([
			textItem('Hello'),
			{ json: {} },
			textItem('Good bye'),
			{ json: {} },
		]);
		expect({ sendOutcome, planKey }).toEqual({ sendOutcome: 'refused', planKey: '' });
		expect(refused).toEqual([
			{ itemIndex: 1, reason: expect.stringContaining('its content cannot be sent') as unknown },
			{ itemIndex: 3, reason: expect.stringContaining('its content cannot be sent') as unknown },
		]);
		expect(hints[0]).toBe('Send would send nothing: it would be refused.');
	});

	it('lists what an earlier run with the same key has left', async () => {
		const options = { runKey: 'release 7', submit: false };
		await harness.run(sending({ options }), { input: [textItem('Something else')] });
		const { sendOutcome, refused, planKey } = await preview([textItem('Hello')], options);
		expect({ sendOutcome, planKey }).toEqual({ sendOutcome: 'refused', planKey: '' });
		expect(refused).toEqual([
			{ reason: expect.stringContaining('holds what this run does not send') as unknown },
		]);
	});

	it('shows no secret that the service quotes', async () => {
		const { clientSecret } = harness.sandbox;
		const options = { runKey: 'release 7', submit: false };
		await harness.run(sending({ options }), { input: [textItem('Something else')] });
		const quoting = { leaks: [clientSecret], keepsIds: true, times: 100 };
		await harness.sandbox.fault({ method: 'GET', path: 'requests$', ...quoting });
		const { refused, hints } = await preview([textItem('Hello')], options);
		expect(JSON.stringify([refused, hints])).toContain('holds what this run does not send');
		expect(JSON.stringify([refused, hints])).not.toContain(clientSecret);
	});

	it('has one item with the error if the node continues', async () => {
		await harness.sandbox.fault({ path: '/jobs', status: 403, times: 100 });
		const run = { input: textItems(2), continueOnFail: true };
		const { items } = await harness.run(previewing(), run);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ error: expect.stringContaining('not allowed') as unknown }),
		]);
	});

	it('says when the whole run would be refused', async () => {
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 3 } });
		const { sendOutcome, refused } = await preview(textItems(2));
		expect(sendOutcome).toBe('refused');
		expect(refused).toEqual([{ reason: expect.stringContaining('MaxReqsPerJob') as unknown }]);
	});

	it('names files that it cannot count, and takes the number that somebody entered', async () => {
		const input = [fileItem('a.docx', 'x'), fileItem('b.json', '{"a": ')];
		expect((await preview(input)).filesNotCounted).toEqual([
			{
				itemIndex: 0,
				requestName: 'a.docx',
				reason: 'is not a kind of file whose words can be counted',
			},
			{ itemIndex: 1, requestName: 'b.json', reason: expect.any(String) as unknown },
		]);
		const entered = await preview(input, {}, { itemFields: { wordCount: 10 } });
		expect(entered).toMatchObject({ filesNotCounted: [], words: 40 });
	});

	it('finds what any node of the workflow has sent', async () => {
		const input = [textItem('Hello world')];
		await harness.run(sending(), { input });
		expect(await preview(input)).toMatchObject({ sendOutcome: 'alreadySent' });
	});

	it('says the most useful of it with Simplify, and what is not known', async () => {
		const options = { rates: { rate: [{ language: 'de-de', perWord: 0.1 }] }, currency: 'EUR' };
		const { hints: _, ...json } = await preview(undefined, options, { simplify: true });
		expect(json).toEqual({
			sendOutcome: 'created',
			wouldDo: 'would create 1 job',
			summary: expect.stringContaining('\nCost: not known\n') as unknown,
			words: 4,
			cost: null,
			currency: 'EUR',
			languages: expect.any(Array) as unknown,
			filesNotCounted: [],
			refused: [],
			planKey: expect.stringMatching(/^plan1-/) as unknown,
		});
	});

	it('knows what need not be sent', async () => {
		await nights.run(article('Hello', 'Good bye'), GERMAN);
		await nights.collect(article('Hello', 'Good bye'));
		await harness.sandbox.configure({ autoDeliver: false });
		await nights.run(article('Hello', 'See you'), GERMAN);
		const { json } = await runOnWire(
			harness,
			{
				...known({ ...GERMAN, options: {}, fieldsToTranslate: FIELDS }),
				operation: 'preview',
				simplify: false,
			},
			{ input: [{ json: { ...article('Hello', 'See you', 'New'), rows: nights.rowsOf(7) } }] },
		);
		expect(json[0]).toMatchObject({ words: 1, knownWords: 4, wordsInTranslation: 2, texts: 1 });
	});

	describe('cost', () => {
		const rates = (...rate: INodeParameters[]) => ({ rates: { rate }, currency: 'EUR' });

		it('is computed in whole cents, with minimum and repetitions', async () => {
			const input = [...Array(3)].map(() => textItem('One two three'));
			const { cost, currency, languages } = await preview(
				input,
				rates(
					{ language: 'de-de', perWord: 0.085, perRepeatedWord: '0.01', minimum: 0 },
					{ language: '*', perWord: 0.1, minimum: 25 },
				),
			);
			// 3 × 0.085 + 6 × 0.01 = 0.315
			expect(languages).toMatchObject([{ cost: 0.32 }, { cost: 25 }]);
			expect({ cost, currency }).toEqual({ cost: 25.32, currency: 'EUR' });
		});

		it('is not known if a language has no rate', async () => {
			const { cost, languages, hints } = await preview(
				undefined,
				rates({ language: 'de-de', perWord: 0.1 }),
			);
			expect(cost).toBeNull();
			expect(languages).toMatchObject([{ cost: 0.2 }, { cost: null }]);
			expect(hints).toContainEqual(expect.stringContaining('no rate for a language'));
		});

		it('is rounded as the currency is', async () => {
			const { cost } = await preview(undefined, {
				rates: { rate: [{ perWord: 12.4 }] },
				currency: 'jpy',
			});
			expect(cost).toBe(50);
		});

		it.each([
			[{ perWord: '0,085' }, 'EUR', '"0,085" is not a number'],
			[{ perWord: 1 }, 'Euros', 'not the code of a currency'],
			[{ perWord: 1, language: 'Klingon' }, 'EUR', 'Klingon'],
		])('refuses %j in %s', async (rate, currency, message) => {
			const options = { rates: { rate: [rate] }, currency };
			const { error } = await harness.run(previewing(options), { input: [textItem('Hello')] });
			expect(error?.message).toContain(message);
		});
	});
});

describe('Send that keeps to a plan', () => {
	const harness = useHarness({ variants: { sendingMs: 1, autoDeliver: false } });

	const planKeyOf = async (input = textItems(2), changes: INodeParameters = {}) =>
		String((await harness.json(previewing({}, changes), { input }))[0]!.planKey);
	const send = async (
		options: INodeParameters,
		input = textItems(2),
		changes: INodeParameters = {},
	) => await runOnWire(harness, sending({ ...changes, options }), { input });

	it('sends what was planned', async () => {
		const { json } = await send({ planKey: await planKeyOf() });
		expect(json[0]).toMatchObject({ sendOutcome: 'created', requestCount: 4 });
	});

	it.each<[string, INodeParameters, number, string]>([
		['the provider', { options: { submit: false } }, 2, 'the provider'],
		[
			'a field of the job',
			{ additionalFields: { poReference: '4711' } },
			2,
			'the fields of the job',
		],
		['a language', { targetLanguages: ['de-de', 'es-es'] }, 2, 'the languages'],
		['an item', {}, 3, 'the content (planned: 2 items, 4 requests; now: 3 items, 6 requests)'],
	])('sends nothing if %s differs', async (_what, changes, items, difference) => {
		const planKey = await planKeyOf();
		const { options, ...others } = changes;
		const { error, changes: written } = await send(
			{ planKey, ...(options as INodeParameters) },
			textItems(items),
			others,
		);
		expect(error?.message).toContain('This is not what was planned');
		expect(error?.message).toContain(difference);
		expect(error?.description).toContain('Nothing was sent');
		expect(written).toEqual([]);
	});

	it('does not mind another name, description or due date', async () => {
		const planKey = await planKeyOf();
		const additionalFields = { description: 'Other', dueDate: '2027-05-01T00:00:00Z' };
		const { error } = await send({ planKey }, undefined, { jobName: 'Other', additionalFields });
		expect(error).toBeUndefined();
	});

	it.each([
		['the key of something else', { planKey: 'plan7' }, 'is not the key of a plan'],
		['too many words', { maxWords: 11 }, "There are 12 words to translate; 'Max Words' allows 11"],
		[
			'too much money',
			{ maxCost: 1.19, rates: { rate: [{ perWord: 0.1 }] }, currency: 'EUR' },
			"This would cost 1.20 EUR; 'Max Cost' allows 1.19 EUR",
		],
		[
			'a language without a rate',
			{ maxCost: 9, rates: { rate: [{ perWord: 1, language: 'de-de' }] } },
			'no rate for fr-fr',
		],
		['a limit without rates', { maxCost: 9 }, "Max Cost needs 'Rates'"],
	])('refuses %s', async (_what, options, message) => {
		const { error, changes } = await send(options);
		expect(error?.message).toContain(message);
		expect(changes).toEqual([]);
	});

	it('refuses a file that nobody can count, where words are limited', async () => {
		const { error, changes } = await send({ maxWords: 100 }, [fileItem('a.docx', 'x')]);
		expect(error?.message).toContain('cannot be counted');
		expect(error?.description).toContain('Word Count');
		expect(changes).toEqual([]);
	});

	it('does not refuse what was sent before', async () => {
		await send({});
		const { json, error } = await send({ maxWords: 1 });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ sendOutcome: 'alreadySent' });
	});

	it('tells the provider the words, if asked to, and keeps those that were entered', async () => {
		await send(
			{ sendWordCount: true },
			[
				textItem('One two three', { count: '' }),
				textItem('Four', { count: 9 }),
				textItem('Five six', { count: 0 }),
			],
			{ itemFields: { wordCount: '={{ $json.count }}' } },
		);
		const added = (await harness.sandbox.log({ origin: 'rest' }))
			.filter(({ path }) => path.endsWith('/requests/add'))
			.map(({ body }) => (body as IDataObject).wordCount);
		expect(added.sort()).toEqual([2, 3, 9]);
	});
});
