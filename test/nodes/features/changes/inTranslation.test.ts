import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../../support/eventually';
import { useHarness } from '../../../support/harness';
import { oneNode } from '../../../support/oneNode';
import { leap } from '../../../support/simulatedTime';
import { fileItem, leaveUnsubmitted, sending } from '../send/support';
import { article, GERMAN, known, text, useNights } from './nights';

const HOUR = 3_600_000;
const REQUESTS: INodeParameters = { output: 'requests' };

const harness = useHarness({ variants: { autoDeliver: false } });
const nights = useNights(harness);

describe('what is in translation', () => {
	const hello = article('Hello');
	const longer = article('Hello', 'New');
	const NEW = [[text('/blocks/1/text', 'New')]];

	const requests = async () => await harness.sandbox.requests();
	const onlyRequest = async () => {
		const [request, ...others] = await requests();
		expect(others).toEqual([]);
		return request!;
	};

	it.each([24, 48, 24 * 30])('is not sent again %i hours later', async (hours) => {
		const first = await nights.run(hello);
		expect(first.outcomes).toEqual(['created', 'created']);
		await leap(hours * HOUR);
		const later = await nights.run(hello);
		expect(later.error).toBeUndefined();
		expect(later.sent).toEqual([]);
		expect(later.changes).toEqual([]);
		expect(later.json).toEqual([
			{ sendOutcome: 'nothingNew', itemCount: 1, requestCount: 0, textsInTranslation: 2 },
		]);
		expect(later.hints).toEqual(['Nothing is new in 1 entry; 2 texts are in translation.']);
		expect(await requests()).toHaveLength(2);
	});

	it('says that nothing was sent when it finds its own job', async () => {
		await nights.run(hello);
		const { hints, outcomes } = await nights.run(hello);
		expect(outcomes).toEqual(['alreadySent', 'alreadySent']);
		expect(hints).toContainEqual('Nothing is new in 1 entry; 2 texts are in translation.');
		expect(hints.join()).not.toMatch(/words? sent/);
	});

	it('counts for each of several items of one entry', async () => {
		const items = ['de-de', 'fr-fr'].map((language) => ({ json: { ...hello, language } }));
		const byItem = { targetLanguages: '={{ [$json.language] }}' };
		expect((await nights.run(hello, byItem, { input: items })).sent).toHaveLength(2);
		const more = [...items, { json: { ...hello, id: 8, language: 'de-de' } }];
		const later = await nights.run(hello, byItem, { input: more });
		expect(later.sent).toHaveLength(1);
		expect((await requests()).map(({ sourceNativeId }) => sourceNativeId)).toEqual(['7', '7', '8']);
	});

	it('counts if it moved since, and for the language that it was sent for', async () => {
		await nights.run(hello, GERMAN);
		const { sent, json } = await nights.run(article('New', 'Hello'));
		expect(sent).toEqual([
			[text('/blocks/0/text', 'New')],
			[
				text('/title', 'Spring is here'),
				text('/blocks/0/text', 'New'),
				text('/blocks/1/text', 'Hello'),
			],
		]);
		expect(json.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual([
			'de-de',
			'fr-fr',
		]);
	});

	it('counts whatever its status is called, and after a rejection', async () => {
		await harness.sandbox.configure({ unknownStatus: 'IN_REVISION' });
		await nights.run(hello, GERMAN);
		await leap(HOUR);
		expect((await nights.run(longer, GERMAN)).sent).toEqual(NEW);
		const [first] = await requests();
		await nights.deliver(first!.jobId);
		await harness.json({
			resource: 'request',
			operation: 'reject',
			jobId: { __rl: true, mode: 'id', value: first!.jobId },
			requestIds: first!.requestId,
			note: 'Too long',
		});
		expect((await nights.run(article('Hello', 'New', 'Newer'), GERMAN)).sent).toEqual([
			[text('/blocks/2/text', 'Newer')],
		]);
	});

	it('does not count after it was cancelled', async () => {
		await nights.run(hello, GERMAN);
		await harness.sandbox.cancelRequest((await onlyRequest()).requestId);
		const { sent } = await nights.run(longer, GERMAN);
		expect(sent).toEqual([
			[
				text('/title', 'Spring is here'),
				text('/blocks/0/text', 'Hello'),
				text('/blocks/1/text', 'New'),
			],
		]);
	});

	const french = async () =>
		(await requests()).find(
			({ targetNativeLanguageCode }) => targetNativeLanguageCode === 'fr-fr',
		)!;

	it.each([0, 25])(
		'does not count after one of several requests of its job was cancelled, %i hours later',
		async (hours) => {
			await nights.run(hello);
			await harness.sandbox.cancelRequest((await french()).requestId);
			await leap(hours * HOUR);
			const { sent, json, hints } = await nights.run(hello);
			expect(sent).toHaveLength(1);
			expect(json).toMatchObject([{ targetNativeLanguageCode: 'fr-fr', sendOutcome: 'created' }]);
			expect(hints.join()).not.toContain('Nothing was sent again');
			const again = await nights.run(hello);
			expect(again.sent).toEqual([]);
			expect(again.outcomes).toEqual(['alreadySent']);
			expect(again.hints.join()).not.toMatch(/words? sent/);
		},
	);

	it('never says that something was sent when nothing was', async () => {
		await nights.run(hello, GERMAN);
		const { jobId, requestId } = await onlyRequest();
		await nights.deliver(jobId);
		await harness.sandbox.approve([requestId]);
		const { hints, sent } = await nights.run(hello, GERMAN);
		expect(sent).toEqual([]);
		expect(hints.join()).toContain('Nothing was sent again');
		expect(hints.join()).not.toMatch(/words? sent/);
	});

	describe('with an error', () => {
		const sendAgain = { options: { ...REQUESTS, onCancelled: 'sendAgain' } };
		const BY_STATUS = { errorStatus: 'IN_ERROR', errorField: 'none' as const };

		it.each([
			['25 hours', 'hasError', 25, {}],
			['0 hours', 'an error status', 0, BY_STATUS],
		])('counts, and is told, %s later, shown by %s', async (_later, _how, hours, variants) => {
			await harness.sandbox.configure(variants);
			await nights.run(hello);
			const { jobId, requestId } = await french();
			await harness.sandbox.failRequest(requestId, 'The file is damaged');
			await leap(hours * HOUR);
			const { sent, hints } = await nights.run(hello);
			expect(sent).toEqual([]);
			const told = [
				`The provider could not translate 2 texts, such as in job ${jobId}: The file is damaged. To send what failed again, set 'If Cancelled or Failed' in the options to 'Send Again'.`,
			];
			expect(hints.filter((hint) => hint.includes(jobId))).toEqual(told);
			const previewed = await nights.run(hello, { operation: 'preview' });
			expect(previewed.hints.filter((hint) => hint.includes(jobId))).toEqual(told);
		});

		it.each([
			['one', 'hasError', {}],
			['every', 'an error status', BY_STATUS],
		])(
			'of %s request is sent again if asked for, once, shown by %s',
			async (which, _how, variants) => {
				await harness.sandbox.configure(variants);
				await nights.run(hello);
				const failed = which === 'one' ? [await french()] : await requests();
				for (const { requestId } of failed)
					await harness.sandbox.failRequest(requestId, 'The file is damaged');
				const { json, error } = await nights.run(hello, sendAgain);
				expect(error).toBeUndefined();
				expect(json).toMatchObject(failed.map(() => ({ sendOutcome: 'created' })));
				expect((await nights.run(hello, sendAgain)).sent).toEqual([]);
				expect((await nights.run(hello)).sent).toEqual([]);
				expect(await requests()).toHaveLength(2 + failed.length);
			},
		);
	});

	it('counts in a job that is still unsubmitted, if this one would be, too', async () => {
		const unsubmitted = { ...GERMAN, options: { ...REQUESTS, submit: false } };
		await nights.run(hello, unsubmitted);
		expect((await nights.run(hello, unsubmitted)).outcomes).toEqual(['continued']);
		await leap(25 * HOUR);
		const [job] = await harness.sandbox.jobs();
		const later = await nights.run(hello, unsubmitted);
		expect(later.outcomes).toEqual(['nothingNew']);
		expect(later.changes).toEqual([]);
		expect(later.hints.filter((hint) => hint.includes(job!.jobId))).toEqual([
			`2 texts not sent again: an unsubmitted job holds what is new, such as ${job!.jobId}. Submit it with the operation Submit. If you do not need it, delete it: then its texts are sent anew.`,
		]);
		expect((await nights.run(longer, unsubmitted)).sent).toEqual(NEW);
		await harness.json({
			resource: 'job',
			operation: 'delete',
			jobId: { __rl: true, mode: 'id', value: job!.jobId },
		});
		expect((await nights.run(hello, unsubmitted)).sent).toHaveLength(1);
	});

	it('does not count in a job that was never submitted', async () => {
		await nights.run(hello, { ...GERMAN, options: { ...REQUESTS, submit: false } });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['CREATED']);
		expect((await nights.run(hello, GERMAN)).sent).toHaveLength(1);
	});

	it('does not count if it was approved and its value was lost', async () => {
		await nights.run(hello, GERMAN);
		const { jobId, requestId } = await onlyRequest();
		await nights.deliver(jobId);
		expect((await nights.run(longer, GERMAN)).sent).toEqual(NEW);
		await harness.sandbox.approve([requestId]);
		expect((await nights.run(article('Hello', 'Newer'), GERMAN)).sent).toEqual([
			[
				text('/title', 'Spring is here'),
				text('/blocks/0/text', 'Hello'),
				text('/blocks/1/text', 'Newer'),
			],
		]);
	});

	it('does not count in a job of another node', async () => {
		await nights.run(hello, GERMAN);
		const workflow = oneNode({ parameters: known(GERMAN), credential: harness.credential });
		workflow.nodes[1]!.id = 'another';
		await harness.engine.run(workflow, {
			startNode: 'Items',
			pinData: { Items: [{ json: { ...hello } }] },
		});
		expect(await requests()).toHaveLength(2);
	});

	it('does not count in a file of the same Source ID', async () => {
		await harness.json(
			sending({ ...GERMAN, translate: 'file', itemFields: { sourceNativeId: '7' } }),
			{ input: [fileItem('a.txt', 'Hello')] },
		);
		const { sent, error } = await nights.run(hello, GERMAN);
		expect(error).toBeUndefined();
		expect(sent).toHaveLength(1);
	});

	it('is found among many pages of requests', async () => {
		await harness.sandbox.configure({ pageSize: 10 });
		const entries = Array.from({ length: 13 }, (_, id): IDataObject => ({ id, title: `T ${id}` }));
		const targetLanguages = ['de-de', 'fr-fr', 'it-IT', 'ja-jp'];
		const titles = { targetLanguages, fieldsToTranslate: 'title' };
		await nights.run(entries, titles);
		expect(await requests()).toHaveLength(52);
		entries.splice(12, 1, { id: 12, title: 'Changed' });
		const { sent, hints } = await nights.run(entries, titles);
		expect(sent).toEqual([[text('/title', 'Changed')]]);
		expect(hints).toContainEqual(
			'4 of 100 words sent: 1 new or changed text of 1 entry; 12 texts are in translation.',
		);
	});

	it('is read only if an entry has unknown texts', async () => {
		await harness.sandbox.configure({ autoDeliver: true, translateDelayMs: 10 });
		await nights.run([hello, { ...hello, id: 8 }]);
		await nights.collect([hello, { ...hello, id: 8 }]);
		const idle = await nights.run([hello, { ...hello, id: 8 }]);
		expect(idle.outcomes).toEqual(['nothingNew']);
		expect(idle.calls).toEqual([]);
		const { lines } = await nights.run([longer, { ...hello, id: 8 }]);
		expect(lines.filter((line) => /GET .*sourcecontent/.test(line))).toEqual([]);
	});

	describe.each<[string, Parameters<typeof harness.sandbox.configure>[0], INodeParameters]>([
		['ignores filters', { ignores: ['filter', 'labelsFilter'] }, {}],
		['refuses filters', { refuses: { filter: 400, labelsFilter: 400 } }, {}],
		['shows labels as an object', { labelsShape: 'object' }, {}],
		['shows no labels in lists', { labelsShown: 'notInLists' }, { windowHours: 0 }],
		['shows no labels', { labelsShown: 'nowhere' }, { windowHours: 0 }],
		['shows no contents in lists', { contentIdsInLists: false }, {}],
		['has no source content', { refuses: { sourceContent: 404 } }, {}],
	])('of a service that %s', (_name, variants, options) => {
		it('is not sent again', async () => {
			await harness.sandbox.configure(variants);
			const changes = { ...GERMAN, options: { ...REQUESTS, ...options } };
			await nights.run(hello, changes);
			const { error, changes: made } = await nights.run(longer, changes);
			expect(error).toBeUndefined();
			expect(made.filter(({ path }) => path.endsWith('/add'))).toHaveLength(1);
			expect(JSON.stringify(made)).toContain('/blocks/1/text');
			expect(JSON.stringify(made)).not.toContain('/blocks/0/text');
		});
	});

	it('is looked for once more before the submission, among all unfinished jobs', async () => {
		await harness.sandbox.configure({ ignores: [], pageShape: 'spec', pageSize: 10 });
		await harness.sandbox.seed({
			jobs: 60,
			labels: ['theirs'],
			createdFrom: new Date(Date.now() - 5 * HOUR).toISOString(),
		});
		await harness.sandbox.clearLog();
		await nights.run(hello);
		const looks = (await harness.sandbox.log({ path: '^/jobs$' })).flatMap(({ method, query }) => {
			const filter = new URLSearchParams(query).get('filter') ?? '';
			return method === 'GET' && filter.startsWith('statusCode ne') ? [filter] : [];
		});
		// Six pages, and seven with the job of this run. No date hides one: a job may be filled for long.
		expect(looks.map((filter) => filter.includes('createdDate gt'))).toEqual(
			Array<boolean>(13).fill(false),
		);
	});

	it('does not depend on a filter of labels, which no specification describes', async () => {
		await nights.run(hello);
		const { lines } = await nights.run(longer);
		const looks = lines.filter((line) => line.includes('statusCode ne'));
		expect(looks).not.toEqual([]);
		expect(looks.filter((line) => line.includes('labels'))).toEqual([]);
	});
});

