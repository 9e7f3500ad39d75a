import { startSandbox } from '../../../sandbox/launch';
import { Throttle } from '../../../sandbox/model/throttle';
import type { Variants } from '../../../sandbox/model/variants';
import { eventually } from '../../support/eventually';
import { Caller, type Json, useCaller } from '../caller';

const caller = useCaller();

const job = async (fields: Json = {}) =>
	(await caller.call('GET', `/jobs/${await caller.createJob(fields)}`)).body;

it.each<[Partial<Variants>, () => Promise<Json>, Json]>([
	[
		{ metadataField: 'ExtendedMetadata' },
		() => job({ extendedMetadata: { a: 1 } }),
		{ ExtendedMetadata: { a: 1 } },
	],
	[
		{ archivalDateField: 'estimatedArchivalDate' },
		job,
		{ estimatedArchivalDate: expect.any(String) },
	],
	[
		{ labelsShape: 'list' },
		() => job({ labels: { team: 'web', urgent: '' } }),
		{ labels: ['team=web', 'urgent'] },
	],
	[{ labelsShape: 'object' }, () => job({ labels: ['urgent'] }), { labels: { urgent: '' } }],
	[{ nameForm: 'escaped' }, () => job({ jobName: 'R&D' }), { jobName: 'R&amp;D' }],
	[{ nameForm: 'collapsed' }, () => job({ jobName: 'A  B' }), { jobName: 'A B' }],
	[{ nameForm: 'nfc' }, () => job({ jobName: 'Cafe\u0301' }), { jobName: 'Caf\u00e9' }],
	[
		{ unknownFields: true },
		job,
		{ riskScore: 0.25, workflowStage: { code: 'QX-7' }, extendedMetadata: null },
	],
])('%j', async (variants, read, expected) => {
	await caller.sandbox.configure(variants);
	expect(await read()).toMatchObject(expected);
});

it.each([
	['everywhere', true, true],
	['notInLists', false, true],
	['nowhere', false, false],
] as const)('shows labels %s', async (labelsShown, inLists, inDetails) => {
	await caller.sandbox.configure({ labelsShown });
	expect('labels' in (await job({ labels: ['urgent'] }))).toBe(inDetails);
	expect('labels' in (await caller.call('GET', '/jobs')).body.jobs[0]).toBe(inLists);
});

it('hides the content ids of requests in lists only', async () => {
	await caller.sandbox.configure({ contentIdsInLists: false });
	const jobId = await caller.createJob();
	const [added] = await caller.addPairs(jobId);
	expect(added).toHaveProperty('sourcecontentId');
	const { body } = await caller.call('GET', `/jobs/${jobId}/requests`);
	expect(body.requests[0]).not.toHaveProperty('sourcecontentId');
});

it('spells the content id either way', async () => {
	await caller.sandbox.configure({ contentIdField: 'sourceContentId' });
	const { body } = await caller.call('POST', `/jobs/${await caller.createJob()}/sourcecontent`, {
		fields: [{ key: 'a', value: 'b' }],
	});
	expect(body).toHaveProperty('sourceContentId');
	expect(body).not.toHaveProperty('sourcecontentId');
});

it('shows an unknown status for jobs and requests in translation', async () => {
	await caller.sandbox.configure({ unknownStatus: 'AWAITING_LINGUIST' });
	const { jobIds } = await caller.sandbox.seed({ jobs: 1 });
	expect((await caller.call('GET', `/jobs/${jobIds[0]}`)).body.status).toBe('AWAITING_LINGUIST');
	expect((await caller.call('GET', `/jobs/${jobIds[0]}/requests`)).body.requests[0].status).toBe(
		'AWAITING_LINGUIST',
	);
});

it.each<[Variants['quotaShape'], unknown]>([
	['object', expect.objectContaining({ MaxReqsPerJob: 2000 })],
	['list', expect.arrayContaining([{ name: 'MaxReqsPerJob', value: 2000 }])],
	['wrappedObject', { quota: expect.objectContaining({ MaxReqsPerJob: 2000 }) }],
	['wrappedList', { quotas: expect.arrayContaining([{ name: 'MaxReqsPerJob', value: 2000 }]) }],
	['limitAndUsed', { limit: 1000, used: 3 }],
	['limitAndUsedByName', expect.objectContaining({ MaxReqsPerJob: { limit: 2000, used: 3 } })],
	[
		'limitAndUsedList',
		{ quotas: expect.arrayContaining([{ name: 'MaxReqsPerJob', limit: 2000, used: 3 }]) },
	],
])('tells quotas as %s', async (quotaShape, expected) => {
	await caller.sandbox.configure({ quotaShape });
	expect((await caller.call('GET', '/quota')).body).toEqual(expected);
});

