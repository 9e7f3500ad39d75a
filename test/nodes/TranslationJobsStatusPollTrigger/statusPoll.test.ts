import type { INodeParameters } from 'n8n-workflow';

import { Caller } from '../../sandbox/caller';
import { useHarness } from '../../support/harness';
import { asAnotherRun, Boots } from '../../support/triggers/boots';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saving } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const TYPE = 'translationJobsStatusPollTrigger';
const ALL = ['translationReady', 'requestCancelled', 'requestError', 'otherStatus'];

const HOUR_MS = 60 * 60_000;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
afterEach(restoreTime);

let workflows = 0;
interface Setup {
	events?: string[];
	simplify?: boolean;
	filters?: INodeParameters;
	options?: INodeParameters;
	saving?: Saving;
	saved?: PollingWorkflow['saved'];
	budgetMs?: number;
}
const polling = ({
	events = ALL,
	filters = {},
	options = {},
	simplify = true,
	...others
}: Setup = {}) =>
	new PollingWorkflow(harness.engine, {
		type: TYPE,
		parameters: { events, filters, simplify, options },
		workflowId: `status-${++workflows}`,
		...others,
	});

/** Archives a job as any client does, and waits until it is. */
async function archive(jobId: string): Promise<void> {
	const service = await Caller.of(harness.sandbox);
	await service.call('PUT', `/jobs/${jobId}/archive`);
	await harness.sandbox.advance(10_000);
}

const acknowledged = async () =>
	(await harness.sandbox.updates())
		.filter((update) => update.acknowledged)
		.map(({ updateId }) => updateId);

describe.each<Saving>(['classic', 'reloaded', 'durable'])('with %s static data', (saving) => {
	it('hands over every update of every page once, and acknowledges it in a later poll', async () => {
		await harness.sandbox.configure({ pageSize: 2 });
		await harness.sandbox.seed({
			jobs: 5,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
		const workflow = polling({ saving });
		await workflow.poll();
		expect(workflow.keys).toHaveLength(5);
		expect(await acknowledged()).toHaveLength(0);
		expect(await workflow.poll()).toBeNull();
		expect(await acknowledged()).toHaveLength(5);
		expect(await workflow.poll()).toBeNull();
		expect(workflow.keys).toHaveLength(5);
	});

	it('what n8n discarded is handed over again and not acknowledged before that', async () => {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving });
		await workflow.poll({ discard: true });
		workflow.reactivate();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
		expect(await acknowledged()).toHaveLength(0);
	});

	it('without acknowledging, each update comes once all the same', async () => {
		await harness.sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving, options: { acknowledge: 'never' } });
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		expect(workflow.keys).toHaveLength(4);
		expect(await acknowledged()).toHaveLength(0);
	});

	it('more than fits into one execution comes with the next polls', async () => {
		await harness.sandbox.seed({
			jobs: 5,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
		const workflow = polling({ saving, options: { updatesPerExecution: 2 } });
		for (let poll = 0; poll < 4; poll++) await workflow.poll();
		expect(workflow.executions.map(({ length }) => length)).toEqual([2, 2, 1]);
	});

	it('a failed poll hands over nothing and says why', async () => {
		await harness.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = polling({ saving });
		await harness.sandbox.fault({
			origin: 'rest',
			path: 'requests$',
			status: 503,
			headers: { 'Retry-After': '0' },
			times: 10,
		});
		await expect(workflow.poll()).rejects.toMatchObject({
			message: expect.stringContaining('not available'),
			failure: { cause: 'temporarily-unavailable' },
		});
		await harness.sandbox.clearFaults();
		await workflow.poll();
		expect(workflow.keys).toHaveLength(2);
		expect(await acknowledged()).toHaveLength(0);
	});
});

it('tells deliveries, cancellations and errors apart', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 3 });
	const [ready = '', cancelled = '', failed = ''] = requestIds;
	await harness.sandbox.deliver(jobIds[0]!, [ready]);
	await harness.sandbox.cancelRequest(cancelled);
	await harness.sandbox.failRequest(failed, 'The file is broken');
	const workflow = polling({ simplify: false });
	await workflow.poll();
	expect(workflow.emitted.map(({ event, requestId }) => [event, requestId])).toEqual([
		['translationReady', ready],
		['requestCancelled', cancelled],
		['requestError', failed],
	]);
	expect(workflow.emitted[2]).toMatchObject({
		arrivedBy: 'statusPoll',
		environment: 'staging',
		request: { hasError: true, latestErrorMessage: 'The file is broken' },
	});
});

