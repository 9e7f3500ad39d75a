import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { firstSteps } from '../../../sandbox/control/walkthrough';
import type { Preset } from '../../../sandbox/model/presets';
import { eventually } from '../../support/eventually';
import { useCaller } from '../caller';

const caller = useCaller({
	preset: 'production',
	variants: { pageSize: 7, retrieveShape: 'page' },
});

it('sets the switches, and what was switched explicitly wins', async () => {
	expect(await caller.sandbox.variants()).toMatchObject({
		pageShape: 'both',
		emptyList: 'omitted',
		pageSize: 7,
		retrieveShape: 'page',
	});
});

it('is kept by a reset', async () => {
	await caller.sandbox.configure({ pageShape: 'spec', emptyList: 'list' });
	await caller.sandbox.reset();
	expect(await caller.sandbox.variants()).toMatchObject({
		pageShape: 'both',
		emptyList: 'omitted',
		pageSize: 7,
	});
});

it('can be chosen by a reset, until the next one', async () => {
	await caller.sandbox.reset({ preset: 'specification' });
	expect(await caller.sandbox.variants()).toMatchObject({
		pageShape: 'spec',
		emptyList: 'list',
		pageSize: 7,
	});
	await caller.sandbox.reset();
	expect(await caller.sandbox.variants()).toMatchObject({ pageShape: 'both' });
});

it('is refused if there is none of that name, and nothing is reset', async () => {
	const jobId = await caller.createJob();
	await expect(caller.sandbox.reset({ preset: 'staging' as Preset })).rejects.toThrow(
		'There is no preset "staging". Known: specification, production.',
	);
	expect(await caller.sandbox.jobs()).toMatchObject([{ jobId }]);
});

it('is named on the page, which shows only what was switched besides', async () => {
	await caller.sandbox.configure({ autoDeliver: false });
	expect(await caller.sandbox.act('overview')).toMatchObject({ preset: 'production' });
	expect(await caller.sandbox.act<{ switched: unknown }>('overview')).toHaveProperty('switched', {
		pageSize: 7,
		retrieveShape: 'page',
		autoDeliver: false,
	});
});

describe('on the command line', () => {
	const root = join(__dirname, '..', '..', '..');
	/** Bundled, so that it starts sooner. */
	const sandbox = process.env.TRANSLATION_JOBS_SANDBOX!;
	const run = (...options: string[]) =>
		promisify(execFile)(process.execPath, [sandbox, ...options], { cwd: root });

	it('is explained', async () => {
		expect((await run('--help')).stdout).toMatch(
			/--preset <name> +specification: .*\n +production: /,
		);
	});

	it('is refused by name', async () => {
		await expect(run('--preset', 'staging')).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^There is no preset "staging"/),
		});
	});

	it('is used', async () => {
		expect(await variantsOf('--preset', 'production')).toMatchObject({
			pageShape: 'both',
			emptyList: 'omitted',
		});
	});

	/** The switches of a sandbox that was started like this. */
	async function variantsOf(...options: string[]): Promise<unknown> {
		const child = execFile(process.execPath, [sandbox, ...options, '--json'], { cwd: root });
		try {
			const line = await new Promise<string>((resolve) =>
				child.stdout?.once('data', (text) => resolve(String(text))),
			);
			const { controlUrl } = JSON.parse(line) as { controlUrl: string };
			const answer = await fetch(`${controlUrl}/_sandbox/variants`, { method: 'POST' });
			return await answer.json();
		} finally {
			child.kill();
		}
	}
});

