import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/launch';
import { Caller } from '../../sandbox/caller';
import { tries } from '../../support/depth';
import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { triggerEngine, TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const CONNECTOR = {
	connectorName: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b trigger-test 1.0.0',
	connectorVersion: '1.0.0',
};

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let host: WebhookHost;

beforeEach(async () => {
	host = await WebhookHost.start(harness.engine);
	hooks += 1;
});

afterEach(async () => await host.stop());

let hooks = 0;
const id = () => `hook-${hooks}`;
const activate = async (events: string[], rest: INodeParameters = {}) =>
	await host.activate(id(), { events, ...rest });
const emitted = (): IDataObject[] =>
	host.executions.flatMap(({ items }) => items.map(({ json }) => json));
const events = () => emitted().map(({ event }) => event);
/** Waits until the service has called so often and everything was worked off. */
const settled = async (callbacks: number) => {
	await eventually(async () => (await harness.sandbox.callbacks()).length >= callbacks);
	await host.idle();
};

describe('what starts the workflow', () => {
	it('a delivery, read back from the service', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['translationReady'], { simplify: false });
		await harness.sandbox.deliver(jobIds[0]!);
		await settled(1);
		expect(emitted()).toMatchObject(
			requestIds.map((requestId) => ({
				event: 'translationReady',
				arrivedBy: 'listener',
				environment: 'staging',
				requestId,
				jobId: jobIds[0],
				request: { statusCode: 'REVIEW_TRANSLATION' },
			})),
		);
		expect(host.answers).toEqual([200]);
	});

	it('every request that a callback names, also if a list hides one for a moment', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 3 });
		await activate(['translationReady']);
		await harness.sandbox.fault({
			method: 'GET',
			path: 'requests$',
			oddEntry: null,
			hidesEntry: true,
		});
		await harness.sandbox.deliver(jobIds[0]!);
		await settled(1);
		expect(
			emitted()
				.map(({ requestId }) => requestId)
				.sort(),
		).toEqual([...requestIds].sort());
	});

	it('each reopening of a job', async () => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'TRANSLATION_APPROVED',
		});
		await activate(['jobInTranslation']);
		const service = await Caller.of(harness.sandbox);
		for (let time = 1; time <= 2; time++) {
			await service.call('PUT', `/jobs/${jobIds[0]}/complete`);
			await service.call('PUT', `/jobs/${jobIds[0]}/intranslation`);
			await settled(time);
		}
		expect(events()).toEqual(['jobInTranslation', 'jobInTranslation']);
	});

	it('cancellations and errors', async () => {
		const { requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 3 });
		await activate(['requestCancelled', 'requestError']);
		await harness.sandbox.cancelRequest(requestIds[0]!);
		await settled(1);
		await harness.sandbox.failRequest(requestIds[1]!, 'Broken file');
		await settled(2);
		expect(emitted()).toMatchObject([
			{ event: 'requestCancelled', requestId: requestIds[0] },
			{
				event: 'requestError',
				requestId: requestIds[1],
				latestErrorMessage: 'Broken file',
			},
		]);
	});

	it.each([
		['TRANSLATION_FAILED', 'none', 'list', 'requestError'],
		['TRANSLATION_FAILED', 'none', 'null', 'requestError'],
		[null, 'isError', 'null', 'requestError'],
		['NO_ERROR', 'none', 'list', 'otherStatus'],
		['ON_HOLD', 'none', 'null', 'otherStatus'],
	] as const)(
		'the error state %s, told by %s, ids as %s: %s',
		async (errorStatus, errorField, callbackRequestIds, event) => {
			await harness.sandbox.configure({ errorStatus, errorField, callbackRequestIds });
			const { requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
			await activate(['requestError', 'otherStatus']);
			await harness.sandbox.failRequest(requestIds[0]!, 'Broken file');
			await settled(1);
			expect(emitted()).toMatchObject([{ event, requestId: requestIds[0] }]);
		},
	);

	it.each([
		['IN_TRANSLATION', {}, 'requestError'],
		['REVIEW_TRANSLATION', {}, 'requestError'],
		['IN_TRANSLATION', { errorStatus: 'PROVIDER_REFUSED', errorField: 'none' }, 'otherStatus'],
		['CANCELLED', { errorStatus: 'PROVIDER_FAILED', errorField: 'none' }, 'requestError'],
	] as const)(
		'an error that only the request shows, announced as %s without a flag, %o: %s',
		async (statusCode, variants, event) => {
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
			await activate(['requestError', 'requestCancelled', 'otherStatus']);
			await harness.sandbox.configure({ ...variants, callbacks: 'down' });
			await harness.sandbox.failRequest(requestIds[0]!, 'Broken file');
			await callBack({ jobId: jobIds[0], requestIds, statusCode });
			expect(emitted()).toMatchObject([{ event, requestId: requestIds[0] }]);
		},
	);

	it('a cancellation, though whether all is done cannot be read', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['requestCancelled', 'allRequestsDone']);
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: `jobs/${jobIds[0]}$`,
			skip: 1,
			status: 400,
			times: 9,
		});
		await harness.sandbox.cancelRequest(requestIds[0]!);
		await settled(1);
		await harness.sandbox.clearFaults();
		expect(events()).toEqual(['requestCancelled']);
	});

	it('the way of a job', async () => {
		await activate([
			'jobSentToProvider',
			'jobInTranslation',
			'requestInTranslation',
			'jobCancelled',
		]);
		await harness.sandbox.configure({ sendingMs: 5, acceptMs: 100 });
		const jobId = await submitJob();
		await settled(3);
		expect(events().sort()).toEqual([
			'jobInTranslation',
			'jobSentToProvider',
			'requestInTranslation',
		]);
		expect(emitted().every((item) => item.jobId === jobId)).toBe(true);
		await harness.sandbox.cancelRequest((await harness.sandbox.requests())[0]!.requestId);
		await settled(5);
		expect(events()).toContain('jobCancelled');
	});

	it('a request in translation that is in review already when it is read, under a key of its own', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['requestInTranslation', 'translationReady']);
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
		await harness.sandbox.cancelRequest(requestIds[1]!);
		await settled(2);
		await callBack({
			jobId: jobIds[0],
			requestIds,
			statusCode: 'IN_TRANSLATION',
			updateTime: '2026-01-01T10:00:00Z',
		});
		expect(emitted()).toMatchObject([
			{ event: 'translationReady', requestId: requestIds[0] },
			{
				event: 'requestInTranslation',
				requestId: requestIds[0],
				deliveryKey: `${requestIds[0]}@2026-01-01T10:00:00Z`,
				statusCode: 'REVIEW_TRANSLATION',
			},
		]);
	});

	it('support assets and translation memories', async () => {
		await activate(['supportAssetCreated', 'translationMemoryCreated']);
		const call = await caller();
		const { jobId } = await call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR });
		const upload = async () => {
			const transfer = await call('POST', `/jobs/${jobId}/sourcefiles?fileName=glossary.csv`);
			const form = new FormData();
			form.set('file', new Blob(['a,b']), 'glossary.csv');
			await fetch(String(transfer.fmsPostMultipartUrl), { method: 'POST', body: form });
			return transfer.fmsFileId;
		};
		const { supportassetId } = await call('POST', `/jobs/${jobId}/supportassets`, {
			fmsFileId: await upload(),
		});
		const { tmupdateId } = await call('POST', `/jobs/${jobId}/tmupdates`, {
			fmsFileId: await upload(),
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCode: 'fr-fr',
		});
		await settled(2);
		expect(emitted().sort((a, b) => String(a.event).localeCompare(String(b.event)))).toMatchObject([
			{
				event: 'supportAssetCreated',
				jobId,
				deliveryKey: `${jobId}:supportAssetCreated@${supportassetId}`,
				supportAsset: { supportassetId },
			},
			{
				event: 'translationMemoryCreated',
				jobId,
				deliveryKey: `${jobId}:translationMemoryCreated@${tmupdateId}`,
				translationMemory: { tmupdateId },
			},
		]);
	});

	it('only the chosen events', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['requestCancelled']);
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
		await harness.sandbox.cancelRequest(requestIds[1]!);
		await settled(2);
		expect(events()).toEqual(['requestCancelled']);
	});

	it.each<[string, INodeParameters]>([
		['job', { jobId: { __rl: true, mode: 'id', value: 'another' } }],
		['provider', { providerId: { __rl: true, mode: 'id', value: 'another' } }],
		['target language', { targetLanguages: ['ja-jp'] }],
		['labels', { labels: { label: [{ name: 'campaign' }] } }],
	])('not what the filter by %s holds back', async (_name, filters) => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		await activate(['translationReady'], { filters });
		await harness.sandbox.deliver(jobIds[0]!);
		await settled(1);
		expect(emitted()).toEqual([]);
	});

	it('a callback that names no requests', async () => {
		await harness.sandbox.configure({ callbackRequestIds: 'null' });
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['translationReady']);
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
		await settled(1);
		await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
		await settled(2);
		expect(emitted().map(({ requestId }) => requestId)).toEqual(requestIds);
	});

	it.each(['twice', 'outOfOrder'] as const)(
		'each delivery once when callbacks come %s',
		async (callbacks) => {
			await harness.sandbox.configure({ callbacks });
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 5 });
			await activate(['translationReady']);
			for (const requestId of requestIds) await harness.sandbox.deliver(jobIds[0]!, [requestId]);
			await settled(callbacks === 'twice' ? 10 : 5);
			expect(
				emitted()
					.map(({ requestId }) => requestId)
					.sort(),
			).toEqual([...requestIds].sort());
		},
	);

	it('a re-delivery under another key', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await activate(['translationReady']);
		await harness.sandbox.deliver(jobIds[0]!);
		await settled(1);
		await harness.sandbox.redeliver(requestIds);
		await settled(2);
		expect(new Set(emitted().map(({ deliveryKey }) => deliveryKey)).size).toBe(2);
	});
});

