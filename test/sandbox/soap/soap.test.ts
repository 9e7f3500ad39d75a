import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClientAsync } from 'soap';

import { State } from '../../../sandbox/model/state';
import { FIRST_ORGANISATION, startSoap } from '../../../sandbox/soap';
import { schemaErrors } from '../../../sandbox/soap/validate';

/** A client that is neither the nodes nor the sandbox reads the WSDL and calls the service. */
let state: State;
let soap: Awaited<ReturnType<typeof startSoap>>;

beforeAll(async () => {
	state = new State(mkdtempSync(join(tmpdir(), 'soap-sandbox-')), {
		clientId: 'none',
		clientSecret: 'unused-secret',
	});
	soap = await startSoap(state);
});
afterAll(async () => {
	await soap.close();
	rmSync(state.directory, { recursive: true, force: true });
});
beforeEach(() => state.reset());

async function client(): Promise<
	Client & Record<string, (args: object) => Promise<[Record<string, unknown>, string]>>
> {
	return (await createClientAsync(`${soap.info.url}?wsdl`)) as never;
}

async function post(
	envelope: string,
	headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
	const answer = await fetch(soap.info.url, {
		method: 'POST',
		headers: {
			'Content-Type': 'text/xml; charset=utf-8',
			SOAPAction: `"${soap.info.namespace}/IProjectSettingsService/GetAnalysisCodes"`,
			...headers,
		},
		body: envelope,
	});
	return { status: answer.status, body: await answer.text() };
}

const envelope = (inner: string) =>
	`<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><GetAnalysisCodes xmlns="${soap.info.namespace}">${inner}</GetAnalysisCodes></soap:Body></soap:Envelope>`;

it('is described by a WSDL that another client can use', async () => {
	const services = Object.values(
		(await client()).describe() as Record<string, Record<string, object>>,
	);
	expect(Object.keys(Object.values(services[0] ?? {})[0] ?? {})).toHaveLength(10);
});

it('answers a call with what its schema promises', async () => {
	const [, answer] = await (
		await client()
	).GetAnalysisCodesAsync!({ OrganisationId: FIRST_ORGANISATION });
	expect(await schemaErrors(answer, { address: soap.info.url, withTicket: false })).toEqual([]);
});

it('answers a price list with what its schema promises', async () => {
	const [, answer] = await (
		await client()
	).GetOrganisationPriceListAsync!({ OrganisationId: FIRST_ORGANISATION });
	expect(await schemaErrors(answer, { address: soap.info.url, withTicket: false })).toEqual([]);
});

it.each([
	['a wrong order', '<Level>Level1</Level><OrganisationId>1</OrganisationId>'],
	['an unknown field', '<Colour>red</Colour>'],
	['a value that is not in the enumeration', '<Level>Level9</Level>'],
	['a text where a number belongs', '<OrganisationId>one</OrganisationId>'],
	['a field of no namespace', '<OrganisationId xmlns="">1</OrganisationId>'],
])('refuses %s with a fault', async (_what, inner) => {
	expect(await post(envelope(inner))).toMatchObject({
		status: 500,
		body: expect.stringContaining('The message is not valid'),
	});
	expect(soap.service.received.at(-1)?.errors).not.toEqual([]);
});

it.each([
	[
		'an action without quotes',
		{
			SOAPAction:
				'http://sandbox.localhost/ProjectSettings/IProjectSettingsService/GetAnalysisCodes',
		},
	],
	[
		'the action of another operation',
		{
			SOAPAction:
				'"http://sandbox.localhost/ProjectSettings/IProjectSettingsService/DeleteOrganisationAnalysisCode"',
		},
	],
	['another content type', { 'Content-Type': 'application/soap+xml' }],
])('refuses %s', async (_what, headers) => {
	expect((await post(envelope(''), headers)).status).toBe(500);
});

it('accepts what is valid', async () => {
	expect(
		await post(envelope('<OrganisationId>1001</OrganisationId><Level>Level1</Level>')),
	).toMatchObject({ status: 200, body: expect.stringContaining('<data:Code>MKT</data:Code>') });
});

it('hides its description when told to', async () => {
	soap.service.settings.hideWsdl = true;
	expect(await (await fetch(`${soap.info.url}?wsdl`)).text()).toContain(
		'Metadata publishing for this service is currently disabled',
	);
});

it('starts over with the rest of the sandbox', async () => {
	soap.service.settings.hideWsdl = true;
	soap.service.organisations.get(FIRST_ORGANISATION).codes.clear();
	state.reset();
	expect(soap.service.settings.hideWsdl).toBe(false);
	expect(soap.service.organisations.codes(FIRST_ORGANISATION)).toHaveLength(3);
});
