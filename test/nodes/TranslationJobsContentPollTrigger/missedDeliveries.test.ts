/** Where a translation could slip through the content poll for good. */
import type { INodeParameters } from 'n8n-workflow';

import { forgetRefusals } from '../../../nodes/api/guesses';
import { PROCESS_RUN } from '../../../nodes/triggers/handOvers';
import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const LONG_AGO = '2026-01-01T00:00:00Z';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

let workflows = 0;
const polling = (
	options: INodeParameters = {},
	{
		filters = {},
		...others
	}: { filters?: INodeParameters; saved?: PollingWorkflow['saved']; budgetMs?: number } = {},
) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters, options: { minimumAge: 0, sweepInterval: 0, ...options } },
		workflowId: `missed-${++workflows}`,
		...others,
	});

const requestsOf = (workflow: PollingWorkflow) =>
	[...new Set(workflow.emitted.map(({ requestId }) => String(requestId)))].sort();

it('a service that refuses the filter by status is read without it', async () => {
	const { requestIds } = await harness.sandbox.seed({
		jobs: 2,
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	await harness.sandbox.fault({
		origin: 'rest',
		path: 'requests$',
		status: 400,
		body: { message: 'Unknown parameter statusCode' },
		times: 2,
	});
	const workflow = polling();
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual([...requestIds].sort());
});

it('requests that are approved while the list is being read make none of the others slip through', async () => {
	await harness.sandbox.configure({ pageToken: 'offset' });
	const { requestIds } = await harness.sandbox.seed({
		jobs: 1,
		requestsPerJob: 120,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: LONG_AGO,
	});
	await harness.sandbox.seed({ jobs: 1 });
	const workflow = polling();
	const reads = async () =>
		(await harness.sandbox.log({ origin: 'rest', path: 'requests$' })).length;
	await harness.sandbox.fault({ origin: 'rest', path: 'requests$', skip: 1, delayMs: 300 });
	const poll = workflow.poll();
	await eventually(async () => (await reads()) > 0);
	await harness.sandbox.approve(requestIds.slice(0, 40));
	await poll;
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual(expect.arrayContaining(requestIds.slice(40)));
});

interface Setup {
	filters?: INodeParameters;
	options?: INodeParameters;
}

it.each<[string, Setup, Setup]>([
	['a filter', { filters: { targetLanguages: ['fr-fr'] } }, {}],
	['Include Approved', {}, { options: { includeApproved: true } }],
])('what %s held back comes after it was changed', async (_name, before, after) => {
	const { requestIds } = await harness.sandbox.seed({
		jobs: 1,
		requestsPerJob: 3,
		requestStatus: 'REVIEW_TRANSLATION',
		targetLanguages: ['fr-fr', 'de-de'],
		createdFrom: LONG_AGO,
	});
	const [approved = '', ...inReview] = requestIds;
	await harness.sandbox.approve([approved]);
	await harness.sandbox.advance(60 * 60_000);
	await harness.sandbox.seed({ jobs: 1 });
	const first = polling(before.options, before);
	await first.poll();
	const second = polling(after.options, { ...after, saved: first.saved });
	await second.poll();
	expect(requestsOf(second)).toEqual((after.options ? requestIds : inReview).sort());
	expect(await second.poll()).toBeNull();
});

it.each(['object', 'list', 'camelCase', 'totals', 'empty', 'emptyList'] as const)(
	'finds deliveries where the counts of a job come as %s',
	async (aggregateShape) => {
		await harness.sandbox.configure({ aggregateShape });
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 3, requestsPerJob: 2 });
		const workflow = polling();
		await workflow.poll();
		await harness.sandbox.deliver(jobIds[1]!);
		await workflow.poll();
		expect(requestsOf(workflow)).toEqual(requestIds.slice(2, 4).sort());
	},
);

it('a job dated in the future hides nothing of the others', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 4 });
	await harness.sandbox.seed({
		jobs: 1,
		createdFrom: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
	});
	const workflow = polling();
	for (const requestId of requestIds) {
		await harness.sandbox.deliver(jobIds[0]!, [requestId]);
		await workflow.poll();
	}
	expect(workflow.emitted.map(({ requestId }) => requestId)).toEqual(requestIds);
});

it('nor does it keep the search for changed jobs from finding them', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await harness.sandbox.seed({
		jobs: 1,
		createdFrom: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
	});
	const workflow = polling({ sweepInterval: 60 });
	for (const requestId of requestIds) {
		await workflow.poll();
		await harness.sandbox.deliver(jobIds[0]!, [requestId]);
	}
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId)).toEqual(requestIds);
});

