import fc from 'fast-check';

import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const FORGED = 1_000;

const harness = useHarness({ nodes: TRIGGERS });
let host: WebhookHost;

beforeAll(async () => {
	host = await WebhookHost.start(harness.engine);
});

afterAll(async () => {
	await host.stop();
});

interface Call {
	query: string;
	contentType: string;
	body: string;
}

const send = async ({ query, contentType, body }: Call) =>
	(
		await fetch(`${host.url}/webhook/target/webhook${query}`, {
			method: 'POST',
			headers: { 'Content-Type': contentType },
			body,
		})
	).status;

it('random, replayed and malformed callbacks start nothing, and none gets a 5xx', async () => {
	await harness.sandbox.configure({ autoDeliver: false });
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 20, requestsPerJob: 2 });
	await host.activate('other', { events: ['translationReady'] });
	// The last one is called by the service, and is the one to be attacked.
	await host.activate('target', {
		events: ['translationReady', 'requestCancelled', 'requestError', 'allRequestsDone'],
	});
	for (const jobId of jobIds.slice(0, 10)) await harness.sandbox.deliver(jobId);
	await eventually(async () => (await harness.sandbox.callbacks()).length >= 10);
	await eventually(
		async () => host.executions.filter(({ webhookId }) => webhookId === 'other').length >= 10,
	);
	await host.idle();
	const before = host.executions.length;

	const genuine = (await harness.sandbox.callbacks()).map(({ uri, payload }) => ({
		query: new URL(uri).search,
		payload,
	}));
	const { query } = genuine[0]!;
	const cut = (change: (parameters: URLSearchParams) => void) => {
		const parameters = new URLSearchParams(query);
		change(parameters);
		return `?${parameters}`;
	};

	const forgedQuery = fc.oneof(
		fc.constant(''),
		fc.constant(cut((parameters) => parameters.delete('signature'))),
		fc
			.base64String({ minLength: 43, maxLength: 44 })
			.map((signature) => cut((parameters) => parameters.set('signature', signature))),
		fc
			.constantFrom('type', 'members', 'instance')
			.chain((name) =>
				fc.string().map((value) => cut((parameters) => parameters.set(name, value))),
			),
		fc.constant(cut((parameters) => parameters.set('passed', '1'))),
		fc.constant(cut((parameters) => parameters.append('signature', 'twice'))),
		fc.constant(cut((parameters) => parameters.set('members', `target,intruder`))),
		fc.webQueryParameters().map((text) => `?${text}`),
	);
	const jsonBody = fc.oneof(
		fc.constantFrom(...genuine.map(({ payload }) => payload)),
		fc.record({
			jobId: fc.constantFrom(...jobIds),
			requestIds: fc.subarray(requestIds),
			statusCode: fc.constant('REVIEW_TRANSLATION'),
			payloadUuid: fc.uuid(),
		}),
		fc.json().map((text) => JSON.parse(text) as unknown),
	);
	const forged: fc.Arbitrary<Call> = fc.record({
		query: forgedQuery,
		contentType: fc.constantFrom(
			'application/json',
			'text/plain',
			'application/x-www-form-urlencoded',
			'application/octet-stream',
		),
		body: fc.oneof(
			jsonBody.map((value) => JSON.stringify(value) ?? ''),
			fc.string({ unit: 'binary' }),
		),
	});
	const genuineAddress = fc.constant(query);
	const replayed: fc.Arbitrary<Call> = fc.record({
		query: genuineAddress,
		contentType: fc.constant('application/json'),
		body: fc.constantFrom(...genuine.map(({ payload }) => JSON.stringify(payload))),
	});
	/** Whoever knows the address can still not make up what the service does not confirm. */
	const madeUp: fc.Arbitrary<Call> = fc.record({
		query: genuineAddress,
		contentType: fc.constant('application/json'),
		body: fc
			.oneof(
				fc.record({
					jobId: fc.oneof(fc.string(), fc.constantFrom(...jobIds.slice(10))),
					requestIds: fc.oneof(
						fc.array(fc.string()),
						fc.constant(requestIds.slice(20)),
						fc.constant(null),
					),
					statusCode: fc.constantFrom('REVIEW_TRANSLATION', 'CANCELLED', 'NONSENSE'),
					isError: fc.boolean(),
					payloadUuid: fc.uuid(),
				}),
				fc.record({
					jobId: fc.anything(),
					requestIds: fc.anything(),
					statusCode: fc.anything(),
					payloadUuid: fc.anything(),
				}),
				fc.constantFrom(
					{ jobId: '..' },
					{ jobId: '../../providers' },
					{ jobId: jobIds[0], requestIds: ['..', '%2e%2e', ''] },
					[],
					null,
					7,
					'text',
				),
			)
			.map((value) => safeJson(value)),
	});
	const malformed: fc.Arbitrary<Call> = fc.record({
		query: genuineAddress,
		contentType: fc.constant('application/json'),
		body: fc.string({ minLength: 1 }).map((text) => `{"jobId": ${text}`),
	});

	const calls = fc.sample(fc.oneof(forged, replayed, madeUp, malformed), FORGED);
	const statuses: Record<number, number> = {};
	for (let at = 0; at < calls.length; at += 10) {
		for (const status of await Promise.all(calls.slice(at, at + 10).map(send)))
			statuses[status] = (statuses[status] ?? 0) + 1;
	}
	await host.idle();

	console.log(
		`${FORGED} forged callbacks: answers ${JSON.stringify(statuses)}, executions started ${host.executions.length - before}`,
	);
	expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
	expect(host.thrown).toEqual([]);
	expect(host.executions.slice(before)).toEqual([]);
}, 180_000);

function safeJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? 'null';
	} catch {
		return '{}';
	}
}
