import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { sleep } from 'n8n-workflow';

import { ACCEPTED_LANGUAGE_CODES } from '../../../../nodes/rules/languages/codes';
import { byId, useHarness } from '../../../support/harness';
import { fileItem, sending, textItem, textItems } from './support';

const QUICK = { maxTries: 1 };

describe('Send for Translation when something fails', () => {
	const harness = useHarness({
		variants: { quotas: { MaxReqsPerJob: 2000, MaxFilesPerJob: 1000 } },
	});

	it('checks all items before it sends anything, and lists each that is wrong', async () => {
		const input = [
			textItem('Hello'),
			{ json: {} },
			{ json: { texts: { title: { nested: true } } } },
		];
		const { error } = await harness.run(sending(), { input });
		expect(error?.message).toBe(
			'The item has no file, and its content cannot be sent: Content is empty (item 1) … and 1 more item',
		);
		expect(error?.description).toMatch(
			/Nothing was submitted\.\n2 of 3 items cannot be sent\. The others:\nItem 2: .*not text/s,
		);
		expect(await harness.sandbox.log({ method: 'POST', origin: 'rest' })).toEqual([]);
	});

	describe('with a file that n8n cannot read', () => {
		const lost = {
			id: 'filesystem-v2:workflows/1/executions/1/binary_data/missing',
			data: 'filesystem-v2',
			bytes: 5,
		};
		const missing = fileItem('b.txt', 'World');
		Object.assign(missing.binary!.data!, lost);
		const withoutKey = {
			options: { windowHours: 0, sendWordCount: true },
			itemFields: { sourceNativeId: '=id {{ $itemIndex }}' },
		};

		it.each([
			['is found by its content', {}],
			['has its words counted', withoutKey],
			['has to keep to Max Words', { ...withoutKey, options: { windowHours: 0, maxWords: 9 } }],
		])('sends the others when told to continue, if what is sent %s', async (_, changes) => {
			const parameters = sending({ translate: 'file', targetLanguages: ['de-de'], ...changes });
			const { items } = await harness.run(parameters, {
				input: [fileItem('a.txt', 'Hello'), missing],
				continueOnFail: true,
			});
			expect(items.map(({ json }) => json.error)).toEqual([
				undefined,
				'n8n cannot read b.txt: File not found',
			]);
			const sent = await harness.sandbox.requests();
			expect(sent.map(({ requestName }) => requestName)).toEqual(['a.txt']);
		});

		it('sends nothing when not told to continue', async () => {
			const { error } = await harness.run(sending({ translate: 'file' }), {
				input: [fileItem('a.txt', 'Hello'), missing],
			});
			expect(error?.message).toBe('n8n cannot read b.txt: File not found (item 1, b.txt)');
			expect(await harness.sandbox.log({ method: 'POST', origin: 'rest' })).toEqual([]);
		});
	});

	it('leaves no part of a failed item in a job that is not submitted yet', async () => {
		const to = ACCEPTED_LANGUAGE_CODES.slice(0, 120).join();
		await harness.sandbox.fault({ method: 'POST', path: 'requests/add', skip: 1, status: 400 });
		const parameters = sending({
			targetLanguages: '={{ $json.to }}',
			options: { ...QUICK, submit: false, concurrency: 1 },
		});
		await harness.run(parameters, {
			input: [textItem('A', { to }), textItem('B', { to: 'de-de' })],
			continueOnFail: true,
		});
		const left = await harness.sandbox.requests();
		expect(left.map(({ requestName }) => requestName)).toEqual(['B']);
	});

	it('submits nothing when the service refuses one item, and deletes the job', async () => {
		await harness.sandbox.fault({
			method: 'POST',
			path: 'requests/add',
			skip: 1,
			status: 400,
			body: { message: 'too odd' },
		});
		const { error } = await harness.run(sending({ options: { ...QUICK, concurrency: 1 } }), {
			input: textItems(3),
		});
		expect(error?.message).toMatch(/too odd.* \(item 1, Text number 2\)$/);
		expect(error?.description).toMatch(
			/Nothing was submitted\.\nThe unsubmitted job \S+ was deleted\./,
		);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('sends the good items and hands out the bad ones when it continues on fail', async () => {
		const input = [textItem('Hello'), { json: {} }, textItem('World')];
		const { items } = await harness.run(sending(), { input, continueOnFail: true });
		expect(
			items.map(({ json, pairedItem }) => [json.requestCount ?? json.error, pairedItem]),
		).toEqual([
			[4, [{ item: 0 }, { item: 2 }]],
			[expect.stringContaining('The item has no file'), { item: 1 }],
		]);
		expect((await harness.sandbox.jobs()).map(({ requestCount }) => requestCount)).toEqual([4]);
	});

	it('lets a refused item come out alone when it continues on fail', async () => {
		await harness.sandbox.fault({
			method: 'POST',
			path: 'requests/add',
			skip: 1,
			status: 400,
			body: { message: 'too odd' },
		});
		const { items } = await harness.run(
			sending({ options: { ...QUICK, output: 'requests', concurrency: 1 } }),
			{ input: textItems(3), continueOnFail: true },
		);
		expect(items.filter(({ json }) => json.error).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
		]);
		expect(items.filter(({ json }) => !json.error).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 2 },
			{ item: 2 },
		]);
	});

	it('tells every item why, when no job can be made at all', async () => {
		await harness.sandbox.fault({ method: 'POST', path: '^/jobs$', status: 403, times: 5 });
		const { items } = await harness.run(sending(), { input: textItems(2), continueOnFail: true });
		expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			['A new job: not allowed for this client', { item: 0 }],
			['A new job: not allowed for this client', { item: 1 }],
		]);
	});

	it.each([
		['a provider that is switched off', { providerId: byId('disabled') }, /is disabled/],
		[
			'languages that the provider does not have',
			{ providerId: byId('european'), targetLanguages: ['ja-jp'] },
			/ja-jp.* \(Hello\)$/,
		],
		[
			'metadata that the provider does not accept',
			{ providerId: byId('metadata') },
			/^Extended Metadata is missing, and the provider needs it: .* is required/,
		],
		['no provider', { providerId: byId('') }, /Provider is empty/],
		['no target language', { targetLanguages: '={{ [] }}' }, /^Target Languages [^(]*$/],
	])('refuses %s before a job is made', async (_, changes, message) => {
		const { error } = await harness.run(sending(changes), { input: [textItem('Hello')] });
		expect(error?.message).toMatch(message);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('refuses items that could not be told apart', async () => {
		const { error } = await harness.run(
			sending({ itemFields: { sourceNativeId: 'same', requestName: 'same' } }),
			{ input: textItems(2) },
		);
		expect(error?.message).toMatch(
			/^Source ID "same".* are also those of item [01] \(item [01], same\)$/,
		);
	});

	it('deletes the job when the provider does not take it', async () => {
		await harness.sandbox.fault({
			method: 'PUT',
			path: 'submit$',
			status: 409,
			body: { message: 'not today' },
		});
		const { error } = await harness.run(sending({ options: QUICK }), {
			input: [textItem('Hello')],
		});
		expect(error?.message).toMatch(/not today/);
		expect(error?.description).toMatch(/was deleted/);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	describe('while files are hashed', () => {
		const FILES = 60;
		const parameters = sending({ translate: 'file', options: { concurrency: 2 } });
		const stored = async () =>
			await Promise.all(
				Array.from({ length: FILES }, async (_, index) => ({
					json: {},
					binary: {
						data: await harness.engine.storeBinary(
							Buffer.from(`File ${index}`),
							`${index}.txt`,
							'text/plain',
						),
					},
				})),
			);

		/** Counts the files that are read, each of which takes a while. */
		function slowReads(onRead: (count: number) => void = () => {}) {
			const store = Container.get(BinaryDataService);
			const read = store.getAsStream.bind(store);
			return jest.spyOn(store, 'getAsStream').mockImplementation(async (...args) => {
				onRead(reads.mock.calls.length);
				await sleep(20);
				return await read(...args);
			});
		}
		let reads: ReturnType<typeof slowReads>;
		afterEach(() => reads.mockRestore());

		it('reads no further one once the execution is cancelled, and sends nothing', async () => {
			const input = await stored();
			let cancel = () => {};
			reads = slowReads((count) => count === 4 && cancel());
			const { error } = await harness.run(parameters, {
				input,
				onStart: (execution) => (cancel = () => execution.cancel()),
			});
			expect(error?.message).toBe('The execution was cancelled');
			expect(reads).toHaveBeenCalledTimes(4);
			expect(await harness.sandbox.log({ method: 'POST', origin: 'rest' })).toEqual([]);
		});

		it('reads no further one after one cannot be read', async () => {
			const [first, ...others] = await stored();
			const gone = {
				...first!,
				binary: {
					data: { ...first!.binary.data, id: 'filesystem-v2:workflows/gone/binary_data/none' },
				},
			};
			reads = slowReads();
			const { error } = await harness.run(parameters, { input: [gone, ...others] });
			expect(error).toBeDefined();
			await sleep(500);
			expect(reads.mock.calls.length).toBeLessThanOrEqual(3);
		});
	});

	describe('more than a job may hold', () => {
		it('is refused with the numbers of the service', async () => {
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 5 } });
			const { error } = await harness.run(sending(), { input: textItems(3) });
			expect(error?.message).toBe('The job would have 6 requests; the limit is 5 (MaxReqsPerJob)');
			expect(await harness.sandbox.jobs()).toEqual([]);
		});

		it('counts support assets, which go with every part', async () => {
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 2, MaxSupportAssetsPerJob: 1 } });
			const asset = (name: string) => ({
				...fileItem(name, 'hello,hallo'),
				json: { translate: 'supportAsset' },
			});
			const parameters = sending({
				translate: '={{ $json.translate ?? "content" }}',
				options: { submit: false, splitJobs: true },
			});
			const { error } = await harness.run(parameters, {
				input: [...textItems(2), asset('a.csv'), asset('b.csv')],
			});
			expect(error?.message).toBe(
				'The job would have 2 support assets; the limit is 1 (MaxSupportAssetsPerJob)',
			);
			const jobs = await harness.json(parameters, { input: [...textItems(2), asset('a.csv')] });
			for (const { jobId } of jobs)
				expect(
					await harness.json({
						resource: 'supportAsset',
						operation: 'getAll',
						jobId: byId(String(jobId)),
					}),
				).toHaveLength(1);
			await harness.sandbox.configure({ quotas: { MaxSupportAssetsPerJob: 1000 } });
		});

		it('is refused with the numbers of the specification when the service does not tell', async () => {
			await harness.sandbox.fault({ path: '/quota', status: 404 });
			const { error } = await harness.run(sending({ options: QUICK }), { input: textItems(1001) });
			expect(error?.message).toBe(
				'The job would have 2,002 requests; the limit is 2,000 (MaxReqsPerJob)',
			);
		});

		it('is refused when not even one item fits into a job', async () => {
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 1 } });
			const { error } = await harness.run(sending({ options: { splitJobs: true } }), {
				input: textItems(2),
			});
			expect(error?.message).toMatch(
				/^Even a job with only ".+" would have 2 requests; the limit is 1 \(MaxReqsPerJob\)$/,
			);
		});

		it('becomes several jobs if chosen, each named and found again', async () => {
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 5, MaxFilesPerJob: 1 } });
			const parameters = sending({ options: { splitJobs: true } });
			const input = [
				fileItem('a.txt', 'Hello'),
				fileItem('b.txt', 'World'),
				textItem('Good morning'),
			];
			const jobs = await harness.json(parameters, { input });
			expect(jobs.map(({ jobName }) => jobName)).toEqual([
				'Spring catalogue (1/2)',
				'Spring catalogue (2/2)',
			]);
			expect(jobs.map(({ requestCount }) => requestCount).sort()).toEqual([2, 4]);
			const again = await harness.json(parameters, { input: [...input].reverse() });
			expect(again.map(({ jobId, sendOutcome }) => [jobId, sendOutcome])).toEqual(
				jobs.map(({ jobId }) => [jobId, 'alreadySent']),
			);
			expect((await harness.sandbox.jobs()).length).toBe(2);
		});

		it('keeps what was sent, and names what was not, when a part fails', async () => {
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 2 } });
			await harness.sandbox.fault({ method: 'POST', path: 'requests/add', skip: 2, status: 400 });
			const { error } = await harness.run(sending({ options: { ...QUICK, splitJobs: true } }), {
				input: textItems(3),
			});
			expect(error?.description).toMatch(
				/Not everything was submitted\.\nJob \S+ \("Spring catalogue \(1\/3\)"\) was submitted before, with item \d, and stays submitted\. Job \S+ .*Not sent: "Spring catalogue \(3\/3\)", with item \d\. Run this again with the same content: only the rest is sent\. The unsubmitted job \S+ was deleted\.$/,
			);
			expect(await harness.sandbox.jobs()).toHaveLength(2);
		});
	});
});
