import { leap } from '../../support/simulatedTime';
import { useSoapHarness, withJson } from './soapHarness';

const harness = useSoapHarness();

const getAll = withJson('analysisCode', 'getAll', {});
const logons = () => harness.received.filter(({ operation }) => operation === 'Logon').length;

function logOnAs(credential: object = {}) {
	harness.service.settings.authentication = 'ticket';
	// Tickets are kept by login, so each test has one of its own.
	harness.service.settings.username = `user-${Math.random()}`;
	harness.use({
		authentication: 'ticket',
		ticketSource: 'logon',
		logonUrl: harness.info.logonUrl,
		username: harness.service.settings.username,
		password: 'sandbox-password',
		...credential,
	});
}

it('sends a user name and a password with HTTP basic', async () => {
	harness.service.settings.authentication = 'basic';
	harness.use({ authentication: 'basic', username: 'sandbox-user', password: 'sandbox-password' });
	expect((await harness.run(getAll)).error).toBeUndefined();
});

it('says that a wrong password is not accepted, and keeps it to itself', async () => {
	harness.service.settings.authentication = 'basic';
	harness.use({ authentication: 'basic', username: 'sandbox-user', password: 'wrong-password' });
	const { error } = await harness.run({ ...getAll, options: { serviceDescription: 'ignore' } });
	expect(error).toMatchObject({
		message: 'GetAnalysisCodes: the service does not accept the login',
		httpCode: '401',
	});
	expect(JSON.stringify([error, harness.engine.logs])).not.toContain('wrong-password');
});

it('sends a header', async () => {
	harness.service.settings.authentication = 'header';
	harness.use({
		authentication: 'header',
		headerName: 'X-Api-Key',
		headerSecret: 'sandbox-api-key',
	});
	expect((await harness.run(getAll)).error).toBeUndefined();
});

describe.each(['request', 'body'] as const)(
	'a given ticket, placed first in the %s',
	(ticketPlacement) => {
		beforeEach(() => {
			Object.assign(harness.service.settings, { authentication: 'ticket', ticketPlacement });
		});

		it.each([false, true])('is accepted (description hidden: %s)', async (hideWsdl) => {
			harness.service.settings.hideWsdl = hideWsdl;
			harness.use({
				authentication: 'ticket',
				ticketSource: 'given',
				ticketSecret: 'sandbox-ticket',
				ticketPlacement,
			});
			expect((await harness.run(getAll)).error).toBeUndefined();
			expect(harness.lastCall.errors).toEqual([]);
		});
	},
);

it('says so when a given ticket is refused', async () => {
	harness.service.settings.authentication = 'ticket';
	harness.use({ authentication: 'ticket', ticketSource: 'given', ticketSecret: 'old-ticket' });
	const { error } = await harness.run(getAll);
	expect(error?.message).toBe(
		'GetAnalysisCodes was refused: The ticket is not valid or has expired.',
	);
});

it.each([
	[
		'with the name of the interface, like every operation',
		{},
		(namespace: string) => `${namespace}/IProjectSettingsService/Logon`,
	],
	[
		'with another namespace',
		{ logonNamespace: 'http://logon.example/' },
		() => 'http://logon.example/IProjectSettingsService/Logon',
	],
	['as the credential says', { logonSoapAction: 'urn:other/Logon' }, () => 'urn:other/Logon'],
])('names the logon call %s', async (_what, credential, action) => {
	logOnAs(credential);
	await harness.run(getAll);
	const logon = harness.received.find(({ operation }) => operation === 'Logon');
	expect(logon?.soapAction).toBe(`"${action(harness.info.namespace)}"`);
});

it('fetches a ticket once for many items', async () => {
	logOnAs();
	const { items } = await harness.run(getAll, { input: Array.from({ length: 5 }, () => ({})) });
	expect(items).toHaveLength(10);
	expect(logons()).toBe(1);
});

it('keeps the ticket for the next execution', async () => {
	logOnAs();
	await harness.run(getAll);
	await harness.run(getAll);
	expect(logons()).toBe(1);
});

it.each(['fault', 'status'] as const)(
	'renews a ticket that is refused by a %s',
	async (refuseTicketBy) => {
		logOnAs();
		harness.service.settings.refuseTicketBy = refuseTicketBy;
		await harness.run(getAll);
		harness.service.expireTickets();
		expect((await harness.run(getAll)).error).toBeUndefined();
		expect(logons()).toBe(2);
	},
);

