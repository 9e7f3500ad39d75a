import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../support/harness';
import { Boots } from '../../support/triggers/boots';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saving } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const TYPE = 'translationJobsContentPollTrigger';
const AT_ONCE: INodeParameters = { minimumAge: 0 };
const HOUR_MS = 60 * 60_000;
/** Before everything that a list of the latest jobs shows, yet not old enough to be archived. */
const LONG_AGO = new Date(Date.now() - 45 * 86_400_000).toISOString();

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

let workflows = 0;
interface Rest {
	filters?: INodeParameters;
	handOver?: string;
	simplify?: boolean;
	saving?: Saving;
	saved?: PollingWorkflow['saved'];
	budgetMs?: number;
}
const polling = (
	options: INodeParameters = {},
	{ filters = {}, handOver = 'untilApproved', simplify = true, ...others }: Rest = {},
) =>
	new PollingWorkflow(harness.engine, {
		type: TYPE,
		parameters: { handOver, filters, simplify, options: { ...AT_ONCE, ...options } },
		workflowId: `content-${++workflows}`,
		...others,
	});

const serviceCalls = async () => (await harness.sandbox.log({ origin: 'rest' })).length;

describe.each<Saving>(['classic', 'reloaded', 'durable'])('with %s static data', (saving) => {
	it('hands over what was in review before the activation, once', async () => {
		const { requestIds } = await harness.sandbox.seed({
			jobs: 3,
			requestsPerJob: 2,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const workflow = polling({}, { saving });
		await workflow.poll();
		await workflow.poll();
		expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(
			[...requestIds].sort(),
		);
	});

	it('hands over each new delivery once, and a re-delivery again under another key', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 60,
			requestsPerJob: 2,
			stepMs: 60_000,
		});
		const workflow = polling({}, { saving });
		await workflow.poll();
		await harness.sandbox.deliver(jobIds[7]!);
		await workflow.poll();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(2);
		await harness.sandbox.redeliver([requestIds[14]!]);
		await workflow.poll();
		await workflow.poll();
		expect(new Set(workflow.keys).size).toBe(3);
		expect(workflow.keys).toHaveLength(3);
	});

	it('a hand-over that n8n discards comes again', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 2 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await harness.sandbox.deliver(jobIds[0]!);
		await workflow.poll({ discard: true });
		workflow.reactivate();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});

	it('a failed poll moves nothing and says why', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 2 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await harness.sandbox.deliver(jobIds[0]!);
		await harness.sandbox.fault({
			origin: 'rest',
			path: 'requests$',
			status: 503,
			headers: { 'Retry-After': '0' },
			times: 5,
		});
		await expect(workflow.poll()).rejects.toMatchObject({
			message: expect.stringContaining('not available'),
			failure: { cause: 'temporarily-unavailable' },
		});
		await harness.sandbox.clearFaults();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});

	it('an idle poll costs one call and starts nothing', async () => {
		await harness.sandbox.seed({ jobs: 60, stepMs: 1 });
		const workflow = polling({}, { saving });
		await workflow.poll();
		await harness.sandbox.clearLog();
		expect(await workflow.poll()).toBeNull();
		expect(await serviceCalls()).toBeLessThanOrEqual(2);
	});
});

it('finds deliveries by the sweep where job dates do not move and the order is ignored', async () => {
	await harness.sandbox.configure({ jobDatesMoveWithRequests: false, ignores: ['orderBy'] });
	const { jobIds, requestIds } = await harness.sandbox.seed({
		jobs: 120,
		requestsPerJob: 2,
		stepMs: 60_000,
	});
	const workflow = polling({ sweepInterval: 0 });
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[3]!, [requestIds[6]!]);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
	await harness.sandbox.deliver(jobIds[3]!, [requestIds[7]!]);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(2);
});

const requestReads = async () =>
	(await harness.sandbox.log({ origin: 'rest', path: 'requests$' })).length;

