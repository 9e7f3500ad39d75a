/** A sample of the odd values, as n8n's own engine evaluates the expressions. */
import type { INodeParameters } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { byId, useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';
import { sending, textItem } from '../features/send/support';

const harness = useHarness({ nodes: [...TRIGGERS, new TranslationJobs()] });
const nothingWasSent = async () => expect(await harness.sandbox.log({})).toEqual([]);

const collecting = (changes: INodeParameters): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	jobId: byId('job-1'),
	...changes,
});

describe('an action', () => {
	it.each<[string, string, INodeParameters]>([
		['Send', 'Take Over After', sending({ options: { takeOverSeconds: '={{ "45s" }}' } })],
		['Send', 'Concurrent Items', sending({ options: { concurrency: '={{ "ten" }}' } })],
		['Send', 'Search Window', sending({ options: { windowHours: '={{ "1,5" }}' } })],
		['Send', 'Max Words', sending({ options: { maxWords: '={{ $json.none }}' } })],
		['Send', 'Submit to Provider', sending({ options: { submit: '={{ [] }}' } })],
		['Send', 'Target Languages', sending({ targetLanguages: '={{ [$json.none] }}' })],
		['Send', 'Word Count', sending({ itemFields: { wordCount: '={{ {} }}' } })],
		['Collect', 'Request IDs', collecting({ filters: { requestIds: '={{ null }}' } })],
		['Collect', 'Target Languages', collecting({ filters: { targetLanguages: '={{ "" }}' } })],
		[
			'Collect',
			'Include Approved',
			collecting({ filters: { includeApproved: '={{ "perhaps" }}' } }),
		],
		['Collect', 'Job gives no ID', collecting({ jobId: byId('={{ $json.none }}') })],
	])('%s refuses what it cannot read: %s', async (_node, label, parameters) => {
		const { error, items } = await harness.run(parameters, { input: [textItem('Hello')] });
		expect(error?.message).toContain(label);
		expect(items).toEqual([]);
		await nothingWasSent();
	});

	it('takes what gives nothing for the default, and text for a number', async () => {
		const options = { windowHours: '={{ "" }}', takeOverSeconds: '={{ " 30 " }}' };
		const input = [textItem('Hello')];
		const first = await harness.json(sending({ options }), { input });
		// The window is not 0: the second run finds the job of the first.
		expect(await harness.json(sending({ options }), { input })).toMatchObject([
			{ jobId: first[0]!.jobId },
		]);
	});
});

describe('a trigger', () => {
	const options = [
		['translationJobsStatusPollTrigger', { updatesPerExecution: '={{ "many" }}' }, 'Updates per'],
		['translationJobsStatusPollTrigger', { acknowledge: '={{ {} }}' }, 'Acknowledge'],
		['translationJobsContentPollTrigger', { sweepInterval: '={{ "1h" }}' }, 'Full Sweep Every'],
		['translationJobsContentPollTrigger', { minimumAge: '={{ [] }}' }, 'Minimum Age'],
	] as const;
	it.each(options)('%s refuses %j', async (type, entered, label) => {
		const parameters: INodeParameters = { options: entered, events: ['translationReady'] };
		const workflow = new PollingWorkflow(harness.engine, { type, parameters });
		await expect(workflow.poll()).rejects.toThrow(label);
		await nothingWasSent();
	});

	it.each<[INodeParameters, string]>([
		[{ filters: { jobNameContains: '={{ "" }}' } }, 'Job Name Contains'],
		[{ filters: { targetLanguages: '={{ [] }}' } }, 'Target Languages'],
		[{ options: { allowLocalAddress: '={{ "yes" }}' } }, 'Allow Local Address'],
		[{ events: '={{ "everything" }}' }, 'Trigger'],
	])('the webhook refuses %j when it is activated', async (entered, label) => {
		const host = await WebhookHost.start(harness.engine);
		const activation = host.activate('odd', { events: ['translationReady'], ...entered });
		await expect(activation).rejects.toThrow(label);
		await host.stop();
		await nothingWasSent();
	});
});