const fault = (code: string, reason: string) => ({
	status: 500,
	body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring>${reason}</faultstring></s:Fault></s:Body></s:Envelope>`,
});

it.each([
	['InvalidTicket', 'Error'],
	['SessionExpired', 'Error'],
	['Client', 'Access is denied.'],
])('renews a ticket that is refused by the fault %s, %s', async (code, reason) => {
	logOnAs();
	harness.service.inject({ operation: 'GetAnalysisCodes', answer: fault(code, reason) });
	expect((await harness.run(getAll)).error).toBeUndefined();
	expect(logons()).toBe(2);
});

it('does not send a change again because of a fault about something else that has expired', async () => {
	logOnAs();
	harness.service.inject({
		operation: 'DeleteOrganisationAnalysisCode',
		answer: fault('Client', 'Price list 501 has expired.'),
	});
	const { error } = await harness.run(
		withJson('analysisCode', 'delete', { OrganisationId: 1001, Code: 'MKT' }),
	);
	expect(error).toMatchObject({
		message: expect.stringContaining('Price list 501 has expired.'),
		description: expect.stringContaining('Correct what the service names'),
	});
	expect(harness.received.map(({ operation }) => operation)).toEqual([
		'Logon',
		'DeleteOrganisationAnalysisCode',
	]);
});

it('renews a ticket that the service let run out', async () => {
	logOnAs();
	await harness.run(getAll);
	await harness.advance(61 * 60_000);
	expect((await harness.run(getAll)).error).toBeUndefined();
});

it('renews a ticket once only', async () => {
	logOnAs();
	harness.service.settings.ticketLifetimeMs = 0;
	expect((await harness.run(getAll)).error?.message).toContain('The ticket is not valid');
	expect(logons()).toBe(2);
});

it('says that the login was refused, and keeps the password to itself', async () => {
	logOnAs({ password: 'wrong-password' });
	const { error } = await harness.run(getAll);
	expect(error?.message).toBe('Logon was refused: The user name or the password is wrong.');
	expect(JSON.stringify([error, harness.engine.logs])).not.toContain('wrong-password');
});

const many = { input: Array.from({ length: 30 }, () => ({})), continueOnFail: true };

describe('a refused login', () => {
	beforeEach(() => logOnAs({ password: 'wrong-password' }));

	it('is not repeated for each item, which could lock the account', async () => {
		const { items } = await harness.run(getAll, many);
		expect(items).toHaveLength(30);
		expect(items.at(-1)?.error?.message).toContain('Logon was refused');
		expect(logons()).toBe(1);
	});

	it('is not repeated by the next execution, which says when it will be', async () => {
		await harness.run(getAll, many);
		const { error } = await harness.run(getAll);
		expect(error?.description).toContain('Nodes log on again after a minute');
		expect(logons()).toBe(1);
	});

	it('is repeated after a minute', async () => {
		await harness.run(getAll, many);
		await leap(61_000);
		await harness.run(getAll);
		expect(logons()).toBe(2);
	});

	it('does not hold up another password', async () => {
		await harness.run(getAll, many);
		harness.use({ ...harness.credential, password: 'sandbox-password' });
		expect((await harness.run(getAll)).error).toBeUndefined();
	});
});

it('tries again when the logon cannot be reached for a moment', async () => {
	logOnAs();
	harness.service.inject({ operation: 'Logon', drop: 'before' });
	expect((await harness.run(getAll)).error).toBeUndefined();
});

it('waits as long as a busy logon asks', async () => {
	logOnAs();
	const answer = { ...fault('Server', 'Too busy'), status: 503, headers: { 'Retry-After': '37' } };
	harness.service.inject({ operation: 'Logon', times: 2, answer });
	const { error } = await harness.run({ ...getAll, options: { maxTries: 2 } });
	expect(error).toMatchObject({
		message: 'Logon: the service is not available (HTTP 503)',
		description: expect.stringContaining('Tried 2 times, waiting 37 seconds in all'),
	});
});

it('says which field of the answer holds no ticket', async () => {
	logOnAs({ ticketField: 'Token' });
	const { error } = await harness.run(getAll);
	expect(error).toMatchObject({
		message: 'The answer to Logon contains no ticket',
		description: expect.stringContaining('"Token"'),
	});
});

it('keeps the ticket to itself when the service quotes it', async () => {
	logOnAs();
	await harness.run(getAll);
	const [, ticket = ''] = /<Ticket>(.*?)<\/Ticket>/.exec(harness.lastCall.envelope) ?? [];
	const fault = `<s:Fault><faultstring>No organisation for ${ticket}</faultstring></s:Fault>`;
	harness.service.inject({
		operation: 'GetAnalysisCodes',
		times: 2,
		answer: {
			status: 500,
			body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${fault}</s:Body></s:Envelope>`,
		},
	});
	const { error } = await harness.run(getAll);
	expect(ticket).toMatch(/^sbx-ticket-/);
	expect(error?.message).toBe('GetAnalysisCodes was refused: No organisation for ***');
});

it('never writes a ticket into the log', async () => {
	logOnAs();
	await harness.run(getAll);
	expect(JSON.stringify(harness.engine.logs)).not.toContain('sbx-ticket-');
});
