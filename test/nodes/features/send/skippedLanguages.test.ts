import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { addingContent, createJob, runOnWire } from '../../TranslationJobs/support';
import { sending, textItem } from './support';

const mapping = (...language: Array<{ from: string; to?: string; skip?: boolean }>) => ({
	languageMapping: { language },
});
const SKIP_FRENCH = mapping({ from: 'fr_CA', skip: true });
const HINT = 'Language Mapping skips fr-CA: nothing is sent into it.';

describe('a language that the mapping skips', () => {
	const harness = useHarness();

	const languages = async () =>
		[
			...new Set(
				(await harness.sandbox.requests()).map((request) => request.targetNativeLanguageCode),
			),
		].sort();
	const preview = async (parameters: INodeParameters, input = [textItem('Hello world')]) =>
		await runOnWire(harness, { ...parameters, operation: 'preview', simplify: false }, { input });

	it('is not sent, as Preview says, and a hint names it', async () => {
		const parameters = sending({ targetLanguages: ['de-de', 'fr-CA'], options: SKIP_FRENCH });
		const planned = await preview(parameters);
		expect(planned.json).toMatchObject([
			{ requests: 1, words: 2, languages: [{ language: 'de-de' }] },
		]);
		expect(planned.hints).toContain(HINT);
		const { json, hints } = await runOnWire(harness, parameters, {
			input: [textItem('Hello world')],
		});
		expect(json).toMatchObject([{ targetLanguages: 'de-de', requestCount: 1 }]);
		expect(hints).toContain(HINT);
		expect(await languages()).toEqual(['de-de']);
	});

	it.each([
		['in another spelling', 'fr_ca', 'fr-CA'],
		['as the code that the service knows', 'fr-CA', 'Canadian'],
	])('is recognised %s', async (_how, from, entered) => {
		const options = mapping({ from, skip: true }, { from: 'Canadian', to: 'fr-CA' });
		await harness.json(sending({ targetLanguages: `={{ ["de-de", "${entered}"] }}`, options }), {
			input: [textItem('Hello')],
		});
		expect(await languages()).toEqual(['de-de']);
	});

	it('leaves out an item that has no other language, and says so', async () => {
		const parameters = sending({ targetLanguages: '={{ $json.into }}', options: SKIP_FRENCH });
		const input = [
			textItem('Hello', { into: ['fr-CA'] }),
			textItem('Good bye', { into: ['de-de', 'fr-CA'] }),
		];
		const left = '1 item left out: no other target language remains for it.';
		expect((await preview(parameters, input)).hints).toContain(left);
		const { json, hints } = await runOnWire(harness, parameters, { input });
		expect(json).toMatchObject([{ itemCount: 1, requestCount: 1, targetLanguages: 'de-de' }]);
		expect(hints).toContain(left);
	});

	it('is an error that sends nothing where it is the only one', async () => {
		const parameters = sending({ targetLanguages: ['fr-CA'], options: SKIP_FRENCH });
		const { error, changes } = await runOnWire(harness, parameters, {
			input: [textItem('Hello'), textItem('Good bye')],
		});
		expect(error?.message).toContain('Target Languages: Language Mapping skips fr-CA');
		expect(changes).toEqual([]);
	});

	it('may have a rate', async () => {
		const rate = [
			{ language: 'de-de', perWord: 1 },
			{ language: 'fr-CA', perWord: 9 },
		];
		const { json } = await preview(
			sending({
				targetLanguages: ['de-de', 'fr-CA'],
				options: { ...SKIP_FRENCH, rates: { rate }, currency: 'EUR' },
			}),
		);
		expect(json).toMatchObject([{ cost: 2 }]);
	});

	it('is not added to a job, and is no filter that lets everything through', async () => {
		const jobId = await createJob(harness);
		const adding = addingContent(jobId, { targetLanguages: ['de-de', 'fr-CA'] });
		const { json, hints } = await runOnWire(harness, { ...adding, options: SKIP_FRENCH });
		expect(json.map((request) => request.targetNativeLanguageCode)).toEqual(['de-de']);
		expect(hints).toContain(HINT);
		const { error } = await runOnWire(harness, {
			resource: 'request',
			operation: 'getAll',
			jobId: adding.jobId,
			filters: { targetLanguages: ['fr-CA'] },
			options: SKIP_FRENCH,
		});
		expect(error?.message).toBe('Target Languages: Language Mapping skips fr-CA');
	});

	it('cannot be the source', async () => {
		const options = mapping({ from: 'en-us', skip: true });
		const { error, changes } = await runOnWire(harness, sending({ options }), {
			input: [textItem('Hello')],
		});
		expect(error?.message).toContain('Source Language: Language Mapping skips en-us');
		expect(changes).toEqual([]);
	});
});

describe('the source language among the target languages', () => {
	const harness = useHarness();
	const HINT = 'en-us is the source language: nothing is translated into it.';

	it('is left out of Send and Preview, and a hint says so', async () => {
		const parameters = sending({ targetLanguages: ['de-de', 'en-us'] });
		const input = [textItem('Hello')];
		for (const operation of ['preview', 'send']) {
			const { json, hints } = await runOnWire(harness, { ...parameters, operation }, { input });
			expect(json).toHaveLength(1);
			expect(hints).toContain(HINT);
		}
		const requests = await harness.sandbox.requests();
		expect(requests.map((request) => request.targetNativeLanguageCode)).toEqual(['de-de']);
	});

	it('leaves out an item that has no other, and is refused where none has', async () => {
		const parameters = sending({ targetLanguages: '={{ $json.into }}' });
		const english = textItem('Hello', { into: ['en_US'] });
		const german = textItem('Good bye', { into: ['de-de'] });
		const { json, hints } = await runOnWire(harness, parameters, { input: [english, german] });
		expect(json).toMatchObject([{ itemCount: 1, targetLanguages: 'de-de' }]);
		expect(hints).toContain('1 item left out: no other target language remains for it.');
		const { error, changes } = await runOnWire(harness, parameters, { input: [english] });
		expect(error?.message).toContain('Target Languages: en-us is the source language');
		expect(changes).toEqual([]);
	});
});
