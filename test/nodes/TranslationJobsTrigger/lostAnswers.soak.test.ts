/** An activation whose calls go unanswered ends before n8n gives it up. */
import { useHarness } from '../../support/harness';
import { shortDeadlines } from '../../support/shortDeadlines';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const LISTENERS = '/v2/statusupdates/listeners';

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let host: WebhookHost;

beforeEach(async () => {
	host = await WebhookHost.start(harness.engine);
});
afterEach(async () => await host.stop());

const activate = async () => await host.activate('lost');

describe('a service that never answers', () => {
	let restoreDeadlines: () => void;
	beforeEach(() => {
		restoreDeadlines = shortDeadlines();
	});
	afterEach(() => restoreDeadlines());

	it('fails the activation with an error that says so', async () => {
		await harness.sandbox.fault({ origin: 'rest', hang: true, times: 1000 });
		await expect(activate()).rejects.toMatchObject({
			message: expect.stringContaining('no answer from the service') as unknown,
			description: expect.stringContaining('Check the Base URL of the credential') as unknown,
		});
		await harness.sandbox.clearFaults();
		expect(await harness.sandbox.listeners()).toEqual([]);
	});

	it('fails the activation that would create the listener, and says that it may be there', async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'POST',
			path: LISTENERS,
			hang: true,
			times: 1000,
		});
		await expect(activate()).rejects.toMatchObject({
			message: expect.stringContaining('no answer from the service') as unknown,
			description: expect.stringContaining('The call may have taken effect') as unknown,
		});
	});
});