it.each([
	['TRANSLATION_FAILED', 'none', 'requestError'],
	['ERROR_IN_FILE', 'hasError', 'requestError'],
	[null, 'isError', 'requestError'],
	['NO_ERROR', 'none', 'otherStatus'],
	['ON_HOLD', 'none', 'otherStatus'],
] as const)('the error state %s, told by %s, is %s', async (errorStatus, errorField, event) => {
	await harness.sandbox.configure({ errorStatus, errorField });
	const { requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await harness.sandbox.failRequest(requestIds[0]!, 'The file is broken');
	const workflow = polling({ simplify: false });
	await workflow.poll();
	const hasError = event === 'requestError';
	expect(workflow.emitted).toMatchObject([
		{ event, requestId: requestIds[0], request: hasError ? { hasError } : {} },
	]);
});

describe('an error that only the request shows', () => {
	/** The service lists the updates without the flag. */
	const failUnflagged = async (errorStatus: string | null) => {
		await harness.sandbox.configure({ errorStatus, errorField: 'hasError' });
		const { requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await harness.sandbox.failRequest(requestIds[0]!, 'The provider refuses it');
		const { updateId, jobId, statusCode } = (await harness.sandbox.updates())[0]!;
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'statusupdates$',
			status: 200,
			body: { statusupdates: [{ updateId, jobId, statusCode, requestIds }] },
			times: 2,
		});
		return requestIds;
	};

	it.each([[null], ['PROVIDER_REFUSED']])('is an error (status %s)', async (errorStatus) => {
		const [failed] = await failUnflagged(errorStatus);
		const workflow = polling({ events: ['requestError'] });
		await workflow.poll();
		expect(workflow.emitted).toMatchObject([{ event: 'requestError', requestId: failed }]);
		await workflow.poll();
		expect(await acknowledged()).toHaveLength(1);
	});

	it('leaves the other requests of its update what they are', async () => {
		const [failed, other] = await failUnflagged('PROVIDER_REFUSED');
		const workflow = polling();
		await workflow.poll();
		expect(workflow.emitted.map(({ event, requestId }) => [event, requestId])).toEqual([
			['requestError', failed],
			['otherStatus', other],
		]);
	});

	it('is not invented: an update without an error is held back, and not read again', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'IN_TRANSLATION',
			withUpdates: true,
		});
		const workflow = polling({ events: ['requestError'] });
		for (let poll = 0; poll < 3; poll++) expect(await workflow.poll()).toBeNull();
		expect(await acknowledged()).toEqual([]);
		expect(await harness.sandbox.log({ origin: 'rest', path: `jobs/${jobIds[0]}$` })).toHaveLength(
			1,
		);
	});

	it('is not invented where the job is gone: the update is held back', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'IN_TRANSLATION',
			withUpdates: true,
		});
		const path = `/jobs/${jobIds[0]}`;
		await harness.sandbox.fault({ origin: 'rest', path, status: 404, times: 100 });
		const workflow = polling({ events: ['requestError'] });
		for (let poll = 0; poll < 3; poll++) expect(await workflow.poll()).toBeNull();
		expect(await acknowledged()).toEqual([]);
	});
});

it('one item per request of an update', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 60 });
	await harness.sandbox.deliver(jobIds[0]!);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId)).toEqual(requestIds);
});

it('what events and filters hold back stays unacknowledged, and is not read again', async () => {
	const { jobIds } = await harness.sandbox.seed({
		jobs: 2,
		requestStatus: 'REVIEW_TRANSLATION',
		withUpdates: true,
	});
	const workflow = polling({
		filters: { providerId: { __rl: true, mode: 'id', value: 'nobody' } },
	});
	for (let poll = 0; poll < 3; poll++) expect(await workflow.poll()).toBeNull();
	expect(await acknowledged()).toHaveLength(0);
	expect(await harness.sandbox.log({ origin: 'rest', path: `/jobs/${jobIds[0]}` })).toHaveLength(1);
});