it('can keep to itself whether a job is archived; its lists still tell', async () => {
	await caller.sandbox.configure({ archiveFields: 'hidden', archiveMs: 0 });
	const jobId = await caller.createJob();
	const isListed = async (path: string) =>
		((await caller.call('GET', path)).body.jobs as Json[]).some((listed) => listed.jobId === jobId);
	expect(await isListed('/jobs')).toBe(true);
	await caller.call('PUT', `/jobs/${jobId}/archive`);
	await eventually(() => isListed('/jobs/archived'));
	expect(await isListed('/jobs')).toBe(false);
	for (const { body } of [
		await caller.call('GET', `/jobs/${jobId}`),
		await caller.call('PUT', `/jobs/${jobId}/unarchive`),
	]) {
		expect(body).toMatchObject({ jobId });
		expect(body).not.toHaveProperty('archived');
		expect(body).not.toHaveProperty('archiveStatus');
	}
	await eventually(() => isListed('/jobs'));
});

it.each<[Variants['errorShape'], string, (text: string) => boolean]>([
	[
		'numericCode',
		'application/json; charset=utf-8',
		(text) => (JSON.parse(text) as Json).code === 404,
	],
	['text', 'text/plain', (text) => text === 'Job none does not exist.'],
	['html', 'text/html', (text) => text.startsWith('<html>')],
	['empty', '', (text) => text === ''],
])('answers errors as %s', async (errorShape, type, fits) => {
	await caller.sandbox.configure({ errorShape });
	const { status, headers, text } = await caller.call('GET', '/jobs/none');
	expect([status, headers.get('content-type') ?? '', fits(text)]).toEqual([404, type, true]);
});

it('refuses a switch that does not exist or takes something else', async () => {
	await expect(
		caller.sandbox.configure({ pageShapes: 'hal' } as unknown as Partial<Variants>),
	).rejects.toThrow('pageShapes');
	await expect(
		caller.sandbox.configure({ pageSize: '10' } as unknown as Partial<Variants>),
	).rejects.toThrow('pageSize');
});

it('can be started with switches, which a reset brings back', async () => {
	const sandbox = await startSandbox({
		variants: { unknownFields: true },
		clientId: 'me',
		clientSecret: 'my-own-secret',
	});
	try {
		const other = await Caller.of(sandbox);
		expect((await other.call('GET', `/jobs/${await other.createJob()}`)).body).toMatchObject({
			riskScore: 0.25,
			creatorId: 'me',
		});
		await other.sandbox.configure({ unknownFields: false, pageSize: 7 });
		await other.sandbox.reset();
		expect(await other.sandbox.variants()).toMatchObject({
			unknownFields: true,
			pageSize: 50,
		});
	} finally {
		await sandbox.stop();
	}
});

describe('throttle', () => {
	const quota = () => caller.call('GET', '/quota');
	/** Not one call is let through, however slowly this test runs. */
	const closed = (retryAfter: 'seconds' | 'date' | 'absent') =>
		caller.sandbox.configure({ throttle: { perSecond: 0, retryAfter } });

	it('counts the calls of each address in a sliding second, and not those it refused', () => {
		const throttle = new Throttle();
		const isAdmitted = (at: number, address = 'here') => {
			try {
				throttle.admit(address, { perSecond: 2, retryAfter: 'absent' }, at);
				return true;
			} catch {
				return false;
			}
		};
		expect([0, 600, 700, 999].map((at) => isAdmitted(at))).toEqual([true, true, false, false]);
		expect(isAdmitted(999, 'there')).toBe(true);
		expect([1000, 1001, 1599, 1600].map((at) => isAdmitted(at))).toEqual([
			true,
			false,
			false,
			true,
		]);
	});

	it('goes by the clock of the sandbox', async () => {
		await caller.sandbox.configure({ throttle: { perSecond: 1, retryAfter: 'seconds' } });
		await quota();
		await caller.sandbox.advance(1_000);
		expect((await quota()).status).toBe(200);
	});

	it('answers 429, and only on the REST host', async () => {
		await closed('seconds');
		const refused = await quota();
		expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
		expect(refused.headers.get('retry-after')).toBe('1');
		expect((await caller.askToken()).status).toBe(200);
		expect(await caller.sandbox.log({ status: 429 })).toMatchObject([{ throttled: true }]);
	});

	it('says when to come back as a date, or not at all', async () => {
		await closed('date');
		const asked = Date.now();
		expect(Date.parse((await quota()).headers.get('retry-after') ?? '')).toBeGreaterThan(asked);
		await closed('absent');
		expect((await quota()).headers.get('retry-after')).toBeNull();
	});

	it('lets calls through again after its second', async () => {
		await caller.sandbox.configure({ throttle: { perSecond: 1, retryAfter: 'seconds' } });
		await eventually(async () => (await quota()).status === 429);
		await eventually(async () => (await quota()).status === 200);
	});
});
