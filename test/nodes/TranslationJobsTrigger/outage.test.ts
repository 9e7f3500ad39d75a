/** Callbacks that arrive while the service cannot be read. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Caller } from '../../sandbox/caller';
import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { realTime } from '../../support/simulatedTime';
import { triggerEngine, TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const MINUTE_MS = 60_000;

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let host: WebhookHost;
let hooks = 0;
const id = () => `outage-${hooks}`;

beforeEach(async () => {
	host = await WebhookHost.start(harness.engine);
	hooks += 1;
	harness.engine.logs.length = 0;
});
afterEach(async () => await host.stop());

const activate = async (events: string[], rest: INodeParameters = {}) =>
	await host.activate(id(), { events, ...rest });
const emitted = (): IDataObject[] =>
	host.executions.flatMap(({ items }) => items.map(({ json }) => json));
const goDown = async (status = 503) =>
	await harness.sandbox.fault({ origin: 'rest', path: '/jobs', status, times: 1_000_000 });
const told = () =>
	harness.engine.logs.filter(({ message }) => message.includes('could not be read')).length;
const isLogged = (text: string) =>
	harness.engine.logs.some(({ message }) => message.includes(text));
/** Time goes on as long as something waits. */
const passes = async (ms: number) => {
	const began = Date.now();
	await eventually(() => Date.now() - began >= ms);
};

it('cancellations and errors start the workflow after an outage of 40 minutes, each once', async () => {
	const { requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await activate(['translationReady', 'requestCancelled', 'requestError']);
	await goDown();
	await harness.sandbox.cancelRequest(requestIds[0]!);
	await harness.sandbox.failRequest(requestIds[1]!, 'Broken file');
	await eventually(() => told() === 2);
	expect(isLogged('It is kept for 7 days and read again')).toBe(true);
	expect(isLogged('Translations Ready Trigger')).toBe(false);
	await passes(40 * MINUTE_MS);
	expect(emitted()).toEqual([]);
	await harness.sandbox.clearFaults();
	await eventually(() => emitted().length >= 2);
	await host.idle();
	// Each is read again by itself, so either can come first.
	expect(
		emitted()
			.map(({ event, requestId }) => [event, requestId])
			.sort(),
	).toEqual([
		['requestCancelled', requestIds[0]],
		['requestError', requestIds[1]],
	]);
});

it('what the Translations Ready Trigger delivers is not kept, and the log says so', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	await activate(['translationReady', 'requestCancelled']);
	await goDown();
	await harness.sandbox.deliver(jobIds[0]!);
	await eventually(() => told() === 1);
	expect(isLogged('. The Translations Ready Trigger delivers the translations.')).toBe(true);
	expect(isLogged('It is kept')).toBe(false);
});

it('that all requests are done is told when it can be read, and their translations only once', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await activate(['translationReady', 'allRequestsDone']);
	await harness.sandbox.fault({
		origin: 'rest',
		path: `jobs/${jobIds[0]}$`,
		skip: 1,
		status: 503,
		times: 1_000_000,
	});
	await harness.sandbox.deliver(jobIds[0]!);
	await eventually(() => told() === 1);
	await passes(90 * MINUTE_MS);
	await harness.sandbox.clearFaults();
	await eventually(() => emitted().length >= 3);
	await host.idle();
	expect(emitted().map(({ event }) => event)).toEqual([
		'translationReady',
		'translationReady',
		'allRequestsDone',
	]);
});