it('one job on which the service fails does not hold up the others, and comes when it can be read', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({
		jobs: 5,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	await harness.sandbox.fault({
		origin: 'rest',
		path: `/jobs/${jobIds[2]}/requests`,
		status: 500,
		headers: { 'Retry-After': '0' },
		times: 1000,
	});
	const workflow = polling({ sweepInterval: 60 });
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual(requestIds.filter((_id, index) => index !== 2).sort());
	await harness.sandbox.clearFaults();
	// No longer among the jobs that changed lately, and no sweep is due.
	await harness.sandbox.advance(30 * 60_000);
	await harness.sandbox.seed({ jobs: 1 });
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual([...requestIds].sort());
});

it('what another run of the process handed over last comes again at once', async () => {
	await harness.sandbox.seed({
		jobs: 1,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: LONG_AGO,
	});
	await harness.sandbox.seed({ jobs: 1 });
	const first = polling();
	await first.poll();
	const saved = JSON.stringify(first.saved);
	expect(saved).toContain(PROCESS_RUN);
	const second = polling({}, { saved: JSON.parse(saved.replaceAll(PROCESS_RUN, 'another')) });
	await second.poll();
	expect(second.keys).toEqual(first.keys);
	expect(second.emitted[0]).toMatchObject({ attempt: 2 });
});

it.each(['garbage', 'signInPage', 'dropBefore'] as const)(
	'one job that answers with %s for ever does not hold up the others',
	async (what) => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 5,
			requestsPerJob: 2,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		await harness.sandbox.fault({
			origin: 'rest',
			path: `jobs/${jobIds[2]}/requests$`,
			[what]: true,
			times: 10_000,
		});
		const workflow = polling();
		await workflow.poll();
		expect(requestsOf(workflow)).toEqual(
			requestIds.filter((_, index) => index !== 4 && index !== 5).sort(),
		);
		await harness.sandbox.clearFaults();
		await workflow.poll();
		expect(requestsOf(workflow)).toEqual([...requestIds].sort());
	},
);

it('a sweep that seems to have been in the future does not put off the next one', async () => {
	await harness.sandbox.configure({ jobDatesMoveWithRequests: false });
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 60, stepMs: 60_000 });
	const workflow = polling({ sweepInterval: 60 });
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[3]!);
	passTime(-24 * 60 * 60_000);
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual([requestIds[3]]);
});

it.each(['object', 'empty'] as const)(
	'a delivery that becomes visible three hours late, with an old date, comes with the next sweep (counts: %s)',
	async (aggregateShape) => {
		await harness.sandbox.configure({ aggregateShape });
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 2, requestsPerJob: 2 });
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
		const requests = (await harness.sandbox.requests(jobIds[0])).map(({ requestId, modified }) => ({
			requestId,
			statusCode: 'REVIEW_TRANSLATION',
			modifiedDate: new Date(modified).toISOString(),
		}));
		await harness.sandbox.fault({
			origin: 'rest',
			path: `jobs/${jobIds[0]}/requests$`,
			status: 200,
			body: { requests: requests.slice(0, 1) },
			// Counts that say more make the node ask twice.
			times: aggregateShape === 'object' ? 2 : 1,
		});
		const workflow = polling({ sweepInterval: 60 });
		await workflow.poll();
		expect(requestsOf(workflow)).toEqual([requestIds[0]]);
		await harness.sandbox.advance(3 * 60 * 60_000);
		// It is no longer among the jobs that changed lately.
		await harness.sandbox.seed({ jobs: 60 });
		await workflow.poll();
		passTime(61 * 60_000);
		await workflow.poll();
		expect(requestsOf(workflow)).toEqual([...requestIds.slice(0, 2)].sort());
	},
);

it('an empty list of all jobs makes it forget nothing', async () => {
	await harness.sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION' });
	const workflow = polling();
	await workflow.poll();
	await harness.sandbox.fault({
		origin: 'rest',
		path: '^/v2/jobs$',
		status: 200,
		body: { jobs: [] },
		times: 2,
	});
	expect(await workflow.poll()).toBeNull();
	expect(await harness.sandbox.faults()).toEqual([]);
	expect(await workflow.poll()).toBeNull();
});

it('a job that the service refuses to hand out does not count as empty', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({
		jobs: 2,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	// Both in one execution: a poll in which nothing can be read fails.
	const workflow = polling({ divideRepeated: false });
	await workflow.poll();
	await harness.sandbox.fault({ origin: 'rest', path: `jobs/${jobIds[0]}/requests$`, status: 403 });
	passTime(70 * 60_000);
	await workflow.poll();
	await workflow.poll();
	expect(
		workflow.emitted
			.filter(({ requestId }) => requestId === requestIds[0])
			.map(({ attempt }) => attempt),
	).toEqual([1, 2]);
});

it('what it remembers of a job is little again once its translations are approved', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 200 });
	const workflow = polling();
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[0]!);
	await workflow.poll();
	const size = () => JSON.stringify(workflow.saved.staticData).length;
	expect(size()).toBeGreaterThan(200 * 8);
	await harness.sandbox.approve(requestIds);
	const later = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.deliver(later.jobIds[0]!);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(201);
	expect(size()).toBeLessThan(400);
});

