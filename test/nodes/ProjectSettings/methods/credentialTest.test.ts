import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { testTranslationProjectSettingsApi } from '../../../../nodes/ProjectSettings/methods/credentialTest';
import type { Fault } from '../../../../sandbox/faults/faults';
import { shortDeadlines } from '../../../support/shortDeadlines';
import { useSoapHarness } from '../soapHarness';

const harness = useSoapHarness();

async function testCredential(credential: IDataObject = {}): Promise<INodeCredentialTestResult> {
	harness.use(credential);
	const context = new CredentialTestContext() as unknown as ICredentialTestFunctions;
	return await testTranslationProjectSettingsApi.call(context, {
		id: '1',
		name: 'x',
		type: 'translationProjectSettingsApi',
		data: harness.credential,
	});
}

it('calls GetAnalysisCodes and succeeds', async () => {
	expect(await testCredential()).toEqual({
		status: 'OK',
		message: 'The service answered GetAnalysisCodes',
	});
	expect(harness.lastCall).toMatchObject({
		operation: 'GetAnalysisCodes',
		errors: [],
		status: 200,
	});
});

it('logs on first where a ticket is needed', async () => {
	harness.service.settings.authentication = 'ticket';
	const login = {
		username: 'sandbox-user',
		password: 'sandbox-password',
		logonUrl: harness.info.logonUrl,
	};
	expect(
		await testCredential({ authentication: 'ticket', ticketSource: 'logon', ...login }),
	).toMatchObject({ status: 'OK' });
});

it('logs on anew, however often the login was refused', async () => {
	harness.service.settings.authentication = 'ticket';
	const login = { username: 'new-user', password: 'new-password', logonUrl: harness.info.logonUrl };
	const test = async () =>
		await testCredential({ authentication: 'ticket', ticketSource: 'logon', ...login });
	expect(await test()).toMatchObject({ status: 'Error' });
	Object.assign(harness.service.settings, { username: 'new-user', password: 'new-password' });
	expect(await test()).toMatchObject({ status: 'OK' });
});

it('leaves a line in the log for each call, without a secret', async () => {
	harness.service.settings.authentication = 'ticket';
	const login = {
		username: 'sandbox-user',
		password: 'sandbox-password',
		logonUrl: harness.info.logonUrl,
	};
	harness.engine.logs.length = 0;
	await testCredential({ authentication: 'ticket', ticketSource: 'logon', ...login });
	const line = {
		service: harness.info.url,
		method: 'POST',
		status: 200,
		durationMs: expect.any(Number),
		credentialTest: true,
	};
	// A ticket of an earlier test may be tried first.
	expect(harness.engine.logs.slice(-2)).toMatchObject([
		{ message: expect.stringMatching(/ POST \/\S+ Logon 200$/), meta: line },
		{ message: expect.stringMatching(/ POST \/\S+ GetAnalysisCodes 200$/), meta: line },
	]);
	for (const secret of ['sandbox-password', 'sbx-ticket-'])
		expect(JSON.stringify(harness.engine.logs)).not.toContain(secret);
});

it('succeeds when the service only asks for fields', async () => {
	const fault =
		'<s:Fault><faultcode>s:Client</faultcode><faultstring>OrganisationId is required.</faultstring></s:Fault>';
	harness.service.inject({
		answer: {
			status: 500,
			body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${fault}</s:Body></s:Envelope>`,
		},
	});
	expect(await testCredential()).toEqual({
		status: 'OK',
		message: 'The service was reached and asks for fields: OrganisationId is required.',
	});
});

it.each(['AuthTicket is missing.', 'ApiKey is required.', 'Credentials are required.'])(
	'fails when the service asks for a login: %s',
	async (reason) => {
		const fault = `<s:Fault><faultcode>s:Client</faultcode><faultstring>${reason}</faultstring></s:Fault>`;
		harness.service.inject({
			answer: {
				status: 500,
				body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${fault}</s:Body></s:Envelope>`,
			},
		});
		expect(await testCredential()).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('Check the authentication settings'),
		});
	},
);

it.each([
	[
		'a wrong password',
		{ authentication: 'basic', username: 'x', password: 'wrong-password' },
		'does not accept the login',
	],
	[
		'a wrong namespace',
		{ namespace: 'http://wrong.example' },
		'compare it with the target namespace',
	],
	['an empty namespace', { namespace: '' }, 'the Namespace is empty'],
	['an address that is none', { serviceUrl: 'nonsense address' }, 'not a web address'],
	['an address nobody listens at', { serviceUrl: 'http://127.0.0.1:9/x.svc' }, 'ECONNREFUSED'],
	[
		'a ticket that is missing',
		{ authentication: 'ticket', ticketSource: 'given' },
		'the Ticket is empty',
	],
])('says in words what is wrong: %s', async (_what, credential, message) => {
	if ('password' in credential) harness.service.settings.authentication = 'basic';
	const result = await testCredential(credential);
	expect(result).toMatchObject({ status: 'Error', message: expect.stringContaining(message) });
	expect(result.message).not.toContain('wrong-password');
});

it('says so when a web page answers', async () => {
	harness.service.inject({
		answer: { contentType: 'text/html', body: '<html><title>Welcome</title></html>' },
	});
	expect(await testCredential()).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('a web page titled "Welcome"'),
	});
});

it.each<[string, Fault, string]>([
	['breaks off', { cutAnswerAt: 100 }, 'the answer broke off'],
	['breaks off before its first byte', { cutAnswerAt: 0 }, 'the answer broke off'],
	['never comes to its end', { cutAnswerAt: 100_000, chunked: true }, 'the answer broke off'],
	['is empty', { replaceBody: '' }, 'an empty answer'],
	[
		'ends in the middle',
		{ replaceBody: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' },
		'not well-formed XML',
	],
	['is JSON', { replaceBody: {} }, 'JSON instead of SOAP'],
])('does not succeed with an answer that %s', async (_what, fault, message) => {
	harness.fault(fault);
	expect(await testCredential()).toMatchObject({
		status: 'Error',
		message: expect.stringContaining(message),
	});
});

it('gives up on an answer that drips', async () => {
	harness.fault({ drip: { bytes: 1, everyMs: 50 } });
	const restoreDeadlines = shortDeadlines();
	const result = await testCredential();
	restoreDeadlines();
	expect(result).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('There was no whole answer within 30 seconds'),
	});
});

it('says that there is no service at a wrong path', async () => {
	expect(
		await testCredential({ serviceUrl: harness.info.url.replace('ProjectSettings', 'Other') }),
	).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('no SOAP service at'),
	});
});

it('gives up on an endless answer', async () => {
	harness.service.inject({ endless: 100_000_000 });
	expect(await testCredential()).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('larger than 8 MB'),
	});
});