it('what is held back can be acknowledged as well', async () => {
	await harness.sandbox.seed({ jobs: 2, requestStatus: 'CANCELLED', withUpdates: true });
	const workflow = polling({ events: ['translationReady'], options: { acknowledge: 'all' } });
	expect(await workflow.poll()).toBeNull();
	expect(await acknowledged()).toHaveLength(2);
});

it('without an event, it says so, and nothing is acknowledged', async () => {
	await harness.sandbox.seed({ jobs: 2, requestStatus: 'CANCELLED', withUpdates: true });
	const workflow = polling({ events: [], options: { acknowledge: 'all' } });
	await expect(workflow.poll()).rejects.toThrow(/^Trigger\sOn is empty/);
	expect(await acknowledged()).toHaveLength(0);
});

it.each([403, 404])('an acknowledgement that fails with %d is tried again', async (status) => {
	await harness.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling();
	await workflow.poll();
	await harness.sandbox.fault({ origin: 'rest', path: 'acknowledge$', status, times: 1 });
	await workflow.poll();
	expect(await acknowledged()).toHaveLength(1);
	await workflow.poll();
	expect(await acknowledged()).toHaveLength(2);
	expect(workflow.keys).toHaveLength(2);
});

describe('an update that leads nowhere', () => {
	const update = async (more: object = {}) => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 2,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
			...more,
		});
		return { jobIds, requestIds };
	};
	const ofJob = (workflow: PollingWorkflow, jobId: string) =>
		workflow.emitted.filter((item) => item.jobId === jobId);

	it.each<[string, (jobId: string) => Promise<unknown>]>([
		[
			'was deleted',
			async (jobId) =>
				await harness.sandbox.fault({
					origin: 'rest',
					path: `/jobs/${jobId}`,
					status: 404,
					times: 100,
				}),
		],
		['is archived', async (jobId) => await archive(jobId)],
		[
			'is archived and does not say so',
			async (jobId) => {
				await harness.sandbox.configure({ archiveFields: 'hidden' });
				await archive(jobId);
			},
		],
	])(
		'because its job %s is handed over with what it says, one item per request, and acknowledged',
		async (_, happen) => {
			const { jobIds, requestIds } = await update();
			const [lost, other] = jobIds as [string, string];
			await happen(lost);
			const workflow = polling();
			await workflow.poll();
			const ofLost = requestIds.slice(0, 2);
			expect(
				ofJob(workflow, lost)
					.map(({ requestId }) => requestId)
					.sort(),
			).toEqual([...ofLost].sort());
			expect(ofJob(workflow, lost)[0]).toMatchObject({
				event: 'translationReady',
				jobReadable: false,
				deliveryKey: expect.stringContaining('@'),
				statusCode: 'REVIEW_TRANSLATION',
			});
			expect(
				ofJob(workflow, other).every(
					(item) => item.jobReadable === undefined && item.requestName !== undefined,
				),
			).toBe(true);
			await workflow.poll();
			expect(workflow.emitted).toHaveLength(4);
			expect((await harness.sandbox.updates()).every(({ acknowledged: is }) => is)).toBe(true);
		},
	);

	it('is handed over when it is the only one, and jobs without updates can be read', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
		await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.fault({
			origin: 'rest',
			path: `/jobs/${jobIds[0]}`,
			status: 403,
			times: 100,
		});
		const workflow = polling();
		for (let poll = 0; poll < 6; poll++) await workflow.poll();
		expect(workflow.emitted).toMatchObject([{ jobId: jobIds[0], jobReadable: false }]);
	});

	it.each<[number, Saving]>([
		[400, 'classic'],
		[403, 'classic'],
		[409, 'classic'],
		[422, 'classic'],
		[403, 'durable'],
	])(
		'because its job is refused with %d three times is handed over and acknowledged (%s static data)',
		async (status, saving) => {
			const { jobIds } = await update();
			const refused = jobIds[0]!;
			const path = `jobs/${refused}$`;
			await harness.sandbox.fault({ origin: 'rest', path, status, times: 1_000 });
			const workflow = polling({ saving });
			const reads = async () => (await harness.sandbox.log({ origin: 'rest', path })).length;
			for (let poll = 0; poll < 5; poll++) await workflow.poll();
			expect(ofJob(workflow, refused)).toEqual([]);
			expect(ofJob(workflow, jobIds[1]!)).toHaveLength(2);
			expect([await acknowledged(), await reads()]).toEqual([[expect.any(String)], 2]);
			await workflow.poll();
			expect(ofJob(workflow, refused)).toMatchObject([
				{ jobReadable: false },
				{ jobReadable: false },
			]);
			expect([await acknowledged(), await reads()]).toEqual([[expect.any(String)], 3]);
			await workflow.poll();
			expect(await acknowledged()).toHaveLength(2);
		},
	);

	it('because its job is refused for a moment comes with its job', async () => {
		const { jobIds } = await update();
		const path = `jobs/${jobIds[0]}$`;
		await harness.sandbox.fault({ origin: 'rest', path, status: 403, times: 1 });
		const workflow = polling();
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		expect(workflow.emitted).toHaveLength(4);
		expect(workflow.emitted.every(({ jobReadable }) => jobReadable === undefined)).toBe(true);
	});

	it('because every job is refused (HTTP 400) is never handed over', async () => {
		await update();
		await harness.sandbox.fault({ origin: 'rest', path: '/jobs/', status: 400, times: 1_000 });
		const workflow = polling();
		for (let poll = 0; poll < 8; poll++) await expect(workflow.poll()).rejects.toThrow();
		expect(workflow.emitted).toEqual([]);
		expect(await acknowledged()).toEqual([]);
	});

	it('is no news where every job is refused: the poll fails and acknowledges nothing', async () => {
		const { jobIds } = await update();
		await harness.sandbox.fault({ origin: 'rest', path: '/jobs/', status: 403, times: 1000 });
		const workflow = polling();
		await expect(workflow.poll()).rejects.toThrow('not allowed for this client');
		await expect(workflow.poll()).rejects.toThrow('not allowed for this client');
		expect(await acknowledged()).toEqual([]);
		await harness.sandbox.clearFaults();
		await workflow.poll();
		expect(new Set(workflow.emitted.map(({ jobId }) => jobId))).toEqual(new Set(jobIds));
	});

	it('because it names no job is handed over', async () => {
		await harness.sandbox.seed({ jobs: 1 });
		const said = {
			updateId: 'u1',
			requestIds: ['r1'],
			statusCode: 'CANCELLED',
			updateTime: '2026-05-01T00:00:00Z',
		};
		await harness.sandbox.fault({
			origin: 'rest',
			path: '/statusupdates',
			method: 'GET',
			status: 200,
			body: { statusupdates: [said] },
		});
		const workflow = polling();
		await workflow.poll();
		expect(workflow.emitted).toMatchObject([
			{ event: 'requestCancelled', requestId: 'r1', jobReadable: false },
		]);
	});

	it('because its request is gone is looked at three times, then handed over with its job', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
		await harness.sandbox.fault({
			origin: 'rest',
			path: 'requests$',
			status: 200,
			body: { requests: [] },
			times: 100,
		});
		const workflow = polling();
		for (let polls = 0; polls < 4; polls += 1) await workflow.poll();
		expect(workflow.emitted).toEqual([]);
		for (let polls = 0; polls < 4; polls += 1) await workflow.poll();
		expect(workflow.emitted).toMatchObject([
			{ jobId: jobIds[0], jobName: expect.any(String) as unknown, requestReadable: false },
		]);
	});
});

