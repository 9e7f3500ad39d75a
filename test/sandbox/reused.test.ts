import type { ChildProcess } from 'node:child_process';

import type { ControlActions } from '../../sandbox/control/controlActions';
import { type Sandbox, startSandbox } from '../../sandbox/launch';
import { FIRST_ORGANISATION } from '../../sandbox/soap';
import { eventually } from '../support/eventually';
import { Caller } from './caller';

const STATE = [
	'variants',
	'faults',
	'log',
	'violations',
	'jobs',
	'requests',
	'files',
	'updates',
	'listeners',
	'callbacks',
	'providers',
	'snapshot',
	'overview',
] as const satisfies Array<keyof ControlActions>;
const SOAP_STATE = ['soapReceived', 'soapOrganisations'];

/** These show what others show, too, or take something back. */
type Others = 'memory' | 'translation' | 'reset' | 'clearFaults' | 'clearLog' | 'deliverAll';
type Changing = Exclude<keyof ControlActions, (typeof STATE)[number] | Others>;

const LOGIN = { clientId: 'another', clientSecret: 'another secret' };
const DAY_MS = 86_400_000;

let idle: ChildProcess[];
beforeEach(() => (idle = []));
afterEach(() => idle.forEach((child) => child.disconnect()));

/** Does everything that the control actions, REST and SOAP can do. */
async function change(sandbox: Sandbox, caller: Caller): Promise<void> {
	const [jobId, requestIds] = await sandbox
		.seed({ jobs: 1, requestsPerJob: 5, withUpdates: true })
		.then((seeded) => [seeded.jobIds[0]!, seeded.requestIds] as const);
	await caller.uploadFile(await caller.createJob());
	await caller.addPairs(jobId);
	await caller.call('POST', '/statusupdates/listeners', {
		uri: `${sandbox.authUrl}/nowhere`,
		type: 'REQUEST_STATUS_UPDATED',
		statusCodes: ['REVIEW_TRANSLATION'],
	});
	await caller.call('GET', `/quota?token=${caller.token}`);
	const changes: { [A in Changing]: Parameters<ControlActions[A]>[0] } = {
		seed: { jobs: 1 },
		configure: { disableListenerAfter: 99, quotas: { MaxReqsPerJob: 1 } },
		deliver: { jobId, requestIds: requestIds.slice(1) },
		redeliver: { requestIds: [requestIds[1]!] },
		approve: { requestIds: [requestIds[2]!] },
		cancelRequests: { requestIds: [requestIds[3]!] },
		failRequests: { requestIds: [requestIds[0]!], message: 'Broken' },
		addLabel: { jobId, label: 'urgent' },
		addMail: { to: 'a@example.com', subject: 'A mail', text: '', links: [] },
		addProvider: { id: 'new', name: 'New', siteId: '', creatorId: '', status: 'ENABLED' },
		addClient: LOGIN,
		addListener: { uri: sandbox.authUrl, type: 'JOB_STATUS_UPDATED' },
		disableListeners: undefined,
		issueToken: { clientId: 'sandbox-client' },
		expireTokens: undefined,
		advance: { ms: 30 * DAY_MS },
		fault: { origin: 'rest', status: 500, times: 99 },
	};
	for (const [action, input] of Object.entries(changes)) await sandbox.act(action, input ?? {});
	await eventually(async () => (await sandbox.callbacks()).length > 0);
	await setLabel(sandbox);
	await sandbox.act('soapInject', { times: 99, drop: 'before' });
	await sandbox.act('soapConfigure', { authentication: 'basic' });
}

async function setLabel({ soap }: Sandbox): Promise<void> {
	const { namespace, url } = soap;
	const operation = 'SetOrganisationAnalysisCodeLabel';
	const answer = await fetch(url, {
		method: 'POST',
		headers: {
			'Content-Type': 'text/xml; charset=utf-8',
			SOAPAction: `"${namespace}/IProjectSettingsService/${operation}"`,
		},
		body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${namespace}"><OrganisationId>${FIRST_ORGANISATION}</OrganisationId><Code>MKT</Code><Label>Changed</Label></${operation}></soap:Body></soap:Envelope>`,
	});
	expect(answer.status).toBe(200);
}

/** What can be seen of a sandbox, by where it is seen. */
async function stateOf(sandbox: Sandbox): Promise<Record<string, unknown>> {
	const { soap, clientId, clientSecret, ...addresses } = sandbox;
	const names = Object.entries({ ...addresses, ...soap, clientSecret });
	const shown: Record<string, unknown> = {};
	for (const action of [...STATE, ...SOAP_STATE]) {
		let text = JSON.stringify(await sandbox.act(action));
		for (const [name, value] of names)
			if (typeof value === 'string') text = text.replaceAll(value, name);
		shown[action] = JSON.parse(text, (key, value: unknown) =>
			key === 'now' ? Math.round((Number(value) - Date.now()) / DAY_MS) + 0 : value,
		);
	}
	const { status } = await fetch(`${soap.url}?wsdl`);
	return { ...shown, clientId, wsdl: status };
}

it('serves as a new process does, whatever the sandbox before was and went through', async () => {
	const used = await startSandbox({ ...LOGIN, preset: 'production' }, idle);
	const caller = await Caller.of(used);
	await change(used, caller);
	const { token } = await used.issueToken(LOGIN.clientId);
	const before = await stateOf(used);
	await used.stop();

	const again = await startSandbox({}, idle);
	const fresh = await startSandbox();
	const expected = await stateOf(fresh);
	expect(again.pid).toBe(used.pid);
	expect(await stateOf(again)).toEqual(expected);
	for (const [name, value] of Object.entries(before))
		expect([name, value]).not.toEqual([name, expected[name]]);

	const later = new Caller();
	later.sandbox = again;
	const login = { client_id: LOGIN.clientId, client_secret: LOGIN.clientSecret };
	expect((await later.askToken(login)).status).toBe(400);
	later.token = token;
	expect((await later.call('GET', '/quota')).status).toBe(401);
	await Promise.all([again.stop(), fresh.stop()]);
});

it('the sandbox before is out of reach', async () => {
	const used = await startSandbox({}, idle);
	await used.stop();
	const again = await startSandbox({}, idle);
	await expect(fetch(used.controlUrl)).rejects.toThrow();
	await expect(used.jobs()).rejects.toThrow('The sandbox has ended');
	await again.stop();
});

it('a process that has ended serves nobody', async () => {
	const used = await startSandbox({}, idle);
	await used.stop();
	process.kill(used.pid, 'SIGKILL');
	await eventually(() => !idle[0]!.connected);
	const again = await startSandbox({}, idle);
	expect(again.pid).not.toBe(used.pid);
	await again.stop();
});
