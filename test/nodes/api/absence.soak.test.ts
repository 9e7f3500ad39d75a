/** A 404 counts if the service itself says it; that of a job also if the lists confirm it. */
import type { INodeParameters } from 'n8n-workflow';

import { createJob, deleteJob, getJob, listJobs } from '../../../nodes/api/jobs';
import {
	createListener,
	deleteListener,
	getListener,
	listListeners,
	updateListener,
} from '../../../nodes/api/listeners';
import { getRequest } from '../../../nodes/api/requests';
import { acknowledgeStatusUpdate } from '../../../nodes/api/statusUpdates';
import type { Client } from '../../../nodes/http/client';
import { isGone } from '../../../nodes/http/errors';
import { toArray } from '../../../nodes/http/pages';
import type { Fault } from '../../../sandbox/faults/faults';
import { byId, useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

const HTML = '<html><head><title>404 Not Found</title></head><body>nginx</body></html>';
const PAGE = { status: 404, body: HTML, headers: { 'Content-Type': 'text/html' } };
const EMPTY = { status: 404, body: '' };
const TEXT = { status: 410, body: 'Gone', headers: { 'Content-Type': 'text/plain' } };
const NOT_THE_SERVICE: Array<[string, Pick<Fault, 'status' | 'body' | 'headers'>]> = [
	['the page of a proxy', PAGE],
	['an empty 404', EMPTY],
	['a 404 with an empty object', { status: 404, body: {} }],
	['a 410 in plain text', TEXT],
];
const FOR_EVER = 1_000;

const uri = 'https://example.com/hook';
const addListener = async (client: Client) =>
	await createListener(client, {
		uri,
		type: 'JOB_STATUS_UPDATED',
		statusCodes: ['CANCELLED'],
	});

/** Whether a call ends with "it is gone". */
const saysGone = async (work: (client: Client) => Promise<unknown>) =>
	await harness.withClient(work).then(
		() => false,
		(error: unknown) => isGone(error),
	);

describe.each(NOT_THE_SERVICE)('%s for what exists', (_, answer) => {
	it('is read again', async () => {
		const { jobId } = await harness.jobInReview(1);
		await harness.sandbox.fault({ path: `^/v2/jobs/${jobId}$`, ...answer });
		expect(await harness.withClient(async (client) => await getJob(client, jobId))).toMatchObject({
			jobId,
		});
	});

	it('is never the absence of a job', async () => {
		const { jobId } = await harness.jobInReview(1);
		await harness.sandbox.fault({ path: `^/v2/jobs/${jobId}$`, ...answer, times: FOR_EVER });
		expect(await saysGone(async (client) => await getJob(client, jobId))).toBe(false);
	});

	it('does not prove that a job was deleted', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'CREATED' });
		const path = `^/v2/jobs/${jobIds[0]}$`;
		await harness.sandbox.fault({ method: 'DELETE', path, dropBefore: true, times: FOR_EVER });
		await harness.sandbox.fault({ method: 'GET', path, skip: 1, ...answer, times: FOR_EVER });
		await expect(
			harness.withClient(async (client) => await deleteJob(client, jobIds[0]!)),
		).rejects.toThrow('no answer');
	});

	it('does not have a listener deleted and made anew', async () => {
		await harness.withClient(async (client) => {
			const { listenerId } = await addListener(client);
			await harness.sandbox.fault({ method: 'PATCH', path: 'listeners/', ...answer, times: 20 });
			await expect(updateListener(client, listenerId, { disabled: true })).rejects.toThrow();
			await harness.sandbox.clearFaults();
			expect(await getListener(client, listenerId)).toMatchObject({ disabled: false });
		});
	});

	it('does not pass a filter of the status poll', async () => {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const workflow = poll('Status', {
			events: ['translationReady'],
			filters: { providerId: byId('nobody') },
		});
		await harness.sandbox.fault({ path: '^/v2/jobs/[^/]+(/requests)?$', ...answer, times: 5 });
		for (let polls = 0; polls < 3; polls += 1) await workflow.poll().catch(() => undefined);
		expect(workflow.executions).toEqual([]);
	});

	it('does not make the content poll forget a hand-over', async () => {
		await harness.jobInReview(1);
		const workflow = poll('Content', { handOver: 'once', options: { minimumAge: 0 } });
		await workflow.poll();
		workflow.reactivate();
		await harness.sandbox.fault({ path: 'requests$', ...answer, times: 1 });
		for (let polls = 0; polls < 3; polls += 1) await workflow.poll().catch(() => undefined);
		expect(workflow.executions.flat()).toHaveLength(1);
	});
});

const poll = (kind: 'Status' | 'Content', parameters: INodeParameters) =>
	new PollingWorkflow(harness.engine, {
		type: `translationJobs${kind}PollTrigger`,
		parameters,
		workflowId: expect.getState().currentTestName,
	});

