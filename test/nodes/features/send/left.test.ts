import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../../support/harness';
import { fileItem, sending, textItem, textItems } from './support';

describe('Send for Translation on a job that an earlier run has left unsubmitted', () => {
	const harness = useHarness();

	const ownKey = (changes: INodeParameters = {}, options: INodeParameters = {}) =>
		sending({
			...changes,
			options: { submit: false, runKey: 'release 7', takeOverSeconds: 1, ...options },
		});
	const names = async () =>
		(await harness.sandbox.requests())
			.map(
				({ requestName, targetNativeLanguageCode }) => `${requestName} ${targetNativeLanguageCode}`,
			)
			.sort();

	it('gives it the name, description and due date of the run that submits it', async () => {
		const named = (jobName: string, dueDate: string, submit: boolean) =>
			ownKey(
				{
					jobName,
					additionalFields: {
						description: jobName,
						dueDate,
						labels: { label: [{ name: 'campaign' }] },
					},
				},
				{ submit },
			);
		const [first] = await harness.json(named('Monday', '2027-01-31T12:00:00Z', false), {
			input: textItems(2),
		});
		const [job] = await harness.json(named('Tuesday', '2027-02-28T12:00:00Z', true), {
			input: textItems(2),
		});
		expect(job).toMatchObject({
			jobId: first!.jobId,
			sendOutcome: 'continued',
			jobName: 'Tuesday',
		});
		const [stored] = await harness.sandbox.jobs();
		expect(stored).toMatchObject({
			jobName: 'Tuesday',
			description: 'Tuesday',
			dueDate: '2027-02-28T12:00:00Z',
		});
		expect(stored!.labels).toEqual(
			expect.arrayContaining(['campaign', expect.stringMatching(/^n8n-run-/)]),
		);
	});

	describe('where what a request says beside its content was corrected in between', () => {
		const metadata = (value: IDataObject) => ({ extendedMetadata: JSON.stringify(value) });
		const named = (requestName: string) => ({ sourceNativeId: 'page-1', requestName });
		const changes: Array<[string, INodeParameters, INodeParameters, IDataObject]> = [
			[
				'the source language',
				{ sourceLanguage: 'en-us' },
				{ sourceLanguage: 'en-gb' },
				{ sourceNativeLanguageCode: 'en-gb' },
			],
			[
				'the name',
				{ itemFields: named('Paeg') },
				{ itemFields: named('Page') },
				{ requestName: 'Page' },
			],
			[
				'the metadata',
				{ itemFields: metadata({ tone: 'formal' }) },
				{ itemFields: metadata({ tone: 'casual' }) },
				{ extendedMetadata: { tone: 'casual' } },
			],
		];
		const sent = async () =>
			await Promise.all(
				(await harness.sandbox.requests()).map(
					async ({ jobId, requestId }) =>
						(
							await harness.json({
								resource: 'request',
								operation: 'get',
								jobId: byId(jobId),
								requestId: byId(requestId),
								simplify: false,
							})
						)[0]!,
				),
			);

		it.each(changes)('submits %s of this run', async (_, before, after, shown) => {
			await harness.json(ownKey(before), { input: textItems(1) });
			const [job] = await harness.json(ownKey(after, { submit: true }), { input: textItems(1) });
			expect(job).toMatchObject({ sendOutcome: 'created', requestCount: 2 });
			expect(await harness.sandbox.jobs()).toHaveLength(1);
			expect(await sent()).toMatchObject([shown, shown]);
		});

		it.each(changes)(
			'refuses it if %s differs from what was submitted',
			async (_, before, after) => {
				await harness.json(ownKey(before, { submit: true }), { input: textItems(1) });
				const { error } = await harness.run(ownKey(after, { submit: true }), {
					input: textItems(1),
				});
				expect(error?.message).toMatch(
					/^Job \S+ with the same run key was submitted with another content of this item/,
				);
			},
		);

		it.each([
			['names that are shown in another form', { nameForm: 'escaped' }],
			['metadata that is not shown', { metadataTaken: 'none' }],
		] as const)('does not mind %s', async (_, variants) => {
			await harness.sandbox.configure(variants);
			const parameters = ownKey({
				itemFields: { ...named('R&D "Page"'), ...metadata({ tone: 'R&D' }) },
			});
			await harness.json(parameters, { input: textItems(1) });
			const before = await harness.sandbox.requests();
			await harness.json(parameters, { input: textItems(1) });
			expect(await harness.sandbox.requests()).toEqual(before);
		});
	});

	describe('with two support assets of one source ID', () => {
		const parameters = ownKey(
			{
				translate: '={{ $json.translate }}',
				itemFields: { sourceNativeId: 'page-1' },
			},
			{ concurrency: 1 },
		);
		const inputWith = (...names: string[]) => [
			textItem('A', { translate: 'content' }),
			...names.map((name) => ({ ...fileItem(name, name), json: { translate: 'supportAsset' } })),
		];

		it('replaces it if only the first is there', async () => {
			const [first] = await harness.json(parameters, { input: inputWith('a.csv') });
			const [job] = await harness.json(parameters, { input: inputWith('a.csv', 'b.csv') });
			const assets = await harness.json({
				resource: 'supportAsset',
				operation: 'getAll',
				jobId: byId(String(job!.jobId)),
			});
			expect(assets.map(({ description }) => description)).toEqual(['a.csv', 'b.csv']);
			expect(job!.jobId).not.toBe(first!.jobId);
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});

		it('refuses them if they have one name, too', async () => {
			const { error } = await harness.run(parameters, { input: inputWith('a.csv', 'a.csv') });
			expect(error?.message).toContain(
				'Source ID "page-1", request name "a.csv" are also those of item 1',
			);
		});
	});

	it('does not take a request that is listed twice for a double', async () => {
		const input = textItems(2);
		await harness.json(ownKey(), { input });
		const [listedTwice] = (await harness.sandbox.requests()) as unknown as IDataObject[];
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests$',
			oddEntry: listedTwice,
		});
		await harness.json(ownKey(), { input });
		expect(await harness.sandbox.log({ origin: 'rest', method: 'DELETE' })).toEqual([]);
	});

	it.each(['escaped', 'collapsed', 'nfc'] as const)(
		'tells items with one source ID apart where names come back %s',
		async (nameForm) => {
			const parameters = ownKey({
				itemFields: { sourceNativeId: 'page-1', requestName: '={{ $json.name }}' },
			});
			const input = ['Other', 'R&D  cafe\u0301'].map((name) => textItem(name, { name }));
			await harness.json(parameters, { input });
			await harness.sandbox.configure({ nameForm });
			await harness.sandbox.clearLog();
			expect(await harness.json(parameters, { input })).toMatchObject([{ requestCount: 4 }]);
			expect(await harness.sandbox.log({ method: 'DELETE' })).toEqual([]);
			expect(await harness.sandbox.log({ path: 'requests/add$' })).toEqual([]);
		},
	);

	it('keeps it when this run fails', async () => {
		const parameters = sending({ options: { submit: false, maxTries: 1, takeOverSeconds: 1 } });
		const [first] = await harness.json(parameters, { input: textItems(2) });
		await harness.sandbox.fault({ method: 'GET', path: 'requests$', status: 503 });
		const { error } = await harness.run(parameters, { input: textItems(2) });
		expect(error).toBeDefined();
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobId: first!.jobId, requestCount: 4 }]);
		const [again] = await harness.json(parameters, { input: textItems(2) });
		expect(again).toMatchObject({ jobId: first!.jobId, sendOutcome: 'continued' });
	});

	it.each([
		['derived source IDs', {}],
		['source IDs of their own', { itemFields: { sourceNativeId: '={{ $json.texts.title }}' } }],
	])('refuses to mix it with other items under the same own key, with %s', async (_, changes) => {
		await harness.json(ownKey({ ...changes, targetLanguages: ['de-de'], jobName: 'First' }), {
			input: [textItem('Hello'), textItem('World')],
		});
		const before = await names();
		const { error } = await harness.run(
			ownKey({ ...changes, targetLanguages: ['de-de'], jobName: 'Second' }, { submit: true }),
			{ input: [textItem('World'), textItem('Good bye')] },
		);
		expect(error?.message).toMatch(
			/^Job \S+ has the same run key, but holds what this run does not send: "Hello" \(de-de\)$/,
		);
		expect(await names()).toEqual(before);
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobName: 'First', status: 'CREATED' }]);
	});

	describe('with source IDs of its own', () => {
		const own = (submit: boolean) =>
			ownKey(
				{
					targetLanguages: ['de-de'],
					itemFields: { sourceNativeId: '={{ $json.id }}', requestName: '={{ $json.id }}' },
				},
				{ submit },
			);
		const texts = async (jobId: string) => {
			const contents = [];
			for (const { sourcecontentId, fmsFileId } of await harness.sandbox.requests(jobId)) {
				const [found] = sourcecontentId
					? await harness.json({
							resource: 'sourceContent',
							operation: 'get',
							jobId: byId(jobId),
							sourceContentId: sourcecontentId,
						})
					: (
							await harness.run({
								resource: 'file',
								operation: 'downloadSource',
								jobId: byId(jobId),
								fmsFileId: fmsFileId!,
							})
						).items;
				const { fields, binary } = found as {
					fields?: IDataObject[];
					binary?: { data: IBinaryData };
				};
				contents.push(
					fields ? fields[0]!.value : (await harness.engine.readBinary(binary!.data)).toString(),
				);
			}
			return contents.sort();
		};

		it('submits the text of an item that was corrected in between, not the old one', async () => {
			await harness.json(own(false), {
				input: [textItem('Teh cat', { id: 'cat' }), textItem('The dog', { id: 'dog' })],
			});
			const [job] = await harness.json(own(true), {
				input: [textItem('The cat', { id: 'cat' }), textItem('The dog', { id: 'dog' })],
			});
			expect(job).toMatchObject({ sendOutcome: 'created', requestCount: 2 });
			expect(await texts(String(job!.jobId))).toEqual(['The cat', 'The dog']);
		});

		it('submits the file of an item that was corrected in between, not the old one', async () => {
			const file = (text: string) => ({ ...fileItem('cat.txt', text), json: { id: 'cat' } });
			await harness.json(own(false), { input: [file('Teh cat')] });
			const [job] = await harness.json(own(true), { input: [file('The cat')] });
			expect(await texts(String(job!.jobId))).toEqual(['The cat']);
		});

		it('does not store again what is unchanged', async () => {
			const input = [
				{ ...fileItem('cat.txt', 'The cat'), json: { id: 'cat' } },
				textItem('The dog', { id: 'dog' }),
			];
			const [first] = await harness.json(own(false), { input });
			const before = await harness.sandbox.requests(String(first!.jobId));
			await harness.json(own(true), { input });
			expect(
				(await harness.sandbox.requests(String(first!.jobId))).map(({ requestId }) => requestId),
			).toEqual(before.map(({ requestId }) => requestId));
		});

		it('refuses another text under the key of a job that was submitted', async () => {
			await harness.json(own(true), {
				input: [textItem('Teh cat', { id: 'cat' }), textItem('The dog', { id: 'dog' })],
			});
			const { error } = await harness.run(own(true), {
				input: [textItem('The cat', { id: 'cat' }), textItem('The dog', { id: 'dog' })],
			});
			expect(error?.message).toMatch(
				/^Job \S+ with the same run key was submitted with another content of this item \(item 0, cat\)$/,
			);
			expect(error?.description).not.toContain('Item 1');
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});

		it.each([
			[
				'says that the same was sent before',
				'The cat',
				undefined,
				{ sendOutcome: 'alreadySent', itemCount: 1 },
			],
			[
				'refuses other items',
				'The bird',
				/Job \S+ with the same run key is archived and was submitted with other items/,
				undefined,
			],
		])('%s when the earlier job is archived', async (_, title, refusal, output) => {
			const [first] = await harness.json(own(true), {
				input: [textItem('The cat', { id: 'cat' })],
			});
			await harness.json({
				resource: 'job',
				operation: 'archive',
				jobId: byId(String(first!.jobId)),
				wait: true,
			});
			const { error, items } = await harness.run(own(true), {
				input: [textItem(title, { id: 'cat' })],
			});
			if (refusal) expect(error?.message).toMatch(refusal);
			else expect(items.map(({ json }) => json)).toMatchObject([output]);
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});
	});

	it('replaces it if it has a request twice', async () => {
		const [job] = await harness.json(ownKey(), { input: [textItem('Hello')] });
		const [request] = await harness.sandbox.requests();
		const { requestName, sourceNativeId, sourcecontentId, sourceNativeLanguageCode } =
			request as unknown as IDataObject;
		const body = {
			requestName,
			sourceNativeId,
			sourcecontentId,
			sourceNativeLanguageCode,
			targetNativeLanguageCodes: ['de-de'],
		};
		await harness.withClient(
			async (client) =>
				await client.call({
					method: 'POST',
					path: `/jobs/${String(job!.jobId)}/requests/add`,
					body,
					expects: 'json',
				}),
		);
		expect(await names()).toEqual(['Hello de-de', 'Hello de-de', 'Hello fr-fr']);
		await harness.json(ownKey(), { input: [textItem('Hello')] });
		expect(await names()).toEqual(['Hello de-de', 'Hello fr-fr']);
	});

	it('tells file and text of one item apart, though they share source ID and name', async () => {
		const both = ownKey(
			{ translate: 'both', itemFields: { sourceNativeId: 'page-1', requestName: 'Page' } },
			{ concurrency: 1 },
		);
		const input = [{ ...fileItem('a.txt', 'Hello'), json: { texts: { title: 'Good morning' } } }];
		const [job] = await harness.json(both, { input });
		expect(job).toMatchObject({ sendOutcome: 'created', requestCount: 4 });
		const [again] = await harness.json(both, { input });
		expect(again).toMatchObject({ jobId: job!.jobId, sendOutcome: 'continued' });
		const kinds = (await harness.sandbox.requests()).map(
			({ fmsFileId, targetNativeLanguageCode }) =>
				`${fmsFileId ? 'file' : 'content'} ${targetNativeLanguageCode}`,
		);
		expect(kinds.sort()).toEqual(['content de-de', 'content fr-fr', 'file de-de', 'file fr-fr']);
	});
});
