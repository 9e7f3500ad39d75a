import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { testTranslationJobsApi } from '../../nodes/TranslationJobs/methods/credentialTest';
import { Harness } from '../support/harness';

let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start({}, {}, ['wrong-client-secret', 'token-off-its-origin']);
});
beforeEach(async () => await harness.sandbox.reset());
afterAll(async () => await harness.stop());

const check = async (changes: ICredentialDataDecryptedObject = {}) =>
	await testTranslationJobsApi.call(new CredentialTestContext(), { id: '1', name: 'Sandbox', type: 'translationJobsApi', data: { ...harness.credential.data, ...changes } });

/** An address where nothing listens: a port that was free a moment ago is closed. */
const CLOSED = 'http://127.0.0.1:9';

test('a good login names the environment it reached', async () => {
	expect(await check()).toEqual({ status: 'OK', message: 'Connected to the staging environment' });
});

test('a pasted token endpoint and trailing slashes are tolerated', async () => {
	expect(await check({ authUrl: `${harness.sandbox.authUrl}/connect/token/`, baseUrl: `${harness.sandbox.baseUrl}//` })).toMatchObject({ status: 'OK' });
});

test.each([
	['a wrong secret', () => ({ clientSecret: 'wrong-secret' }), /refused the client ID or the client secret/],
	['a token host that is none', () => ({ authUrl: harness.sandbox.fileUrl }), /no token endpoint|web page|refused/],
	['a token host out of reach', () => ({ authUrl: CLOSED }), /token host .* cannot be reached \(ECONNREFUSED\)/],
	['a base address out of reach', () => ({ baseUrl: CLOSED }), /login works, but .* cannot be reached/],
	['a base address that is another service', () => ({ baseUrl: harness.sandbox.authUrl }), /login works, but .* is not the translation job service/],
	['a base address without https', () => ({ baseUrl: 'http://api.example.com' }), /must begin with https/],
	['an empty base address', () => ({ baseUrl: '' }), /Base URL is empty/],
])('%s is told in words', async (_, changes, message) => {
	const result = await check(changes());
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
});

test('a sign-in page of the token host is recognised', async () => {
	await harness.sandbox.fault({ origin: 'auth', signInPage: true });
	expect(await check()).toMatchObject({ status: 'Error', message: expect.stringContaining('a web page instead of a token') });
});

test('a sign-in page of the service is not called a success', async () => {
	await harness.sandbox.fault({ origin: 'rest', signInPage: true });
	expect(await check()).toMatchObject({ status: 'Error', message: expect.stringContaining('is not the translation job service') });
});

test('the secret is in no message', async () => {
	await harness.sandbox.fault({ origin: 'auth', status: 400, body: { error: `bad secret ${harness.sandbox.clientSecret}` } });
	expect((await check()).message).not.toContain(harness.sandbox.clientSecret);
});
