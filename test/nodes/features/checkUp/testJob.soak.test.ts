import { isRefused } from '../../../../nodes/api/guesses';
import { checkUp } from '../../../../nodes/features/checkUp/checkUp';
import { type Finding, TEST_JOB_LABEL } from '../../../../nodes/features/checkUp/finding';
import type { ProbeSettings } from '../../../../nodes/features/checkUp/probe';
import { eventually } from '../../../support/eventually';
import { type RunOptions, useHarness } from '../../../support/harness';

const harness = useHarness();

const NAMES = {
	customData: '`customData`',
	labels: 'Labels of a job',
	texts: 'Texts within a request',
	patchRequests: '`PATCH /jobs/{jobId}/requests` with `requestIds`',
	deleted: 'Test job',
};

const tryTestJob = async (settings: Partial<ProbeSettings> = {}, run?: RunOptions) =>
	await harness.withClient(
		async (client) =>
			(
				await checkUp(client, {
					daysInReview: 7,
					maxCalls: 100,
					tryWithTestJob: true,
					...settings,
				})
			).findings,
		{},
		run,
	);

const verdictsOf = (findings: readonly Finding[]) =>
	Object.fromEntries(
		Object.entries(NAMES).map(([step, name]) => [
			step,
			findings.find(({ check }) => check === name)?.verdict,
		]),
	);

const ALL_OK = { customData: 'ok', labels: 'ok', texts: 'ok', patchRequests: 'ok', deleted: 'ok' };
const changes = async () =>
	(await harness.sandbox.log({ origin: 'rest' })).filter(({ method }) => method !== 'GET');

it('nothing is written unless a test job is allowed', async () => {
	const findings = await tryTestJob({ tryWithTestJob: false });
	expect(findings.map(({ check }) => check)).not.toContain(NAMES.deleted);
	expect(await changes()).toEqual([]);
});

it('the test job has a label and two requests, is not submitted, and is deleted', async () => {
	expect(verdictsOf(await tryTestJob())).toEqual(ALL_OK);
	const sent = await changes();
	expect(
		sent.map(({ method, path }) => `${method} ${path.replace(/(?<=\/jobs\/)[^/]+/, '*')}`),
	).toEqual([
		'POST /v2/jobs',
		'PATCH /v2/jobs/*',
		'PATCH /v2/jobs/*',
		'POST /v2/jobs/*/sourcecontent',
		'POST /v2/jobs/*/requests/add',
		'POST /v2/jobs/*/requests/add',
		'PATCH /v2/jobs/*/requests',
		'DELETE /v2/jobs/*',
	]);
	expect(sent[0]?.body).toMatchObject({
		labels: expect.arrayContaining([TEST_JOB_LABEL]) as unknown,
	});
	expect(await harness.sandbox.jobs()).toEqual([]);
});

it.each([
	['customData', { refuses: { customData: 400 } }, 'attention'],
	['customData', { refuses: { customData: 501 } }, 'attention'],
	['customData', { honourCustomData: false }, 'attention'],
	['labels', { labelsShown: 'nowhere' }, 'attention'],
	['texts', { refuses: { inlineContent: 400 } }, 'ok'],
	['texts', { refuses: { inlineContent: 400, sourceContent: 404 } }, 'wrong'],
	['texts', { refuses: { sourceContent: 404 }, honourInlineContent: false }, 'wrong'],
	['patchRequests', { refuses: { patchRequests: 404 } }, 'ok'],
] as const)('%s is seen with %j', async (step, variants, verdict) => {
	await harness.sandbox.configure(variants);
	const verdicts = verdictsOf(await tryTestJob());
	expect([verdicts[step], verdicts.deleted]).toEqual([verdict, 'ok']);
	expect(await harness.sandbox.jobs()).toEqual([]);
});

