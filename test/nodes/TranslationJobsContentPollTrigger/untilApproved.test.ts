/** A translation is handed over again and again until somebody decides about it. */
import type { INodeParameters } from 'n8n-workflow';

import { Caller } from '../../sandbox/caller';
import { useHarness } from '../../support/harness';
import { passTime, restoreTime } from '../../support/triggers/passTime';
import { PollingWorkflow, type Saved, type Saving } from '../../support/triggers/pollingWorkflow';
import { triggerEngine, TRIGGERS } from '../../support/triggers/triggerEngine';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

afterEach(restoreTime);

interface Setup {
	handOver?: 'untilApproved' | 'once';
	options?: INodeParameters;
	simplify?: boolean;
	saved?: Saved;
	saving?: Saving;
	/** The same one means the same workflow in the same process. */
	workflowId?: string;
}

let workflows = 0;
const polling = ({
	handOver,
	options = {},
	simplify = true,
	workflowId = `again-${++workflows}`,
	...others
}: Setup = {}) =>
	new PollingWorkflow(harness.engine, {
		type: 'translationJobsContentPollTrigger',
		parameters: {
			...(handOver ? { handOver } : {}),
			filters: {},
			options: { minimumAge: 0, ...options },
			simplify,
		},
		workflowId,
		...others,
	});

const inReview = async (jobs = 1) =>
	await harness.sandbox.seed({ jobs, requestStatus: 'REVIEW_TRANSLATION' });
const attempts = (workflow: PollingWorkflow) => workflow.emitted.map(({ attempt }) => attempt);

it.each<Saving>(['classic', 'reloaded', 'durable'])(
	'what stays in review is handed over after each pause, and the pauses double up to a day (%s)',
	async (saving) => {
		await inReview();
		const workflow = polling({ saving });
		await workflow.poll();
		const [first] = workflow.keys;
		const pauses = [60, 120, 240, 480, 960, 1440, 1440, 1440].map((minutes) => minutes * MINUTE_MS);
		for (const [index, pause] of pauses.entries()) {
			passTime(0.95 * pause);
			expect(await workflow.poll()).toBeNull();
			passTime(0.15 * pause);
			await workflow.poll();
			expect(workflow.emitted.at(-1)).toMatchObject({ attempt: index + 2, deliveryKey: first });
		}
		expect(workflow.keys).toHaveLength(1 + pauses.length);
	},
);

it('it never ends', async () => {
	await inReview();
	const workflow = polling();
	for (let day = 0; day < 15; day++) {
		await workflow.poll();
		passTime(1.1 * DAY_MS);
	}
	expect(attempts(workflow)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
});

it('the first pause can be chosen', async () => {
	await inReview();
	const workflow = polling({ options: { againAfter: 5 } });
	await workflow.poll();
	passTime(6 * MINUTE_MS);
	await workflow.poll();
	expect(attempts(workflow)).toEqual([1, 2]);
});

it('it comes again though no sweep is due, and from a job that changed long ago', async () => {
	await harness.sandbox.seed({
		jobs: 1,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: new Date(Date.now() - 40 * DAY_MS).toISOString(),
	});
	await harness.sandbox.seed({ jobs: 60 });
	const workflow = polling({ options: { sweepInterval: 600 } });
	await workflow.poll();
	passTime(1.1 * HOUR_MS);
	await workflow.poll();
	expect(attempts(workflow)).toEqual([1, 2]);
});

it.each<[string, (requestIds: string[], jobIds: string[]) => Promise<unknown>]>([
	['approved', async (requestIds) => await harness.sandbox.approve(requestIds)],
	['cancelled', async ([requestId]) => await harness.sandbox.cancelRequest(requestId!)],
	[
		'rejected',
		async ([requestId], [jobId]) =>
			await decide(`/jobs/${jobId}/requests/reject`, { requestIds: [requestId] }),
	],
	['of a completed job', async (_requestIds, [jobId]) => await decide(`/jobs/${jobId}/complete`)],
])('what is %s is not handed over again', async (_name, act) => {
	const { jobIds, requestIds } = await inReview();
	const workflow = polling();
	await workflow.poll();
	await act(requestIds, jobIds);
	for (let day = 0; day < 3; day++) {
		passTime(1.1 * DAY_MS);
		expect(await workflow.poll()).toBeNull();
	}
});

it('it comes from a completed job once that is reopened', async () => {
	const { jobIds } = await harness.sandbox.seed({
		jobs: 1,
		status: 'COMPLETED',
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const workflow = polling();
	expect(await workflow.poll()).toBeNull();
	await decide(`/jobs/${jobIds[0]}/intranslation`);
	await workflow.poll();
	expect(attempts(workflow)).toEqual([1]);
});

async function decide(path: string, body?: object): Promise<void> {
	const { clientId, clientSecret, authUrl, baseUrl } = harness.sandbox;
	const form = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: clientId,
		client_secret: clientSecret,
	});
	const { access_token: token } = (await (
		await fetch(`${authUrl}/connect/token`, { method: 'POST', body: form })
	).json()) as { access_token: string };
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
	const answer = await fetch(baseUrl + path, {
		method: 'PUT',
		headers,
		body: body && JSON.stringify(body),
	});
	expect(answer.status).toBeLessThan(300);
}

it('what is delivered anew begins with attempt 1', async () => {
	const { requestIds } = await inReview();
	const workflow = polling();
	await workflow.poll();
	passTime(1.1 * HOUR_MS);
	await workflow.poll();
	await harness.sandbox.approve(requestIds);
	await workflow.poll();
	await harness.sandbox.redeliver(requestIds);
	await workflow.poll();
	passTime(1.1 * HOUR_MS);
	await workflow.poll();
	expect(attempts(workflow)).toEqual([1, 2, 1, 2]);
	expect(new Set(workflow.keys).size).toBe(2);
});

it('once means once', async () => {
	await inReview();
	const workflow = polling({ handOver: 'once' });
	for (let day = 0; day < 5; day++) {
		await workflow.poll();
		passTime(1.1 * DAY_MS);
	}
	expect(attempts(workflow)).toEqual([1]);
});

it('who changes from once to until approved gets again what is still in review', async () => {
	await inReview();
	const before = polling({ handOver: 'once' });
	await before.poll();
	const after = polling({ saved: before.saved });
	await after.poll();
	expect(attempts(after)).toEqual([2]);
});

it.each(['untilApproved', 'once'] as const)(
	'approved translations come once (%s)',
	async (handOver) => {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'TRANSLATION_APPROVED' });
		const workflow = polling({ handOver, options: { includeApproved: true } });
		for (let day = 0; day < 4; day++) {
			await workflow.poll();
			passTime(1.1 * DAY_MS);
		}
		expect(attempts(workflow)).toEqual([1]);
	},
);