describe('a service that refuses a read for a while (HTTP 403)', () => {
	const refuse = async (path: string) =>
		await harness.sandbox.fault({ method: 'GET', path, status: 403, times: 1_000_000 });

	it.each([
		['requestCancelled', 'its job', 'jobs/[^/]+$'],
		['requestCancelled', 'its requests', 'requests$'],
		['allRequestsDone', 'its job', 'jobs/[^/]+$'],
		['allRequestsDone', 'its requests', 'requests$'],
		['jobCancelled', 'its job', 'jobs/[^/]+$'],
		['jobCancelled', 'its requests', 'requests$'],
	])('%s comes when %s can be read', async (event, _what, path) => {
		const { requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await activate([event]);
		await refuse(path);
		await harness.sandbox.cancelRequest(requestIds[0]!);
		await eventually(() => told() === 1);
		expect(isLogged('It is kept for 7 days and read again')).toBe(true);
		await harness.sandbox.clearFaults();
		await eventually(() => emitted().length > 0);
		expect(emitted()).toMatchObject([{ event }]);
	});

	it('a support asset comes when it can be read', async () => {
		const service = await Caller.of(harness.sandbox);
		const jobId = await service.createJob();
		await activate(['supportAssetCreated']);
		await refuse('supportassets');
		const fmsFileId = await service.uploadFile(jobId, 'a,b', 'glossary.csv');
		await service.call('POST', `/jobs/${jobId}/supportassets`, { fmsFileId });
		await eventually(() => told() === 1);
		await harness.sandbox.clearFaults();
		await eventually(() => emitted().length > 0);
		expect(emitted()).toMatchObject([{ event: 'supportAssetCreated', jobId }]);
	});

	it('keeps nothing about a job that is gone', async () => {
		await activate(['requestCancelled']);
		const [listener] = await harness.sandbox.listeners();
		await fetch(listener!.uri, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ jobId: 'unknown', requestIds: ['x'], statusCode: 'CANCELLED' }),
		});
		await host.idle();
		expect([host.answers, told()]).toEqual([[200], 0]);
	});
});

it('a workflow that was deactivated reads nothing again', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await activate(['requestCancelled']);
	// It is not under way again when the service answers.
	const simulate = realTime();
	await goDown(401);
	await harness.sandbox.cancelRequest(requestIds[0]!);
	await eventually(() => told() === 1);
	await host.idle();
	await host.deactivate(id());
	await harness.sandbox.clearFaults();
	await harness.sandbox.clearLog();
	simulate();
	await eventually(() => isLogged('the workflow was deactivated. 1 callbacks'));
	expect(await harness.sandbox.log({ origin: 'rest', path: `/jobs/${jobIds[0]}` })).toEqual([]);
	expect(emitted()).toEqual([]);
});

it('a workflow that was deactivated, and whose trigger was renamed, finds what was kept', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await activate(['requestCancelled']);
	await goDown();
	await harness.sandbox.cancelRequest(requestIds[0]!);
	await eventually(() => told() === 1);
	const registerAgain = host.unregister(id());
	await eventually(() => isLogged('the workflow was deactivated. 1 callbacks'));
	await harness.sandbox.clearFaults();
	registerAgain('Another name');
	await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
	await eventually(() => emitted().length > 0);
	expect(emitted()).toMatchObject([{ event: 'requestCancelled', requestId: requestIds[0] }]);
});

it('more callbacks than n8n should store: the oldest are given up, and the log names their jobs', async () => {
	await activate(['requestCancelled']);
	// Nothing is tried again during the test.
	const simulate = realTime();
	await goDown(401);
	const [listener] = await harness.sandbox.listeners();
	for (let job = 1; job <= 12; job += 1) {
		const requestIds = Array.from({ length: 2_000 }, (_, at) => `${at}`.padStart(22, 'r'));
		await fetch(listener!.uri, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ jobId: `job-${job}`, requestIds, statusCode: 'CANCELLED' }),
		});
		await host.idle();
	}
	expect(isLogged('a callback about job job-2 could not be read for 7 days, or too many')).toBe(
		true,
	);
	expect(isLogged('a callback about job job-4 could not be read for 7 days')).toBe(false);
	await host.deactivate(id());
	simulate();
	await eventually(() => isLogged('the workflow was deactivated'));
});

it('what was kept before a restart starts the workflow with the next callback', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await activate(['requestCancelled']);
	// The first process does not get round to it.
	const simulate = realTime();
	await goDown(401);
	await harness.sandbox.cancelRequest(requestIds[0]!);
	await eventually(() => told() === 1);
	await host.idle();
	await harness.sandbox.clearFaults();
	let startEngine = triggerEngine;
	jest.isolateModules(() => {
		({ triggerEngine: startEngine } = jest.requireActual<{ triggerEngine: typeof triggerEngine }>(
			'../../support/triggers/triggerEngine',
		));
	});
	const restarted = await startEngine(harness.sandbox);
	host.restart(restarted);
	await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
	await eventually(() => emitted().length > 0);
	expect(emitted()).toMatchObject([{ event: 'requestCancelled', requestId: requestIds[0] }]);
	await host.deactivate(id());
	simulate();
	await eventually(() => isLogged('the workflow was deactivated'));
	restarted.stop();
});
