import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { SandboxControl } from '../../../sandbox/client';
import { firstSteps } from '../../../sandbox/control/walkthrough';
import { CONNECTOR, useCaller } from '../caller';

const caller = useCaller();

it('the printed first steps take a job through with curl alone', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'first-steps-'));
	try {
		const { stdout } = await promisify(execFile)('sh', ['-c', firstSteps(caller.sandbox)], {
			cwd: folder,
		});
		expect(stdout).toContain('[fr-fr] Ĥéļļö ŵöŕļð, ĥöŵ åŕé ýöû?');
	} finally {
		await rm(folder, { recursive: true });
	}
	expect(await caller.sandbox.jobs()).toMatchObject([
		{ jobName: 'My first job', status: 'COMPLETED' },
	]);
	expect(await caller.sandbox.violations()).toEqual([]);
});

describe.each([
	['over the channel of its process', () => caller.sandbox],
	['over HTTP', () => new SandboxControl(caller.sandbox.controlUrl)],
])('is controlled %s', (_, control) => {
	it('answers what was asked', async () => {
		expect((await control().seed({ jobs: 2 })).jobIds).toHaveLength(2);
		expect(await control().jobs()).toHaveLength(2);
		expect(await control().clearLog()).toBeNull();
	});

	it('refuses what it does not know', async () => {
		await expect(control().act('nonsense')).rejects.toThrow(
			'The sandbox refused "nonsense": There is no action "nonsense". Actions: configure, ',
		);
		await expect(control().deliver('none')).rejects.toThrow('The sandbox refused "deliver": ');
	});
});

it('a token that it issues itself is taken by the service', async () => {
	caller.token = (await caller.sandbox.issueToken('sandbox-client')).token;
	expect((await caller.call('GET', '/quota')).status).toBe(200);
});

describe('log', () => {
	it('shows what was sent where', async () => {
		const jobId = await caller.createJob();
		const fmsFileId = await caller.uploadFile(jobId, 'Hello');
		await caller.askToken();
		const log = await caller.sandbox.log();
		expect(
			log.map(({ origin, method, path, status, jobId: of }) => [origin, method, path, status, of]),
		).toEqual([
			['rest', 'POST', '/v2/jobs', 201, jobId],
			['rest', 'POST', `/v2/jobs/${jobId}/sourcefiles`, 201, jobId],
			['files', 'POST', `/fms/multipart/${fmsFileId}`, 200, jobId],
			['auth', 'POST', '/connect/token', 200, undefined],
		]);
		expect(log[0]).toMatchObject({
			headers: { authorization: `Bearer ${caller.token}` },
			body: { jobName: 'A job', ...CONNECTOR },
			bytesOut: expect.any(Number),
		});
		expect(log[1]?.query).toBe('?fileName=hello.txt');
		expect(log[3]?.body).toMatchObject({ client_id: 'sandbox-client' });
	});

	it('counts the bytes of bodies', async () => {
		const body = JSON.stringify({ jobName: 'A job', ...CONNECTOR });
		await caller.call('POST', '/jobs', JSON.parse(body));
		const { text } = await caller.call('GET', '/quota');
		expect((await caller.sandbox.log({ method: 'POST' }))[0]?.bytesIn).toBe(body.length);
		expect((await caller.sandbox.log({ path: '/quota' }))[0]?.bytesOut).toBe(text.length);
	});

	it('can be filtered and cleared', async () => {
		await caller.createJob();
		await caller.call('GET', '/quota');
		await caller.call('GET', '/jobs/none');
		expect(await caller.sandbox.log({ origin: 'rest', method: 'get' })).toHaveLength(2);
		expect(await caller.sandbox.log({ path: '^/jobs$' })).toHaveLength(1);
		expect(await caller.sandbox.log({ status: 404 })).toHaveLength(1);
		expect(await caller.sandbox.log({ last: 1 })).toMatchObject([{ path: '/v2/jobs/none' }]);
		await caller.sandbox.clearLog();
		expect(await caller.sandbox.log()).toEqual([]);
	});

	it('keeps only the beginning of a long body', async () => {
		const jobId = await caller.createJob();
		await caller.call('POST', `/jobs/${jobId}/sourcecontent`, {
			fields: [{ key: 'a', value: 'x'.repeat(50_000) }],
		});
		const [entry] = await caller.sandbox.log({ path: 'sourcecontent$' });
		expect(entry?.body).toBeUndefined();
		expect(entry?.bodyPreview).toHaveLength(2000);
	});
});

describe('seed', () => {
	it('puts 1,000 jobs there that can be paged through', async () => {
		const { jobIds, requestIds } = await caller.sandbox.seed({ jobs: 1_000, requestsPerJob: 2 });
		expect([jobIds.length, requestIds.length]).toEqual([1_000, 2_000]);
		const seen = new Set<string>();
		let query = '';
		do {
			const { body } = await caller.call('GET', `/jobs?orderBy=modifiedDate%20desc${query}`);
			for (const { jobId } of body.jobs) seen.add(jobId as string);
			query = body.pagination.navNext ? `&navNext=${body.pagination.navNext}` : '';
		} while (query !== '');
		expect(seen.size).toBe(1_000);
	});

	it('makes jobs that behave like any other', async () => {
		const { jobIds, requestIds } = await caller.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			targetLanguages: ['de-de'],
		});
		const { body } = await caller.call(
			'GET',
			`/jobs/${jobIds[0]}/requests/${requestIds[0]}/retrieve`,
		);
		expect(body.requests[0].targetContent).toEqual([
			{ key: 'title', value: '[de-de] Ĥéļļö ŵöŕļð 1' },
		]);
		await caller.call('PUT', `/jobs/${jobIds[0]}/requests/approve`, { requestIds });
		expect((await caller.call('PUT', `/jobs/${jobIds[0]}/complete`)).status).toBe(200);
	});
});

it('delivers everything that is with a provider at once', async () => {
	const { requestIds } = await caller.sandbox.seed({ jobs: 3 });
	expect(await caller.sandbox.deliverAll()).toEqual(requestIds);
	expect((await caller.sandbox.updates()).length).toBe(3);
});

it('forgets everything on reset but clients and tokens', async () => {
	await caller.sandbox.seed({ jobs: 1, withUpdates: true });
	await caller.sandbox.configure({ pageSize: 7 });
	await caller.sandbox.reset();
	expect([
		await caller.sandbox.jobs(),
		await caller.sandbox.updates(),
		(await caller.sandbox.variants()).pageSize,
	]).toEqual([[], [], 50]);
	expect((await caller.call('GET', '/quota')).status).toBe(200);
});

it('refuses an action that does not exist', async () => {
	await expect(caller.sandbox.act('explode')).rejects.toThrow('explode');
});