/** How often the service was asked since the log was cleared. */
const callsTo = async (path: string) =>
	(await harness.sandbox.log({ origin: 'rest', path })).length;

it('30 callbacks about one job are read together, and none is lost', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 30 });
	await host.stop();
	// None goes on before the last one is there.
	let arrived = 0;
	let goOn = () => {};
	const allArrived = new Promise<void>((resolve) => (goOn = resolve));
	host = await WebhookHost.start(harness.engine, {
		around: async (work) => {
			arrived += 1;
			if (arrived === requestIds.length) goOn();
			await allArrived;
			await work();
		},
	});
	await activate(['translationReady']);
	await harness.sandbox.clearLog();
	await Promise.all(
		requestIds.map(async (requestId) => await harness.sandbox.deliver(jobIds[0]!, [requestId])),
	);
	await settled(30);
	expect(
		emitted()
			.map(({ requestId }) => String(requestId))
			.sort(),
	).toEqual([...requestIds].sort());
	expect(await callsTo(`^/jobs/${jobIds[0]}$`)).toBeLessThan(15);
	expect(await callsTo(`^/jobs/${jobIds[0]}/requests$`)).toBeLessThan(15);
});

it('workflows that share the listener share what is read, too', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 10 });
	const length = tries({ part: 4, all: 30 });
	const workflows = Array.from({ length }, (_, index) => `${id()}-${index}`);
	for (const workflow of workflows) await host.activate(workflow);
	await harness.sandbox.clearLog();
	await Promise.all(
		requestIds.map(async (requestId) => await harness.sandbox.deliver(jobIds[0]!, [requestId])),
	);
	await eventually(() => emitted().length >= workflows.length * requestIds.length);
	await host.idle();
	const started = host.executions.flatMap(({ webhookId, items }) =>
		items.map(({ json }) => `${webhookId} ${String(json.requestId)}`),
	);
	expect(started.sort()).toEqual(
		workflows.flatMap((workflow) => requestIds.map((request) => `${workflow} ${request}`)).sort(),
	);
	// Each workflow by itself would make about 30.
	expect(await callsTo('/jobs')).toBeLessThanOrEqual(100);
});

