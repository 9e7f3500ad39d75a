import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ACCEPTED_LANGUAGE_CODES } from '../../../nodes/rules/languages/codes';
import { byId, useHarness } from '../../support/harness';
import { oneNode } from '../../support/oneNode';
import { addingContent, createJob } from './support';

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const GOING_ON: Partial<INode> = { ...RETRY, onError: 'continueRegularOutput' };

describe("with n8n's Retry On Fail", () => {
	const harness = useHarness({ variants: { autoDeliver: false } });

	async function run(
		parameters: INodeParameters,
		input: INodeExecutionData[],
		settings: Partial<INode>,
	) {
		const workflow = oneNode({ parameters, credential: harness.credential });
		Object.assign(workflow.nodes[1]!, settings);
		const { data } = await harness.engine.run(workflow, {
			startNode: 'Items',
			pinData: { Items: input },
		});
		const [task] = data.resultData.runData.Node!;
		return { error: task!.error, items: task!.data?.main?.[0] ?? [] };
	}

	const texts = (bad: number) =>
		Array.from({ length: 5 }, (_, index) => ({
			json: { texts: index === bad ? {} : { title: `Text ${index}` } },
		}));

	it.each<[string, Partial<INode>, number]>([
		['alone, the last item bad', RETRY, 4],
		['and Continue, the first item bad', GOING_ON, 0],
	])('adds each item once (%s)', async (_name, settings, bad) => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			status: 'CREATED',
			requestsPerJob: 0,
		});
		const parameters = {
			resource: 'request',
			operation: 'addContent',
			jobId: byId(jobIds[0]!),
			requestName: '={{ "Item " + $itemIndex }}',
			sourceLanguage: 'en-us',
			targetLanguages: ['fr-fr'],
			contentMode: 'json',
			contentJson: '={{ $json.texts }}',
		};
		const { error, items } = await run(parameters, texts(bad), settings);
		expect(
			(await harness.sandbox.requests(jobIds[0])).map(({ requestName }) => requestName).sort(),
		).toEqual([0, 1, 2, 3, 4].filter((index) => index !== bad).map((index) => `Item ${index}`));
		if (settings.onError)
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 2, 3, 4].map((item) => ({ item })),
			);
		else expect(error?.description).toContain('Of 5 items, 4 succeeded, 1 failed');
	});

	describe('and more languages than fit into a call, of which the second part is refused', () => {
		const targetLanguages = ACCEPTED_LANGUAGE_CODES.slice(0, 120);
		const add = async (times: number) => {
			const jobId = await createJob(harness);
			const secondPart = {
				origin: 'rest' as const,
				method: 'POST',
				path: 'requests/add$',
				skip: 1,
			};
			await harness.sandbox.fault({ ...secondPart, status: 400, times });
			return await run(addingContent(jobId, { targetLanguages }), [{ json: {} }], RETRY);
		};

		it('adds each language once', async () => {
			const { items } = await add(1);
			const made = (await harness.sandbox.requests()).map(({ requestId }) => requestId);
			expect(made).toHaveLength(120);
			expect(items.map(({ json }) => json.requestId).sort()).toEqual(made.sort());
		});

		it('says how many were added', async () => {
			const { error } = await add(3);
			expect(error?.description).toMatch(/Job \S+ has 100 of 120 requests\./);
		});
	});

	it.each([
		['of the second try', 5],
		['of the third try', 10],
	])(
		'adds content once although the second page of the answer comes in a look %s',
		async (_, times) => {
			await harness.sandbox.configure({ pageSize: 1 });
			const jobId = await createJob(harness);
			const page = { origin: 'rest' as const, method: 'GET', path: 'requests$', skip: 1 };
			await harness.sandbox.fault({ ...page, status: 503, times });
			const targetLanguages = ['de-de', 'fr-fr', 'es-es'];
			const adding = addingContent(jobId, { targetLanguages });
			const { items } = await run(adding, [{ json: {} }], RETRY);
			const made = (await harness.sandbox.requests(jobId)).map(({ requestId }) => requestId);
			expect(made).toHaveLength(3);
			expect(items.map(({ json }) => json.requestId).sort()).toEqual(made.sort());
		},
	);

	it('approves what is left, not what was approved before', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		await harness.sandbox.fault({
			method: 'PUT',
			path: `${jobIds[1]}/requests/approve`,
			status: 403,
		});
		const parameters = {
			resource: 'request',
			operation: 'approve',
			jobId: byId('={{ $json.jobId }}'),
			requestIds: byId('={{ $json.requestId }}'),
			options: { concurrency: 1 },
		};
		const { error, items } = await run(
			parameters,
			requestIds.map((requestId, index) => ({ json: { jobId: jobIds[index]!, requestId } })),
			RETRY,
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.statusCode)).toEqual([
			'TRANSLATION_APPROVED',
			'TRANSLATION_APPROVED',
		]);
		expect(
			await harness.sandbox.log({ method: 'PUT', path: `${jobIds[0]}/requests/approve` }),
		).toHaveLength(1);
	});

	it('says again which job an earlier try has completed', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const parameters = {
			resource: 'request',
			operation: 'approve',
			jobId: byId('={{ $json.jobId }}'),
			requestIds: byId('={{ $json.requestId }}'),
			options: { completeJob: true },
		};
		const input = [{}, { jobId: jobIds[0]!, requestId: requestIds[0]! }].map((json) => ({ json }));
		const { items } = await run(parameters, input, GOING_ON);
		expect(items.map(({ json }) => json.jobCompleted)).toEqual([undefined, true]);
	});

	it('collects what an earlier try could not fetch, and the rest again', async () => {
		const [first, second] = [await harness.jobInReview(1), await harness.jobInReview(2)];
		const [unreadable] = first.requestIds;
		await harness.sandbox.fault({ path: `requests/${unreadable}/retrieve`, status: 400 });
		const parameters = {
			resource: 'job',
			operation: 'collect',
			jobId: byId('={{ $json.jobId }}'),
		};
		const input = [first, second].map(({ jobId }) => ({ json: { jobId } }));
		const { items } = await run(parameters, input, GOING_ON);
		const told = items.map(({ json }) => json.error ?? json.requestId);
		expect(told).toEqual([...first.requestIds, ...second.requestIds]);
		for (const { json } of items) expect(json).not.toHaveProperty('notFetched');
	});

	it('submits a job once, and succeeds although it reaches its provider later', async () => {
		await harness.sandbox.configure({ sendingMs: 60_000 });
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'CREATED' });
		const parameters = {
			resource: 'job',
			operation: 'submit',
			jobId: byId(jobIds[0]!),
			providerId: byId('pseudo'),
			wait: true,
			options: { waitSeconds: 1 },
		};
		const { error, items } = await run(parameters, [{ json: {} }], RETRY);
		await harness.sandbox.configure({ sendingMs: 50 });
		expect([error, items.map(({ json }) => json.statusCode)]).toEqual([undefined, ['SENDING']]);
		expect(await harness.sandbox.log({ method: 'PUT', path: 'submit$' })).toHaveLength(1);
	});

	it.each([0, 24])(
		'sends each of several jobs once, with a search window of %d hours',
		async (windowHours) => {
			await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 1 } });
			await harness.sandbox.fault({ method: 'PUT', path: 'submit$', skip: 1, status: 409 });
			const parameters = {
				resource: 'job',
				operation: 'send',
				providerId: byId('pseudo'),
				sourceLanguage: 'en-us',
				targetLanguages: ['de-de'],
				contentMode: 'json',
				contentJson: '={{ $json.texts }}',
				options: { windowHours, splitJobs: true, concurrency: 1 },
			};
			const { error, items } = await run(parameters, texts(-1).slice(0, 2), RETRY);
			await harness.sandbox.configure({ quotas: {} });
			expect(error).toBeUndefined();
			const jobs = (await harness.sandbox.jobs()).map(({ jobId }) => [jobId, 'created']);
			expect(jobs).toHaveLength(2);
			expect(items.map(({ json }) => [json.jobId, json.sendOutcome])).toEqual(jobs);
		},
	);

	it('makes a job for each of several runs with the same items', async () => {
		const input = [{ json: { name: 'Once more' } }];
		const create = { resource: 'job', operation: 'create', jobName: '={{ $json.name }}' };
		await run(create, input, RETRY);
		await run(create, input, RETRY);
		expect(await harness.sandbox.jobs()).toHaveLength(2);
	});

	describe('after a call that may have taken effect', () => {
		const REFUSED_LOOK = { method: 'GET', status: 403 };
		const create = { resource: 'job', operation: 'create', jobName: 'Once' };
		const input = [{ json: { texts: { title: 'Text' } } }];
		const posts = async (path: string) =>
			(await harness.sandbox.log({ method: 'POST', path })).length;

		it('looks first, and returns what the earlier try made', async () => {
			await harness.sandbox.fault({ method: 'POST', path: 'v2/jobs$', dropAfter: true });
			await harness.sandbox.fault({ ...REFUSED_LOOK, path: 'v2/jobs' });
			const { error, items } = await run(create, input, RETRY);
			expect(error).toBeUndefined();
			const jobs = await harness.sandbox.jobs();
			expect(jobs.map(({ jobId }) => jobId)).toEqual([items[0]!.json.jobId]);
			expect(await posts('v2/jobs$')).toBe(1);
		});

		it('sends it again if the service shows that it was not done', async () => {
			await harness.sandbox.fault({ method: 'POST', path: 'v2/jobs$', dropBefore: true });
			await harness.sandbox.fault({ ...REFUSED_LOOK, path: 'v2/jobs' });
			const { error } = await run(create, input, RETRY);
			expect(error).toBeUndefined();
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});

		it('fails again as long as it cannot see', async () => {
			await harness.sandbox.fault({ method: 'POST', path: 'v2/jobs$', dropAfter: true });
			await harness.sandbox.fault({ ...REFUSED_LOOK, path: 'v2/jobs', times: 100 });
			const { error } = await run(create, input, RETRY);
			expect(error?.description).toContain('The call may have taken effect');
			expect(await posts('v2/jobs$')).toBe(1);
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});

		it('fails again if nothing could show it', async () => {
			const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'CREATED' });
			const path = `/jobs/${jobIds[0]}/sourcecontent`;
			await harness.sandbox.fault({ method: 'POST', path: 'sourcecontent$', dropAfter: true });
			const parameters = {
				resource: 'apiCall',
				operation: 'request',
				method: 'POST',
				path,
				bodyJson: '{"keyValuePairs":[{"key":"a","value":"b"}]}',
			};
			const { error } = await run(parameters, input, RETRY);
			expect(error?.description).toContain('The call may have taken effect');
			expect(await posts('sourcecontent$')).toBe(1);
		});

		it.each([
			['once, although its text was stored again', {}],
			['no further, if only a part of it was added', { part: 1 }],
		])('adds content %s', async (_name, part) => {
			const { jobIds } = await harness.sandbox.seed({
				jobs: 1,
				status: 'CREATED',
				requestsPerJob: 0,
			});
			await harness.sandbox.fault({
				method: 'POST',
				path: 'requests/add$',
				dropAfter: true,
				...part,
			});
			const look = { ...REFUSED_LOOK, path: `v2/jobs/${jobIds[0]}/requests` };
			// The first read checks how much the job holds.
			await harness.sandbox.fault({ ...look, skip: 1 });
			const parameters = {
				resource: 'request',
				operation: 'addContent',
				jobId: byId(jobIds[0]!),
				requestName: 'Page',
				sourceLanguage: 'en-us',
				targetLanguages: ['fr-fr', 'de-de'],
				contentMode: 'json',
				contentJson: '={{ $json.texts }}',
			};
			const { error, items } = await run(parameters, input, RETRY);
			const requests = await harness.sandbox.requests(jobIds[0]);
			expect(requests).toHaveLength('part' in part ? 1 : 2);
			if ('part' in part) expect(error?.description).toContain('may have taken effect');
			else expect(items).toHaveLength(2);
		});

		it.each<[string, INodeParameters, object]>([
			['complete', { resource: 'job' }, { requestStatus: 'TRANSLATION_APPROVED' }],
			['submit', { resource: 'job', providerId: byId('pseudo') }, { status: 'CREATED' }],
			['reject', { resource: 'request', note: 'No' }, { requestStatus: 'REVIEW_TRANSLATION' }],
		])('succeeds if the first try took effect (%s)', async (operation, fields, before) => {
			const { jobIds, requestIds } = await harness.sandbox.seed({
				jobs: 1,
				requestsPerJob: 1,
				...before,
			});
			const put = { method: 'PUT', path: `${operation}$` };
			await harness.sandbox.fault({ ...put, dropAfter: true });
			await harness.sandbox.fault({ ...put, status: 409 });
			await harness.sandbox.fault({ ...REFUSED_LOOK, path: `v2/jobs/${jobIds[0]}` });
			const parameters = {
				...fields,
				operation,
				jobId: byId(jobIds[0]!),
				...(operation === 'reject' ? { requestIds: byId(requestIds[0]!) } : {}),
				options: { maxTries: 1 },
			};
			const { error } = await run(parameters, input, RETRY);
			expect(error).toBeUndefined();
			expect(await harness.sandbox.log(put)).toHaveLength(2);
		});

		it('does not make a second job in Send', async () => {
			await harness.sandbox.fault({ method: 'POST', path: 'v2/jobs$', dropAfter: true });
			await harness.sandbox.fault({ ...REFUSED_LOOK, path: 'v2/jobs' });
			const parameters = {
				resource: 'job',
				operation: 'send',
				providerId: byId('pseudo'),
				sourceLanguage: 'en-us',
				targetLanguages: ['de-de'],
				contentMode: 'json',
				contentJson: '={{ $json.texts }}',
				options: { windowHours: 0 },
			};
			const { error } = await run(parameters, input, RETRY);
			expect(error).toBeUndefined();
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});
	});
});