it('what needs it is unknown if it cannot be created, and says why', async () => {
	await harness.sandbox.fault({ method: 'POST', path: '^/jobs$', status: 403, times: 100 });
	const findings = await tryTestJob();
	expect(verdictsOf(findings)).toEqual({
		customData: 'unknown',
		labels: 'unknown',
		texts: 'unknown',
		patchRequests: 'unknown',
		deleted: 'ok',
	});
	expect(findings.find(({ check }) => check === NAMES.labels)?.finding).toBe(
		'No test job could be created. Could not be made (HTTP 403).',
	);
});

it('what it tries out is not remembered for the nodes', async () => {
	const remembered = await harness.withClient(async (client) => {
		await checkUp(client, { daysInReview: 7, maxCalls: 100, tryWithTestJob: true });
		return isRefused(client, 'sourceContent');
	});
	expect(remembered).toBe(false);
});

const CALLS: Array<[method: string, path: string]> = [
	['PATCH', '^/jobs/[^/]+$'],
	['POST', 'sourcecontent$'],
	['POST', 'requests/add$'],
	['PATCH', 'requests$'],
	['DELETE', '^/jobs/[^/]+$'],
];

it.each(CALLS)('it is deleted although %s %s fails', async (method, path) => {
	await harness.sandbox.fault({ method, path, status: 500, times: method === 'DELETE' ? 2 : 100 });
	const { deleted } = verdictsOf(await tryTestJob());
	const [faulted] = (await changes()).filter(({ fault }) => fault);
	expect([deleted, faulted?.method, await harness.sandbox.jobs()]).toEqual(['ok', method, []]);
});

it.each([
	['is refused', { status: 403 }],
	['fails', { status: 500 }],
	['gives a web page', { status: 200, body: '<html>Sign in</html>' }],
])('it is deleted although reading it %s', async (_, fault) => {
	const read = { origin: 'rest' as const, method: 'GET', path: '^/jobs/[^/]+$' };
	await harness.sandbox.fault({ ...read, ...fault, times: 1_000 });
	const { deleted } = verdictsOf(await tryTestJob());
	expect([deleted, await harness.sandbox.jobs()]).toEqual(['ok', []]);
});

it('it stops after one call if the service is silent', async () => {
	await harness.sandbox.fault({ origin: 'rest', hang: true, times: 1_000 });
	expect(await tryTestJob()).toMatchObject([{ finding: 'The service did not answer.' }]);
	expect(await harness.sandbox.log({ origin: 'rest' })).toHaveLength(1);
});

it('it is deleted although the calls are spent', async () => {
	const { labels, texts, deleted } = verdictsOf(await tryTestJob({ maxCalls: 16 }));
	expect([labels, texts, deleted]).toEqual(['ok', 'unknown', 'ok']);
	expect(await harness.sandbox.jobs()).toEqual([]);
});

it('it is deleted although the answer to its creation was lost', async () => {
	await harness.sandbox.fault({ method: 'POST', path: '^/jobs$', dropAfter: true });
	const { deleted } = verdictsOf(await tryTestJob());
	expect([deleted, await harness.sandbox.jobs()]).toEqual(['ok', []]);
});

it('one that cannot be deleted is wrong, with its id', async () => {
	await harness.sandbox.fault({ method: 'DELETE', path: '^/jobs/[^/]+$', status: 403, times: 100 });
	const findings = await tryTestJob();
	const [job] = await harness.sandbox.jobs();
	expect(findings.find(({ check }) => check === NAMES.deleted)).toMatchObject({
		verdict: 'wrong',
		ids: [job?.jobId],
	});
});

it.each([['POST', '^/jobs$'] as [string, string], ...CALLS])(
	'it is deleted although the execution is cancelled during %s %s',
	async (method, path) => {
		await harness.sandbox.fault({ method, path, delayMs: 300 });
		let cancel = () => {};
		const ended = tryTestJob({}, { onStart: (execution) => (cancel = () => execution.cancel()) });
		await eventually(async () => (await harness.sandbox.faults()).length === 0);
		cancel();
		await ended.catch(() => undefined);
		await eventually(async () => (await harness.sandbox.jobs()).length === 0);
		expect((await changes()).map((call) => call.method)).toContain('DELETE');
	},
);