it('what one client reads is not shown to the workflow of another', async () => {
	const login = { clientId: 'another-client', clientSecret: 'another secret' };
	await harness.sandbox.addClient(login);
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
	await activate(['translationReady']);
	const [own] = await harness.sandbox.listeners();
	const otherEngine = await triggerEngine({ ...harness.sandbox, ...login } as Sandbox);
	const other = await WebhookHost.start(otherEngine);
	await other.activate(`${id()}-other`, {
		events: ['translationReady'],
		options: { ifAnotherListenerExists: 'replace' },
	});
	await harness.sandbox.configure({ callbacks: 'down' });
	await harness.sandbox.deliver(jobIds[0]!);
	await harness.sandbox.clearLog();
	const payload = { jobId: jobIds[0], requestIds, statusCode: 'REVIEW_TRANSLATION' };
	await Promise.all([
		callBack({ ...payload, payloadUuid: 'both' }, own!.uri),
		callBack({ ...payload, payloadUuid: 'both' }),
	]);
	await other.idle();
	await other.stop();
	otherEngine.stop();
	expect([host.executions.length, other.executions.length]).toEqual([1, 1]);
	expect(await callsTo(`^/jobs/${jobIds[0]}$`)).toBe(2);
});

it('a callback that comes after the approval is recognised as the delivery that was announced before', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
	await activate(['translationReady']);
	await harness.sandbox.deliver(jobIds[0]!);
	await settled(1);
	const updateTime = new Date(
		(await harness.sandbox.updates())[0]!.updateTime + 1_000,
	).toISOString();
	await (
		await caller()
	)('PUT', `/jobs/${jobIds[0]}/requests/approve`, { requestIds });
	await callBack({ jobId: jobIds[0], requestIds, statusCode: 'REVIEW_TRANSLATION', updateTime });
	expect(events()).toEqual(['translationReady']);
});

