import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '../../support/eventually';
import { triggerEngine } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';
import { useSharedListener, WORKFLOWS } from './sharedListener';

const shared = useSharedListener();
const { harness, startedBy, deliver, members, called } = shared;

describe('workflows share as well where the service', () => {
	const bothAreStarted = async () => {
		await shared.host.activate('one');
		await shared.host.activate('two');
		await deliver(2);
		expect(startedBy()).toEqual(['one', 'two']);
		await shared.host.deactivate('two');
		await deliver(1);
		expect(startedBy()).toEqual(['one']);
	};

	it.each(['plainCommas', 'shortened'] as const)('shows listeners %s', async (listenersShown) => {
		await harness.sandbox.configure({ listenersShown });
		await bothAreStarted();
	});

	it.each([404, 405])('answers %d to the change of a listener', async (status) => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'PATCH',
			path: '/statusupdates/listeners',
			status,
			times: 100,
		});
		await bothAreStarted();
	});
});

it('when the first one leaves, the listener is pointed to the next', async () => {
	await shared.host.activate('one');
	await shared.host.activate('two');
	await shared.host.deactivate('two');
	expect(await called()).toEqual(['/webhook/one/webhook']);
	await deliver(1);
	expect(startedBy()).toEqual(['one']);
});

describe('a first one that is gone but still on the list', () => {
	beforeEach(async () => {
		for (const workflow of ['one', 'two', 'three']) await shared.host.activate(workflow);
		// n8n deactivates the workflow all the same.
		await harness.sandbox.fault({ origin: 'rest', method: 'PATCH', status: 403 });
		await expect(shared.host.deactivate('three')).rejects.toThrow();
		expect([await called(), await members()]).toEqual([
			['/webhook/three/webhook'],
			[['one', 'three', 'two']],
		]);
	});

	it('silences the others only until another workflow is activated', async () => {
		await shared.host.activate('four');
		await deliver(3);
		expect(startedBy()).toEqual(['four', 'one', 'two']);
		await eventually(async () => JSON.stringify(await members()) === '[["four","one","two"]]');
	});

	it('gives way to one that finds the listener switched off, as after a restart of n8n', async () => {
		await harness.sandbox.disableListeners();
		await shared.host.activate('one');
		expect(await called()).toEqual(['/webhook/one/webhook']);
		await deliver(2);
		expect(startedBy()).toEqual(['one', 'two']);
		await eventually(async () => JSON.stringify(await members()) === '[["one","two"]]');
	});
});

it('a test run joins with its test address, takes one event and leaves again', async () => {
	await shared.host.activate('one');
	await shared.host.activate('two', undefined, { isTest: true });
	await deliver(2);
	expect(startedBy()).toEqual(['one', 'two (test)']);
	await deliver(1);
	expect(startedBy()).toEqual(['one']);
	expect(await members()).toEqual([['one']]);
});

it('the test run of an active workflow starts both, and leaves the active one alone', async () => {
	await shared.host.activate('one');
	await shared.host.activate('one', undefined, { isTest: true });
	await deliver(2);
	expect(startedBy()).toEqual(['one', 'one (test)']);
	await eventually(async () => JSON.stringify(await members()) === '[["one"]]');
	await deliver(1);
	expect(startedBy()).toEqual(['one']);
});

describe('whether updates are acknowledged', () => {
	const activate = async (workflow: string, acknowledgeStatusUpdate: boolean, isTest = false) =>
		await shared.host.activate(workflow, { options: { acknowledgeStatusUpdate } }, { isTest });
	const acknowledges = async () =>
		(await harness.sandbox.listeners()).map((listener) => listener.acknowledgeStatusUpdate);

	it.each([false, true])('(%s) is not changed by a test run', async (isOn) => {
		await activate('one', isOn);
		await activate('two', !isOn, true);
		expect([await members(), await acknowledges()]).toEqual([
			[['/webhook-test/two/webhook', 'one']],
			[isOn],
		]);
		await shared.host.deactivate('two', { isTest: true });
		expect(await acknowledges()).toEqual([isOn]);
	});

	it('is decided by the workflow activated last, and by a test run that is alone', async () => {
		await activate('one', false, true);
		expect(await acknowledges()).toEqual([false]);
		await activate('two', true);
		expect(await acknowledges()).toEqual([true]);
		await activate('three', false);
		expect(await acknowledges()).toEqual([false]);
	});
});

it('a test run that is stopped leaves the active workflow alone', async () => {
	await shared.host.activate('one');
	await shared.host.activate('one', undefined, { isTest: true });
	await shared.host.deactivate('one', { isTest: true });
	expect(await members()).toEqual([['one']]);
});