it('one job on which the service fails (HTTP 500) does not hold up the others', async () => {
	const { jobIds } = await harness.sandbox.seed({
		jobs: 3,
		requestStatus: 'REVIEW_TRANSLATION',
		withUpdates: true,
	});
	await harness.sandbox.fault({
		origin: 'rest',
		path: `/jobs/${jobIds[1]}`,
		status: 500,
		headers: { 'Retry-After': '0' },
		times: 100,
	});
	const workflow = polling();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emitted.map(({ jobId }) => jobId)).toEqual([jobIds[0], jobIds[2]]);
	await harness.sandbox.clearFaults();
	await workflow.poll();
	expect(workflow.emitted.at(-1)).toMatchObject({ jobId: jobIds[1] });
});

it('goes on in the next poll when the time of this one is over', async () => {
	await harness.sandbox.seed({ jobs: 20, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await harness.sandbox.configure({ latencyMs: 30 });
	const workflow = polling({ budgetMs: 100 });
	for (let poll = 0; poll < 40 && workflow.keys.length < 20; poll++) await workflow.poll();
	expect(workflow.executions.length).toBeGreaterThan(1);
	expect(new Set(workflow.keys).size).toBe(20);
	expect(workflow.keys).toHaveLength(20);
});

it('a test run shows a real update and moves nothing', async () => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling();
	expect(await workflow.test()).toHaveLength(1);
	expect(await workflow.test()).toHaveLength(1);
	expect(await acknowledged()).toHaveLength(0);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
});

it('a test run without an update says so', async () => {
	await expect(polling().test()).rejects.toThrow(
		'There is no status update right now: nothing has happened, or all updates are acknowledged',
	);
	await harness.sandbox.seed({ jobs: 2, requestStatus: 'CANCELLED', withUpdates: true });
	await expect(polling({ events: ['translationReady'] }).test()).rejects.toThrow(
		'None of the 2 status updates passes the events and filters of this node',
	);
});

it('warns when the quota of unacknowledged updates comes near, however many pages they fill', async () => {
	await harness.sandbox.configure({ pageSize: 3, quotas: { MaxStatusUpdatesPerSite: 10 } });
	await harness.sandbox.seed({ jobs: 8, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	await polling({ options: { acknowledge: 'never', updatesPerExecution: 1 } }).poll();
	expect(
		harness.engine.logs.find(
			({ level, message }) =>
				level === 'warn' &&
				message.includes('8 unacknowledged status updates and keeps at most 10.'),
		),
	).toBeDefined();
});

it('two updates about the same state of a request make one item, and both are acknowledged', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.deliver(jobIds[0]!);
	await harness.sandbox.redeliver(requestIds);
	const workflow = polling();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.keys).toHaveLength(1);
	expect(await acknowledged()).toHaveLength(2);
});

it('what somebody approved before the poll comes all the same', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.deliver(jobIds[0]!);
	await harness.sandbox.approve(requestIds);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted).toMatchObject([
		{ event: 'translationReady', statusCode: 'TRANSLATION_APPROVED' },
	]);
});

