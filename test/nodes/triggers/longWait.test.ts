import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { type PollingOptions, PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

const STATUS = 'translationJobsStatusPollTrigger';
const CONTENT = 'translationJobsContentPollTrigger';

let workflows = 0;
const polling = (type: string, more: Partial<PollingOptions> = {}) =>
	new PollingWorkflow(harness.engine, {
		type,
		parameters: type === CONTENT ? { handOver: 'untilApproved', options: { minimumAge: 0 } } : {},
		workflowId: `long-wait-${++workflows}`,
		...more,
	});

const inReview = async (jobs: number) =>
	await harness.sandbox.seed({ jobs, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
const asksFor = async (
	seconds: number,
	fault: { path: string; method?: string; status: number; skip?: number; times?: number },
) =>
	await harness.sandbox.fault({
		origin: 'rest',
		headers: { 'Retry-After': String(seconds) },
		times: 1,
		...fault,
	});
/** Older versions of n8n do not tell a poll how much time it has. */
const isOlder = process.env.TRANSLATION_JOBS_ENGINE !== undefined;
const tenMinutes = (cause: string) => ({
	message: 'The service asks to wait 10 minutes. A later poll tries again',
	failure: { cause, retryAfterMs: 600_000 },
});

describe.each([
	[STATUS, 'statusupdates$'],
	[CONTENT, 'jobs$'],
])('a longer wait than a poll has time for (%s)', (type, list) => {
	it.each([
		[429, 'rate-limited'],
		[503, 'temporarily-unavailable'],
	])('fails it at once when asked for by the list (%i)', async (status, cause) => {
		await inReview(2);
		await asksFor(600, { path: list, status });
		const workflow = polling(type);
		await expect(workflow.poll()).rejects.toMatchObject(tenMinutes(cause));
		expect(await harness.sandbox.log({ origin: 'rest', path: list })).toHaveLength(1);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(2);
	});

	it('does not hold up the others when one of many jobs asks for it in every poll', async () => {
		const { jobIds } = await inReview(25);
		const workflow = polling(type);
		for (let poll = 0; poll < 2; poll += 1) {
			await harness.sandbox.clearFaults();
			await asksFor(600, { path: `${jobIds[12]}/requests$`, status: 503, times: 100 });
			await workflow.poll();
		}
		expect(workflow.keys).toHaveLength(24);
		await harness.sandbox.clearFaults();
		passTime(600_000);
		for (let poll = 0; poll < 2; poll += 1) await workflow.poll();
		expect(new Set(workflow.keys).size).toBe(25);
		expect(workflow.keys).toHaveLength(25);
	});

	it('fails it when every job asks for it', async () => {
		await inReview(3);
		await asksFor(600, { path: 'requests$', status: 503, times: 100 });
		await expect(polling(type).poll()).rejects.toMatchObject(tenMinutes('temporarily-unavailable'));
	});

	(isOlder ? it.skip : it)('is measured by the time that n8n gives it', async () => {
		await inReview(1);
		await asksFor(20, { path: list, status: 503 });
		await expect(polling(type, { budgetMs: 40_000 }).poll()).rejects.toMatchObject({
			message: 'The service asks to wait 20 seconds. A later poll tries again',
		});
	});

	it('is not what a short one is: that is waited for', async () => {
		await inReview(1);
		await asksFor(1, { path: list, status: 503 });
		const workflow = polling(type);
		await workflow.poll();
		expect(workflow.keys).toHaveLength(1);
	});
});

it('fails the status poll when acknowledging asks for it; nothing is handed over twice or lost', async () => {
	await inReview(2);
	const workflow = polling(STATUS);
	await workflow.poll();
	await asksFor(600, { path: 'acknowledge$', status: 429, times: 9 });
	await expect(workflow.poll()).rejects.toMatchObject(tenMinutes('rate-limited'));
	await harness.sandbox.clearFaults();
	await workflow.poll();
	expect(workflow.keys).toHaveLength(2);
	// A call that waited for the end of the pause may acknowledge an update a second time.
	const acknowledged = await harness.sandbox.log({ path: 'acknowledge$', status: 200 });
	expect(new Set(acknowledged.map(({ path }) => path)).size).toBe(2);
});

it('an update whose acknowledgement asks for it holds up nothing', async () => {
	await inReview(2);
	const workflow = polling(STATUS);
	await workflow.poll();
	const [update] = await harness.sandbox.updates();
	await asksFor(600, { path: `${update!.updateId}/acknowledge$`, status: 503, times: 9 });
	await inReview(1);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(3);
});

it('a job that asks for a wait is not read before its end', async () => {
	const { jobIds } = await inReview(2);
	const path = `${jobIds[0]}/requests$`;
	await asksFor(600, { path, status: 503, times: 9 });
	const workflow = polling(CONTENT);
	await workflow.poll();
	passTime(590_000);
	await workflow.poll();
	expect(await harness.sandbox.log({ origin: 'rest', path })).toHaveLength(1);
	await harness.sandbox.clearFaults();
	passTime(11_000);
	await workflow.poll();
	expect(workflow.keys).toHaveLength(2);
});
