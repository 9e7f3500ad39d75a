/** What the triggers emit, simplified and in full. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

let workflows = 0;

const poll = async (type: string, parameters: INodeParameters): Promise<IDataObject[]> => {
	const workflow = new PollingWorkflow(harness.engine, {
		type,
		parameters: { filters: {}, ...parameters },
		workflowId: `simplify-${++workflows}`,
	});
	await workflow.poll();
	return workflow.emitted;
};

type Happen = () => Promise<unknown>;

async function listen(parameters: INodeParameters, happen: Happen): Promise<IDataObject[]> {
	const host = await WebhookHost.start(harness.engine);
	await host.activate(`simplify-${++workflows}`, parameters);
	await happen();
	await eventually(() => host.executions.length > 0);
	await host.idle();
	await host.stop();
	return host.executions.flatMap(({ items }) => items.map(({ json }) => json));
}

/** Each trigger, asked for one translation that is ready. */
const EMIT: Record<
	string,
	(parameters: INodeParameters, deliver: Happen) => Promise<IDataObject[]>
> = {
	listener: async (parameters, deliver) =>
		await listen({ events: ['translationReady'], ...parameters }, deliver),
	statusPoll: async (parameters, deliver) => {
		await deliver();
		return await poll('translationJobsStatusPollTrigger', {
			events: ['translationReady'],
			options: {},
			...parameters,
		});
	},
	contentPoll: async (parameters, deliver) => {
		await deliver();
		return await poll('translationJobsContentPollTrigger', {
			options: { minimumAge: 0 },
			...parameters,
		});
	},
};

/** All values in an item, at any depth. */
const valuesIn = (value: unknown): unknown[] =>
	value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [value];

describe.each(Object.keys(EMIT))('a translation that is ready, by %s', (arrivedBy) => {
	const emit = async (parameters: INodeParameters = {}) => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			namePrefix: 'Spring catalogue',
		});
		const items = await EMIT[arrivedBy]!(
			parameters,
			async () => await harness.sandbox.deliver(jobIds[0]!),
		);
		return { items, jobId: jobIds[0], requestId: requestIds[0] };
	};

	it('is one flat item of at most ten fields: event, names, language, then ids', async () => {
		const { items, jobId, requestId } = await emit();
		const [request] = await harness.sandbox.requests();
		const isUpdate = arrivedBy === 'statusPoll';
		expect(items).toMatchObject([
			{
				event: 'translationReady',
				jobName: expect.stringContaining('Spring catalogue') as unknown,
				requestName: request!.requestName,
				targetNativeLanguageCode: request!.targetNativeLanguageCode,
				jobId,
				requestId,
				deliveryKey: expect.stringContaining(`${requestId}@`) as unknown,
			},
		]);
		expect(Object.keys(items[0]!)).toEqual([
			'event',
			'jobName',
			'requestName',
			'targetNativeLanguageCode',
			...(arrivedBy === 'contentPoll' ? ['attempt', 'deliveries'] : ['statusCode']),
			...(isUpdate ? [] : ['sourceNativeId']),
			'jobId',
			'requestId',
			'deliveryKey',
			...(isUpdate ? ['updateId'] : []),
		]);
	});

	it('holds no fact twice', async () => {
		const { items } = await emit();
		// Two counters may show the same number.
		const { deliveries: _deliveries, ...facts } = items[0]!;
		const values = valuesIn(facts);
		expect(values).toEqual([...new Set(values)]);
		expect(Object.keys(items[0]!).length).toBeLessThanOrEqual(10);
	});

	it('holds job and request as the service shows them if Simplify is off', async () => {
		const { items, jobId, requestId } = await emit({ simplify: false });
		expect(items).toMatchObject([
			{
				event: 'translationReady',
				jobId,
				requestId,
				arrivedBy,
				environment: 'staging',
				job: { jobId, statusCode: 'IN_TRANSLATION' },
				request: { requestId, jobId, statusCode: 'REVIEW_TRANSLATION' },
			},
		]);
	});
});

describe('simplified items', () => {
	it('count the requests of a job', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		const items = await listen({ events: ['allRequestsDone'] }, async () => {
			await harness.sandbox.deliver(jobIds[0]!);
		});
		expect(items).toMatchObject([
			{
				event: 'allRequestsDone',
				jobName: expect.any(String) as unknown,
				statusCode: 'IN_TRANSLATION',
				requestCount: 2,
				counts: { REVIEW_TRANSLATION: 2 },
				jobId: jobIds[0],
			},
		]);
		expect(items[0]).not.toHaveProperty('job');
	});

	const errors = async (parameters: INodeParameters = {}) =>
		await poll('translationJobsStatusPollTrigger', {
			events: ['requestError'],
			options: {},
			...parameters,
		});

	it('say what went wrong, once', async () => {
		const { requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.failRequest(requestIds[0]!, 'The file is broken');
		const [item] = await errors();
		expect(item).toMatchObject({ event: 'requestError', latestErrorMessage: 'The file is broken' });
		expect(item).not.toHaveProperty('errorMessage');
	});

	it('say what the update says if its job cannot be read', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.failRequest(requestIds[0]!, 'The file is broken');
		await harness.sandbox.fault({
			origin: 'rest',
			path: `/jobs/${jobIds[0]}`,
			status: 404,
			times: 9,
		});
		const [update] = await harness.sandbox.updates();
		expect(await errors()).toEqual([
			{
				event: 'requestError',
				statusCode: update!.statusCode,
				latestErrorMessage: 'The file is broken',
				jobReadable: false,
				jobId: jobIds[0],
				requestId: requestIds[0],
				deliveryKey: expect.stringContaining(`${requestIds[0]}@`) as unknown,
				updateId: update!.updateId,
			},
		]);
	});
});
