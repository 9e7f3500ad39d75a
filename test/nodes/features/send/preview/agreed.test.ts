import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../../../support/harness';
import { runOnWire } from '../../../TranslationJobs/support';
import { article, GERMAN, known } from '../../changes/nights';
import { fileItem, leaveUnsubmitted, sending, textItem, textItems } from '../support';

const RATES = { rates: { rate: [{ perWord: 0.1 }] }, currency: 'EUR' };

describe('Send sends nothing that was not agreed', () => {
	const harness = useHarness({ variants: { sendingMs: 1, autoDeliver: false } });

	const preview = async (input: INodeExecutionData[], parameters = sending()) =>
		(await harness.json({ ...parameters, operation: 'preview' }, { input }))[0]!;
	const planKeyOf = async (input: INodeExecutionData[], parameters?: INodeParameters) =>
		String((await preview(input, parameters)).planKey);
	const send = async (
		options: INodeParameters,
		input: INodeExecutionData[] = textItems(2),
		changes: INodeParameters = {},
	) => await runOnWire(harness, sending({ ...changes, options }), { input });
	const expectRefusal = async (message: string, ...run: Parameters<typeof send>) => {
		const { error, changes } = await send(...run);
		expect(error?.message).toContain(message);
		expect(changes).toEqual([]);
	};

	describe('if an option gives no value', () => {
		it.each<[string, INodeParameters, string]>([
			['a plan that is undefined', { planKey: '={{ $json.none }}' }, 'Only This Plan is empty'],
			['a plan that is null', { planKey: '={{ null }}' }, 'Only This Plan is empty'],
			['an empty plan', { planKey: '' }, 'Only This Plan is empty'],
			['words that are undefined', { maxWords: '={{ $json.none }}' }, 'Max Words is empty'],
			['words that are null', { maxWords: '={{ null }}' }, 'Max Words is empty'],
			['words that are empty', { maxWords: '' }, 'Max Words is empty'],
			['negative words', { maxWords: -1 }, 'Max Words: "-1"'],
			['half a word', { maxWords: 1.5 }, 'Max Words: "1.5"'],
			['words in words', { maxWords: '={{ "5,000" }}' }, 'Max Words: "5,000"'],
			['endless words', { maxWords: '={{ Infinity }}' }, 'Max Words: "'],
			['no words', { maxWords: 0 }, "'Max Words' allows 0"],
			['a cost that is undefined', { maxCost: '={{ $json.none }}', ...RATES }, 'Max Cost is empty'],
			['a cost that is null', { maxCost: '={{ null }}', ...RATES }, 'Max Cost is empty'],
			['an empty cost', { maxCost: '', ...RATES }, 'Max Cost is empty'],
			['a cost that is no number', { maxCost: '={{ 0 / 0 }}', ...RATES }, 'is not a number'],
			['a negative cost', { maxCost: -1, ...RATES }, '"-1" is not a number'],
			['a cost of nothing', { maxCost: 0, ...RATES }, "'Max Cost' allows 0.00 EUR"],
			['no rates', { maxCost: 9, rates: {} }, "Max Cost needs 'Rates'"],
		])('%s', async (_what, options, message) => {
			await expectRefusal(message, options);
		});
	});

	describe('if the cost would be above its limit', () => {
		it.each([
			['EUR', 0.1, '={{ 1.199999 }}', '1.20 EUR', '1.19 EUR'],
			['JPY', 1, '={{ 11.9 }}', '12 JPY', '11 JPY'],
			['KWD', 0.001, '={{ 0.0119 }}', '0.012 KWD', '0.011 KWD'],
		])('in %s', async (currency, perWord, maxCost, cost, limit) => {
			const rates = { rate: [{ perWord }] };
			await expectRefusal(`This would cost ${cost}; 'Max Cost' allows ${limit}`, {
				rates,
				currency,
				maxCost,
			});
		});

		it.each<[string, INodeParameters, number]>([
			['a rate that is computed', { perWord: '={{ 0.1 + 0.2 }}' }, 3.6],
			['a tiny rate', { perWord: '={{ 1e-9 }}', minimum: 2 }, 4],
			['a large rate', { perWord: 9999999999 }, 119999999988],
		])('with %s', async (_what, rate, cost) => {
			const rates = { rate: [rate] };
			const input = textItems(2);
			const { cost: told } = await preview(input, sending({ options: { rates } }));
			expect(told).toBe(cost);
			await expectRefusal('This would cost', { rates, maxCost: cost - 0.01 }, input);
		});

		it.each<[string, INodeParameters[], string]>([
			['no number', [{ perWord: '={{ 0 / 0 }}' }], 'is not a number'],
			['nothing', [{ language: 'de-de', perWord: '' }], 'is not an amount'],
			['more than there is', [{ perWord: 1e30 }], 'is not a number'],
			['a minimum with a comma', [{ perWord: 1, minimum: '0,12' }], '"0,12" is not a number'],
			['a negative price', [{ perWord: -0.1 }], 'is not a number'],
			[
				'two rows for a language',
				[
					{ perWord: 1, language: 'de-de' },
					{ perWord: 2, language: 'de_DE' },
				],
				'several rows for de-de',
			],
			[
				'two rows for all others',
				[{ perWord: 1 }, { perWord: 2, language: '*' }],
				'several rows for *',
			],
		])('rates with %s', async (_what, rate, message) => {
			await expectRefusal(message, { rates: { rate }, maxCost: 1_000 });
		});
	});

	it('if a file is too large for its words to be counted', async () => {
		const large = [fileItem('a.txt', 'x '.repeat(5_000_001))];
		await expectRefusal('the file is larger than 10 MB', { maxWords: 1e9 }, large);
	});

	it.each([0, '={{ null }}'])('if somebody enters %j as the words of a file', async (wordCount) => {
		const changes = { itemFields: { wordCount } };
		await expectRefusal('cannot be counted', { maxWords: 9 }, [fileItem('a.docx', 'x')], changes);
	});

	describe('if the content differs from the plan', () => {
		it.each<[string, INodeExecutionData, INodeExecutionData]>([
			['the bytes of a file', fileItem('a.docx', 'x'), fileItem('a.docx', 'y')],
			['the name of a file', fileItem('a.docx', 'x'), fileItem('b.docx', 'x')],
			['a text', textItem('Hello'), textItem('Hallo')],
		])('in %s', async (_what, before, after) => {
			const planKey = await planKeyOf([before]);
			await expectRefusal('What differs: the content', { planKey }, [after]);
		});

		it('in what is known by now', async () => {
			const entry = (rows: IDataObject[]) => [{ json: { ...article('Hello', 'Bye'), rows } }];
			const planKey = await planKeyOf(entry([]), known(GERMAN));
			await harness.run(known(GERMAN), {
				input: [{ json: { ...article('Hello'), rows: [] } }],
			});
			const { error, changes } = await runOnWire(
				harness,
				known({ ...GERMAN, options: { planKey } }),
				{ input: entry([]) },
			);
			expect(error?.message).toContain('What differs: the content');
			expect(changes).toEqual([]);
		});

		it('but not if other items have the same content', async () => {
			const [file, text] = [fileItem('a.txt', 'Hello'), textItem('Bye')];
			const both = { ...file, json: text.json };
			const planKey = await planKeyOf([both], sending({ translate: 'both' }));
			const translate = '={{ $json.texts ? "content" : "file" }}';
			const { error } = await send({ planKey }, [file, text], { translate });
			expect(error).toBeUndefined();
		});
	});

	describe('if a run key of its own finds another run', () => {
		const own = { runKey: 'release 7' };

		it.each<[string, INodeExecutionData[], INodeParameters]>([
			['with other items', textItems(3), {}],
			['for another provider', textItems(2), { providerId: byId('european') }],
		])('%s', async (_what, input, changes) => {
			const planKey = await planKeyOf(textItems(2), sending({ options: own }));
			await leaveUnsubmitted(harness, async () => await send(own));
			await expectRefusal('This is not what was planned', { ...own, planKey }, input, changes);
			await expectRefusal("'Max Words' allows 1", { ...own, maxWords: 1 }, input, changes);
		});

		it('but not if nothing is left to send, or it is the plan', async () => {
			const planKey = await planKeyOf(textItems(2), sending({ options: own }));
			await leaveUnsubmitted(harness, async () => await send(own));
			const sent = await send({ ...own, planKey, takeOverSeconds: 4 });
			expect(sent.json[0]).toMatchObject({ sendOutcome: 'created' });
			const found = await send({ ...own, planKey: '', maxWords: 1 });
			expect(found.json[0]).toMatchObject({ sendOutcome: 'alreadySent' });
		});
	});

	it('if the preview had nothing to send, and the earlier job is out of sight', async () => {
		const input = textItems(2);
		await send({}, input);
		const { sendOutcome, planKey } = await preview(input);
		expect({ sendOutcome, planKey }).toEqual({ sendOutcome: 'alreadySent', planKey: '' });
		expect((await send({ planKey: '' }, input)).json[0]).toMatchObject({ sendOutcome });
		await expectRefusal('Only This Plan is empty', { planKey: '', windowHours: 0 }, input);
	});

	it('but sends the rest of what an earlier run has sent, in several jobs', async () => {
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 2 } });
		const splitJobs = true;
		await harness.sandbox.fault({ method: 'PUT', path: 'submit$', skip: 1, status: 409 });
		expect((await send({ splitJobs })).error).toBeDefined();
		const { json, error } = await send({ splitJobs, maxWords: 1 });
		expect(error).toBeUndefined();
		expect(json.map(({ sendOutcome }) => sendOutcome).sort()).toEqual(['alreadySent', 'created']);
	});

	it('but does not count what nobody limits', async () => {
		const input = [fileItem('a.docx', 'x')];
		const { error } = await send({ planKey: await planKeyOf(input), sendWordCount: true }, input);
		expect(error).toBeUndefined();
	});
});
