import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Overview } from '../../../sandbox/control/overview';
import { useCaller } from '../caller';

const caller = useCaller();
const overview = async () => await caller.sandbox.act<Overview>('overview');

it('serves every file of the page, and nothing from elsewhere runs in it', async () => {
	const files = readdirSync(join(__dirname, '../../../sandbox/page'));
	for (const file of files) {
		const answer = await fetch(`${caller.sandbox.controlUrl}/${file === 'index.html' ? '' : file}`);
		expect([file, answer.status, answer.headers.get('content-type')]).toEqual([
			file,
			200,
			expect.stringMatching(/^text\/(html|css|javascript); charset=utf-8$/),
		]);
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
	}
});

it('shows the newest jobs with their counts', async () => {
	await caller.sandbox.seed({ jobs: 100, requestsPerJob: 2 });
	const { counts, jobs } = await overview();
	expect(counts).toMatchObject({ jobs: 100, requests: 200, inTranslation: 200 });
	expect(jobs[0]).toMatchObject({
		jobName: 'Seeded job 100',
		readyCount: 0,
		byStatus: { IN_TRANSLATION: 2 },
	});
});

it('says "in translation" only while something is in translation', async () => {
	const { jobIds, requestIds } = await caller.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	const stage = async () => (await overview()).jobs[0]?.stage;
	await caller.sandbox.deliver(jobIds[0]!, requestIds.slice(0, 1));
	expect(await stage()).toBe('IN_TRANSLATION');
	await caller.sandbox.deliver(jobIds[0]!);
	expect(await stage()).toBe('READY_TO_COLLECT');
	await caller.sandbox.approve(requestIds);
	expect(await stage()).toBe('ALL_DONE');
});

it('dates an error, until the request is delivered again', async () => {
	const { jobIds, requestIds } = await caller.sandbox.seed({ jobs: 1 });
	const request = async () => (await overview()).jobs[0]?.requests[0];
	await caller.sandbox.failRequest(requestIds[0]!, 'The file is damaged');
	expect(await request()).toMatchObject({
		latestErrorMessage: 'The file is damaged',
		errorTime: expect.any(Number),
	});
	await caller.sandbox.deliver(jobIds[0]!);
	expect(await request()).not.toHaveProperty('latestErrorMessage');
});

it('says how old a violation is', async () => {
	await caller.call('PUT', '/jobs/none');
	expect((await overview()).violations).toEqual([
		{ rule: 'deprecated-path', detail: expect.any(String), ageMs: expect.any(Number) },
	]);
});

describe('translation', () => {
	it('puts pairs beside their source', async () => {
		const { requestIds } = await caller.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		expect(await caller.sandbox.translation(requestIds[0]!)).toEqual({
			requestName: 'Item 1',
			sourceLanguage: 'en-us',
			targetLanguage: 'fr-fr',
			parts: [
				{
					key: 'title',
					source: 'Hello world 1',
					target: '[fr-fr] Ĥéļļö ŵöŕļð 1',
					isCut: false,
				},
			],
		});
	});

	it.each([
		['a text', 'hello.txt', 'Hello <b>', [['Hello <b>', '[fr-fr] Ĥéļļö <ƀ>']]],
		['bytes that are no text', 'data.bin', new Uint8Array([0, 255, 1]), []],
	])('shows a file with %s', async (_case, fileName, content, texts) => {
		const jobId = await caller.createJob();
		const fmsFileId = await caller.uploadFile(jobId, content, fileName);
		const [request] = await caller.addRequests(jobId, { fmsFileId });
		await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
		await caller.until(jobId, 'IN_TRANSLATION');
		await caller.sandbox.deliver(jobId);
		const view = await caller.sandbox.translation(request!.requestId as string);
		expect(view).toMatchObject({ requestName: 'An item', fileName });
		expect(view.parts.map(({ source, target }) => [source, target])).toEqual(texts);
	});

	it('is refused before there is one', async () => {
		const { requestIds } = await caller.sandbox.seed({ jobs: 1 });
		await expect(caller.sandbox.translation(requestIds[0]!)).rejects.toThrow(
			'has no translation yet',
		);
	});
});
