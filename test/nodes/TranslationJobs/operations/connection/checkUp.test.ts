import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CONNECTION, RATE } from '../../../../../nodes/features/checkUp/connection';
import type { Found } from '../../../../../nodes/features/checkUp/finding';
import { LEFT_TO_DO } from '../../../../../nodes/features/checkUp/leftToDo';
import { Probe, type ProbeSettings, whyUnknown } from '../../../../../nodes/features/checkUp/probe';
import { SUPPORTS } from '../../../../../nodes/features/checkUp/supports';
import type { Seed } from '../../../../../sandbox/model/seed';
import type { Variants } from '../../../../../sandbox/model/variants';
import { useHarness } from '../../../../support/harness';
import { shortDeadlines } from '../../../../support/shortDeadlines';
import { createJob as makeJob, runOnWire } from '../../support';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where the engine of the tests says that n8n is. */
const OWN = 'http://localhost:5678';

const harness = useHarness({
	variants: { autoDeliver: false },
	provoked: ['wrong-client-secret'],
});

const CHECKS = [...CONNECTION, ...SUPPORTS, ...LEFT_TO_DO, RATE];
const SETTINGS: ProbeSettings = { daysInReview: 7, maxCalls: 100, ownOrigin: OWN };
const CHECK_UP = { resource: 'connection', operation: 'checkUp' };
const ago = (ms: number) => `${new Date(Date.now() - ms).toISOString().slice(0, -5)}Z`;
const seedOld = async (ageMs: number, seed: Partial<Seed> = {}) =>
	await harness.sandbox.seed({ jobs: 1, createdFrom: ago(ageMs), ...seed });

async function findings(options: INodeParameters = {}): Promise<IDataObject[]> {
	return await harness.json({ ...CHECK_UP, simplify: false, options });
}

async function findingOf(check: string, options?: INodeParameters): Promise<IDataObject> {
	const found = (await findings(options)).find((each) => each.check === check);
	if (!found) throw new Error(`There is no check "${check}"`);
	return found;
}

/** What one check says. A run of all of them makes many more calls. */
async function findingAlone(check: string): Promise<Found & { ids: string[] }> {
	const { run } = CHECKS.find(({ name }) => name === check)!;
	return await harness.withClient(async (client) => {
		const { ids = [], ...found } = await run(new Probe(client, SETTINGS)).catch(whyUnknown);
		return { ...found, ids };
	});
}

const nothingFound = { verdict: 'ok', ids: [] };
const tooLittle = {
	verdict: 'unknown',
	finding: 'There is too little at the service to see it.',
};
const found = (...ids: string[]) => ({ verdict: 'attention', ids });

