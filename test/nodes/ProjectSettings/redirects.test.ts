import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions } from 'n8n-workflow';

import { testTranslationProjectSettingsApi } from '../../../nodes/ProjectSettings/methods/credentialTest';
import { useSoapHarness, withJson } from './soapHarness';

const harness = useSoapHarness();
/** Where the service wants to send its callers. */
let elsewhere: Server;
let arrived: string[];

beforeAll(async () => {
	elsewhere = createServer((req, res) => {
		arrived.push(`${req.method} ${req.url}`);
		res.end();
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	await new Promise((resolve) => elsewhere.close(resolve));
});
beforeEach(() => {
	arrived = [];
	harness.use({
		authentication: 'header',
		headerName: 'X-Api-Key',
		headerSecret: 'sandbox-api-key',
	});
});

const getAll = withJson('analysisCode', 'getAll', {});

function redirect(operation: string, status: number): string {
	const Location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/there`;
	harness.service.inject({
		operation,
		times: 9,
		answer: { status, headers: { Location }, body: '' },
	});
	return Location;
}

describe.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', (status) => {
	it('by a call', async () => {
		const address = redirect('GetAnalysisCodes', status);
		expect((await harness.run(getAll)).error?.message).toContain(
			`redirects GetAnalysisCodes to ${address}`,
		);
		expect(arrived).toEqual([]);
	});

	it('when the description is read', async () => {
		const address = redirect('description', status);
		const { error } = await harness.run(getAll);
		expect(error?.message).toBe(
			`Reading the service description: the service redirects it to ${address}`,
		);
		expect(error?.description).toContain(
			'Service Description in the options of this node to Ignore',
		);
		expect(arrived).toEqual([]);
	});

	it('by the test of the credential', async () => {
		const address = redirect('GetAnalysisCodes', status);
		const context = new CredentialTestContext() as unknown as ICredentialTestFunctions;
		const result = await testTranslationProjectSettingsApi.call(context, {
			id: '1',
			name: 'x',
			type: 'translationProjectSettingsApi',
			data: harness.credential,
		});
		expect(result).toMatchObject({ status: 'Error', message: expect.stringContaining(address) });
		expect(arrived).toEqual([]);
	});
});

it('is not followed by a logon either', async () => {
	harness.service.settings.authentication = 'ticket';
	harness.use({
		authentication: 'ticket',
		ticketSource: 'logon',
		logonUrl: harness.info.logonUrl,
		username: 'redirected',
		password: 'sandbox-password',
	});
	redirect('Logon', 307);
	expect((await harness.run(getAll)).error?.message).toContain('redirects Logon to');
	expect(arrived).toEqual([]);
});
