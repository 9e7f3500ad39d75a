import type { INodeParameters } from 'n8n-workflow';

import { loadOptions } from '../../../../nodes/form/methods';
import {
	searchArchivedJobs,
	searchJobs,
	searchListeners,
	searchProviders,
	searchRequests,
} from '../../../../nodes/form/methods/listSearch';
import { ACCEPTED_LANGUAGE_CODES } from '../../../../nodes/rules/languages/codes';
import { editorContext, nodeInEditor } from '../../../support/editorContext';
import { byId, useHarness } from '../../../support/harness';

describe('what the editor asks for', () => {
	const harness = useHarness();

	const editor = (parameters: INodeParameters = {}) => {
		const chosen = { resource: 'job', operation: 'create', ...parameters };
		const { engine, credential } = harness;
		return editorContext(engine, nodeInEditor('translationJobs', chosen, credential));
	};

	it('a list that cannot be read says what to do', async () => {
		const { data } = harness.credential;
		Object.assign(harness.credential, { data: { ...data, baseUrl: 'ftp://example.com' } });
		const failure = await searchJobs.call(editor()).catch((error: unknown) => error);
		Object.assign(harness.credential, { data });
		expect(failure).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('The credential cannot be used') as unknown,
			description: 'Open the credential and correct the address.',
		});
	});

	it('lists the newest jobs with their progress and status', async () => {
		await harness.sandbox.seed({ jobs: 60 });
		const { results } = await searchJobs.call(editor());
		expect(results).toHaveLength(50);
		expect(results[0]).toEqual({
			name: 'Seeded job 60: 0 of 1 ready (In Translation)',
			value: expect.any(String),
		});
	});

	it('counts what is ready of what is still expected', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 10 });
		await harness.sandbox.cancelRequest(requestIds[0]!);
		await harness.sandbox.deliver(jobIds[0]!, requestIds.slice(1, 4));
		await harness.sandbox.approve(requestIds.slice(1, 2));
		const { results } = await searchJobs.call(editor());
		expect(results[0]!.name).toBe('Seeded job 1: 3 of 9 ready (In Translation)');
	});

	it.each([
		['gives unknown counts', { aggregateShape: 'totals' }],
		['ignores the question', { ignores: ['aggregateRequests'] }],
		['refuses it', { refuses: { aggregateRequests: 400 } }],
	])('shows the status alone where the service %s, and asks for no job', async (_, variants) => {
		await harness.sandbox.seed({ jobs: 2 });
		await harness.sandbox.configure(variants as never);
		await harness.sandbox.clearLog();
		const { results } = await searchJobs.call(editor());
		expect(results.map(({ name }) => name)).toEqual([
			'Seeded job 2 (In Translation)',
			'Seeded job 1 (In Translation)',
		]);
		const asked = await harness.sandbox.log({ origin: 'rest' });
		expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/v2/jobs']));
	});

	it('finds jobs by a part of their name beyond the first page', async () => {
		await harness.sandbox.seed({ jobs: 120 });
		const { results } = await searchJobs.call(editor(), 'JOB 7:');
		expect(results.map(({ name }) => name)).toEqual([
			'Seeded job 7: 0 of 1 ready (In Translation)',
		]);
	});

	it('lists archived jobs where only those make sense', async () => {
		await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.seed({ jobs: 1, archived: true, namePrefix: 'Old' });
		expect((await searchArchivedJobs.call(editor())).results.map(({ name }) => name)).toEqual([
			'Old 1: 0 of 1 ready (In Translation)',
		]);
	});

	it('lists providers, and says which are not enabled', async () => {
		const { results } = await searchProviders.call(editor());
		expect(results).toContainEqual({ name: 'Pseudo Translations', value: 'pseudo' });
		expect(results).toContainEqual({
			name: 'Resting Translations (switched off) (Disabled)',
			value: 'disabled',
		});
	});

	it('lists the requests of the chosen job', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 2, requestsPerJob: 1 });
		const { results } = await searchRequests.call(
			editor({ resource: 'request', operation: 'get', jobId: byId(jobIds[1]!) }),
		);
		expect(results).toEqual([{ name: 'Item 1 → fr-fr (In Translation)', value: requestIds[1] }]);
	});

	it('finds the last request of a full job', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2_000 });
		const { results } = await searchRequests.call(
			editor({ resource: 'request', operation: 'get', jobId: byId(jobIds[0]!) }),
			requestIds.at(-1),
		);
		expect(results.map(({ value }) => value)).toEqual([requestIds.at(-1)]);
	});

	it('finds a request by its source ID', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 5 });
		const [, second] = await harness.sandbox.requests();
		const { results } = await searchRequests.call(
			editor({ resource: 'request', operation: 'get', jobId: byId(jobIds[0]!) }),
			second!.sourceNativeId,
		);
		expect(results.map(({ value }) => value)).toContain(second!.requestId);
		expect(results.length).toBeLessThan(5);
	});

	it('lists no requests before a job is chosen', async () => {
		expect(
			await searchRequests.call(editor({ resource: 'request', operation: 'get', jobId: byId('') })),
		).toEqual({ results: [] });
	});

	it('lists listeners without the secret part of their address', async () => {
		await harness.json({
			resource: 'listener',
			operation: 'create',
			uri: 'https://example.com/hook?key=s3cret',
			type: 'JOB_STATUS_UPDATED',
			statusCodes: ['CANCELLED'],
		});
		const { results } = await searchListeners.call(editor());
		expect(results).toEqual([
			{ name: 'https://example.com/hook (Job Status)', value: expect.any(String) },
		]);
	});

	it('offers every accepted language by name', async () => {
		const languages = await loadOptions.getLanguages();
		expect(languages.map(({ value }) => value).sort()).toEqual([...ACCEPTED_LANGUAGE_CODES].sort());
		expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length);
	});

	it.each([
		['de-de', 'German (Germany) · Deutsch – de-de'],
		['en-us', 'English (United States) – en-us'],
		['zh-tw', 'Chinese (Taiwan) · 中文 – zh-tw'],
		['ADH', 'Adhola – ADH'],
	])(
		'names %s in English and in the language itself, for n8n searches names',
		async (code, name) => {
			const languages = await loadOptions.getLanguages();
			expect(languages.find(({ value }) => value === code)).toEqual({ name, value: code });
		},
	);
});
