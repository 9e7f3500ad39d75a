import { useHarness } from '../../support/harness';
import { eventually } from '../../support/triggers/eventually';
import { TRIGGERS, triggerEngine } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

const ACTIVATIONS = 100;
const WORKFLOWS = ['one', 'two', 'three', 'four', 'five'];

const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });
let host: WebhookHost;

beforeEach(async () => {
	host = await WebhookHost.start(harness.engine);
});

afterEach(async () => await host.stop());

const startedBy = () => host.executions.map(({ webhookId, isTest }) => (isTest ? `${webhookId} (test)` : webhookId)).sort();

/** Delivers once and waits until so many workflows were started by it. */
async function deliver(expected: number): Promise<void> {
	host.executions.length = 0;
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	const before = (await harness.sandbox.callbacks()).length;
	await harness.sandbox.deliver(jobIds[0]!);
	if (expected > 0) await eventually(async () => (await harness.sandbox.callbacks()).length > before && host.executions.length >= expected);
	await host.idle();
}

const members = async () =>
	(await harness.sandbox.listeners()).map(({ uri }) => new URL(uri).searchParams.get('members')!.split(',').sort());

const called = async () => (await harness.sandbox.listeners()).map(({ uri }) => new URL(uri).pathname);

/** A repeatable shuffle, so that a failure can be looked into. */
function random(seed: number) {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

test(`five workflows, ${ACTIVATIONS} activations and as many deactivations in random order, some at once`, async () => {
	const next = random(20_261_115);
	const active = new Set<string>();
	const parameters = { events: ['translationReady', 'jobCancelled'] };
	let callbacks = 0;
	let started = 0;
	let activations = 0;
	while (activations < ACTIVATIONS) {
		const atOnce = WORKFLOWS.filter(() => next() < 0.5);
		await Promise.all(
			atOnce.map(async (workflow) => {
				if (active.delete(workflow)) return await host.deactivate(workflow);
				active.add(workflow);
				activations += 1;
				await host.activate(workflow, parameters);
			}),
		);

		const listeners = await harness.sandbox.listeners();
		expect(listeners.map(({ type }) => type).sort()).toEqual(active.size > 0 ? ['JOB_STATUS_UPDATED', 'REQUEST_STATUS_UPDATED'] : []);
		expect(await members()).toEqual(listeners.map(() => [...active].sort()));
		await deliver(active.size);
		expect(startedBy()).toEqual([...active].sort());
		callbacks += active.size > 0 ? 1 : 0;
		started += active.size;
	}
	await Promise.all([...active].map(async (workflow) => await host.deactivate(workflow)));
	expect(await harness.sandbox.listeners()).toEqual([]);
	console.log(`${activations} activations and as many deactivations, ${callbacks} callbacks, ${started} executions, each active workflow once per callback; no listener left`);
}, 600_000);

describe('workflows share as well where the service', () => {
	const bothAreStarted = async () => {
		await host.activate('one');
		await host.activate('two');
		await deliver(2);
		expect(startedBy()).toEqual(['one', 'two']);
		await host.deactivate('two');
		await deliver(1);
		expect(startedBy()).toEqual(['one']);
	};

	test.each(['plainListenerCommas', 'hideListenerCodes'] as const)('has the peculiarity %s', async (name) => {
		await harness.sandbox.configure({ [name]: true });
		await bothAreStarted();
	});

	test.each([404, 405])('answers %d to the change of a listener', async (status) => {
		await harness.sandbox.fault({ origin: 'rest', method: 'PATCH', path: '/statusupdates/listeners', status, times: 100 });
		await bothAreStarted();
	});
});

test('when the first one leaves, the listener is pointed to the next', async () => {
	await host.activate('one');
	await host.activate('two');
	await host.deactivate('two');
	expect(await called()).toEqual(['/webhook/one/webhook']);
	await deliver(1);
	expect(startedBy()).toEqual(['one']);
});

describe('a first one that is gone but still on the list', () => {
	beforeEach(async () => {
		for (const workflow of ['one', 'two', 'three']) await host.activate(workflow);
		// n8n deactivates the workflow all the same.
		await harness.sandbox.fault({ origin: 'rest', method: 'PATCH', status: 403 });
		await expect(host.deactivate('three')).rejects.toThrow();
		expect([await called(), await members()]).toEqual([['/webhook/three/webhook'], [['one', 'three', 'two']]]);
	});

	test('silences the others only until another workflow is activated', async () => {
		await host.activate('four');
		await deliver(3);
		expect(startedBy()).toEqual(['four', 'one', 'two']);
		await eventually(async () => JSON.stringify(await members()) === '[["four","one","two"]]');
	});

	test('gives way to one that finds the listener switched off, as after a restart of n8n', async () => {
		await harness.sandbox.disableListeners();
		await host.activate('one');
		expect(await called()).toEqual(['/webhook/one/webhook']);
		await deliver(2);
		expect(startedBy()).toEqual(['one', 'two']);
		await eventually(async () => JSON.stringify(await members()) === '[["one","two"]]');
	});
});

test('a test run joins with its test address, takes one event and leaves again', async () => {
	await host.activate('one');
	await host.activate('two', undefined, { isTest: true });
	await deliver(2);
	expect(startedBy()).toEqual(['one', 'two (test)']);
	await deliver(1);
	expect(startedBy()).toEqual(['one']);
	expect(await members()).toEqual([['one']]);
});

test('the test run of an active workflow starts both', async () => {
	await host.activate('one');
	await host.activate('one', undefined, { isTest: true });
	await deliver(2);
	expect(startedBy()).toEqual(['one', 'one (test)']);
});

test('a test run alone has the listener to itself, and takes it along', async () => {
	await host.activate('one', undefined, { isTest: true });
	expect(await called()).toEqual(['/webhook-test/one/webhook']);
	await deliver(1);
	expect(startedBy()).toEqual(['one (test)']);
	await eventually(async () => (await harness.sandbox.listeners()).length === 0);
});

test('a member whose n8n is just starting is called again, and stays', async () => {
	await host.activate('one');
	await host.activate('two');
	const [listener] = await harness.sandbox.listeners();
	const first = new URL(listener!.uri).pathname.split('/')[2]!;
	const other = first === 'one' ? 'two' : 'one';
	host.startingFor.add(other);
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.deliver(jobIds[0]!);
	await eventually(async () => host.executions.length === 1);
	host.startingFor.delete(other);
	await eventually(async () => host.executions.length === 2);
	expect(startedBy()).toEqual(['one', 'two']);
	expect(await members()).toEqual([['one', 'two']]);
});

test('a member that n8n does not know any more is dropped', async () => {
	await host.activate('one');
	await host.activate('two');
	host.forget('one');
	await deliver(1);
	await eventually(async () => JSON.stringify(await members()) === '[["two"]]');
	expect(startedBy()).toEqual(['two']);
});

test('a hand-on that fails is logged, and the others are started', async () => {
	await host.activate('one');
	await host.activate('two');
	// A second n8n process at another address, which is down.
	host.publicUrl = 'http://127.0.0.1:9';
	const [listener] = await harness.sandbox.listeners();
	harness.engine.logs.length = 0;
	await fetch(listener!.uri, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ jobId: 'unknown', requestIds: ['x'], statusCode: 'REVIEW_TRANSLATION', payloadUuid: 'hand-on' }) });
	await eventually(async () => harness.engine.logs.some(({ level, message }) => level === 'warn' && message.includes('could not be passed on') && message.includes('ECONNREFUSED')));
	expect(await members()).toEqual([['one', 'two']]);
});