describe('two executions at once', () => {
	const saved = article('Hello');
	const savedAgain = article('Hello', 'New');

	/** What was submitted, by language. */
	const bought = async () => {
		const { jobs } = (await harness.sandbox.snapshot()) as unknown as {
			jobs: Array<{
				status: string;
				requests: Array<{ sourcecontentId: string; targetNativeLanguageCode: string }>;
				contents: Array<{ sourcecontentId: string; fields: Array<{ value: string }> }>;
			}>;
		};
		const submitted = jobs.filter(({ status }) => status !== 'CREATED');
		return submitted
			.flatMap(({ requests, contents }) =>
				requests.flatMap(({ sourcecontentId: id, targetNativeLanguageCode: language }) =>
					contents
						.filter(({ sourcecontentId }) => sourcecontentId === id)
						.flatMap(({ fields }) => fields.map(({ value }) => `${language} ${value}`)),
				),
			)
			.sort();
	};
	const ONCE = ['de-de', 'fr-fr'].flatMap((language) =>
		['Hello', 'New', 'Spring is here'].map((value) => `${language} ${value}`),
	);

	it('buy each text once', async () => {
		const runs = await Promise.all([nights.run(saved), nights.run(savedAgain)]);
		expect(runs.flatMap(({ error }) => error ?? [])).toEqual([]);
		expect(await bought()).toEqual(ONCE);
	});

	it('buy each text once, and one that has nothing left says so', async () => {
		const runs = await Promise.all([nights.run(savedAgain), nights.run(saved, GERMAN)]);
		expect(runs.flatMap(({ error }) => error ?? [])).toEqual([]);
		expect(await bought()).toEqual(ONCE);
		expect(await harness.sandbox.jobs()).toHaveLength(
			runs.filter(({ outcomes }) => outcomes.includes('created')).length,
		);
	});

	it.each([300, 1])('do not wait for one that has stopped, if they wait for %i s', async (wait) => {
		await leaveUnsubmitted(harness, async () => await nights.run(saved, { options: REQUESTS }));
		const { error, sent } = await nights.run(savedAgain, {
			options: { ...REQUESTS, waitSeconds: wait, takeOverSeconds: 4 },
		});
		expect(error).toBeUndefined();
		expect(sent).toHaveLength(1);
		expect(await bought()).toEqual(ONCE);
	});

	it('leave out what was sent meanwhile, even if it was begun later', async () => {
		// Only the first job is slow.
		await harness.sandbox.fault({ method: 'POST', path: 'requests/add$', delayMs: 1_500 });
		const first = nights.run(saved);
		await eventually(async () => (await harness.sandbox.jobs()).length === 1);
		const second = await nights.run(savedAgain);
		expect([second.error, (await first).error]).toEqual([undefined, undefined]);
		expect(await bought()).toEqual(ONCE);
	});
});

