/**
 * A callback is a transaction, too: each leaves one line in the log, whether it was taken or
 * refused.
 */
import type { LogLine } from '../../../scripts/engine';
import { eventually } from '../../support/eventually';
import { useHarness } from '../../support/harness';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let host: WebhookHost;

beforeAll(async () => {
	host = await WebhookHost.start(harness.engine);
});
afterAll(async () => {
	await host.stop();
});

const received = (): LogLine[] =>
	harness.engine.logs.filter(({ message }) => message.startsWith('Translation Jobs: received '));
const post = async (url: string, body: unknown) =>
	await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});

it('one that is taken, with the ids that it names and without the secret in its address', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
	await host.activate('taken');
	harness.engine.logs.length = 0;
	await harness.sandbox.deliver(jobIds[0]!);
	await eventually(async () => host.answers.length === 1);
	expect(received()).toMatchObject([
		{
			level: 'info',
			message: 'Translation Jobs: received POST /webhook/taken/webhook 200',
			meta: {
				environment: 'staging',
				service: host.url,
				incoming: true,
				workflowId: 'workflow-taken',
				node: 'Trigger',
				method: 'POST',
				path: '/webhook/taken/webhook',
				status: 200,
				durationMs: expect.any(Number),
				jobId: jobIds[0],
				requestIds,
			},
		},
	]);
	const { searchParams } = new URL((await harness.sandbox.listeners())[0]!.uri);
	expect(searchParams.get('signature')).toMatch(/.{20}/);
	expect(JSON.stringify(harness.engine.logs)).not.toContain(searchParams.get('signature'));
	await host.deactivate('taken');
});

it('one with a wrong secret, and nothing of what it says', async () => {
	await host.activate('refused');
	harness.engine.logs.length = 0;
	const { uri } = (await harness.sandbox.listeners())[0]!;
	await post(uri.replace(/signature=..../, 'signature=abcd'), { jobId: 'a-stranger-says' });
	expect(received()).toMatchObject([
		{
			message: 'Translation Jobs: received POST /webhook/refused/webhook 401',
			meta: { status: 401, workflowId: 'workflow-refused' },
		},
	]);
	expect(JSON.stringify(harness.engine.logs)).not.toContain('a-stranger-says');
	await host.deactivate('refused');
});

it('one that is passed on to another workflow: a line where it leaves and one where it arrives', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	await host.activate('one');
	await host.activate('two');
	harness.engine.logs.length = 0;
	await harness.sandbox.deliver(jobIds[0]!);
	await eventually(
		async () =>
			received().length === 2 &&
			harness.engine.logs.some(({ message }) =>
				/: POST \/webhook\/(one|two)\/webhook 200$/.test(message),
			),
	);
	expect(
		received()
			.map(({ meta }) => [meta.path, meta.jobId])
			.sort(),
	).toEqual([
		['/webhook/one/webhook', jobIds[0]],
		['/webhook/two/webhook', jobIds[0]],
	]);
	await host.idle();
	await host.deactivate('one');
	await host.deactivate('two');
});
