/** What people get wrong when they fill in the credential. */
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { testTranslationJobsApi } from '../../../../nodes/form/methods/credentialTest';
import { useHarness } from '../../../support/harness';

// With swapped addresses, the login goes to the service before anybody can know.
const harness = useHarness({ provoked: ['wrong-client-secret', 'client-secret-off-auth-host'] });

const check = async (changes: ICredentialDataDecryptedObject) =>
	await testTranslationJobsApi.call(new CredentialTestContext(), {
		id: '1',
		name: 'Sandbox',
		type: 'translationJobsApi',
		data: { ...harness.credential.data, ...changes },
	});

describe('stray spaces', () => {
	const copied = () => {
		const { baseUrl, authUrl, clientId, clientSecret } = harness.sandbox;
		return {
			baseUrl: ` ${baseUrl} `,
			authUrl: `${authUrl}\n`,
			clientId: ` ${clientId}\t`,
			clientSecret: `${clientSecret} `,
		};
	};

	it('pass the test', async () => {
		expect(await check(copied())).toMatchObject({ status: 'OK' });
	});

	it('do no harm when the credential is used', async () => {
		const { data } = harness.credential;
		Object.assign(harness.credential, { data: { ...data, ...copied() } });
		const providers = await harness.json({ resource: 'provider', operation: 'getAll' });
		Object.assign(harness.credential, { data });
		expect(providers.length).toBeGreaterThan(0);
	});
});

describe('swapped addresses', () => {
	const swapped = () => ({ baseUrl: harness.sandbox.authUrl, authUrl: harness.sandbox.baseUrl });

	it('are named, and the client ID is not blamed', async () => {
		const { status, message } = await check(swapped());
		expect(status).toBe('Error');
		expect(message).toMatch(/^Base URL and Token URL look swapped/);
		expect(message).not.toMatch(/client/i);
	});

	it('are found without sending the login to the Base URL', async () => {
		await check(swapped());
		const calls = await harness.sandbox.log({ origin: 'auth' });
		expect(calls.map(({ body }) => body)).toEqual([{ grant_type: 'client_credentials' }]);
	});

	it('are not suspected after a wrong secret', async () => {
		const { message } = await check({ clientSecret: 'wrong' });
		expect(message).toMatch(/^The token host refused the client ID or the client secret/);
		expect(await harness.sandbox.log({ origin: 'rest' })).toEqual([]);
	});

	it('are not suspected if the Base URL issues no tokens', async () => {
		const { fileUrl } = harness.sandbox;
		expect((await check({ authUrl: fileUrl })).message).not.toMatch(/swapped/);
	});
});

describe('a Base URL that is no address', () => {
	it('fails the node with what to do', async () => {
		const { data } = harness.credential;
		Object.assign(harness.credential, { data: { ...data, baseUrl: 'ftp://example.com' } });
		const providers = await harness
			.json({ resource: 'provider', operation: 'getAll' })
			.catch(String);
		Object.assign(harness.credential, { data });
		expect(providers).toMatch(
			/The credential cannot be used: .* — Open the credential and correct the address\./,
		);
	});
});

describe('a Base URL without its version', () => {
	it.each([
		['answers 404', { status: 404 }],
		['answers with a web page', { signInPage: true }],
	])('that %s: the message names the usual end', async (_, fault) => {
		await harness.sandbox.fault({ origin: 'rest', path: '^/providers', ...fault });
		const baseUrl = harness.sandbox.baseUrl.replace(/\/v2$/, '');
		expect(await check({ baseUrl })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('Check the Base URL: it usually ends in /v2.') as unknown,
		});
	});
});
