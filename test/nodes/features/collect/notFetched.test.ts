import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../../sandbox/faults/faults';
import { eventually } from '../../../support/eventually';
import { useHarness } from '../../../support/harness';
import { fileItem, sending, textItem } from '../send/support';

const collecting = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	...changes,
});
const STOP = { options: { onNotFetched: 'stop' } };
const FOREVER = 1_000;
const TITLE = { key: 'title', value: 'Hallo' };
const pairs = (...targetContent: unknown[]): Fault => ({ status: 200, body: { targetContent } });

/** One input item per request, as the triggers have it. */
const naming = (requests: Array<{ jobId: string; requestId: string }>): INodeExecutionData[] =>
	requests.map(({ jobId, requestId }) => ({ json: { jobId, requestId } }));
const idsOf = (items: ReadonlyArray<{ requestId?: unknown }>) =>
	items.map(({ requestId }) => String(requestId)).sort();
const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

describe('A translation that Collect cannot fetch', () => {
	const harness = useHarness({ variants: { autoDeliver: false, sendingMs: 1, acceptMs: 1 } });

	const requests = async () => await harness.sandbox.requests();
	const breakIt = async (requestId: string, fault: Fault = { status: 404 }) =>
		await harness.sandbox.fault({
			path: `requests/${requestId}/retrieve`,
			times: FOREVER,
			...fault,
		});

	/** Eight translations of one job, half of them files. */
	async function eight() {
		const input = Array.from({ length: 2 }, (_, index) => [
			fileItem(`page-${index}.txt`, `Page ${index}`),
			textItem(`Title ${index}`),
		]).flat();
		await harness.json(sending({ options: { wait: true } }), { input });
		await eventually(async () => (await harness.sandbox.jobs())[0]!.status === 'IN_TRANSLATION');
		await harness.sandbox.deliverAll();
		const all = await requests();
		const file = all.find(({ fmsFileId }) => fmsFileId !== undefined)!;
		const text = all.find(({ fmsFileId }) => fmsFileId === undefined)!;
		return { all, file, text };
	}

	/** A job with text requests. */
	async function job(count: number) {
		const { jobId } = await harness.jobInReview(count);
		return (await requests()).filter((request) => request.jobId === jobId);
	}

	it.each(['file', 'text'] as const)(
		'does not keep the other seven from the workflow: a %s',
		async (kind) => {
			const { all, [kind]: bad } = await eight();
			await breakIt(bad.requestId);
			const { items, hints, error } = await harness.run(collecting(), {
				input: naming(all),
			});
			expect(error).toBeUndefined();
			const good = idsOf(all).filter((id) => id !== bad.requestId);
			expect(idsOf(jsonOf(items))).toEqual(good);
			const { jobId, requestId, requestName, targetNativeLanguageCode } = bad;
			const reason = expect.stringMatching(/not found$/);
			expect(jsonOf(items).map(({ notFetched }) => notFetched)).toEqual(
				good.map(() => [{ jobId, requestId, requestName, targetNativeLanguageCode, reason }]),
			);
			expect(hints.join('\n')).toMatch(
				`1 translation could not be fetched: "${requestName}" into ${targetNativeLanguageCode} (`,
			);
			expect(
				harness.engine.logs.filter(
					({ level, message }) => level === 'warn' && message.includes(requestId),
				),
			).toEqual([
				{
					level: 'warn',
					message: `Translation Jobs: request ${requestId} of job ${jobId} could not be fetched`,
					meta: expect.objectContaining({ reason }),
				},
			]);
		},
	);

	it('is not mentioned where there is none', async () => {
		const all = await job(2);
		const items = await harness.json(collecting(), { input: naming(all) });
		expect(items.map((item) => 'notFetched' in item)).toEqual([false, false]);
	});

	it.each<[string, Fault]>([
		['403', { status: 403 }],
		['410', { status: 410 }],
		['422', { status: 422 }],
		['500', { status: 500 }],
		['a response without texts', { status: 200, body: { translation: 'Hallo' } }],
		['texts under other names', pairs({ name: 'title', content: 'Hallo' })],
		['one text of two under another name', pairs(TITLE, { key: 'text', content: 'Welt' })],
		['an entry that is no text', pairs(TITLE, null)],
		['no text but null', pairs({ key: 'title', value: null })],
		['a response that breaks off', { cutAnswerAt: 5 }],
	])('may be refused or broken in any way: %s', async (_, fault) => {
		const all = await job(3);
		await breakIt(all[1]!.requestId, fault);
		const items = await harness.json(collecting(), { input: naming(all) });
		expect(idsOf(items)).toEqual(idsOf([all[0]!, all[2]!]));
		expect(items[0]!.notFetched).toHaveLength(1);
	});

	it('may be a file that the file host breaks off each time', async () => {
		const { all } = await eight();
		await harness.sandbox.fault({ origin: 'files', path: 'download', dropBefore: true, times: 1 });
		const { items } = await harness.run(collecting({ options: { maxTries: 1 } }), {
			input: naming(all),
		});
		expect(items).toHaveLength(7);
		expect(items[0]!.json.notFetched).toEqual([
			expect.objectContaining({ reason: expect.stringMatching(/^The download ended/) }),
		]);
	});

	it('is told on the items of its own job only', async () => {
		const [first, second] = [await job(3), await job(2)];
		await breakIt(first[0]!.requestId);
		const items = await harness.json(collecting(), { input: naming([...first, ...second]) });
		expect(items.filter(({ notFetched }) => notFetched).map(({ jobId }) => jobId)).toEqual(
			first.slice(1).map(({ jobId }) => jobId),
		);
		expect(idsOf(items)).toEqual(idsOf([...first.slice(1), ...second]));
	});

	it('is told on the items of the other jobs if its own job has none', async () => {
		const [first, second] = [await job(1), await job(2)];
		await breakIt(first[0]!.requestId);
		const items = await harness.json(collecting(), {
			input: naming([...first, ...second]),
		});
		expect(idsOf(items)).toEqual(idsOf(second));
		for (const { notFetched } of items)
			expect(notFetched).toEqual([
				expect.objectContaining({ jobId: first[0]!.jobId, requestId: first[0]!.requestId }),
			]);
	});

	it('is listed, with others, twenty at most', async () => {
		const all = await job(22);
		for (const { requestId } of all.slice(1)) await breakIt(requestId);
		const [item] = await harness.json(collecting(), { input: naming(all) });
		expect(item!.notFetched).toHaveLength(20);
	});

	it('stops the node if that is chosen', async () => {
		const all = await job(3);
		await breakIt(all[1]!.requestId);
		const { items, error } = await harness.run(collecting(STOP), {
			input: naming(all),
		});
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/not found$/);
		expect(error?.description).toMatch(/returned nothing. It changes nothing/);
	});

	it('is an error if nothing else was fetched, and the error points to its item', async () => {
		const [first, second] = [await job(1), await job(1)];
		await harness.sandbox.cancelRequest(first[0]!.requestId);
		await breakIt(second[0]!.requestId);
		const { items, error } = await harness.run(collecting(), {
			input: naming([...first, ...second]),
		});
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/not found$/);
		expect(error?.description).toMatch(/returned nothing. It changes nothing/);
		expect(error?.context?.itemIndex).toBe(1);
	});

	it.each([{}, STOP])('is an item of its own with On Error: Continue, with %j', async (options) => {
		const all = await job(4);
		await breakIt(all[2]!.requestId);
		const { items } = await harness.run(collecting(options), {
			input: naming(all),
			continueOnFail: true,
		});
		const failed = items.filter(({ json }) => json.error);
		expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			[expect.stringContaining(all[2]!.requestId), { item: 2 }],
		]);
		expect(
			items
				.filter(({ json }) => !json.error)
				.map(({ json, pairedItem }) => [json.requestId, pairedItem]),
		).toEqual([0, 1, 3].map((item) => [all[item]!.requestId, { item }]));
	});

	describe('is no such thing if the trouble concerns all', () => {
		/** The first is fetched, then the trouble begins. */
		const TROUBLES: Array<[string, Fault]> = [
			['the service is down', { status: 503 }],
			['the service cannot be reached', { dropBefore: true }],
			['the token is refused', { status: 401 }],
			['everything is forbidden', { status: 403 }],
			['a sign-in page answers', { signInPage: true }],
			['a gateway redirects', { signInRedirect: 'auth' }],
		];

		it.each(TROUBLES)('%s', async (_, trouble) => {
			const all = await job(5);
			// The list of requests and one translation come before it.
			await harness.sandbox.fault({ origin: 'rest', skip: 3, times: FOREVER, ...trouble });
			const parameters = collecting({ options: { concurrency: 1, maxTries: 2 } });
			const { items, error } = await harness.run(parameters, { input: naming(all) });
			await harness.sandbox.clearFaults();
			expect([items, error?.description]).toEqual([
				[],
				expect.stringMatching(/changes nothing at the service/),
			]);
		});

		it('the service throttles the translations alone', async () => {
			const all = await job(3);
			await harness.sandbox.fault({ path: 'retrieve$', skip: 1, times: FOREVER, status: 429 });
			const { items, error } = await harness.run(collecting({ options: { concurrency: 1 } }), {
				input: naming(all),
			});
			expect([items, error?.message]).toEqual([[], expect.stringMatching(/too many requests/)]);
		});

		it('and with On Error: Continue each input item is the error', async () => {
			const all = await job(3);
			await harness.sandbox.fault({ origin: 'rest', skip: 3, times: FOREVER, status: 503 });
			const { items } = await harness.run(
				collecting({ options: { concurrency: 1, maxTries: 1 } }),
				{ input: naming(all), continueOnFail: true },
			);
			await harness.sandbox.clearFaults();
			expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
				all.map((_, item) => [expect.stringMatching(/503/), { item }]),
			);
		});
	});
});