it('what somebody approved before it could be read is announced all the same', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({
		jobs: 1,
		requestStatus: 'TRANSLATION_APPROVED',
	});
	await activate(['translationReady']);
	await callBack({ jobId: jobIds[0], requestIds, statusCode: 'REVIEW_TRANSLATION' });
	expect(emitted()).toMatchObject([
		{ event: 'translationReady', statusCode: 'TRANSLATION_APPROVED' },
	]);
});

describe('all requests of a job are done', () => {
	it('is not told again when a workflow has approved them, but when one is delivered again', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		await activate(['allRequestsDone']);
		await harness.sandbox.deliver(jobIds[0]!);
		await settled(1);
		expect(events()).toEqual(['allRequestsDone']);
		await (
			await caller()
		)('PUT', `/jobs/${jobIds[0]}/requests/approve`, { requestIds });
		await callBack({ jobId: jobIds[0], requestIds, statusCode: 'REVIEW_TRANSLATION' });
		expect(events()).toEqual(['allRequestsDone']);
		await harness.sandbox.redeliver([requestIds[0]!]);
		await settled(2);
		expect(events()).toEqual(['allRequestsDone', 'allRequestsDone']);
		expect(new Set(emitted().map(({ deliveryKey }) => deliveryKey)).size).toBe(2);
	});

	it('with its counts, also when some are cancelled', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 3 });
		await activate(['allRequestsDone']);
		await harness.sandbox.cancelRequest(requestIds[0]!);
		await harness.sandbox.deliver(jobIds[0]!, requestIds.slice(1));
		await settled(2);
		expect(emitted()).toMatchObject([
			{
				event: 'allRequestsDone',
				jobId: jobIds[0],
				requestCount: 3,
				counts: { CANCELLED: 1, REVIEW_TRANSLATION: 2 },
			},
		]);
	});

	it('is told once, and a job of many requests is not listed for each of them', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 60 });
		await harness.sandbox.configure({ pageSize: 15 });
		await activate(['allRequestsDone']);
		await harness.sandbox.clearLog();
		const began = Date.now();
		for (const requestId of requestIds) await harness.sandbox.deliver(jobIds[0]!, [requestId]);
		await settled(60);
		expect(events()).toEqual(['allRequestsDone']);
		// It looks at the job once a second and, with few requests open, at its four pages of requests.
		// So a slow machine sees more looks, though never one for each request.
		const seconds = (Date.now() - began) / 1000;
		expect((await harness.sandbox.log({ origin: 'rest', path: '/jobs' })).length).toBeLessThan(
			20 + 5 * seconds,
		);
	});

	describe('though the counts of the job', () => {
		const requestsPerJob = 15;

		it.each([
			['with ids', 'list'],
			['without ids', 'null'],
		] as const)('never change, callbacks %s', async (_name, callbackRequestIds) => {
			await harness.sandbox.configure({ aggregateShape: 'stale', callbackRequestIds });
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob });
			await activate(['allRequestsDone']);
			for (const requestId of requestIds) await harness.sandbox.deliver(jobIds[0]!, [requestId]);
			await settled(requestsPerJob);
			expect(events()).toEqual(['allRequestsDone']);
			await harness.sandbox.redeliver([requestIds[0]!]);
			await settled(requestsPerJob + 1);
			expect(events()).toEqual(['allRequestsDone', 'allRequestsDone']);
		});

		it('never change, and a callback is lost', async () => {
			await harness.sandbox.configure({ aggregateShape: 'stale' });
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 4 });
			await activate(['allRequestsDone']);
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
			await settled(1);
			await harness.sandbox.configure({ callbacks: 'down' });
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
			await harness.sandbox.configure({ callbacks: 'normal' });
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[2]!]);
			await settled(3);
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[3]!]);
			await settled(4);
			expect(events()).toEqual(['allRequestsDone']);
		});

		it('lag behind the last request when it is read', async () => {
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 3 });
			await harness.sandbox.deliver(jobIds[0]!, requestIds.slice(1));
			await activate(['allRequestsDone']);
			const path = `/jobs/${jobIds[0]}`;
			const body = await (await caller())('GET', `${path}?aggregateRequests=true`);
			expect(body.aggregateRequests).toEqual({ IN_TRANSLATION: 1, REVIEW_TRANSLATION: 2 });
			await harness.sandbox.fault({ method: 'GET', path: `${path.slice(1)}$`, status: 200, body });
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!]);
			await settled(1);
			expect(events()).toEqual(['allRequestsDone']);
		});
	});
});

