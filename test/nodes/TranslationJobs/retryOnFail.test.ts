import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../support/harness';
import { oneNode } from '../../support/oneNode';

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };

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
		['and Continue, the first item bad', { ...RETRY, onError: 'continueRegularOutput' }, 0],
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

	it('makes a job for each of several runs with the same items', async () => {
		const input = [{ json: { name: 'Once more' } }];
		const create = { resource: 'job', operation: 'create', jobName: '={{ $json.name }}' };
		await run(create, input, RETRY);
		await run(create, input, RETRY);
		expect(await harness.sandbox.jobs()).toHaveLength(2);
	});
});