test('nodes without a webhook id of their own share as well', async () => {
	await host.activate(undefined);
	await host.activate('two');
	await deliver(2);
	expect(startedBy()).toEqual(['two', 'workflow-undefined']);
	await host.deactivate(undefined);
	await deliver(1);
	expect(startedBy()).toEqual(['two']);
});

test('two processes that change the listener at the same time end with one for all', async () => {
	// A second copy of all modules has no part in the one-at-a-time of the first.
	let startEngine = triggerEngine;
	jest.isolateModules(() => {
		({ triggerEngine: startEngine } = jest.requireActual<{ triggerEngine: typeof triggerEngine }>('../../support/triggers/triggerEngine'));
	});
	const otherEngine = await startEngine(harness.sandbox);
	const other = await WebhookHost.start(otherEngine);
	other.publicUrl = host.url;
	const [here, there] = [WORKFLOWS.slice(0, 3), WORKFLOWS.slice(3)];
	await Promise.all([...here.map(async (workflow) => await host.activate(workflow)), ...there.map(async (workflow) => await other.activate(workflow))]);
	expect(await members()).toEqual([[...WORKFLOWS].sort()]);
	await Promise.all([host.deactivate('one'), other.deactivate('four')]);
	expect(await members()).toEqual([['five', 'three', 'two']]);
	await other.stop();
	otherEngine.stop();
});
