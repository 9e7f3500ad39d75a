import { CredentialTestContext } from 'n8n-core';
import type { ICredentialTestFunctions, IDataObject } from 'n8n-workflow';

import { TranslationProjectSettingsApi } from '../../../credentials/TranslationProjectSettingsApi.credentials';
import { testTranslationProjectSettingsApi } from '../../../nodes/ProjectSettings/methods/credentialTest';
import { singleWsdl } from '../../../sandbox/soap/contract';
import { useSoapHarness, withJson } from './soapHarness';

const harness = useSoapHarness();

const getAll = withJson('analysisCode', 'getAll', {});
/**
 * Leads to this machine, but is no loopback address by its name: to the node it is any host of a
 * network.
 */
const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');

it('is off by default, and says what it gives up', () => {
	const field = new TranslationProjectSettingsApi().properties.find(
		({ name }) => name === 'allowPlainHttp',
	);
	expect(field).toMatchObject({ type: 'boolean', default: false });
	expect(field?.description).toMatch(
		/Anyone on the network can then read user names, passwords and tickets/,
	);
});

it.each<[string, IDataObject | undefined]>([
	['not set', undefined],
	['off', { allowPlainHttp: false }],
	['off as text', { allowPlainHttp: 'false' }],
	['empty', { allowPlainHttp: '' }],
	['null', { allowPlainHttp: null }],
])('stays refused while the switch is %s, and the error names it', async (_what, setting) => {
	harness.use({ serviceUrl: elsewhere(harness.info.url), ...setting });
	const { error } = await harness.run(getAll);
	expect(error?.message).toMatch(/Service URL must begin with https:\/\/ .* Allow Plain HTTP/);
	expect(harness.received).toEqual([]);
});

it.each(['yes', 'on', 2, [true], {}])('refuses %j as a switch', async (allowPlainHttp) => {
	harness.use({ serviceUrl: elsewhere(harness.info.url), allowPlainHttp } as IDataObject);
	const { error } = await harness.run(getAll);
	expect(error?.message).toMatch(/^Allow Plain HTTP: .* is neither true nor false$/);
	expect(harness.received).toEqual([]);
});

// A variable of n8n is text, and whoever wrote "true" there means it.
it.each([true, 'true'])('is used with %j, for the description and for the calls', async (on) => {
	harness.use({ serviceUrl: elsewhere(harness.info.url), allowPlainHttp: on });
	expect((await harness.run(getAll)).error).toBeUndefined();
	expect(harness.documentsRead).toBeGreaterThan(0);
	expect(harness.lastCall).toMatchObject({ operation: 'GetAnalysisCodes', status: 200 });
});

it.each([false, true])(
	'holds for the logon address, too (switched on: %s)',
	async (allowPlainHttp) => {
		harness.service.settings.authentication = 'ticket';
		const login = { username: harness.service.settings.username, password: 'sandbox-password' };
		harness.use({
			authentication: 'ticket',
			ticketSource: 'logon',
			logonUrl: elsewhere(harness.info.logonUrl),
			...login,
			allowPlainHttp,
		});
		const { error } = await harness.run(getAll);
		if (allowPlainHttp) expect(error).toBeUndefined();
		else expect(error?.message).toMatch(/Logon URL must begin with https:\/\/ .* Allow Plain HTTP/);
		expect(harness.received.some(({ operation }) => operation === 'Logon')).toBe(allowPlainHttp);
	},
);

it.each([false, true])(
	'is what the credential test goes by (switched on: %s)',
	async (allowPlainHttp) => {
		harness.use({ serviceUrl: elsewhere(harness.info.url), allowPlainHttp });
		const context = new CredentialTestContext() as unknown as ICredentialTestFunctions;
		const { status } = await testTranslationProjectSettingsApi.call(context, {
			id: '1',
			name: 'x',
			type: 'translationProjectSettingsApi',
			data: harness.credential,
		});
		expect(status).toBe(allowPlainHttp ? 'OK' : 'Error');
	},
);

it('is never chosen by the service: calls go to the Service URL, whatever address the description names', async () => {
	const body = singleWsdl({
		address: 'http://0.0.0.0:9/ProjectSettingsService.svc',
		withTicket: false,
	});
	harness.service.inject({ operation: 'description', times: 9, answer: { body } });
	expect((await harness.run({ ...getAll, options: { maxTries: 1 } })).error).toBeUndefined();
	expect(harness.lastCall).toMatchObject({ operation: 'GetAnalysisCodes', status: 200 });
});
