/** An activation whose calls go unanswered ends before n8n gives it up. */
import { useHarness } from '../../support/harness';
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
/** The calls about listeners from the first that creates one. */
const callsFromCreation = async () => {
	const methods = (await harness.sandbox.log({ origin: 'rest', path: LISTENERS })).map(
		({ method }) => method,
	);
	return methods.slice(methods.indexOf('POST'));
};

describe('a listener whose creation is not answered', () => {
	const lose = async (how: 'dropBefore' | 'dropAfter') =>
		await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: LISTENERS, [how]: true });

	it('is looked for once and created again if it is not there', async () => {
		await lose('dropBefore');
		await activate();
		expect(await callsFromCreation()).toEqual(['POST', 'GET', 'POST', 'GET']);
		expect(await harness.sandbox.listeners()).toHaveLength(1);
	});

	it('is looked for once and not created again if it is there', async () => {
		await lose('dropAfter');
		await activate();
		expect(await callsFromCreation()).toEqual(['POST', 'GET', 'GET']);
		expect(await harness.sandbox.listeners()).toHaveLength(1);
	});
});