it('a workflow that is deactivated leaves its own test run alone', async () => {
	await shared.host.activate('one');
	await shared.host.activate('one', undefined, { isTest: true });
	await shared.host.deactivate('one');
	expect(await members()).toEqual([['/webhook-test/one/webhook']]);
});

it('a test run alone has the listener to itself, and takes it along', async () => {
	await shared.host.activate('one', undefined, { isTest: true });
	expect(await called()).toEqual(['/webhook-test/one/webhook']);
	await deliver(1);
	expect(startedBy()).toEqual(['one (test)']);
	await eventually(async () => (await harness.sandbox.listeners()).length === 0);
});

it('a member whose n8n is just starting is called again, and stays', async () => {
	await shared.host.activate('one');
	await shared.host.activate('two');
	const [listener] = await harness.sandbox.listeners();
	const first = new URL(listener!.uri).pathname.split('/')[2]!;
	const other = first === 'one' ? 'two' : 'one';
	shared.host.callsWhileStarting.set(other, 1);
	const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
	await harness.sandbox.deliver(jobIds[0]!);
	await eventually(async () => shared.host.executions.length === 2);
	expect(startedBy()).toEqual(['one', 'two']);
	expect(await members()).toEqual([['one', 'two']]);
});

it('a member that n8n does not know any more is dropped', async () => {
	await shared.host.activate('one');
	await shared.host.activate('two');
	shared.host.forget('one');
	await deliver(1);
	await eventually(async () => JSON.stringify(await members()) === '[["two"]]');
	expect(startedBy()).toEqual(['two']);
});

it('a hand-on that fails is logged, and the others are started', async () => {
	await shared.host.activate('one');
	await shared.host.activate('two');
	// A second n8n process at another address, which is down.
	shared.host.publicUrl = 'http://127.0.0.1:9';
	const [listener] = await harness.sandbox.listeners();
	harness.engine.logs.length = 0;
	await fetch(listener!.uri, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({
			jobId: 'unknown',
			requestIds: ['x'],
			statusCode: 'REVIEW_TRANSLATION',
			payloadUuid: 'hand-on',
		}),
	});
	await eventually(async () =>
		harness.engine.logs.some(
			({ level, message }) =>
				level === 'warn' &&
				message.includes('could not be passed on') &&
				message.includes('ECONNREFUSED'),
		),
	);
	expect(await members()).toEqual([['one', 'two']]);
});

it('a hand-on whose answer never ends is given up and logged', async () => {
	await shared.host.activate('one');
	await shared.host.activate('two');
	const hanging = createServer((_, response) => {
		response.writeHead(200);
		response.write('{');
	});
	await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
	const { timeout } = AbortSignal;
	const shortened = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout(ms / 100));
	try {
		shared.host.publicUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
		const [listener] = await harness.sandbox.listeners();
		harness.engine.logs.length = 0;
		await fetch(listener!.uri, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ jobId: 'unknown', requestIds: ['x'], payloadUuid: 'never-ends' }),
		});
		await eventually(async () =>
			harness.engine.logs.some(
				({ message }) =>
					message.includes('could not be passed on') && message.includes('TIMED_OUT'),
			),
		);
	} finally {
		shortened.mockRestore();
		hanging.closeAllConnections();
		hanging.close();
	}
});

it('nodes without a webhook id of their own share as well', async () => {
	await shared.host.activate(undefined);
	await shared.host.activate('two');
	await deliver(2);
	expect(startedBy()).toEqual(['two', 'workflow-undefined']);
	await shared.host.deactivate(undefined);
	await deliver(1);
	expect(startedBy()).toEqual(['two']);
});

it('two processes that change the listener at the same time end with one for all', async () => {
	// A second copy of all modules has no part in the one-at-a-time of the first.
	let startEngine = triggerEngine;
	jest.isolateModules(() => {
		({ triggerEngine: startEngine } = jest.requireActual<{ triggerEngine: typeof triggerEngine }>(
			'../../support/triggers/triggerEngine',
		));
	});
	const otherEngine = await startEngine(harness.sandbox);
	const other = await WebhookHost.start(otherEngine);
	other.publicUrl = shared.host.url;
	const [here, there] = [WORKFLOWS.slice(0, 3), WORKFLOWS.slice(3)];
	await Promise.all([
		...here.map(async (workflow) => await shared.host.activate(workflow)),
		...there.map(async (workflow) => await other.activate(workflow)),
	]);
	expect(await members()).toEqual([[...WORKFLOWS].sort()]);
	await Promise.all([shared.host.deactivate('one'), other.deactivate('four')]);
	expect(await members()).toEqual([['five', 'three', 'two']]);
	await other.stop();
	otherEngine.stop();
});