it('an update with a status that has no event of its own is another status, and is acknowledged', async () => {
	await harness.sandbox.seed({ jobs: 1, requestStatus: 'IN_TRANSLATION', withUpdates: true });
	const workflow = polling();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.emitted).toMatchObject([{ event: 'otherStatus', statusCode: 'IN_TRANSLATION' }]);
	expect(await acknowledged()).toHaveLength(1);
});

it('polls come to an end even where listing takes longer than a poll may', async () => {
	await harness.sandbox.seed({ jobs: 15, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const workflow = polling({ budgetMs: 1 });
	for (let poll = 0; poll < 4; poll++) await workflow.poll();
	expect(workflow.keys).toHaveLength(15);
	expect(await acknowledged()).toHaveLength(15);
});

it('an error that is read after the delivery does not take the key of the delivery', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.failRequest(requestIds[0]!, 'Broken file');
	await harness.sandbox.advance(1_000);
	await harness.sandbox.deliver(jobIds[0]!);
	const workflow = polling();
	await workflow.poll();
	expect(workflow.emitted.map(({ event }) => event)).toEqual(['requestError', 'translationReady']);
	expect(new Set(workflow.keys).size).toBe(2);
});

describe('an update of which the list shows only a part', () => {
	const seeded = async () =>
		await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 3,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
	const hideOne = async (times: number) =>
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: 'requests$',
			oddEntry: null,
			hidesEntry: true,
			times,
		});

	it('comes whole once the list does, and is not acknowledged before', async () => {
		const { requestIds } = await seeded();
		// By their ids, and then among all of the job.
		await hideOne(2);
		const workflow = polling();
		await workflow.poll();
		await workflow.poll();
		expect(await acknowledged()).toEqual([]);
		await workflow.poll();
		expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(requestIds.sort());
	});

	it('comes after three tries, and says what could not be read', async () => {
		const { requestIds } = await seeded();
		await hideOne(100);
		const workflow = polling({ simplify: false });
		for (let poll = 0; poll < 6; poll++) await workflow.poll();
		expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(requestIds.sort());
		expect(workflow.emitted.filter((json) => json.requestReadable === false)).toMatchObject([
			{ event: 'translationReady', update: { requestIds: expect.arrayContaining(requestIds) } },
		]);
	});
});