it('a sweep does not read a job that tells its counts and is as it was', async () => {
	await harness.sandbox.seed({ jobs: 5, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling({ sweepInterval: 0 });
	await workflow.poll();
	await harness.sandbox.clearLog();
	await workflow.poll();
	expect(await requestReads()).toBe(0);
});

it('without counts a sweep reads every job in progress', async () => {
	await harness.sandbox.configure({ aggregateShape: 'empty' });
	await harness.sandbox.seed({ jobs: 5, requestsPerJob: 2 });
	await harness.sandbox.seed({ jobs: 5, requestsPerJob: 2, status: 'COMPLETED' });
	const workflow = polling({ sweepInterval: 0 });
	await workflow.poll();
	await harness.sandbox.clearLog();
	await workflow.poll();
	expect(await requestReads()).toBe(5);
});

it.each(['once', 'untilApproved'])(
	'a delivery that takes the place of another, in a job that looks the same, comes within a day (%s)',
	async (handOver) => {
		await harness.sandbox.configure({ jobDatesMoveWithRequests: false });
		const { requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const workflow = polling({ sweepInterval: 0 }, { handOver });
		await workflow.poll();
		await harness.sandbox.redeliver(requestIds);
		passTime(24 * HOUR_MS);
		await workflow.poll();
		expect(workflow.emitted.map(({ attempt }) => attempt)).toEqual([1, 1]);
		expect(new Set(workflow.keys).size).toBe(2);
	},
);

describe('counts that stay at 0', () => {
	beforeEach(async () => await harness.sandbox.configure({ aggregateShape: 'stale' }));

	it.each(['once', 'untilApproved'])(
		'hide no delivery for longer than a day, and change nothing else (%s)',
		async (handOver) => {
			const { jobIds } = await harness.sandbox.seed({ jobs: 8, requestsPerJob: 2, stepMs: 1 });
			const workflow = polling({}, { handOver });
			const pollFor = async (hours: number) => {
				for (let hour = 0; hour < hours; hour += 2) {
					await workflow.poll();
					passTime(2 * HOUR_MS);
				}
			};
			await pollFor(30);
			for (const jobId of jobIds) await harness.sandbox.deliver(jobId);
			await pollFor(26);
			const first = workflow.emitted.filter(({ attempt }) => attempt === 1);
			expect(first).toHaveLength(16);
			expect(new Set(first.map(({ requestId }) => requestId)).size).toBe(16);
			const again = workflow.emitted.filter(({ attempt }) => attempt === 2);
			expect(again.length > 0).toBe(handOver === 'untilApproved');
		},
	);

	it('do not make a poll between two sweeps dearer, whatever was read', async () => {
		await harness.sandbox.seed({ jobs: 8, requestStatus: 'REVIEW_TRANSLATION' });
		const workflow = polling({}, { handOver: 'once' });
		for (let hour = 0; hour < 30; hour += 2) {
			await workflow.poll();
			passTime(2 * HOUR_MS);
		}
		await workflow.poll();
		expect(workflow.keys).toHaveLength(8);
		await harness.sandbox.clearLog();
		await workflow.poll();
		expect(await serviceCalls()).toBe(1);
	});

	it('hide no delivery of a node with one job, whose idle polls take one call', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		const workflow = polling({}, { filters: { jobId: jobIds[0]! } });
		await workflow.poll();
		await harness.sandbox.deliver(jobIds[0]!);
		await harness.sandbox.clearLog();
		await workflow.poll();
		expect(await serviceCalls()).toBe(1);
		passTime(24 * HOUR_MS);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});
});

it('does not sweep before its interval is over', async () => {
	await harness.sandbox.configure({ jobDatesMoveWithRequests: false });
	const { jobIds } = await harness.sandbox.seed({ jobs: 1, createdFrom: LONG_AGO });
	await harness.sandbox.seed({ jobs: 60 });
	const workflow = polling({ sweepInterval: 60 });
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[0]!);
	expect(await workflow.poll()).toBeNull();
	passTime(HOUR_MS);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

it('leaves a delivery to the listener until it has the minimum age', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	const workflow = polling({ minimumAge: 120 });
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[0]!);
	expect(await workflow.poll()).toBeNull();
	passTime(121_000);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

it('hands over no more than was asked for, and the rest with the next polls', async () => {
	await harness.sandbox.seed({ jobs: 4, requestsPerJob: 5, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling({ itemsPerExecution: 7 });
	for (let poll = 0; poll < 4; poll++) await workflow.poll();
	expect(workflow.executions.map(({ length }) => length)).toEqual([7, 7, 6]);
	expect(new Set(workflow.keys).size).toBe(20);
});

it('goes on in the next poll when the time of this one is over', async () => {
	await harness.sandbox.seed({ jobs: 30, requestStatus: 'REVIEW_TRANSLATION' });
	await harness.sandbox.configure({ latencyMs: 40 });
	const workflow = polling({}, { budgetMs: 100 });
	for (let poll = 0; poll < 200 && workflow.keys.length < 30; poll++) await workflow.poll();
	expect(workflow.executions.length).toBeGreaterThan(1);
	expect(new Set(workflow.keys).size).toBe(30);
	expect(workflow.keys).toHaveLength(30);
});

it('a sweep over more jobs than one poll has time for goes on where it stopped', async () => {
	await harness.sandbox.seed({ jobs: 400, stepMs: 5_000 });
	const { requestIds } = await harness.sandbox.seed({
		jobs: 3,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: LONG_AGO,
	});
	await harness.sandbox.configure({ latencyMs: 50 });
	const workflow = polling({}, { budgetMs: 200 });
	for (let poll = 0; poll < 200 && workflow.keys.length < 3; poll++) await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
	expect(
		(await harness.sandbox.log({ origin: 'rest', path: '^/v2/jobs$' })).some(({ query }) =>
			query.includes('createdDate'),
		),
	).toBe(true);
});

it('approved translations only where they are wanted', async () => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'TRANSLATION_APPROVED' });
	const without = polling();
	const included = polling({ includeApproved: true });
	await without.poll();
	await included.poll();
	expect([without.keys.length, included.keys.length]).toEqual([0, 1]);
});

it('passes over jobs that are archived, completed or not submitted', async () => {
	for (const seed of [
		{ archived: true },
		{ status: 'COMPLETED' as const },
		{ status: 'CREATED' as const },
	]) {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', ...seed });
	}
	const workflow = polling();
	expect(await workflow.poll()).toBeNull();
});

it.each<[string, INodeParameters, number]>([
	['provider', { providerId: { __rl: true, mode: 'id', value: 'other' } }, 2],
	['labels', { labels: { label: [{ name: 'campaign', value: 'spring' }] } }, 2],
	['target language', { targetLanguages: ['de_DE'] }, 2],
])('filters by %s', async (_name, filters, expected) => {
	await harness.sandbox.seed({
		jobs: 1,
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
		targetLanguages: ['fr-fr', 'de-de'],
	});
	await harness.sandbox.seed({
		jobs: 1,
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
		targetLanguages: ['fr-fr', 'de-de'],
		providerId: 'other',
		labels: { campaign: 'spring' },
	});
	const workflow = polling({}, { filters });
	await workflow.poll();
	expect(workflow.keys).toHaveLength(expected);
});

it('filtered by one job, it asks for nothing else', async () => {
	const { jobIds } = await harness.sandbox.seed({
		jobs: 3,
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const workflow = polling(
		{},
		{ filters: { jobId: { __rl: true, mode: 'id', value: jobIds[1]! } } },
	);
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emitted.map(({ jobId }) => jobId)).toEqual([jobIds[1], jobIds[1]]);
	expect((await harness.sandbox.log({ origin: 'rest', path: '^/v2/jobs$' })).length).toBe(0);
});

it('a test run shows real translations and moves nothing', async () => {
	await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling();
	expect(await workflow.test()).toHaveLength(2);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(2);
	expect(await workflow.test()).toHaveLength(2);
});

describe('a test run without a translation says what it looked at', () => {
	it.each<[number, string]>([
		[0, 'There are no jobs yet: send one with Send for Translation.'],
		[1, 'The only job has no translation that waits for approval'],
		[12, 'None of the 12 jobs has a translation that waits for approval'],
		[50, 'None of the 50 jobs has a translation that waits for approval'],
		[51, 'None of the 50 jobs that changed last has a translation that waits for approval'],
	])('with %d jobs', async (jobs, message) => {
		await harness.sandbox.seed({ jobs });
		await expect(polling().test()).rejects.toMatchObject({ message });
	});

	it('with filters', async () => {
		await harness.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION' });
		const filters = { providerId: { __rl: true, mode: 'id', value: 'nobody' } };
		await expect(polling({}, { filters }).test()).rejects.toMatchObject({
			message:
				'None of the 2 jobs has a translation that waits for approval and passes the filters of this node',
		});
	});

	it('with a job that cannot be read', async () => {
		await harness.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION' });
		await harness.sandbox.fault({ origin: 'rest', path: 'requests$', status: 403, times: 9 });
		await expect(polling().test()).rejects.toMatchObject({
			message:
				'2 of 2 jobs could not be read, and no other has a translation that waits for approval',
		});
	});
});

it('an item carries the request as read from the service, its job, and where it comes from', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({
		jobs: 1,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const workflow = polling({}, { simplify: false });
	await workflow.poll();
	const [request] = await harness.sandbox.requests();
	expect(workflow.emitted[0]).toMatchObject({
		event: 'translationReady',
		deliveryKey: `${requestIds[0]}@${new Date(request!.modified).toISOString().replace(/\.?0*Z$/, 'Z')}`,
		environment: 'staging',
		arrivedBy: 'contentPoll',
		attempt: 1,
		jobId: jobIds[0],
		requestId: requestIds[0],
		request: { statusCode: 'REVIEW_TRANSLATION' },
	});
});

it('works where the service refuses the order and the counts', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 2 });
	await harness.sandbox.fault({
		origin: 'rest',
		method: 'GET',
		path: '^/v2/jobs$',
		status: 400,
		times: 1,
	});
	const workflow = polling();
	await harness.sandbox.deliver(jobIds[1]!);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

it('a delivery that comes of age costs one call, and one that is approved before none at all', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 6 });
	const workflow = polling({ minimumAge: 60 });
	const calls = async () => {
		await harness.sandbox.clearLog();
		await workflow.poll();
		return await serviceCalls();
	};
	await workflow.poll();
	for (const jobId of jobIds) await harness.sandbox.deliver(jobId);
	expect(await calls()).toBe(1 + 6);
	await harness.sandbox.approve(requestIds.slice(3));
	passTime(61_000);
	expect(await calls()).toBe(1 + 3);
	expect(workflow.keys).toHaveLength(3);
	expect(await calls()).toBe(1);

	// Long after, where the list of what changed lately does not reach.
	await harness.sandbox.advance(30 * 60_000);
	await harness.sandbox.seed({ jobs: 60 });
	await workflow.poll();
	expect(await calls()).toBe(1);
});