describe('the page of a proxy', () => {
	it('is never the absence of a request', async () => {
		const { jobId, requestIds } = await harness.jobInReview(1);
		await harness.sandbox.fault({ path: 'requests/[^/]+$', ...PAGE, times: FOR_EVER });
		const read = async (client: Client) => await getRequest(client, jobId, requestIds[0]!);
		expect(await saysGone(read)).toBe(false);
	});

	it('does not prove that a listener was deleted', async () => {
		await harness.withClient(async (client) => {
			const { listenerId } = await addListener(client);
			const fault = { method: 'DELETE', path: 'listeners/[^/]+$', ...PAGE };
			await harness.sandbox.fault(fault);
			await deleteListener(client, listenerId);
			expect(await toArray(listListeners(client))).toEqual([]);
			const other = await addListener(client);
			await harness.sandbox.fault({ ...fault, times: FOR_EVER });
			await expect(deleteListener(client, other.listenerId)).rejects.toThrow(/Listener .*:/);
		});
	});

	it('does not acknowledge a status update', async () => {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const [update] = await harness.sandbox.updates();
		await harness.sandbox.fault({ path: 'acknowledge$', ...PAGE, times: FOR_EVER });
		const acknowledge = async (client: Client) =>
			await acknowledgeStatusUpdate(client, update!.updateId);
		expect(await saysGone(acknowledge)).toBe(false);
	});
});

it.each(['text', 'empty'] as const)(
	'a 404 of the form "%s" counts if nothing shows otherwise',
	async (shape) => {
		const { jobId } = await harness.jobInReview(1);
		await harness.sandbox.configure({ errorShape: shape });
		expect(await saysGone(async (client) => await getJob(client, 'none'))).toBe(true);
		expect(await saysGone(async (client) => await getRequest(client, jobId, 'none'))).toBe(true);
		expect(await saysGone(async (client) => await getRequest(client, 'none', 'none'))).toBe(true);
		expect(await saysGone(async (client) => await getListener(client, 'none'))).toBe(true);
		await harness.withClient(async (client) => await deleteListener(client, 'none'));
	},
);

it('an error object needs no confirmation', async () => {
	expect(await saysGone(async (client) => await getJob(client, 'none'))).toBe(true);
	expect(await harness.sandbox.log({ origin: 'rest' })).toHaveLength(1);
});

it('the error of a page says that it is one', async () => {
	await harness.sandbox.fault({ path: '/jobs/', ...PAGE, times: FOR_EVER });
	await expect(
		harness.withClient(async (client) => await getJob(client, 'x')),
	).rejects.toMatchObject({
		message: 'Job x: answered with a web page instead of data',
		description: expect.stringMatching(/^A page came instead of the service's response/),
	});
});

it('lists are read once for many jobs that are gone, and again for a new one', async () => {
	await harness.sandbox.configure({ errorShape: 'empty' });
	await harness.withClient(async (client) => {
		for (const id of ['a', 'b', 'c']) await getJob(client, id).catch(() => undefined);
	});
	expect(await harness.sandbox.log({ origin: 'rest' })).toHaveLength(5);

	await harness.withClient(async (client) => {
		await getJob(client, 'a').catch(() => undefined);
		const { jobId } = await createJob(client, { jobName: 'New' });
		await harness.sandbox.fault({ path: `^/v2/jobs/${jobId}$`, ...EMPTY, times: FOR_EVER });
		expect(isGone(await getJob(client, jobId).catch((error: unknown) => error))).toBe(false);
	});
});

describe('a guess', () => {
	const jobsByDate = async () =>
		await harness.withClient(
			async (client) => await toArray(listJobs(client, { orderBy: 'createdDate desc' })),
		);
	const orders = async () =>
		(await harness.sandbox.log({ origin: 'rest' })).map(({ query }) =>
			JSON.stringify(query).includes('orderBy'),
		);

	it.each([
		['an empty 404', EMPTY],
		['a page', { ...PAGE, status: 400 }],
		['plain text', { ...TEXT, status: 422 }],
	])('that %s refused is left out of this call only', async (_, answer) => {
		await harness.sandbox.fault({ path: '^/v2/jobs$', ...answer });
		await jobsByDate();
		await jobsByDate();
		expect(await orders()).toEqual([true, false, true]);
	});

	it('that the service refused is left out from then on', async () => {
		await harness.sandbox.configure({ refuses: { orderBy: 404 } });
		await jobsByDate();
		await jobsByDate();
		expect(await orders()).toEqual([true, false, false]);
	});

	it('a page does not have a listener deleted and made anew', async () => {
		await harness.withClient(async (client) => {
			const { listenerId } = await addListener(client);
			await harness.sandbox.fault({ method: 'PATCH', ...PAGE, status: 405, times: FOR_EVER });
			await expect(updateListener(client, listenerId, { disabled: true })).rejects.toThrow();
			expect(await getListener(client, listenerId)).toMatchObject({ listenerId });
		});
	});
});
