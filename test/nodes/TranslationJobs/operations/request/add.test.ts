import { ACCEPTED_LANGUAGE_CODES } from '../../../../../nodes/rules/languages/codes';
import { LIMITS } from '../../../../../nodes/rules/limits';
import { eventually } from '../../../../support/eventually';
import { byId, useHarness } from '../../../../support/harness';
import { createJob, runOnWire, uploadFile } from '../../support';

describe('adding content to a job', () => {
	const harness = useHarness();
	let jobId: string;

	beforeEach(async () => {
		jobId = await createJob(harness);
	});

	const addContent = (parameters: Record<string, unknown> = {}) =>
		({
			resource: 'request',
			operation: 'addContent',
			jobId: byId(jobId),
			requestName: 'Page',
			sourceLanguage: 'en-us',
			targetLanguages: ['de-de'],
			content: { pair: [{ key: 'title', value: 'Hello' }] },
			...parameters,
		}) as never;

	it('stores the texts, then adds one request for each target language', async () => {
		const { json, lines, changes } = await runOnWire(
			harness,
			addContent({ targetLanguages: ['de-de', 'fr-fr'] }),
		);
		expect(lines).toEqual([
			`GET /jobs/${jobId}/requests`,
			'GET /quota',
			`POST /jobs/${jobId}/sourcecontent`,
			`POST /jobs/${jobId}/requests/add`,
		]);
		expect(changes[0]!.body).toEqual({ fields: [{ key: 'title', value: 'Hello' }] });
		expect(changes[1]!.body).toEqual({
			requestName: 'Page',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['de-de', 'fr-fr'],
			sourcecontentId: expect.any(String),
		});
		expect(json).toEqual([
			expect.objectContaining({
				jobId,
				requestId: expect.any(String),
				targetNativeLanguageCode: 'de-de',
				statusCode: 'CREATED',
			}),
			expect.objectContaining({ targetNativeLanguageCode: 'fr-fr' }),
		]);
	});

	it('says what to do with content for a job that was submitted before', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'IN_TRANSLATION' });
		[jobId = ''] = jobIds;
		const fmsFileId = await uploadFile(harness, jobId, 'a.txt');
		for (const parameters of [{}, { operation: 'addFile', fileFrom: 'id', fmsFileId }]) {
			const { error } = await harness.run(addContent(parameters));
			expect(error?.message).toBe(`Job ${jobId} was submitted and can no longer be changed`);
			expect(error?.description).toBe(
				'Its status is "In Translation". Make a new job, or ask the provider about the change. Send for Translation makes a job, adds the content and submits it.',
			);
		}
	});

	it('pairs every created request with its input item', async () => {
		const { items } = await runOnWire(
			harness,
			addContent({ requestName: '={{ $json.name }}', targetLanguages: ['de-de', 'fr-fr'] }),
			{
				input: [{ json: { name: 'One' } }, { json: { name: 'Two' } }],
			},
		);
		expect(
			items.map(({ json, pairedItem }) => [
				json.requestName,
				json.targetNativeLanguageCode,
				pairedItem,
			]),
		).toEqual([
			['One', 'de-de', { item: 0 }],
			['One', 'fr-fr', { item: 0 }],
			['Two', 'de-de', { item: 1 }],
			['Two', 'fr-fr', { item: 1 }],
		]);
	});

	it('sends the additional fields', async () => {
		const additionalFields = {
			sourceNativeId: 'page-1',
			targetNativeIds: 'de-1, fr-1',
			wordCount: 12,
			extendedMetadata: '{"a":1}',
		};
		const { changes } = await runOnWire(
			harness,
			addContent({ targetLanguages: ['de-de', 'fr-fr'], additionalFields }),
		);
		expect(changes[1]!.body).toMatchObject({
			sourceNativeId: 'page-1',
			targetNativeIds: ['de-1', 'fr-1'],
			wordCount: 12,
			extendedMetadata: { a: 1 },
		});
	});

	it('sends equal target IDs as they are', async () => {
		const { changes } = await runOnWire(
			harness,
			addContent({
				targetLanguages: ['de-de', 'fr-fr'],
				additionalFields: { targetNativeIds: 'page-1, page-1' },
			}),
		);
		expect(changes[1]!.body).toMatchObject({ targetNativeIds: ['page-1', 'page-1'] });
	});

	it.each([
		['an object', '{"title":"Hello","count":3}'],
		['a list', '[{"key":"title","value":"Hello"},{"key":"count","value":3}]'],
	])('takes the texts from JSON that is %s', async (_case, contentJson) => {
		const { changes } = await runOnWire(harness, addContent({ contentMode: 'json', contentJson }));
		expect(changes[0]!.body).toEqual({
			fields: [
				{ key: 'title', value: 'Hello' },
				{ key: 'count', value: '3' },
			],
		});
	});

	it.each([
		['a list', '={{ ["de_DE", "iw"] }}'],
		['comma-separated text', '={{ "de_DE, iw" }}'],
	])('understands the codes of content systems, given as %s', async (_case, targetLanguages) => {
		const { changes } = await runOnWire(
			harness,
			addContent({ sourceLanguage: '={{ "EN_us" }}', targetLanguages }),
		);
		expect(changes[1]!.body).toMatchObject({
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['de-de', 'he-IL'],
		});
	});

	it('puts the own mapping first', async () => {
		const options = {
			languageMapping: {
				language: [
					{ from: 'de', to: 'de-at' },
					{ from: 'fr-fr', to: 'fr-ca' },
				],
			},
		};
		const { changes } = await runOnWire(
			harness,
			addContent({ targetLanguages: '={{ ["de", "fr-fr"] }}', options }),
		);
		expect(changes[1]!.body).toMatchObject({ targetNativeLanguageCodes: ['de-at', 'fr-ca'] });
	});

	it('passes unlisted codes on only when told to', async () => {
		const { changes, error } = await runOnWire(
			harness,
			addContent({
				targetLanguages: '={{ ["tlh-XX"] }}',
				options: { allowUnlistedLanguages: true },
			}),
		);
		expect(changes.at(-1)!.body).toMatchObject({ targetNativeLanguageCodes: ['tlh-XX'] });
		expect(error?.message).toContain('not an accepted language code');
	});

	it.each(['spec', 'hal'] as const)(
		'splits more than 100 target languages into calls, with pages of the shape %s',
		async (pageShape) => {
			await harness.sandbox.configure({ pageShape });
			const targets = ACCEPTED_LANGUAGE_CODES.slice(0, 230);
			const { json, calls } = await runOnWire(
				harness,
				addContent({ targetLanguages: [...targets] }),
			);
			const added = calls
				.filter(({ path }) => path.endsWith('/requests/add'))
				.map(
					({ body }) =>
						(body as { targetNativeLanguageCodes: string[] }).targetNativeLanguageCodes.length,
				);
			expect(added).toEqual([LIMITS.targetsPerCall, LIMITS.targetsPerCall, 30]);
			expect(json.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual(targets);
			await harness.sandbox.configure({ pageShape: 'spec' });
		},
	);

	it.each([
		['no target language', { targetLanguages: '={{ [] }}' }, 'Target Languages is empty'],
		['a null target language', { targetLanguages: '={{ null }}' }, 'Target Languages is empty'],
		[
			'a null among target languages',
			{ targetLanguages: '={{ ["de-de", null] }}' },
			'Target Languages is empty',
		],
		[
			'an ambiguous language',
			{ targetLanguages: '={{ ["de"] }}' },
			'de-at, de-BE, de-ch, de-de, de-li, de-lu',
		],
		[
			'an unknown language',
			{ sourceLanguage: '={{ "klingon" }}' },
			'Source Language: "klingon" is not an accepted language code',
		],
		['a name over the limit', { requestName: 'x'.repeat(251) }, 'Request Name is 251 bytes long'],
		['no content', { content: { pair: [{ key: '', value: '' }] } }, 'Content is empty'],
		[
			'a text without a key',
			{ content: { pair: [{ key: '', value: 'x' }] } },
			'entry 1 has no key',
		],
		[
			'a key twice',
			{
				content: {
					pair: [
						{ key: 'a', value: 'x' },
						{ key: 'a', value: 'y' },
					],
				},
			},
			'the key "a" twice',
		],
		[
			'JSON that is none',
			{ contentMode: 'json', contentJson: '={{ "{" }}' },
			'Content (JSON) is not valid JSON',
		],
		[
			'nested JSON',
			{ contentMode: 'json', contentJson: '{"a":{"b":"c"}}' },
			'the value of "a" is not text',
		],
		[
			'content over the limit',
			{ content: { pair: [{ key: 'a', value: 'x'.repeat(1_000_000) }] } },
			'the limit is 1,000,000',
		],
		[
			'too few target IDs',
			{ targetLanguages: ['de-de', 'fr-fr'], additionalFields: { targetNativeIds: 'x' } },
			'Target IDs: there are 1 for 2',
		],
		[
			'half a word',
			{ additionalFields: { wordCount: 1.5 } },
			'Word Count: "1.5" is not a whole number',
		],
		[
			'metadata that is no object',
			{ additionalFields: { extendedMetadata: '"x"' } },
			'Extended Metadata must be an object',
		],
	])('refuses %s before anything is sent', async (_case, parameters, message) => {
		const { error, calls } = await runOnWire(harness, addContent(parameters));
		expect(error?.message).toContain(message);
		expect(calls).toEqual([]);
	});

	it('adds each request once when the answer is lost', async () => {
		await harness.sandbox.fault({ method: 'POST', path: 'requests/add$', dropAfter: true });
		const { json, error } = await runOnWire(
			harness,
			addContent({ targetLanguages: ['de-de', 'fr-fr'] }),
		);
		expect(error).toBeUndefined();
		expect(json.map(({ requestId }) => requestId)).toEqual(
			(await harness.sandbox.requests(jobId)).map(({ requestId }) => requestId),
		);
		expect(json).toHaveLength(2);
	});

	it('adds equal contents as often as told to, even when an answer is lost', async () => {
		await harness.sandbox.fault({
			method: 'POST',
			path: 'requests/add$',
			dropAfter: true,
			skip: 1,
		});
		await runOnWire(harness, addContent(), { input: [{ json: {} }, { json: {} }, { json: {} }] });
		expect(await harness.sandbox.requests(jobId)).toHaveLength(3);
	});

	it.each(['sourcecontentId', 'sourceContentId'] as const)(
		'reads the content id as %s',
		async (contentIdField) => {
			await harness.sandbox.configure({ contentIdField });
			const { json } = await runOnWire(harness, addContent());
			expect(json[0]!.sourceContentId).toEqual(expect.any(String));
			await harness.sandbox.configure({ contentIdField: 'sourcecontentId' });
		},
	);

	it('gives 37 results and three errors for 40 items of which three are bad', async () => {
		const input = Array.from({ length: 40 }, (_, index) => ({
			json: { index, target: index % 15 === 7 ? 'de' : 'de-de' },
		}));
		const { items } = await runOnWire(
			harness,
			addContent({
				requestName: '=Item {{ $json.index }}',
				targetLanguages: '={{ $json.target }}',
			}),
			{ input, continueOnFail: true },
		);
		const bad = [7, 22, 37];
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(items.flatMap(({ json }, index) => (json.error ? [index] : []))).toEqual(bad);
		expect(items.filter(({ json }) => json.requestId)).toHaveLength(37);
		expect(items[7]!.json.error).toContain('can mean several accepted languages');
		expect(await harness.sandbox.requests(jobId)).toHaveLength(37);
	});

	it('begins nothing new once the execution is cancelled', async () => {
		await harness.sandbox.configure({ latencyMs: 50 });
		let cancel = () => {};
		const running = harness.run(addContent({ options: { concurrency: 1 } }), {
			input: Array.from({ length: 40 }, () => ({ json: {} })),
			onStart: (execution) => {
				cancel = () => execution.cancel();
			},
		});
		await eventually(async () => (await harness.sandbox.requests(jobId)).length >= 2);
		cancel();
		await running.catch(() => undefined);
		await harness.sandbox.configure({ latencyMs: 0 });
		expect((await harness.sandbox.requests(jobId)).length).toBeLessThan(40);
	});

	describe('within the quota of requests per job', () => {
		const targets = ACCEPTED_LANGUAGE_CODES.slice(0, 100);
		const input = Array.from({ length: 3 }, () => ({ json: {} }));
		const quota = async (requests: number) =>
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: requests } });
		const many = () =>
			runOnWire(harness, addContent({ targetLanguages: [...targets] }), {
				input,
				continueOnFail: true,
			});

		it('refuses what goes beyond it before it is sent', async () => {
			await quota(200);
			const { json, lines } = await many();
			expect(json.at(-1)!.error).toBe(
				'The job would have 300 requests; the limit is 200 (MaxReqsPerJob)',
			);
			expect(lines.filter((line) => line.endsWith('/sourcecontent'))).toHaveLength(2);
			expect(lines.filter((line) => line === 'GET /quota')).toHaveLength(1);
		});

		it('takes more where it was raised', async () => {
			await quota(300);
			expect((await many()).json).toHaveLength(300);
		});
	});

	it('stops at the first failure without continue on fail, and says how many took effect', async () => {
		const input = Array.from({ length: 30 }, (_, index) => ({
			json: { target: index === 12 ? 'de' : 'de-de' },
		}));
		const { error } = await runOnWire(
			harness,
			addContent({ targetLanguages: '={{ $json.target }}', options: { concurrency: 1 } }),
			{ input },
		);
		expect(error?.context?.itemIndex).toBe(12);
		expect(error?.description).toContain(
			'Of 30 items, 12 succeeded, 1 failed and 17 were not started.',
		);
		expect(await harness.sandbox.requests(jobId)).toHaveLength(12);
	});

	describe('as a file', () => {
		const upload = async () => await uploadFile(harness, jobId, 'a.txt');
		const addFile = (fmsFileId: string) => ({
			resource: 'request',
			operation: 'addFile',
			jobId: byId(jobId),
			fileFrom: 'id',
			fmsFileId,
			requestName: 'File',
			sourceLanguage: 'en-us',
			targetLanguages: ['de-de', 'fr-fr'],
		});

		it('refers to the uploaded file', async () => {
			const fmsFileId = await upload();
			const { json, lines, changes } = await runOnWire(harness, addFile(fmsFileId));
			expect(lines).toEqual([
				`GET /jobs/${jobId}/requests`,
				'GET /quota',
				`POST /jobs/${jobId}/requests/add`,
			]);
			expect(changes[0]!.body).toEqual({
				requestName: 'File',
				sourceNativeLanguageCode: 'en-us',
				targetNativeLanguageCodes: ['de-de', 'fr-fr'],
				fmsFileId,
			});
			expect(
				json.map(({ fileId, targetNativeLanguageCode }) => [fileId, targetNativeLanguageCode]),
			).toEqual([
				[fmsFileId, 'de-de'],
				[fmsFileId, 'fr-fr'],
			]);
		});

		it('is added once when the answer is lost', async () => {
			const fmsFileId = await upload();
			await harness.sandbox.fault({ method: 'POST', path: 'requests/add$', dropAfter: true });
			expect(await harness.json(addFile(fmsFileId))).toHaveLength(2);
			expect(await harness.sandbox.requests(jobId)).toHaveLength(2);
		});

		it('needs a file id before anything is sent', async () => {
			const { error, calls } = await runOnWire(harness, addFile('={{ "" }}'));
			expect(error?.message).toBe('File ID is empty');
			expect(calls).toEqual([]);
		});
	});
});