it('a job that is gone is not asked for again, where only a sweep could find it', async () => {
	await harness.sandbox.configure({ jobDatesMoveWithRequests: false });
	const { jobIds } = await harness.sandbox.seed({
		jobs: 3,
		requestsPerJob: 1,
		createdFrom: LONG_AGO,
	});
	await harness.sandbox.seed({ jobs: 60 });
	for (const jobId of jobIds) await harness.sandbox.deliver(jobId);
	const workflow = polling({ minimumAge: 60 });
	await workflow.poll();
	passTime(61_000);
	await harness.sandbox.fault({ origin: 'rest', path: '^/v2/jobs/[^/]+$', status: 404, times: 6 });
	await workflow.poll();
	expect(await harness.sandbox.faults()).toEqual([]);
	await harness.sandbox.clearLog();
	await workflow.poll();
	expect(await serviceCalls()).toBe(1);
});

it('a cancelled job hands over what was delivered before', async () => {
	const { requestIds } = await harness.sandbox.seed({
		jobs: 1,
		status: 'CANCELLED',
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId)).toEqual(requestIds);
	expect(await workflow.poll()).toBeNull();
});

describe.each<Saving>(['classic', 'durable'])('a translation that ends n8n (%s)', (saving) => {
	const start = async (handOver: string) => {
		const { requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 8,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const killer = requestIds[11]!;
		const boots = new Boots({
			killer,
			boot: (saved) => polling({}, { handOver, saving, saved }),
			store: async (ids) => (handOver === 'once' ? undefined : await harness.sandbox.approve(ids)),
		});
		return { boots, killer, others: requestIds.filter((id) => id !== killer) };
	};

	it('is soon alone, then comes ever more rarely, and the others are stored', async () => {
		const { boots, others } = await start('untilApproved');
		for (let poll = 0; poll < 25; poll++) {
			await boots.poll();
			passTime(60_000);
		}
		expect(others.filter((id) => boots.timesOf(id).survived === 0)).toEqual([]);
		expect(boots.killing).toHaveLength(4);
		expect(boots.killing[0]).toBe(16);
		expect(boots.killing.at(-1)).toBe(1);
		// The pause after the fourth attempt.
		passTime(7 * HOUR_MS);
		await boots.poll();
		expect(boots.killing).toHaveLength(4);
		passTime(1.6 * HOUR_MS);
		await boots.poll();
		expect(boots.killing.slice(4)).toEqual([1]);
		for (let poll = 0; poll < 3; poll++) await boots.poll();
		expect(boots.count).toBe(6);
	});

	it('handed over once, comes at most once more, alone, and so does everything with it', async () => {
		const { boots, others } = await start('once');
		for (let poll = 0; poll < 25; poll++) {
			await boots.poll();
			passTime(60_000);
		}
		expect(boots.killing).toEqual([16, 1]);
		expect(new Set(others.map((id) => boots.timesOf(id).survived))).toEqual(new Set([1]));
	});
});