describe('the listener', () => {
	it('is one per type, with every code that type accepts', async () => {
		await activate(['translationReady', 'jobCancelled']);
		expect(
			(await harness.sandbox.listeners()).map(({ type, statusCodes, acknowledgeStatusUpdate }) => [
				type,
				statusCodes,
				acknowledgeStatusUpdate,
			]),
		).toEqual([
			['JOB_STATUS_UPDATED', ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'CANCELLED'], true],
			['REQUEST_STATUS_UPDATED', ['IN_TRANSLATION', 'REVIEW_TRANSLATION', 'CANCELLED'], true],
		]);
	});

	it('does not acknowledge where that is switched off', async () => {
		await activate(['translationReady'], { options: { acknowledgeStatusUpdate: false } });
		expect(await harness.sandbox.listeners()).toMatchObject([{ acknowledgeStatusUpdate: false }]);
	});

	it('is not made without an event', async () => {
		await expect(activate([])).rejects.toThrow(/^Trigger.On is empty/);
		expect(await harness.sandbox.listeners()).toEqual([]);
	});

	it('carries no secret of the credential in its address', async () => {
		await activate(['translationReady']);
		expect((await harness.sandbox.listeners())[0]!.uri).not.toContain(harness.sandbox.clientSecret);
		expect(await harness.sandbox.violations()).toEqual([]);
	});

	it('of somebody else is not taken over, and the message names its address', async () => {
		await foreignListener();
		await expect(activate(['translationReady'])).rejects.toThrow(
			'Another system already listens to request updates: https://cms.example.com/hook',
		);
		expect(await harness.sandbox.listeners()).toMatchObject([
			{ uri: 'https://cms.example.com/hook?token=abc' },
		]);
	});

	it('of somebody else is replaced where that was chosen', async () => {
		await foreignListener();
		await activate(['translationReady'], { options: { ifAnotherListenerExists: 'replace' } });
		expect(await harness.sandbox.listeners()).toMatchObject([
			{ uri: expect.stringContaining(host.url) },
		]);
	});

	it("of another client of the same n8n is somebody else's", async () => {
		const login = { clientId: 'another-client', clientSecret: 'another secret' };
		await harness.sandbox.addClient(login);
		const otherEngine = await triggerEngine({ ...harness.sandbox, ...login } as Sandbox);
		await activate(['translationReady']);
		const before = await harness.sandbox.listeners();
		host.restart(otherEngine);
		await expect(host.activate('of-another-client')).rejects.toThrow(
			'Another system already listens to request updates',
		);
		expect(await harness.sandbox.listeners()).toEqual(before);
		otherEngine.stop();
	});

	it('is found again where a list cuts off the end of its type', async () => {
		await harness.sandbox.configure({ listenersShown: 'shortened' });
		await activate(['translationReady']);
		await activate(['translationReady']);
		await host.deactivate(id());
		expect(await harness.sandbox.listeners()).toEqual([]);
	});

	it.each([
		['http://localhost:5678', 'the service cannot reach it'],
		['http://n8n.example.com', 'it is not encrypted'],
	])('is not made for %s: the message says what to do', async (url, reason) => {
		const elsewhere = await triggerEngine({
			...harness.sandbox,
			baseUrl: 'https://translation.example.com/v2',
		} as Sandbox);
		host.restart(elsewhere);
		host.publicUrl = url;
		await expect(activate(['translationReady'])).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: `The webhook address ${url} cannot be used: ${reason}. Set WEBHOOK_URL of this n8n to its public https address, or use the Translations Ready Trigger.`,
			description: "For development, switch on 'Allow Local Address' in the options.",
		});
		// n8n deletes the webhook of a failed test run, and would show that error instead.
		await expect(host.remove(id())).resolves.toBe(true);
		elsewhere.stop();
	});

	it('is made for a local address if the service is on the same machine', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		await activate(['translationReady']);
		await harness.sandbox.deliver(jobIds[0]!);
		await settled(1);
		expect(events()).toEqual(['translationReady']);
	});
});

