import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../../support/harness';
import { fileItem, sending, textItem } from '../send/support';

const collecting = (jobId: string, changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	jobId: byId(jobId),
	...changes,
});

describe('Collect Translations', () => {
	const harness = useHarness({ variants: { autoDeliver: false, sendingMs: 1, acceptMs: 1 } });
	let jobId: string;
	let requestIds: string[];

	beforeEach(async () => {
		await harness.sandbox.clearFaults();
		const input = [
			fileItem('hello.txt', 'Hello world'),
			textItem('Good morning', { id: 'page-1' }),
		];
		const [job] = await harness.json(
			sending({
				options: { wait: true },
				itemFields: { sourceNativeId: '={{ $json.id ?? "page-0" }}' },
			}),
			{ input },
		);
		jobId = String(job!.jobId);
		await until(async () => (await harness.sandbox.jobs())[0]!.status === 'IN_TRANSLATION');
		requestIds = (await harness.sandbox.requests()).map(({ requestId }) => requestId);
		await harness.sandbox.clearLog();
	});

	async function until(isSo: () => Promise<boolean>): Promise<void> {
		while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
	}

	it('hands on each translation with its file or its texts, ids and languages', async () => {
		await harness.sandbox.deliver(jobId);
		const { items, hints } = await harness.run(collecting(jobId, { simplify: false }));
		const found = await Promise.all(
			items.map(async ({ json, binary }) => [
				json.sourceNativeId,
				json.targetNativeLanguageCode,
				json.statusCode,
				binary ? (await harness.engine.readBinary(binary.data!)).toString() : json.content,
			]),
		);
		expect(found.sort()).toEqual([
			['page-0', 'de-de', 'REVIEW_TRANSLATION', expect.stringMatching(/^\[de-de\] Ĥéļļö/)],
			['page-0', 'fr-fr', 'REVIEW_TRANSLATION', expect.stringMatching(/^\[fr-fr\] Ĥéļļö/)],
			['page-1', 'de-de', 'REVIEW_TRANSLATION', { title: expect.stringMatching(/^\[de-de\]/) }],
			['page-1', 'fr-fr', 'REVIEW_TRANSLATION', { title: expect.stringMatching(/^\[fr-fr\]/) }],
		]);
		expect(new Set(items.map(({ json }) => json.deliveryKey)).size).toBe(4);
		expect(hints).toEqual([`Job ${jobId}: 4 of 4 ready. 4 translations collected.`]);
	});

	it('counts what is not ready, and does not wait for it', async () => {
		await harness.sandbox.deliver(jobId, requestIds.slice(0, 1));
		const { items, hints } = await harness.run(collecting(jobId));
		expect(items).toHaveLength(1);
		expect(hints).toEqual([
			`Job ${jobId}: 1 of 4 ready, de-de and fr-fr missing (3 In Translation). 1 translation collected.`,
		]);
	});

	it('hands on nothing and fails nothing when nothing is ready', async () => {
		const { items, error } = await harness.run(collecting(jobId));
		expect([items, error]).toEqual([[], undefined]);
	});

	it('changes nothing at the service', async () => {
		await harness.sandbox.deliver(jobId);
		await harness.run(collecting(jobId));
		expect(await harness.sandbox.log({ origin: 'rest', method: 'PUT' })).toEqual([]);
	});

	it('collects again what is in review, and again what was delivered anew', async () => {
		await harness.sandbox.deliver(jobId);
		const full = collecting(jobId, { simplify: false });
		const first = await harness.json(full);
		const second = await harness.json(full);
		expect(second.map(({ deliveryKey }) => deliveryKey)).toEqual(
			first.map(({ deliveryKey }) => deliveryKey),
		);
		await harness.sandbox.approve(requestIds);
		await harness.sandbox.redeliver(requestIds.slice(0, 1));
		const anew = await harness.json(full);
		expect(anew.map(({ requestId }) => requestId)).toEqual(requestIds.slice(0, 1));
		expect(first.map(({ deliveryKey }) => deliveryKey)).not.toContain(anew[0]!.deliveryKey);
	});

	it('collects approved translations as well if asked', async () => {
		await harness.sandbox.deliver(jobId);
		await harness.sandbox.approve(requestIds);
		expect(await harness.json(collecting(jobId))).toEqual([]);
		expect(
			await harness.json(collecting(jobId, { filters: { includeApproved: true } })),
		).toHaveLength(4);
	});

	it('pairs each translation with the item that asked for it, however that item is called', async () => {
		await harness.sandbox.deliver(jobId);
		const input = requestIds.map((wanted) => ({ json: { wanted } }));
		const { items } = await harness.run(
			collecting(jobId, { filters: { requestIds: '={{ $json.wanted }}' } }),
			{ input },
		);
		expect(items).toHaveLength(4);
		for (const { json, pairedItem } of items)
			expect(pairedItem).toEqual({ item: requestIds.indexOf(String(json.requestId)) });
	});

	it.each(['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', 'COMPLETED'])(
		'collects what is %s',
		async (status) => {
			const { jobIds } = await harness.sandbox.seed({
				jobs: 1,
				requestsPerJob: 2,
				requestStatus: status as never,
			});
			await harness.sandbox.fault({
				path: 'retrieve$',
				status: 200,
				body: { targetContent: [{ key: 'title', value: 'Hello' }] },
				times: 2,
			});
			const { items } = await harness.run(collecting(jobIds[0]!, { simplify: false }));
			expect(items.map(({ json }) => json.statusCode)).toEqual([status, status]);
		},
	);

	it('keeps to the requests and languages asked for', async () => {
		await harness.sandbox.deliver(jobId);
		const byRequest = await harness.json(
			collecting(jobId, { filters: { requestIds: requestIds.slice(0, 2).join(', ') } }),
		);
		expect(byRequest.map(({ requestId }) => requestId).sort()).toEqual(
			requestIds.slice(0, 2).sort(),
		);
		const byLanguage = await harness.json(
			collecting(jobId, { filters: { targetLanguages: ['fr_FR'] } }),
		);
		expect(byLanguage.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual([
			'fr-fr',
			'fr-fr',
		]);
		const options = { languageMapping: { language: [{ from: 'de', to: 'de-de' }] } };
		const byMapping = await harness.json(
			collecting(jobId, { filters: { targetLanguages: '={{ ["de"] }}' }, options }),
		);
		expect(byMapping.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual([
			'de-de',
			'de-de',
		]);
	});

	it('hands on the others when it continues on fail, and the failed one as an error of its own', async () => {
		await harness.sandbox.deliver(jobId);
		await harness.sandbox.fault({
			path: 'retrievefile',
			status: 400,
			body: { message: 'no longer here' },
		});
		const { items } = await harness.run(collecting(jobId, { options: { maxTries: 1 } }), {
			continueOnFail: true,
		});
		expect(items.filter(({ json }) => json.error)).toHaveLength(1);
		expect(items.filter(({ json }) => !json.error)).toHaveLength(3);
	});

	it('collects a job once, however many items name it, and pairs by request where it can', async () => {
		await harness.sandbox.deliver(jobId);
		const input = requestIds.map((requestId) => ({ json: { jobId, requestId } }));
		const { items } = await harness.run(collecting('={{ $json.jobId }}'), { input });
		expect(items).toHaveLength(4);
		for (const { json, pairedItem } of items)
			expect(pairedItem).toEqual({ item: requestIds.indexOf(String(json.requestId)) });
		expect(await harness.sandbox.log({ path: 'retrieve' })).toHaveLength(4);
	});

	it('takes only the requests that the input names', async () => {
		await harness.sandbox.deliver(jobId);
		const wanted = requestIds.slice(1, 3);
		const { items } = await harness.run(
			{ resource: 'job', operation: 'collect' },
			{ input: wanted.map((requestId) => ({ json: { jobId, requestId } })) },
		);
		expect(items.map(({ json }) => json.requestId).sort()).toEqual([...wanted].sort());
	});

	it.each([
		['one of several items', {}, (index: number) => index !== 1],
		['the only item', {}, () => false],
		['no item, but the filter is removed', { filters: {} }, () => true],
	])(
		'takes the whole job, once, if it is named without a request by %s',
		async (_, changes, names) => {
			await harness.sandbox.deliver(jobId);
			const input = requestIds
				.slice(0, 2)
				.map((requestId, index) => ({ json: { jobId, ...(names(index) ? { requestId } : {}) } }));
			const { items } = await harness.run(
				{ resource: 'job', operation: 'collect', ...changes },
				{ input },
			);
			expect(items.map(({ json }) => json.requestId).sort()).toEqual([...requestIds].sort());
			expect(await harness.sandbox.log({ path: 'retrieve' })).toHaveLength(4);
		},
	);

	it('shows the language of each file, and names files by a pattern', async () => {
		await harness.sandbox.deliver(jobId);
		const filesOf = async (options: INodeParameters) =>
			(await harness.run(collecting(jobId, { options, simplify: false }))).items
				.flatMap(({ json, binary }) =>
					binary
						? [[binary.data!.directory, binary.data!.fileName, json.fileName].join(' | ')]
						: [],
				)
				.sort();
		expect(await filesOf({})).toEqual([
			'de-de | hello.txt | hello.txt',
			'fr-fr | hello.txt | hello.txt',
		]);
		expect(await filesOf({ fileName: '{name}.{language}.{extension}' })).toEqual([
			'de-de | hello.de-de.txt | hello.de-de.txt',
			'fr-fr | hello.fr-fr.txt | hello.fr-fr.txt',
		]);
	});

	it('refuses a pattern that it does not know before anything is sent', async () => {
		const { error } = await harness.run(collecting(jobId, { options: { fileName: '{id}.txt' } }));
		expect(error?.message).toBe('File Name: {id} is unknown');
		expect(await harness.sandbox.log({ origin: 'rest' })).toEqual([]);
	});

	it('says which job is archived, and collects the others when it continues on fail', async () => {
		await harness.sandbox.deliver(jobId);
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, archived: true });
		const input = [{ json: { jobId: jobIds[0]! } }, { json: { jobId } }];
		const { items } = await harness.run(collecting('={{ $json.jobId }}'), {
			input,
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.error ?? 'collected')).toEqual([
			`Job ${jobIds[0]} is archived, so its requests cannot be read`,
			...Array.from({ length: 4 }, () => 'collected'),
		]);
	});
});