describe('production', () => {
	const production = useCaller({
		preset: 'production',
		variants: { autoDeliver: false, sendingMs: 0, acceptMs: 0 },
	});

	const LONG_ID = /^[\w-]{22}$/;

	it('names the status, and a provider, in its own way and in no other', async () => {
		const { body: job } = await production.call('GET', `/jobs/${await production.createJob()}`);
		expect(job).toMatchObject({ statusCode: 'CREATED' });
		expect(job).not.toHaveProperty('status');
		const { body: provider } = await production.call('GET', '/providers/pseudo');
		expect(provider).toMatchObject({ providerId: 'pseudo', providerName: 'Pseudo Translations' });
		expect(provider).not.toHaveProperty('id');
		expect(provider).not.toHaveProperty('name');
	});

	it('answers the deletion of a job with nothing', async () => {
		const { status, text } = await production.call(
			'DELETE',
			`/jobs/${await production.createJob()}`,
		);
		expect([status, text]).toEqual([204, '']);
		expect(await production.sandbox.jobs()).toEqual([]);
	});

	it('describes a file that was uploaded directly in its own way', async () => {
		const transfer = await production.createTransfer(await production.createJob());
		expect((await production.uploadMultipart(transfer, 'Hello')).body).toEqual({
			id: transfer.fmsFileId,
			name: 'hello.txt',
			contentType: 'text/plain',
			size: 5,
		});
	});

	it('gives everything an id of 22 base64url characters', async () => {
		const jobId = await production.createJob();
		const fmsFileId = await production.uploadFile(jobId);
		const [request] = await production.addRequests(jobId, { fmsFileId });
		const content = await production.call('POST', `/jobs/${jobId}/sourcecontent`, {
			fields: [{ key: 'a', value: 'b' }],
		});
		const asset = await production.call('POST', `/jobs/${jobId}/supportassets`, { fmsFileId });
		const memory = await production.call('POST', `/jobs/${jobId}/tmupdates`, {
			fmsFileId,
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCode: 'fr-fr',
		});
		const listener = await production.call('POST', '/statusupdates/listeners', {
			uri: 'http://127.0.0.1:9/',
			type: 'REQUEST_STATUS_UPDATED',
			statusCodes: ['REVIEW_TRANSLATION'],
		});
		const seeded = await production.sandbox.seed({ jobs: 1, withUpdates: true });
		const [update] = await production.sandbox.updates();
		const ids = [
			jobId,
			fmsFileId,
			request?.requestId,
			content.body.sourcecontentId,
			asset.body.supportassetId,
			memory.body.tmupdateId,
			listener.body.listenerId,
			update?.updateId,
			...seeded.jobIds,
			...seeded.requestIds,
		];
		for (const id of ids) expect(id).toMatch(LONG_ID);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('compares languages without their letter case, and shows them as they were sent', async () => {
		const jobId = await production.createJob();
		const fmsFileId = await production.uploadFile(jobId);
		const requests = await production.addRequests(
			jobId,
			{ fmsFileId, sourceNativeLanguageCode: 'en-US' },
			['fr-FR', 'DE-de'],
		);
		expect(
			requests.map((request) => [
				request.sourceNativeLanguageCode,
				request.targetNativeLanguageCode,
			]),
		).toEqual([
			['en-US', 'fr-FR'],
			['en-US', 'DE-de'],
		]);
		expect(
			(await production.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'european' })).status,
		).toBe(200);
		expect(await production.sandbox.violations()).toEqual([]);
	});

	it.each([
		['an unknown one', ['xx-XX'], 'UNKNOWN_LANGUAGE'],
		['the same one twice, in another letter case', ['fr-fr', 'fr-FR'], 'INVALID_REQUEST'],
		['null', [null], 'LANGUAGE_REQUIRED'],
	])('still refuses a language: %s', async (_what, targetNativeLanguageCodes, code) => {
		const jobId = await production.createJob();
		const fmsFileId = await production.uploadFile(jobId);
		const body = {
			requestName: 'x',
			sourceNativeLanguageCode: 'en-US',
			targetNativeLanguageCodes,
			fmsFileId,
		};
		expect(await production.call('POST', `/jobs/${jobId}/requests/add`, body)).toMatchObject({
			status: 400,
			body: { code },
		});
	});

	it('shows an empty page without its list', async () => {
		expect(await production.call('GET', '/jobs')).toMatchObject({
			status: 200,
			text: '{"_links":{}}',
		});
	});

	it('shows an empty list of listeners as a list', async () => {
		expect(await production.call('GET', '/statusupdates/listeners')).toMatchObject({
			status: 200,
			text: '{"_embedded":{"listeners":[]},"_links":{}}',
		});
	});

	it.each([
		['hello.txt', '[fr-fr] Ĥéļļö'],
		['hello.bin', 'Hello'],
	])(
		'answers base64 to retrievefile without an Accept of octets: %s',
		async (fileName, translation) => {
			const jobId = await production.createJob();
			const fmsFileId = await production.uploadFile(jobId, 'Hello', fileName);
			const [request] = await production.addRequests(jobId, { fmsFileId });
			await production.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
			await eventually(async () => (await production.sandbox.deliver(jobId)).length > 0);
			const { status, text, headers } = await production.call(
				'GET',
				`/jobs/${jobId}/requests/${request?.requestId}/retrievefile`,
			);
			expect([status, headers.get('content-type')]).toEqual([
				200,
				expect.stringMatching(/^application\/json/),
			]);
			expect(Buffer.from(JSON.parse(text) as string, 'base64').toString()).toBe(translation);
		},
	);

	it('redirects to source files, and names file types by extension', async () => {
		const jobId = await production.createJob();
		const fmsFileId = await production.uploadFile(jobId, '<p>Hello</p>', 'Page.HTML');
		const [request] = await production.addRequests(jobId, { fmsFileId });
		expect(request).toMatchObject({ fileName: 'Page.HTML', fileType: 'html' });
		const { status, headers } = await production.call(
			'GET',
			`/jobs/${jobId}/sourcefiles/${fmsFileId}`,
		);
		expect(status).toBe(307);
		expect(await (await fetch(headers.get('location') ?? '')).text()).toBe('<p>Hello</p>');
	});

	it('takes the printed first steps', async () => {
		await production.sandbox.configure({ autoDeliver: true, translateDelayMs: 0 });
		const folder = await mkdtemp(join(tmpdir(), 'first-steps-'));
		try {
			const { stdout } = await promisify(execFile)('sh', ['-c', firstSteps(production.sandbox)], {
				cwd: folder,
			});
			expect(stdout).toContain('[fr-fr] Ĥéļļö ŵöŕļð');
		} finally {
			await rm(folder, { recursive: true });
		}
		expect(await production.sandbox.violations()).toEqual([]);
	});
});
