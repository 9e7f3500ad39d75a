import type { INodeParameters } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let workflows = 0;

const poll = (type: 'ContentPoll' | 'StatusPoll', parameters: INodeParameters) =>
	new PollingWorkflow(harness.engine, {
		type: `translationJobs${type}Trigger`,
		parameters,
		workflowId: `guesses-${++workflows}`,
	});

const ALL_REFUSED = (status: number) =>
	Object.fromEntries(
		['orderBy', 'filter', 'statusFilter', 'aggregateRequests', 'requestIds'].map((guess) => [
			guess,
			status,
		]),
	);

describe.each([400, 404])('a service that refuses with %i', (status) => {
	describe.each<[string, Record<string, number>]>([
		['the status of requests', { statusFilter: status }],
		['the order of jobs', { orderBy: status }],
		['counts', { aggregateRequests: status }],
		['all that it was never shown to take', ALL_REFUSED(status)],
	])('%s', (_, refuses) => {
		it('gives the content poll every delivery, old and new', async () => {
			const { jobIds, requestIds } = await harness.sandbox.seed({
				jobs: 60,
				requestsPerJob: 2,
				stepMs: 60_000,
			});
			await harness.sandbox.deliver(jobIds[3]!);
			await harness.sandbox.configure({ refuses });
			const workflow = poll('ContentPoll', { options: { minimumAge: 0 } });
			await workflow.poll();
			await harness.sandbox.deliver(jobIds[7]!, [requestIds[14]!]);
			await workflow.poll();
			await workflow.poll();
			expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(
				[requestIds[6], requestIds[7], requestIds[14]].sort(),
			);
		});

		it('gives the status poll what an update is about that names no request', async () => {
			const { requestIds } = await harness.sandbox.seed({
				jobs: 1,
				requestsPerJob: 3,
				requestStatus: 'REVIEW_TRANSLATION',
				withUpdates: true,
			});
			const [update] = await harness.sandbox.updates();
			const said = {
				updateId: update!.updateId,
				jobId: update!.jobId,
				requestIds: null,
				statusCode: 'REVIEW_TRANSLATION',
			};
			await harness.sandbox.fault({
				origin: 'rest',
				path: '/statusupdates',
				method: 'GET',
				status: 200,
				body: { statusupdates: [said] },
			});
			await harness.sandbox.configure({ refuses });
			const workflow = poll('StatusPoll', { events: ['translationReady'] });
			await workflow.poll();
			expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(
				[...requestIds].sort(),
			);
		});

		it('tells the listener when a job is all done, and by callbacks that name no request', async () => {
			const host = await WebhookHost.start(harness.engine);
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 3 });
			await harness.sandbox.configure({ refuses, callbackRequestIds: 'null' });
			await host.activate(`guesses-${++workflows}`, {
				events: ['translationReady', 'allRequestsDone'],
			});
			await harness.sandbox.deliver(jobIds[0]!);
			await eventually(async () => (await harness.sandbox.callbacks()).length >= 1);
			await host.idle();
			const emitted = host.executions.flatMap(({ items }) => items.map(({ json }) => json));
			expect(
				emitted
					.filter(({ event }) => event === 'translationReady')
					.map(({ requestId }) => requestId)
					.sort(),
			).toEqual([...requestIds].sort());
			expect(emitted.filter(({ event }) => event === 'allRequestsDone')).toMatchObject([
				{ requestCount: 3 },
			]);
			await host.stop();
		});
	});
});

it('a status filter that is refused with 404 and no body is left out from then on', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 3, requestsPerJob: 2 });
	await harness.sandbox.deliver(jobIds[1]!);
	await harness.sandbox.configure({ refuses: { statusFilter: 404 }, errorShape: 'empty' });
	const workflow = poll('ContentPoll', { options: { minimumAge: 0 } });
	await workflow.poll();
	await harness.sandbox.deliver(jobIds[2]!);
	await harness.sandbox.clearLog();
	await workflow.poll();
	expect(workflow.emitted.map(({ requestId }) => requestId).sort()).toEqual(
		requestIds.slice(2).sort(),
	);
	expect((await harness.sandbox.log()).filter(({ status }) => status === 404)).toEqual([]);
});

it('a content poll that may read none of its jobs fails aloud', async () => {
	await harness.sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION' });
	await harness.sandbox.fault({ origin: 'rest', path: '/jobs/', status: 403, times: 1000 });
	await expect(poll('ContentPoll', { options: { minimumAge: 0 } }).poll()).rejects.toThrow(
		'not allowed for this client',
	);
});

describe.each(['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', 'COMPLETED'] as const)(
	'a request that is %s',
	(status) => {
		it('is ready for the content poll, once', async () => {
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1 });
			await harness.sandbox.deliver(jobIds[0]!, undefined, status);
			const workflow = poll('ContentPoll', { options: { minimumAge: 0 }, simplify: false });
			await workflow.poll();
			await workflow.poll();
			expect(workflow.emitted).toMatchObject([
				{
					event: 'translationReady',
					requestId: requestIds[0],
					request: { statusCode: status },
				},
			]);
		});

		it('is ready for the status poll and the listener, if they are told of it, and counts as done', async () => {
			const host = await WebhookHost.start(harness.engine);
			const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
			await host.activate(`guesses-${++workflows}`, {
				events: ['translationReady', 'allRequestsDone'],
			});
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[0]!], status);
			await harness.sandbox.deliver(jobIds[0]!, [requestIds[1]!]);
			await eventually(async () => (await harness.sandbox.callbacks()).length >= 1);
			await host.idle();
			const emitted = host.executions.flatMap(({ items }) => items.map(({ json }) => json));
			expect(emitted.at(-1)).toMatchObject({
				event: 'allRequestsDone',
				counts: { [status]: 1, REVIEW_TRANSLATION: 1 },
			});
			await host.stop();

			const said = {
				updateId: 'u1',
				jobId: jobIds[0],
				requestIds: [requestIds[0]],
				statusCode: status,
			};
			await harness.sandbox.fault({
				origin: 'rest',
				path: '/statusupdates',
				method: 'GET',
				status: 200,
				body: { statusupdates: [said] },
			});
			const workflow = poll('StatusPoll', { events: ['translationReady'] });
			await workflow.poll();
			expect(workflow.emitted).toMatchObject([
				{ event: 'translationReady', requestId: requestIds[0] },
			]);
		});
	},
);