describe('the operation', () => {
	it('makes every check, and finds nothing at a healthy service but what nobody could see', async () => {
		const all = await findings();
		expect(all.map(({ check }) => check).sort()).toEqual(CHECKS.map(({ name }) => name).sort());
		const verdicts = all.map(({ verdict }) => verdict);
		expect(verdicts.filter((verdict) => verdict !== 'ok' && verdict !== 'unknown')).toEqual([]);
	});

	it('leaves out what is ok', async () => {
		await seedOld(25 * HOUR_MS, { status: 'CREATED', labels: ['n8n-a'] });
		const items = await harness.json(CHECK_UP);
		expect(items).toContainEqual(
			expect.objectContaining({ check: 'Jobs not submitted for over a day' }),
		);
		expect(items.filter(({ verdict }) => verdict === 'ok')).toEqual([]);
	});

	it('sums up in a hint', async () => {
		const { hints, items } = await harness.run({ ...CHECK_UP, simplify: false });
		const oks = items.filter(({ json }) => json.verdict === 'ok').length;
		expect(hints[0]).toMatch(new RegExp(`^${items.length} checks: ${oks} ok`));
	});

	it('only reads', async () => {
		await seedOld(HOUR_MS, { jobs: 3 });
		const { changes, calls } = await runOnWire(harness, CHECK_UP);
		expect(changes).toEqual([]);
		expect(calls.length).toBeGreaterThan(5);
	});

	it('makes no more calls than it may, and tells what it did not see', async () => {
		const { requestIds } = await seedOld(10 * DAY_MS, {
			jobs: 60,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const { calls, json } = await runOnWire(harness, {
			...CHECK_UP,
			simplify: false,
			options: { maxCalls: 45 },
		});
		expect(calls).toHaveLength(45);
		const inReview = json.find(({ check }) => check === 'Requests in review for too long')!;
		const count = (inReview.ids as string[]).length;
		expect(inReview.finding).toBe(
			`${count} found. Looked at ${count}, not at ${requestIds.length - count}.`,
		);
		expect(json.find(({ check }) => check === 'Requests that went wrong')).toMatchObject({
			verdict: 'unknown',
			finding: `0 found. Looked at ${count}, not at ${requestIds.length - count}.`,
		});
	});

	it('looks at jobs in progress first', async () => {
		await seedOld(HOUR_MS, { jobs: 8, status: 'CREATED' });
		const { jobIds } = await seedOld(HOUR_MS, { jobs: 1 });
		const { lines } = await runOnWire(harness, CHECK_UP);
		const reads = lines.filter((line) => /^GET \/jobs\/[^/]+\/requests$/.test(line));
		expect(reads.indexOf(`GET /jobs/${jobIds[0]}/requests`)).toBeLessThanOrEqual(1);
	});

	it('makes the other checks if one read is refused', async () => {
		await harness.sandbox.fault({ path: 'listeners$', status: 403, times: 100 });
		expect(await findingOf('Disabled listeners')).toMatchObject({
			verdict: 'unknown',
			finding: 'Could not be made (HTTP 403).',
		});
		expect(await findingOf('Requests that went wrong')).toMatchObject(nothingFound);
	});

	it('makes the other checks if the list of jobs is always cut off', async () => {
		await harness.sandbox.fault({ path: '/v2/jobs$', cutAnswerAt: 5, times: 1_000 });
		expect(await findingOf('Disabled listeners')).toMatchObject(nothingFound);
	});

	it('stops when the execution is cancelled', async () => {
		await harness.sandbox.configure({ latencyMs: 50 });
		const { calls } = await runOnWire(harness, CHECK_UP, {
			onStart: (execution) => setTimeout(() => execution.cancel(), 120),
		});
		expect(calls.length).toBeLessThan(8);
	});
});

describe('the connection', () => {
	it('tells when the token ends', async () => {
		await harness.sandbox.configure({ tokenLifetimeSeconds: 3600 });
		expect(await findingAlone('Token')).toMatchObject({
			verdict: 'ok',
			finding: expect.stringMatching(/^The token expires in \d+ minutes\.$/),
		});
	});

	/** Of which no token is known yet. */
	async function withOtherSecret<T>(run: () => Promise<T>): Promise<T> {
		const { clientSecret } = harness.credential.data;
		Object.assign(harness.credential.data, { clientSecret: 'wrong-secret', accessToken: '' });
		try {
			return await run();
		} finally {
			Object.assign(harness.credential.data, { clientSecret, accessToken: '' });
		}
	}

	it('names a login that is refused, and stops', async () => {
		expect(await withOtherSecret(findings)).toMatchObject([
			{
				check: 'Connection',
				verdict: 'wrong',
				finding: 'No token is issued or accepted.',
				advice: expect.stringMatching(/Client Secret/i),
			},
		]);
	});

	it.each([
		['rest', 'The service did not answer.'],
		['auth', 'No token came.'],
	] as const)('stops at once if %s hangs up', async (origin, finding) => {
		await harness.sandbox.fault({ origin, dropBefore: true, times: 1_000 });
		const items = await (origin === 'auth' ? withOtherSecret(findings) : findings());
		expect(items).toMatchObject([{ check: 'Connection', verdict: 'wrong', finding }]);
		expect((await harness.sandbox.log({ origin })).length).toBeLessThanOrEqual(4);
	});

	it.each([
		['service', 'baseUrl', 'The service did not answer.', /did not answer|no whole answer/],
		['token host', 'authUrl', 'No token came.', /token host/],
	] as const)('stops if the %s takes calls and never answers', async (_, field, finding, cause) => {
		const silent = createServer();
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
		const { port } = silent.address() as AddressInfo;
		const connections: Socket[] = [];
		silent.on('connection', (socket) => connections.push(socket));
		const { data } = harness.credential;
		const before = { ...data };
		const restore = shortDeadlines();
		try {
			Object.assign(data, { [field]: `http://127.0.0.1:${port}`, accessToken: '' });
			expect(await findings()).toMatchObject([
				{ check: 'Connection', verdict: 'wrong', finding, advice: expect.stringMatching(cause) },
			]);
			// Somebody waits for the answer.
			expect(Math.max(...restore.asked)).toBeLessThanOrEqual(10_000);
		} finally {
			restore();
			Object.assign(data, before, { accessToken: '' });
			for (const socket of connections) socket.destroy();
			await new Promise((resolve) => silent.close(resolve));
		}
	});

	it('names the reads that are refused', async () => {
		await harness.sandbox.fault({ path: '(quota|archived)$', status: 403, times: 100 });
		expect(await findingAlone('Reads')).toMatchObject({
			verdict: 'attention',
			finding: '2 of 6 reads fail: archivedJobs (HTTP 403), quota (HTTP 403).',
			advice: expect.stringContaining('Ask whoever manages the service'),
		});
	});

	it('names the reads that are redirected', async () => {
		await harness.sandbox.fault({ path: 'quota$', signInRedirect: 'auth', times: 100 });
		expect(await findingAlone('Reads')).toMatchObject({
			verdict: 'attention',
			finding: expect.stringMatching(/^1 of 6 reads fail: quota \(HTTP 30\d\)\.$/),
			advice: expect.stringContaining('Check the Base URL'),
		});
	});

	it('is not sure what it means if a read fails otherwise', async () => {
		await harness.sandbox.fault({ path: 'quota$', status: 404, times: 100 });
		expect(await findingAlone('Reads')).toMatchObject({
			verdict: 'unknown',
			finding: expect.stringMatching(/^1 of 6 reads fail: quota/),
		});
	});

	it('is sure that something is wrong if every read fails, and says it first', async () => {
		await harness.sandbox.fault({ path: '/', status: 404, times: 100 });
		expect((await findings())[0]).toMatchObject({
			check: 'Reads',
			verdict: 'wrong',
			finding: expect.stringMatching(/^6 of 6 reads fail: /),
		});
	});

	it.each([
		[30_000, 'ok'],
		[-600_000, 'attention'],
	])('judges a clock that is off by %d ms as %s', async (clockOffsetMs, verdict) => {
		await harness.sandbox.configure({ clockOffsetMs });
		expect(await findingAlone('Clock')).toMatchObject({ verdict });
	});

	it('counts the calls that were too fast, its own as well', async () => {
		await seedOld(HOUR_MS);
		await harness.sandbox.fault({ path: 'requests$', status: 429, times: 1 });
		expect(await findingOf('Rate')).toMatchObject({
			verdict: 'attention',
			finding: expect.stringMatching(/too fast: [1-9]\d*\..* 1000 set, 10 specified\.$/),
		});
	});
});

describe('what is left', () => {
	it.each<[check: string, left: () => Promise<string[]>, healthy: () => Promise<unknown>]>([
		[
			'Jobs not submitted for over a day',
			async () => (await seedOld(25 * HOUR_MS, { status: 'CREATED', labels: ['n8n-a'] })).jobIds,
			async () => {
				await makeJob(harness);
				await seedOld(25 * HOUR_MS, { status: 'CREATED', labels: ['spring'] });
			},
		],
		[
			'Jobs in SENDING for over an hour',
			async () => (await seedOld(61 * 60_000, { status: 'SENDING' })).jobIds,
			async () => await seedOld(59 * 60_000, { status: 'SENDING' }),
		],
		[
			'Requests in review for too long',
			async () => (await seedOld(8 * DAY_MS, { requestStatus: 'REVIEW_TRANSLATION' })).requestIds,
			async () => await seedOld(6 * DAY_MS, { requestStatus: 'REVIEW_TRANSLATION' }),
		],
		[
			'Approved jobs that are not completed',
			async () => (await seedOld(HOUR_MS, { requestStatus: 'TRANSLATION_APPROVED' })).jobIds,
			async () => await seedOld(HOUR_MS, { status: 'COMPLETED' }),
		],
		[
			'Requests that went wrong',
			async () => {
				const { requestIds } = await seedOld(HOUR_MS, { requestsPerJob: 2 });
				await harness.sandbox.failRequest(requestIds[0]!, 'Broken');
				return [requestIds[0]!];
			},
			async () => await seedOld(HOUR_MS),
		],
		[
			'Jobs past their due date',
			async () => (await seedOld(HOUR_MS, { dueDate: ago(HOUR_MS) })).jobIds,
			async () => {
				await seedOld(HOUR_MS, { dueDate: ago(-HOUR_MS) });
				await seedOld(HOUR_MS, { dueDate: ago(HOUR_MS), requestStatus: 'REVIEW_TRANSLATION' });
			},
		],
		[
			'Jobs archived within 30 days',
			async () => (await seedOld(170 * DAY_MS)).jobIds,
			async () => await seedOld(100 * DAY_MS),
		],
		[
			'Disabled listeners',
			async () => [await listener(`${OWN}/webhook/a`, true)],
			async () => await listener(`${OWN}/webhook/b`),
		],
		[
			'Doubled listeners',
			async () => [await listener(`${OWN}/webhook/a`), await listener(`${OWN}/webhook/b`)],
			async () => await listener('https://example.com/c'),
		],
		[
			'Listeners at other addresses than this n8n',
			async () => [await listener('https://old.example.com/webhook/a')],
			async () => await listener(`${OWN}/webhook/b`),
		],
		[
			'Listeners over plain http',
			async () => [await listener('http://n8n.example.com/webhook/a')],
			async () => {
				await listener(`${OWN}/webhook/b`);
				await listener('https://n8n.example.com/webhook/a');
			},
		],
	])('%s', async (check, left, healthy) => {
		await healthy();
		expect(await findingAlone(check)).toMatchObject(nothingFound);
		const ids = await left();
		const { ids: shown, verdict } = await findingAlone(check);
		expect({ verdict, ids: [...shown].sort() }).toEqual(found(...ids.sort()));
	});

	const listener = async (uri: string, disabled = false) =>
		(await harness.sandbox.addListener({ uri, type: 'JOB_STATUS_UPDATED', disabled })).listenerId;

	it('knows where this n8n is', async () => {
		await listener(`${OWN}/webhook/b`);
		const check = 'Listeners at other addresses than this n8n';
		expect(await findingOf(check)).toMatchObject(nothingFound);
	});

	it('takes the days in review from the options', async () => {
		const { requestIds } = await seedOld(2 * DAY_MS, { requestStatus: 'REVIEW_TRANSLATION' });
		expect(await findingOf('Requests in review for too long', { daysInReview: 1 })).toMatchObject(
			found(...requestIds),
		);
	});

	it('sees labels that only the job itself shows', async () => {
		await harness.sandbox.configure({ labelsShown: 'notInLists' });
		const { jobIds } = await seedOld(25 * HOUR_MS, { status: 'CREATED', labels: ['n8n-a'] });
		expect(await findingAlone('Jobs not submitted for over a day')).toMatchObject(found(...jobIds));
	});

	it('counts the status updates that wait', async () => {
		await harness.sandbox.configure({ quotas: { MaxStatusUpdatesPerSite: 10 } });
		await seedOld(HOUR_MS, { jobs: 2, withUpdates: true });
		expect(await findingAlone('Status updates that wait')).toMatchObject({
			verdict: 'ok',
			finding: '2 of 10.',
		});
		await seedOld(HOUR_MS, { jobs: 5, withUpdates: true });
		expect(await findingAlone('Status updates that wait')).toMatchObject({
			verdict: 'attention',
			finding: 'At least 3 of 10.',
		});
	});

	it('counts the status updates no further than it must', async () => {
		await seedOld(HOUR_MS, { jobs: 1, requestsPerJob: 1, status: 'COMPLETED' });
		await harness.sandbox.configure({ pageSize: 1, quotas: { MaxStatusUpdatesPerSite: 20 } });
		await seedOld(HOUR_MS, { jobs: 9, withUpdates: true, status: 'COMPLETED' });
		const { calls, json } = await runOnWire(harness, { ...CHECK_UP, simplify: false });
		expect(json.find(({ check }) => check === 'Status updates that wait')?.finding).toBe(
			'At least 5 of 20.',
		);
		expect(calls.filter(({ path }) => path.endsWith('/statusupdates'))).toHaveLength(5);
	});

	it('cannot tell how many wait if the calls do not suffice', async () => {
		await harness.sandbox.configure({ pageSize: 1 });
		await seedOld(HOUR_MS, { jobs: 60, withUpdates: true, status: 'COMPLETED' });
		expect(await findingOf('Status updates that wait', { maxCalls: 60 })).toMatchObject({
			verdict: 'unknown',
			finding: expect.stringMatching(/^At least \d+ of 10,000\.$/),
			advice: expect.stringMatching(/'Max Calls'/),
		});
	});
});

const ENDLESS: Array<Partial<Variants>> = [
	{ pageShape: 'hal', nextPage: 'foreign' },
	{ pageShape: 'spec', nextPage: 'repeated' },
	{ pageShape: 'hal', nextPage: 'repeated' },
	{ pageShape: 'spec', nextPage: 'endless' },
];

it.each(ENDLESS)('a list without an end is not ok, with %j', async (variants) => {
	await seedOld(HOUR_MS, { jobs: 3, withUpdates: true });
	await harness.sandbox.configure({ ...variants, pageSize: 2 });
	const options = { maxCalls: 60 };
	const { calls, json } = await runOnWire(harness, { ...CHECK_UP, simplify: false, options });
	expect(calls.length).toBeLessThanOrEqual(60);
	for (const check of ['Status updates that wait', 'Jobs past their due date'])
		expect(json.find((each) => each.check === check)?.verdict).toBe('unknown');
});

describe('what this service supports', () => {
	const GUESSES = {
		filter: '`filter` on lists of jobs',
		labelsFilter: "`labels eq '…'` in the filter",
		orderBy: '`orderBy` on lists of jobs',
		aggregateRequests: '`aggregateRequests=true` on jobs and lists of jobs',
		statusFilter: '`statusCode` on lists of requests',
		requestIds: '`id` up to 50 times on lists of requests',
		getProvider: '`GET /providers/{providerId}`',
	};
	const aSample = async () => {
		await seedOld(2 * HOUR_MS, { requestsPerJob: 3, requestStatus: 'REVIEW_TRANSLATION' });
		await seedOld(HOUR_MS);
	};

	it.each(Object.entries(GUESSES))('%s is honoured or refused', async (guess, check) => {
		await aSample();
		expect(await findingAlone(check)).toMatchObject({ verdict: 'ok', finding: 'Honoured.' });
		await harness.sandbox.configure({ refuses: { [guess]: 400 } });
		expect(await findingAlone(check)).toMatchObject({
			verdict: 'ok',
			finding: expect.stringMatching(/^Refused \(HTTP 400\)\. Instead, .*\.$/),
		});
	});

	it.each([
		'filter',
		'labelsFilter',
		'orderBy',
		'aggregateRequests',
		'statusFilter',
		'requestIds',
	] as const)('%s is ignored', async (guess) => {
		await aSample();
		await harness.sandbox.configure({ ignores: [guess] });
		expect(await findingAlone(GUESSES[guess])).toMatchObject({
			verdict: 'ok',
			finding: expect.stringMatching(/^Ignored\. Instead, .*\.$/),
		});
	});

	it.each(['empty', 'html'] as const)('a refusal with the body %s is one', async (errorShape) => {
		await aSample();
		await harness.sandbox.configure({ errorShape, refuses: { statusFilter: 404 } });
		expect(await findingAlone(GUESSES.statusFilter)).toMatchObject({
			finding: expect.stringMatching(/^Refused \(HTTP 404\)\./),
		});
	});

	it.each([
		['stale', 'attention', 'The counts are older than the requests.'],
		['empty', 'ok', expect.stringMatching(/^Honoured, in an unknown form\. Instead, /)],
	] as const)('counts that are %s', async (aggregateShape, verdict, finding) => {
		await aSample();
		await harness.sandbox.configure({ aggregateShape });
		expect(await findingAlone(GUESSES.aggregateRequests)).toMatchObject({ verdict, finding });
	});

	it('cannot be seen at an empty service', async () => {
		const all = await findings();
		for (const [guess, name] of Object.entries(GUESSES))
			if (guess !== 'getProvider')
				expect(all.find(({ check }) => check === name)).toMatchObject(tooLittle);
	});

	it('a refusal of what a guess needs is none of the guess', async () => {
		const body = { message: 'No' };
		await harness.sandbox.fault({ path: '^/jobs$', status: 404, body, times: 100 });
		expect(await findingAlone(GUESSES.filter)).toMatchObject({
			verdict: 'unknown',
			finding: 'Could not be made (HTTP 404).',
		});
	});
});

describe('the report', () => {
	const SECRETS = [
		'Top secret job',
		'Item 1',
		'hidden.example.com',
		'hook-secret',
		'Broken by Ann',
		'AcmeCorp',
	];

	it('holds no contents, names, addresses or whole ids, whatever the service quotes', async () => {
		const { jobIds, requestIds } = await seedOld(30 * HOUR_MS, {
			jobs: 2,
			jobName: 'Top secret job',
			labels: { 'n8n-a': '1', AcmeCorp: 'Top secret job' },
		});
		await harness.sandbox.failRequest(requestIds[0]!, 'Broken by Ann');
		await harness.sandbox.addListener({
			uri: 'http://hidden.example.com/hook-secret',
			type: 'JOB_STATUS_UPDATED',
			disabled: true,
		});
		await harness.sandbox.fault({
			path: 'quota$',
			status: 403,
			body: {
				message: SECRETS.join(' '),
				[SECRETS[4]!]: { error: SECRETS[3] },
				type: SECRETS[4],
			},
			times: 100,
		});
		const { clientSecret, clientId, accessToken } = harness.credential.data as Record<
			string,
			string
		>;
		const [report] = await harness.json({ ...CHECK_UP, options: { return: 'report' } });
		const text = JSON.stringify(report);
		expect(text).toContain('1 of 6 reads fail: quota (HTTP 403).');
		const hidden = [...SECRETS, ...jobIds, ...requestIds, clientSecret, clientId, accessToken];
		for (const secret of [...hidden, new URL(harness.sandbox.baseUrl).host])
			expect(text).not.toContain(secret || 'no secret');
	});

	it('is one item, with a text to paste', async () => {
		const items = await harness.json({ ...CHECK_UP, options: { return: 'report' } });
		expect(items).toHaveLength(1);
		const { markdown, findings: all, summary } = items[0]!;
		expect(String(markdown)).toContain(String(summary));
		expect(String(markdown).match(/^\| .* \| (ok|attention|unknown) \| /gm)).toHaveLength(
			(all as unknown[]).length,
		);
	});
});