it('activation, restart, deletion and switching off on the server, a new address, deactivation: one listener of ours, then none', async () => {
	const ours = async () =>
		(await harness.sandbox.listeners()).map(({ uri, disabled }) => [new URL(uri).origin, disabled]);
	await activate(['translationReady']);
	await activate(['translationReady']);
	expect(await ours()).toEqual([[host.url, false]]);

	const call = await caller();
	await call(
		'DELETE',
		`/statusupdates/listeners/${(await harness.sandbox.listeners())[0]!.listenerId}`,
	);
	await activate(['translationReady']);
	expect(await ours()).toEqual([[host.url, false]]);

	await harness.sandbox.disableListeners();
	await activate(['translationReady']);
	expect(await ours()).toEqual([[host.url, false]]);

	await call(
		'PATCH',
		`/statusupdates/listeners/${(await harness.sandbox.listeners())[0]!.listenerId}`,
		{ statusCodes: ['CANCELLED'] },
	);
	await activate(['translationReady']);
	expect((await harness.sandbox.listeners())[0]!.statusCodes).toContain('REVIEW_TRANSLATION');

	host.publicUrl = 'https://n8n.example.com';
	await activate(['translationReady']);
	expect(await ours()).toEqual([['https://n8n.example.com', false]]);

	await activate(['jobCancelled']);
	expect((await harness.sandbox.listeners()).map(({ type }) => type)).toEqual([
		'JOB_STATUS_UPDATED',
	]);

	await host.deactivate(id());
	expect(await ours()).toEqual([]);
});