it('a later page that keeps failing holds up nothing of the pages before it', async () => {
	await harness.sandbox.configure({ pageSize: 5 });
	await harness.sandbox.seed({ jobs: 6, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const path = 'statusupdates$';
	const workflow = polling();
	await harness.sandbox.fault({ method: 'GET', path, skip: 1, status: 500, times: 1000 });
	await workflow.poll();
	expect(workflow.keys).toHaveLength(5);
	await harness.sandbox.clearFaults();
	await harness.sandbox.fault({ method: 'GET', path, skip: 1, status: 500, times: 1000 });
	// It acknowledges the first page. As it has nothing to hand over, it says what is wrong.
	await expect(workflow.poll()).rejects.toThrow();
	await harness.sandbox.clearFaults();
	await workflow.poll();
	expect(workflow.keys).toHaveLength(6);
	expect(new Set(workflow.keys).size).toBe(6);
});

describe('an update about a translation that was rejected before the poll', () => {
	const rejected = async (requestIds: (seeded: string[]) => string[]) => {
		const { jobIds, requestIds: seeded } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
		});
		await harness.sandbox.deliver(jobIds[0]!);
		const service = await Caller.of(harness.sandbox);
		await service.call('PUT', `/jobs/${jobIds[0]}/requests/reject`, {
			requestIds: requestIds(seeded),
		});
		return seeded;
	};

	it('reports only the others as ready', async () => {
		const [, other] = await rejected(([first = '']) => [first]);
		const workflow = polling({ events: ['translationReady'] });
		await workflow.poll();
		expect(workflow.emitted).toMatchObject([{ event: 'translationReady', requestId: other }]);
	});

	it.each([
		['handedOver', 1],
		['never', 0],
	])(
		'starts nothing and is done if it was the only one (Acknowledge: %s)',
		async (acknowledge, count) => {
			await rejected((all) => all);
			const workflow = polling({ events: ['translationReady'], options: { acknowledge } });
			for (let poll = 0; poll < 2; poll++) await workflow.poll();
			expect(workflow.emitted).toEqual([]);
			expect(await acknowledged()).toHaveLength(count);
			await harness.sandbox.clearLog();
			await workflow.poll();
			expect(await harness.sandbox.log({ origin: 'rest', path: 'requests$' })).toEqual([]);
		},
	);

	it('waits for a list that lags behind the update', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.deliver(jobIds[0]!);
		await harness.sandbox.fault({
			method: 'GET',
			path: 'requests$',
			status: 200,
			body: { requests: [{ requestId: requestIds[0], statusCode: 'IN_TRANSLATION' }] },
		});
		const workflow = polling({ events: ['translationReady'] });
		for (let poll = 0; poll < 3; poll++) await workflow.poll();
		expect(workflow.emitted).toMatchObject([{ statusCode: 'REVIEW_TRANSLATION' }]);
	});

	it('waits as long for a list that lags after reads that failed', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.deliver(jobIds[0]!);
		const workflow = polling({ events: ['translationReady'] });
		const path = `jobs/${jobIds[0]}/requests$`;
		await harness.sandbox.fault({ method: 'GET', path, status: 500, times: 100 });
		const others = 4;
		for (let poll = 0; poll < others; poll++) {
			await harness.sandbox.seed({
				jobs: 1,
				requestStatus: 'REVIEW_TRANSLATION',
				withUpdates: true,
			});
			await workflow.poll();
		}
		await harness.sandbox.clearFaults();
		await harness.sandbox.fault({
			method: 'GET',
			path,
			status: 200,
			body: { requests: [{ requestId: requestIds[0], statusCode: 'IN_TRANSLATION' }] },
			times: 2,
		});
		for (let poll = 0; poll < 30 && workflow.emitted.length <= others; poll++)
			await workflow.poll();
		expect(workflow.emitted).toHaveLength(others + 1);
		expect(workflow.emitted.at(-1)).toMatchObject({ requestId: requestIds[0] });
	});

	describe('after a rejection and a new delivery', () => {
		const BEFORE = '2020-01-01T00:00:00.000Z';
		/** A list that still shows the rejection, in this many reads. */
		const deliveredAgain = async (times: number, modifiedDate = BEFORE) => {
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
			await harness.sandbox.deliver(jobIds[0]!);
			const [requestId] = requestIds;
			await harness.sandbox.fault({
				method: 'GET',
				path: 'requests$',
				status: 200,
				body: { requests: [{ requestId, statusCode: 'TRANSLATION_REJECTED', modifiedDate }] },
				times,
			});
			return requestId;
		};

		it('comes, though a list still shows the rejection', async () => {
			const requestId = await deliveredAgain(1);
			const workflow = polling({ events: ['translationReady'] });
			for (let poll = 0; poll < 3; poll++) await workflow.poll();
			expect(workflow.emitted).toMatchObject([{ requestId, statusCode: 'REVIEW_TRANSLATION' }]);
		});

		it('starts nothing if the rejection is the newer one', async () => {
			await deliveredAgain(1, new Date(Date.now() + 3_600_000).toISOString());
			const workflow = polling({ events: ['translationReady'] });
			for (let poll = 0; poll < 3; poll++) await workflow.poll();
			expect(workflow.emitted).toEqual([]);
			expect(await acknowledged()).toHaveLength(1);
		});
	});
});

