/** Callbacks that arrive while the service cannot be read. */
import type { IDataObject } from 'n8n-workflow';

import { Caller } from '../../sandbox/caller';
import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let host: WebhookHost;
let hooks = 0;

beforeEach(async () => {
	host = await WebhookHost.start(harness.engine);
	hooks += 1;
	harness.engine.logs.length = 0;
});
afterEach(async () => await host.stop());

const activate = async (events: string[]) => await host.activate(`outage-${hooks}`, { events });
const emitted = (): IDataObject[] =>
	host.executions.flatMap(({ items }) => items.map(({ json }) => json));
const goDown = async () =>
	await harness.sandbox.fault({ origin: 'rest', path: '/jobs', status: 503, times: 1_000_000 });
const told = () =>
	harness.engine.logs.filter(({ message }) => message.includes('could not be read within a minute'))
		.length;
const isLogged = (text: string) =>
	harness.engine.logs.some(({ message }) => message.includes(text));

describe('a service that refuses a read for some seconds (HTTP 403)', () => {
	const refuse = async (path: string) =>
		await harness.sandbox.fault({ method: 'GET', path, status: 403, times: 2 });

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
		await eventually(() => emitted().length > 0);
		expect(emitted()).toMatchObject([{ event }]);
		expect(told()).toBe(0);
	});

	it('a support asset comes when it can be read', async () => {
		const service = await Caller.of(harness.sandbox);
		const jobId = await service.createJob();
		await activate(['supportAssetCreated']);
		await refuse('supportassets');
		const fmsFileId = await service.uploadFile(jobId, 'a,b', 'glossary.csv');
		await service.call('POST', `/jobs/${jobId}/supportassets`, { fmsFileId });
		await eventually(() => emitted().length > 0);
		expect(emitted()).toMatchObject([{ event: 'supportAssetCreated', jobId }]);
	});

	it('a job that is gone is not read again', async () => {
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

describe('a service that is down for longer than a minute', () => {
	it('the log says that the Translations Ready Trigger delivers the translations', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		await activate(['translationReady', 'requestCancelled']);
		await goDown();
		await harness.sandbox.deliver(jobIds[0]!);
		await eventually(() => told() === 1);
		expect(isLogged('. The Translations Ready Trigger delivers the translations.')).toBe(true);
		expect(emitted()).toEqual([]);
	});

	it('the log says of another event to look at the job', async () => {
		const { requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await activate(['translationReady', 'requestCancelled']);
		await goDown();
		await harness.sandbox.cancelRequest(requestIds[0]!);
		await eventually(() => told() === 1);
		expect(isLogged('Otherwise look at the job.')).toBe(true);
		expect(isLogged('Translations Ready Trigger')).toBe(false);
	});

	it('the next callback tells that all is done', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['allRequestsDone']);
		await goDown();
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
		await eventually(() => told() === 1);
		await harness.sandbox.clearFaults();
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
		await eventually(() => emitted().length > 0);
		expect(emitted()).toMatchObject([{ event: 'allRequestsDone', requestCount: 2 }]);
	});
});