it('a listener that is gone already is no error on deactivation; any other failure is one', async () => {
	await activate(['translationReady']);
	await harness.sandbox.fault({ origin: 'rest', method: 'DELETE', status: 404 });
	await harness.sandbox.fault({ origin: 'rest', method: 'DELETE', status: 403 });
	await expect(host.deactivate(id())).rejects.toThrow('not allowed');
});

it('a changed client secret: callbacks are refused with a hint, and activating again repairs it', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 2 });
	await activate(['translationReady']);
	await harness.sandbox.addClient({
		clientId: harness.sandbox.clientId,
		clientSecret: 'another secret',
	});
	const rotated = await triggerEngine({
		...harness.sandbox,
		clientSecret: 'another secret',
	} as Sandbox);
	host.restart(rotated);
	await harness.sandbox.deliver(jobIds[0]!);
	await settled(1);
	expect([host.answers, emitted()]).toEqual([[401], []]);
	expect(
		rotated.logs.find(({ message }) =>
			message.includes('deactivate (unpublish) and activate (publish) this workflow'),
		),
	).toBeDefined();

	await activate(['translationReady']);
	await harness.sandbox.deliver(jobIds[1]!);
	await settled(2);
	expect([host.answers, emitted().length]).toEqual([[401, 200], 1]);
	rotated.stop();
});

async function caller() {
	const form = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: harness.sandbox.clientId,
		client_secret: harness.sandbox.clientSecret,
	});
	const { access_token: token } = (await (
		await fetch(`${harness.sandbox.authUrl}/connect/token`, { method: 'POST', body: form })
	).json()) as { access_token: string };
	return async (method: string, path: string, body?: unknown) => {
		const answer = await fetch(harness.sandbox.baseUrl + path, {
			method,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		return (await answer.json()) as IDataObject;
	};
}

/** A callback in the name of the service, worked off. */
async function callBack(payload: IDataObject, address?: string) {
	const [listener] = await harness.sandbox.listeners();
	await fetch(address ?? listener!.uri, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(payload),
	});
	await host.idle();
}

async function foreignListener() {
	const call = await caller();
	await call('POST', '/statusupdates/listeners', {
		uri: 'https://cms.example.com/hook?token=abc',
		type: 'REQUEST_STATUS_UPDATED',
		statusCodes: ['REVIEW_TRANSLATION'],
	});
}

async function submitJob(): Promise<string> {
	const call = await caller();
	const { jobId } = await call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR });
	const { sourcecontentId } = await call('POST', `/jobs/${jobId}/sourcecontent`, {
		fields: [{ key: 'title', value: 'Hello' }],
	});
	await call('POST', `/jobs/${jobId}/requests/add`, {
		requestName: 'Item',
		sourceNativeId: 'item',
		sourceNativeLanguageCode: 'en-us',
		targetNativeLanguageCodes: ['fr-fr'],
		sourcecontentId,
	});
	await call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	return String(jobId);
}
