/** Every transaction leaves one line: who called what, how it ended and how long it took. */
import { LoggerProxy } from 'n8n-workflow';

import { forgetTokens } from '../../../nodes/http/token/obtainToken';
import type { LogLine } from '../../../scripts/engine';
import { useHarness } from '../../support/harness';
import { addContent, createJob } from '../TranslationJobs/support';

const harness = useHarness();
beforeEach(() => {
	harness.engine.logs.length = 0;
});

const linesOf = (message: string): LogLine[] =>
	harness.engine.logs.filter((line) => line.message.startsWith(`Translation Jobs: ${message}`));
const getProviders = async () =>
	await harness.run({ resource: 'provider', operation: 'getAll', returnAll: true });

/** As in a new process. */
function forgetToken() {
	forgetTokens();
	harness.credential.data.accessToken = '';
}

it('a call: where it belongs in n8n, what was called, how it ended and how long it took', async () => {
	await getProviders();
	const [line, ...others] = linesOf('GET /providers 200');
	expect(others).toEqual([]);
	expect(line).toMatchObject({
		level: 'info',
		meta: {
			environment: 'staging',
			service: harness.sandbox.baseUrl,
			workflowId: 'workflow-1',
			executionId: expect.stringMatching(/^\d+$/),
			node: 'Node',
			method: 'GET',
			path: '/providers',
			status: 200,
			durationMs: expect.any(Number),
			attempt: 1,
		},
	});
});

it('a call that is tried again is a line for each try', async () => {
	await harness.sandbox.fault({
		origin: 'rest',
		path: '/providers',
		status: 503,
		headers: { 'Retry-After': '0' },
	});
	await getProviders();
	expect(linesOf('GET /providers').map(({ meta }) => [meta.status, meta.attempt])).toEqual([
		[503, 1],
		[200, 2],
	]);
});

it('the duration is that of the call', async () => {
	await harness.sandbox.fault({ origin: 'rest', path: '/providers', delayMs: 300 });
	await getProviders();
	expect(Number(linesOf('GET /providers 200')[0]?.meta.durationMs)).toBeGreaterThanOrEqual(290);
});

it('the token exchange, with the node it was for', async () => {
	forgetToken();
	await getProviders();
	const lines = linesOf('POST /connect/token');
	expect(lines).toHaveLength(1);
	expect(lines[0]).toMatchObject({
		level: 'info',
		message: 'Translation Jobs: POST /connect/token 200',
		meta: {
			environment: 'staging',
			service: harness.sandbox.authUrl,
			workflowId: 'workflow-1',
			executionId: expect.any(String),
			node: 'Node',
			method: 'POST',
			path: '/connect/token',
			status: 200,
			durationMs: expect.any(Number),
		},
	});
});

it('the token exchange, where the package has a copy of n8n-workflow of its own', async () => {
	const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
	const logger = {
		error: LoggerProxy.error,
		warn: LoggerProxy.warn,
		info: LoggerProxy.info,
		debug: LoggerProxy.debug,
	};
	forgetToken();
	LoggerProxy.init(silent as never);
	try {
		await getProviders();
	} finally {
		LoggerProxy.init(logger as never);
	}
	expect(linesOf('POST /connect/token 200')).toHaveLength(1);
});

it('a token exchange that is refused', async () => {
	forgetToken();
	await harness.sandbox.fault({ origin: 'auth', status: 400, body: { error: 'invalid_client' } });
	const { error } = await getProviders();
	expect(error?.message).toContain('refused the client ID');
	expect(linesOf('POST /connect/token 400')).toHaveLength(1);
});

it.each(['spec', 'hal', 'token'] as const)(
	'the ids of what was added, however the list is wrapped: %s',
	async (pageShape) => {
		await harness.sandbox.configure({ pageShape });
		const jobId = await createJob(harness);
		const requests = await addContent(harness, jobId, ['de-de', 'fr-fr']);
		const [line] = linesOf(`POST /jobs/${jobId}/requests/add`);
		expect(line?.meta).toMatchObject({
			jobId,
			requestIds: requests.map(({ requestId }) => requestId),
		});
		expect(line?.meta.requestIds).toHaveLength(2);
	},
);

it('no secret and no content', async () => {
	forgetToken();
	const jobId = await createJob(harness);
	await addContent(harness, jobId, ['de-de']);
	const shown = JSON.stringify(harness.engine.logs);
	for (const hidden of [harness.sandbox.clientSecret, 'sbx-token-', 'Bearer', 'Hello'])
		expect(shown).not.toContain(hidden);
});