describe.each(['handedOver', 'never'])(
	'an update that ends n8n (Acknowledge: %s)',
	(acknowledge) => {
		it('is soon alone, then comes ever more rarely, and the others come', async () => {
			const { requestIds } = await harness.sandbox.seed({
				jobs: 16,
				requestStatus: 'REVIEW_TRANSLATION',
				withUpdates: true,
			});
			const killer = requestIds[7]!;
			const boots = new Boots({
				killer,
				boot: (saved) => polling({ saved, options: { acknowledge } }),
			});
			for (let poll = 0; poll < 25; poll++) await boots.poll();
			const others = requestIds.filter((id) => id !== killer);
			expect(new Set(others.map((id) => boots.timesOf(id).survived))).toEqual(new Set([1]));
			expect(boots.killing).toHaveLength(4);
			expect(boots.killing[0]).toBe(16);
			expect(boots.killing.at(-1)).toBe(1);
			// It holds up nothing new, and is not lost.
			const { requestIds: later } = await harness.sandbox.seed({
				jobs: 1,
				requestStatus: 'REVIEW_TRANSLATION',
				withUpdates: true,
			});
			for (let poll = 0; poll < 3; poll++) await boots.poll();
			expect(boots.timesOf(later[0]!)).toEqual({ survived: 1, all: 1 });
			passTime(9 * HOUR_MS);
			await boots.poll();
			expect(boots.killing.slice(4)).toEqual([1]);
			expect(await acknowledged()).toHaveLength(acknowledge === 'never' ? 0 : 16);
		});
	},
);

it('what comes again after a restart takes turns with what is new', async () => {
	const seed = async (jobs: number) =>
		await harness.sandbox.seed({ jobs, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
	const { requestIds } = await seed(16);
	const first = polling();
	await first.poll();
	const second = polling({ saved: asAnotherRun(first.saved) });
	for (let poll = 0; poll < 16; poll++) {
		await seed(1);
		await second.poll();
	}
	const again = second.emitted.filter(({ requestId }) => requestIds.includes(String(requestId)));
	expect(again).toHaveLength(16);
	const isNew = second.executions.map(
		([item]) => !requestIds.includes(String(item!.json.requestId)),
	);
	expect(isNew.slice(0, 4)).toEqual([true, false, true, false]);
});