describe('a list that leaves out the labels of jobs', () => {
	const LABELLED = { labels: { label: [{ name: 'shop' }] } };
	const seed = async (labels: string[], jobs = 2) =>
		await harness.sandbox.seed({ jobs, labels, requestStatus: 'REVIEW_TRANSLATION' });
	beforeEach(async () => {
		await harness.sandbox.configure({ labelsShown: 'notInLists' });
	});

	it('hides none of the jobs with the label', async () => {
		await seed(['blog']);
		const { requestIds } = await seed(['shop']);
		const workflow = polling({}, { filters: LABELLED });
		await workflow.poll();
		expect(requestsOf(workflow)).toEqual([...requestIds].sort());
	});

	it('does not make the node read the other jobs again until they change', async () => {
		await seed(['blog'], 30);
		const workflow = polling({}, { filters: LABELLED });
		await workflow.poll();
		await harness.sandbox.clearLog();
		await workflow.poll();
		expect(await harness.sandbox.log({ origin: 'rest', path: '/jobs/' })).toEqual([]);
	});

	it('hides nothing from a test run', async () => {
		await seed(['shop']);
		await seed(['blog']);
		expect(await polling({}, { filters: LABELLED }).test()).toHaveLength(2);
	});
});

describe.each(['object', 'empty', 'stale'] as const)(
	'a service that takes one of several statuses, with counts as %s',
	(aggregateShape) => {
		beforeEach(async () => {
			forgetRefusals();
			await harness.sandbox.configure({ ignores: ['severalStatuses'], aggregateShape });
		});

		it('hides no delivery', async () => {
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 2, requestsPerJob: 2 });
			const workflow = polling();
			await workflow.poll();
			await harness.sandbox.deliver(jobIds[0]!);
			await harness.sandbox.deliver(jobIds[1]!, [requestIds[2]!], 'COMPLETED');
			await harness.sandbox.deliver(jobIds[1]!, [requestIds[3]!]);
			for (let poll = 0; poll < 3; poll++) {
				passTime(25 * 60 * 60_000);
				await workflow.poll();
			}
			expect(requestsOf(workflow)).toEqual([...requestIds].sort());
		});

		it('is asked for no status a second time', async () => {
			await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
			const workflow = polling();
			await workflow.poll();
			await harness.sandbox.clearLog();
			await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
			await workflow.poll();
			passTime(25 * 60 * 60_000);
			await workflow.poll();
			const asked = await harness.sandbox.log({ origin: 'rest', path: 'requests$' });
			expect(new Set(asked.map(({ query }) => query))).toEqual(new Set(['']));
		});
	},
);

it('a later page of jobs that keeps failing holds up nothing that is known without it', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 60, stepMs: 60_000 });
	const workflow = polling();
	const failSecondPage = async () => {
		await harness.sandbox.clearFaults();
		await harness.sandbox.fault({ path: '^/jobs$', skip: 2, status: 500, times: 1000 });
	};
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[3]!);
	await failSecondPage();
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual([requestIds[3]]);
	// Nothing new: then the poll says what is wrong.
	await failSecondPage();
	await expect(workflow.poll()).rejects.toThrow();
});

it('a later page of changed jobs that failed is read by the next poll, and not only by the sweep', async () => {
	await harness.sandbox.configure({ pageSize: 10 });
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 24, stepMs: 60_000 });
	const workflow = polling({ sweepInterval: 600 });
	await workflow.poll();
	for (const jobId of jobIds) await harness.sandbox.deliver(jobId);
	await harness.sandbox.fault({ path: '^/jobs$', skip: 1, status: 500, times: 1000 });
	await workflow.poll();
	expect(requestsOf(workflow)).toHaveLength(10);
	await harness.sandbox.clearFaults();
	await workflow.poll();
	expect(requestsOf(workflow)).toEqual([...requestIds].sort());
});

it('a page that keeps failing on the day of the daily read makes no job be read again by each poll', async () => {
	await harness.sandbox.seed({ jobs: 120, stepMs: 60_000 });
	const workflow = polling({ sweepInterval: 60 });
	await workflow.poll();
	passTime(25 * 60 * 60_000);
	const reads = async () =>
		(await harness.sandbox.log({ origin: 'rest', path: 'requests$' })).length;
	await harness.sandbox.clearLog();
	for (let poll = 0; poll < 3; poll++) {
		await harness.sandbox.clearFaults();
		await harness.sandbox.fault({ path: '^/jobs$', skip: 3, status: 500, times: 1000 });
		await workflow.poll().catch(() => {});
		passTime(60_000);
	}
	expect(await reads()).toBeGreaterThan(0);
	expect(await reads()).toBeLessThanOrEqual(120);
});

it('every job is read some time, also if no process lasts for a day', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.configure({ aggregateShape: 'stale' });
	await harness.sandbox.deliver(jobIds[0]!);
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	const workflow = polling({ sweepInterval: 60 });
	await workflow.poll();
	for (let hour = 0; hour < 13; hour++) {
		passTime(60 * 60_000);
		await workflow.poll();
	}
	jest.restoreAllMocks();
	expect(requestsOf(workflow)).toEqual(requestIds);
});