it.each(['object', 'empty'] as const)(
	'what needs no approval comes once (counts: %s)',
	async (aggregateShape) => {
		await harness.sandbox.configure({ aggregateShape });
		const statuses = ['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', 'COMPLETED'];
		const seeded = new Set<string>();
		for (const requestStatus of statuses) {
			const { requestIds } = await harness.sandbox.seed({
				jobs: 1,
				requestStatus: requestStatus as never,
			});
			seeded.add(requestIds[0]!);
		}
		const workflow = polling();
		for (let day = 0; day < 4; day++) {
			await workflow.poll();
			passTime(1.1 * DAY_MS);
		}
		expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual([...seeded].sort());
	},
);

it('a new process goes on counting', async () => {
	await inReview();
	const first = polling();
	await first.poll();
	passTime(1.1 * HOUR_MS);
	await first.poll();
	// A workflow of another name stands for another process: it knows nothing but what was saved.
	const second = polling({ saved: first.saved });
	expect(await second.poll()).toBeNull();
	passTime(2.2 * HOUR_MS);
	await second.poll();
	expect(attempts(second)).toEqual([3]);
});

it('what was forgotten comes again, with attempt 1', async () => {
	await inReview();
	const first = polling();
	await first.poll();
	const second = polling({ saved: { staticData: {} } });
	await second.poll();
	expect(attempts(second)).toEqual([1]);
	expect(second.keys).toEqual(first.keys);
});

it('another account begins anew', async () => {
	await inReview();
	const first = polling();
	await first.poll();
	await harness.sandbox.addClient({ clientId: 'other', clientSecret: 'other-secret' });
	const others = await triggerEngine({
		...harness.sandbox,
		baseUrl: harness.sandbox.baseUrl,
		authUrl: harness.sandbox.authUrl,
		clientId: 'other',
		clientSecret: 'other-secret',
	});
	const second = new PollingWorkflow(others, {
		type: 'translationJobsContentPollTrigger',
		parameters: { filters: {}, options: { minimumAge: 0 } },
		workflowId: 'other-account',
		saved: first.saved,
	});
	await second.poll();
	others.stop();
	expect(attempts(second)).toEqual([1]);
});

it('undivided, new translations come before those that come again', async () => {
	await inReview(3);
	const workflow = polling({ options: { itemsPerExecution: 3, divideRepeated: false } });
	await workflow.poll();
	passTime(1.1 * HOUR_MS);
	await inReview(2);
	await workflow.poll();
	await workflow.poll();
	expect(workflow.executions.map((items) => items.map(({ json }) => json.attempt).sort())).toEqual([
		[1, 1, 1],
		[1, 1, 2],
		[2, 2],
	]);
});

it('what comes again is read as it is then', async () => {
	await inReview();
	const workflow = polling({ simplify: false });
	await workflow.poll();
	await harness.sandbox.configure({ unknownFields: true });
	passTime(1.1 * HOUR_MS);
	await workflow.poll();
	expect(
		workflow.emitted.map(({ request, job }) => [
			'riskScore' in (request as object),
			'riskScore' in (job as object),
		]),
	).toEqual([
		[false, false],
		[true, true],
	]);
});

it.each(['untilApproved', 'once'] as const)(
	'what comes once does not come again when its job is completed and reopened (%s)',
	async (handOver) => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.deliver(jobIds[0]!, undefined, 'COMPLETED');
		const service = await Caller.of(harness.sandbox);
		const workflow = polling({ handOver, options: { sweepInterval: 0 } });
		await workflow.poll();
		for (const step of ['complete', 'intranslation']) {
			await service.call('PUT', `/jobs/${jobIds[0]}/${step}`);
			await workflow.poll();
		}
		expect(workflow.keys).toHaveLength(1);
	},
);
