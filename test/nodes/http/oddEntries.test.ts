/** Entries of a list that cannot be read are skipped, unless what they hide decides. */
import { approveRequests } from '../../../nodes/api/decideRequests';
import { createJob, deleteJob, listJobs } from '../../../nodes/api/jobs';
import { listRequests } from '../../../nodes/api/requests';
import { toArray } from '../../../nodes/http/pages';
import { completeIfDone } from '../../../nodes/TranslationJobs/operations/request/approve';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { sending, textItem } from '../features/send/support';

const harness = useHarness({
	nodes: [...TRIGGERS, new TranslationJobs()],
	variants: { autoDeliver: false },
});
afterEach(restoreTime);

const ODD: Array<[string, unknown]> = [
	['null', null],
	['{}', {}],
	['a text', 'x'],
];
const FOR_EVER = 1_000;
const jobs = { method: 'GET', path: '^/v2/jobs$' };
const requests = { method: 'GET', path: 'requests$' };
const calls = async (end: string) =>
	(await harness.sandbox.log({ origin: 'rest' })).filter(({ path }) => path.endsWith(end)).length;

describe.each(ODD)('%s in a list', (_, oddEntry) => {
	it('is skipped, and the node and the log name the list', async () => {
		await harness.sandbox.seed({ jobs: 3 });
		await harness.sandbox.fault({ ...jobs, oddEntry, times: FOR_EVER });
		const { items, hints } = await harness.run({ resource: 'job', operation: 'getAll' });
		expect(items).toHaveLength(3);
		const warning = 'The list of jobs has entries that cannot be read. They were skipped.';
		expect(hints).toEqual([warning]);
		expect(JSON.stringify(harness.engine.logs)).toContain(warning);
	});

	it('stops neither a poll nor a Send', async () => {
		await harness.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		for (const path of ['^/v2/jobs$', 'requests$', 'statusupdates$'])
			await harness.sandbox.fault({ method: 'GET', path, oddEntry, times: FOR_EVER });
		for (const kind of ['Status', 'Content']) {
			const workflow = poll(kind);
			await workflow.poll();
			expect(workflow.executions.flat()).toHaveLength(2);
		}
		const [sent] = await harness.json(sending(), { input: [textItem('a')] });
		expect(sent).toMatchObject({ statusCode: expect.stringMatching(/SEN/) });
		const [again] = await harness.json(sending(), { input: [textItem('a')] });
		expect(again!.jobId).toBe(sent!.jobId);
	});
});

const poll = (kind: string) =>
	new PollingWorkflow(harness.engine, {
		type: `translationJobs${kind}PollTrigger`,
		parameters:
			kind === 'Status'
				? { events: ['translationReady'] }
				: { handOver: 'once', options: { minimumAge: 0 } },
		workflowId: `${kind} ${expect.getState().currentTestName}`,
	});

it('a list without a whole entry is lost', async () => {
	await harness.sandbox.configure({ emptyList: 'list' });
	await harness.sandbox.fault({ ...jobs, oddEntry: null });
	expect(await harness.withClient(async (client) => await toArray(listJobs(client)))).toEqual([]);
	expect(await calls('/jobs')).toBe(2);
});

describe('where an absence decides', () => {
	it('a hidden request keeps a job from being completed', async () => {
		const { jobId, requestIds } = await harness.jobInReview(2);
		await harness.withClient(
			async (client) => await approveRequests(client, jobId, requestIds.slice(1)),
		);
		await harness.sandbox.fault({ ...requests, oddEntry: null, hidesEntry: true });
		const complete = async () =>
			await harness.withClient(async (client) => await completeIfDone(client, jobId));
		expect(await complete()).toBe(false);
		expect(await calls('/complete')).toBe(0);
	});

	it('a list with odd entries is lost, unless the retry shows the same', async () => {
		await harness.sandbox.seed({ jobs: 3 });
		const read = async (maxTries: number) =>
			await harness.withClient(async (client) => await toArray(listJobs(client.forDecision())), {
				retry: { maxTries },
			});
		await harness.sandbox.fault({ ...jobs, oddEntry: null, hidesEntry: true });
		await harness.sandbox.fault({ ...jobs, oddEntry: {} });
		await expect(read(2)).rejects.toThrow('cannot be read');
		await harness.sandbox.fault({ ...jobs, oddEntry: null, hidesEntry: true });
		await harness.sandbox.fault({ ...jobs, oddEntry: {}, times: 2 });
		expect(await read(3)).toHaveLength(3);
		await harness.sandbox.fault({ ...jobs, oddEntry: null, hidesEntry: true });
		expect(await read(2)).toHaveLength(3);
	});

	it('a new job that an odd entry hides is not created twice', async () => {
		await harness.sandbox.seed({ jobs: 2 });
		await harness.sandbox.fault({ method: 'POST', path: '^/v2/jobs$', dropAfter: true });
		await harness.sandbox.fault({ ...jobs, oddEntry: null, hidesEntry: true, times: 5 });
		await harness.withClient(async (client) => await createJob(client, { jobName: 'One' }));
		expect((await harness.sandbox.snapshot()).jobs).toHaveLength(3);
	});

	it('a hidden job does not prove that it was deleted', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 2, status: 'CREATED' });
		await harness.sandbox.fault({ method: 'DELETE', dropBefore: true, times: FOR_EVER });
		await harness.sandbox.fault({
			method: 'GET',
			path: 'jobs/[^/]+$',
			skip: 1,
			status: 404,
			body: '',
			times: FOR_EVER,
		});
		await harness.sandbox.fault({ ...jobs, oddEntry: null, hidesEntry: true });
		await expect(
			harness.withClient(async (client) => await deleteJob(client, jobIds[0]!)),
		).rejects.toThrow('no answer');
	});
});

it('a hidden delivery is not handed over again when it is back', async () => {
	await harness.jobInReview(2);
	const workflow = poll('Content');
	await workflow.poll();
	await harness.sandbox.fault({ ...requests, oddEntry: null, hidesEntry: true });
	workflow.reactivate();
	passTime(25 * 60 * 60_000);
	await workflow.poll();
	passTime(25 * 60 * 60_000);
	await workflow.poll();
	expect(workflow.executions.flat()).toHaveLength(2);
});

it('an ordinary list is read once', async () => {
	const { jobId } = await harness.jobInReview(2);
	await harness.sandbox.fault({ ...requests, oddEntry: null });
	const read = async () =>
		await harness.withClient(async (client) => await toArray(listRequests(client, jobId)));
	expect(await read()).toHaveLength(2);
	expect(await calls('/requests')).toBe(1);
});
