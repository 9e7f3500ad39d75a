/**
 * Somebody goes back to an earlier version of this package. What the later one has stored in a form
 * that this one does not know is refused in words: ignored, it would be lost or sent twice.
 */
import type { IDataObject } from 'n8n-workflow';

import { checkPlanKey } from '../../nodes/features/send/plan/planKey';
import { Caller } from '../sandbox/caller';
import { eventually } from '../support/eventually';
import { useHarness } from '../support/harness';
import { PollingWorkflow } from '../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../support/triggers/triggerEngine';
import { WebhookHost } from '../support/triggers/webhookHost';
import { namesOf, sending, textItems } from './features/send/support';

const NEWER = 'written by a newer version of this package';
/** Whoever meets it must know what to do. */
const ADVICE = 'Install that version again, or a later one.';

describe('labels of a job', () => {
	const harness = useHarness({ variants: { labelsShape: 'asSent' } });
	const send = sending({ options: { submit: false } });

	const asWrittenLater = async (relabel: (label: string) => string) => {
		const [job] = await harness.sandbox.jobs();
		await harness.json({
			resource: 'apiCall',
			operation: 'request',
			method: 'PATCH',
			path: `/jobs/${job!.jobId}`,
			body: JSON.stringify({ labels: namesOf(job!.labels).map(relabel) }),
		});
		return job!.jobId;
	};
	const newerState = (label: string) => label.replace(/^n8n-state-.*/, 'n8n-state2-unknown');

	it('the same content is not sent again', async () => {
		await harness.run(send, { input: textItems(1) });
		const jobId = await asWrittenLater(newerState);
		const { error } = await harness.run(send, { input: textItems(1) });
		expect(error?.message).toContain(`The label of job ${jobId} was ${NEWER}`);
		expect(error?.description).toContain(ADVICE);
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('another run of the account does not matter', async () => {
		await harness.run(send, { input: textItems(1) });
		await asWrittenLater((label) => newerState(label).replace(/^n8n-run-..../, 'n8n-run-0000'));
		const { error } = await harness.run(send, { input: textItems(1) });
		expect(error).toBeUndefined();
		expect(await harness.sandbox.jobs()).toHaveLength(2);
	});
});

describe('the key of a plan', () => {
	it('is refused, and says why', () => {
		const now = `plan1-${'0'.repeat(8)}-${'0'.repeat(8)}-${'0'.repeat(8)}-${'0'.repeat(32)}-1-1`;
		expect(() => checkPlanKey('plan2-abc', now)).toThrow(`The key of the plan was ${NEWER}`);
	});
});

describe('what a trigger has stored', () => {
	const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
	const owner = { id: 'trigger', name: 'Trigger', saves: 1, form: 2 };

	it.each(['translationJobsContentPollTrigger', 'translationJobsStatusPollTrigger'])(
		'%s hands nothing over and leaves it as it is',
		async (type) => {
			await harness.sandbox.seed({
				jobs: 1,
				requestStatus: 'REVIEW_TRANSLATION',
				withUpdates: true,
			});
			const staticData: IDataObject = { 'node:Trigger': { owner, anything: 'else' } };
			const workflow = new PollingWorkflow(harness.engine, {
				type,
				parameters: { filters: {}, options: {} },
				workflowId: `newer ${type}`,
				saved: { staticData },
			});
			await expect(workflow.poll()).rejects.toMatchObject({
				message: expect.stringContaining(`What this trigger has stored was ${NEWER}`) as string,
				description: expect.stringContaining(ADVICE) as string,
			});
			expect(workflow.saved.staticData).toEqual(staticData);
			expect(workflow.emitted).toEqual([]);
		},
	);

	it('says its own form', async () => {
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
		const workflow = new PollingWorkflow(harness.engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { filters: {}, options: { minimumAge: 0 } },
			workflowId: 'own form',
		});
		await workflow.poll();
		expect(workflow.saved.staticData['node:Trigger']).toMatchObject({ owner: { form: 1 } });
	});

	describe('with a listener', () => {
		let host: WebhookHost;
		beforeEach(async () => (host = await WebhookHost.start(harness.engine)));
		afterEach(async () => await host.stop());

		const asWrittenLater = async (change = (uri: string) => uri) => {
			const [listener] = await harness.sandbox.listeners();
			const uri = `${change(listener!.uri)}&form=2`;
			const service = await Caller.of(harness.sandbox);
			await service.call('PATCH', `/statusupdates/listeners/${listener!.listenerId}`, { uri });
			return uri;
		};

		it('an address of the later version stays, and no workflow joins it', async () => {
			await host.activate('first');
			const uri = await asWrittenLater();
			await expect(host.activate('second')).rejects.toThrow(
				`The address of the listener was ${NEWER}`,
			);
			expect(await harness.sandbox.listeners()).toMatchObject([{ uri }]);
		});

		it('a callback to it is refused, and the log says why', async () => {
			const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
			await host.activate('called');
			await asWrittenLater();
			await harness.sandbox.deliver(jobIds[0]!);
			await eventually(async () => (await harness.sandbox.callbacks()).length >= 1);
			await host.idle();
			expect(host.answers).toEqual([401]);
			expect(host.executions).toEqual([]);
			expect(JSON.stringify(harness.engine.logs)).toContain(NEWER);
		});

		it('that of another n8n is still a foreign one', async () => {
			await host.activate('first');
			await asWrittenLater((uri) => uri.replace(/instance=[^&]+/, 'instance=another'));
			await expect(host.activate('second')).rejects.toThrow('Another system already listens');
		});
	});
});
