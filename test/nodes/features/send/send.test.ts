import { byId, useHarness } from '../../../support/harness';
import { runOnWire } from '../../TranslationJobs/support';
import { fileItem, sending, textItem } from './support';

describe('Send for Translation', () => {
	const harness = useHarness();

	it('makes one submitted job of files and texts, with a request for each language', async () => {
		const input = [
			fileItem('a.txt', 'Hello'),
			textItem('Good morning'),
			fileItem('b.txt', 'Good bye'),
		];
		const [job] = await harness.json(sending(), { input });
		const [stored, ...others] = await harness.sandbox.jobs();
		expect(others).toEqual([]);
		expect(stored).toMatchObject({
			jobId: job!.jobId,
			jobName: 'Spring catalogue',
			providerId: 'pseudo',
			requestCount: 6,
		});
		expect(job).toMatchObject({
			statusCode: 'SENDING',
			sendOutcome: 'created',
			itemCount: 3,
			requestCount: 6,
		});
		expect(await harness.sandbox.violations()).toEqual([]);
	});

	it('sends all fields of an item, and nothing else of it', async () => {
		const { changes } = await runOnWire(
			harness,
			sending({
				itemFields: {
					requestName: 'Page 1',
					sourceNativeId: 'page-1',
					wordCount: 2,
					extendedMetadata: '{ "layout": "wide" }',
				},
			}),
			{ input: [textItem('Good morning')] },
		);
		expect(changes.find(({ path }) => path.endsWith('/requests/add'))?.body).toEqual({
			requestName: 'Page 1',
			sourceNativeId: 'page-1',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['de-de', 'fr-fr'],
			sourcecontentId: expect.any(String),
			wordCount: 2,
			extendedMetadata: { layout: 'wide' },
		});
	});

	it('refuses a Source ID whose expression gives nothing, before anything is sent', async () => {
		const { error, changes } = await runOnWire(
			harness,
			sending({ itemFields: { sourceNativeId: '={{ $json.missing }}' } }),
			{ input: [textItem('Good morning')] },
		);
		expect(error?.message).toContain('Source ID is empty');
		expect(changes).toEqual([]);
	});

	it('pairs the job with all items, and each request with the item it came from', async () => {
		const input = [fileItem('a.txt', 'Hello'), textItem('Good morning')];
		const job = await harness.run(sending(), { input });
		expect(job.items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 1 }]]);

		const { items } = await harness.run(
			sending({ options: { output: 'requests', runKey: 'other' } }),
			{ input },
		);
		expect(
			items.map(({ json, pairedItem }) => [
				json.requestName,
				json.targetNativeLanguageCode,
				pairedItem,
			]),
		).toEqual([
			['a.txt', 'de-de', { item: 0 }],
			['a.txt', 'fr-fr', { item: 0 }],
			['Good morning', 'de-de', { item: 1 }],
			['Good morning', 'fr-fr', { item: 1 }],
		]);
	});

	it('hands on requests in the status they have after the job was submitted', async () => {
		const items = await harness.json(sending({ options: { output: 'requests' } }), {
			input: [textItem('Good morning')],
		});
		for (const { statusCode } of items) expect(statusCode).not.toBe('CREATED');
	});

	it('reads languages, names, ids and the binary field for each item', async () => {
		const input = [
			{
				...fileItem('a.txt', 'Hello', 'first'),
				json: { targets: 'de-de', from: 'en_GB', field: 'first', name: 'One', id: 'page-1' },
			},
			{
				...fileItem('b.txt', 'Hello', 'second'),
				json: {
					targets: ['fr-fr', 'it-IT'],
					from: 'en-us',
					field: 'second',
					name: 'Two',
					id: 'page-2',
				},
			},
		];
		const parameters = sending({
			sourceLanguage: '={{ $json.from }}',
			targetLanguages: '={{ $json.targets }}',
			options: { binaryPropertyName: '={{ $json.field }}' },
			itemFields: { requestName: '={{ $json.name }}', sourceNativeId: '={{ $json.id }}' },
		});
		await harness.json(parameters, { input });
		const requests = await harness.sandbox.requests();
		expect(
			requests
				.map(
					({ requestName, sourceNativeId, sourceNativeLanguageCode, targetNativeLanguageCode }) => [
						requestName,
						sourceNativeId,
						sourceNativeLanguageCode,
						targetNativeLanguageCode,
					],
				)
				.sort(),
		).toEqual([
			['One', 'page-1', 'en-gb', 'de-de'],
			['Two', 'page-2', 'en-us', 'fr-fr'],
			['Two', 'page-2', 'en-us', 'it-IT'],
		]);
	});

	it('sends file and text of one item as two entries if asked', async () => {
		const input = [{ ...fileItem('a.txt', 'Hello'), json: { texts: { title: 'Good morning' } } }];
		await harness.json(sending({ translate: 'both', targetLanguages: ['de-de'] }), { input });
		expect(
			(await harness.sandbox.requests())
				.map(({ fmsFileId, sourcecontentId }) => [
					fmsFileId !== undefined,
					sourcecontentId !== undefined,
				])
				.sort(),
		).toEqual([
			[false, true],
			[true, false],
		]);
	});

	it('sends items as support assets that help the translators', async () => {
		const input = [
			fileItem('a.txt', 'Hello'),
			{ ...fileItem('glossary.csv', 'hello,hallo'), json: { isGlossary: true } },
		];
		const [job] = await harness.json(
			sending({
				translate: '={{ $json.isGlossary ? "supportAsset" : "file" }}',
				options: { submit: false },
			}),
			{ input },
		);
		expect(job).toMatchObject({ itemCount: 2, requestCount: 2 });
		const assets = await harness.json({
			resource: 'supportAsset',
			operation: 'getAll',
			jobId: byId(String(job!.jobId)),
		});
		expect(assets.map(({ description }) => description)).toEqual(['glossary.csv']);
	});

	it('refuses support assets with nothing to translate', async () => {
		const { error } = await harness.run(sending({ translate: 'supportAsset' }), {
			input: [fileItem('glossary.csv', 'hello,hallo')],
		});
		expect(error?.message).toBe('There is nothing to translate, only support assets');
	});

	it('gives the job its fields and keeps the labels of the user', async () => {
		const additionalFields = {
			description: 'Soon',
			poReference: 'PO-1',
			dueDate: '2027-01-31T12:00:00Z',
			shouldQuote: true,
			labels: { label: [{ name: 'campaign', value: 'spring' }] },
		};
		await harness.json(
			sending({
				additionalFields,
				options: { extendedMetadata: '{"costCenter":"DE-1234"}' },
			}),
			{ input: [textItem('Hello')] },
		);
		const [job] = await harness.sandbox.jobs();
		expect(job).toMatchObject({
			description: 'Soon',
			poReference: 'PO-1',
			dueDate: '2027-01-31T12:00:00Z',
			shouldQuote: true,
			extendedMetadata: { costCenter: 'DE-1234' },
			labels: { campaign: 'spring' },
		});
	});

	it('creates no job if an expression does not say whether to submit it', async () => {
		const { error } = await harness.run(sending({ options: { submit: '={{ $json.approved }}' } }), {
			input: [textItem('Hello')],
		});
		expect(error?.message).toBe('Submit to Provider is empty');
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('leaves the job unsubmitted if asked, and marks it as complete', async () => {
		const [job] = await harness.json(
			sending({ options: { submit: false }, providerId: byId('') }),
			{
				input: [textItem('Hello')],
			},
		);
		expect(job).toMatchObject({ statusCode: 'CREATED', requestCount: 2 });
		const [stored] = await harness.sandbox.jobs();
		expect(JSON.stringify(stored!.labels)).toContain('n8n-state-left-t');
	});

	it('waits until the job has reached the provider if asked', async () => {
		const [job] = await harness.json(sending({ options: { wait: true } }), {
			input: [textItem('Hello')],
		});
		expect(job!.statusCode).not.toBe('SENDING');
	});

	it.each([
		[
			'a job that waits for its submission',
			{ options: { submit: false } },
			"Created 'Spring catalogue': 1 file and 1 text into de-de, fr-fr. It is not submitted yet. Next: submit it with the operation Submit.",
		],
		[
			'more languages than one can take in',
			{ targetLanguages: ['de-de', 'fr-fr', 'it-IT', 'es-es', 'pl-PL', 'nl-NL'] },
			"Sent 'Spring catalogue' to Pseudo Translations: 1 file and 1 text into 6 languages. Next: Collect Translations.",
		],
	])('has a sentence for %s', async (_, changes, sentence) => {
		const { hints } = await harness.run(sending(changes), {
			input: [fileItem('a.txt', 'Hello'), textItem('World')],
		});
		expect(hints).toEqual([sentence]);
	});

	it('says that it submits a job that was left, and sends support assets along', async () => {
		const input = [
			fileItem('a.txt', 'Hello'),
			{ ...fileItem('glossary.csv', 'hello,hallo'), json: { isGlossary: true } },
		];
		const parameters = (submit: boolean) =>
			sending({
				translate: '={{ $json.isGlossary ? "supportAsset" : "file" }}',
				options: { submit, runKey: 'one' },
			});
		await harness.json(parameters(false), { input });
		const { hints } = await harness.run(parameters(true), { input });
		expect(hints).toEqual([
			"Sent 'Spring catalogue' to Pseudo Translations: 1 file into de-de, fr-fr, with 1 support asset. An earlier run had left this job unsubmitted. Next: Collect Translations.",
		]);
	});

	it('names the provider by its id if it cannot be read', async () => {
		await harness.sandbox.fault({ path: '/providers', status: 403, times: 10 });
		const { hints } = await harness.run(sending(), { input: [textItem('Hello')] });
		expect(hints[0]).toMatch(/^Sent 'Spring catalogue' to pseudo: 1 text into/);
	});

	it('says what it did, on the node and in the log', async () => {
		const before = harness.engine.logs.length;
		const { hints } = await harness.run(sending(), {
			input: [textItem('Hello'), textItem('World')],
		});
		expect(hints).toEqual([
			"Sent 'Spring catalogue' to Pseudo Translations: 2 texts into de-de, fr-fr. Next: Collect Translations.",
		]);
		const lines = harness.engine.logs.slice(before).map(({ message }) => message);
		expect(lines).toContainEqual(expect.stringMatching(/2 of 2 items are in job/));
		expect(lines).toContainEqual(expect.stringMatching(/submitted job/));
	});
});