describe('Run key, quotas and splitting with known translations', () => {
	beforeEach(async () => await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 2 } }));

	const entries = [1, 2, 3].map((id) => ({ id, title: `Title ${id}` }));
	const titles = { ...GERMAN, fieldsToTranslate: 'title' };
	const SPLIT = { output: 'requests', splitJobs: true, concurrency: 1 };

	it('count only what is new', async () => {
		const refused = await nights.run(entries, titles);
		expect(refused.error?.message).toContain('would have 3 requests; the limit is 2');
		expect(refused.changes).toEqual([]);
		await nights.run(entries.slice(0, 2), titles);
		const { sent, error } = await nights.run(entries, titles);
		expect(error).toBeUndefined();
		expect(sent).toEqual([[text('/title', 'Title 3')]]);
	});

	it.each([0, 48])(
		'sends only the rest if it stopped between two jobs, %i hours later',
		async (hours) => {
			await harness.sandbox.fault({ method: 'PUT', path: 'submit$', skip: 1, status: 409 });
			const stopped = await nights.run(entries, { ...titles, options: SPLIT });
			expect(stopped.error).toBeDefined();
			await leap(hours * HOUR);
			const again = await nights.run(entries, { ...titles, options: SPLIT });
			expect(again.error).toBeUndefined();
			const submitted = (await harness.sandbox.jobs()).filter(({ status }) => status !== 'CREATED');
			const ids = submitted.map(({ jobId }) => jobId);
			const sent = (await harness.sandbox.requests()).filter(({ jobId }) => ids.includes(jobId));
			expect(sent.map(({ sourceNativeId }) => sourceNativeId).sort()).toEqual(['1', '2', '3']);
		},
	);
});
