import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { testTranslationJobsApi } from '../../../../nodes/form/methods/credentialTest';
import type { Fault } from '../../../../sandbox/faults/faults';
import { useHarness } from '../../../support/harness';
import { shortDeadlines } from '../../../support/shortDeadlines';

const harness = useHarness({ provoked: ['wrong-client-secret', 'token-off-its-origin'] });

const check = async (changes: ICredentialDataDecryptedObject = {}) =>
	await testTranslationJobsApi.call(new CredentialTestContext(), {
		id: '1',
		name: 'Sandbox',
		type: 'translationJobsApi',
		data: { ...harness.credential.data, ...changes },
	});

/** An address where nothing listens: a port that was free a moment ago is closed. */
const CLOSED = 'http://127.0.0.1:9';

it('a good login names the environment it reached', async () => {
	expect(await check()).toEqual({ status: 'OK', message: 'Connected to the staging environment' });
});

it('a pasted token endpoint and trailing slashes are tolerated', async () => {
	expect(
		await check({
			authUrl: `${harness.sandbox.authUrl}/connect/token/`,
			baseUrl: `${harness.sandbox.baseUrl}//`,
		}),
	).toMatchObject({ status: 'OK' });
});

it.each([
	[
		'a wrong secret',
		() => ({ clientSecret: 'wrong-secret' }),
		/refused the client ID or the client secret/,
	],
	[
		'a token host that is none',
		() => ({ authUrl: harness.sandbox.fileUrl }),
		/no token endpoint|web page|refused/,
	],
	[
		'a token host out of reach',
		() => ({ authUrl: CLOSED }),
		/token host .* cannot be reached \(ECONNREFUSED\)/,
	],
	[
		'a base address out of reach',
		() => ({ baseUrl: CLOSED }),
		/login works, but .* cannot be reached/,
	],
	[
		'a base address that is another service',
		() => ({ baseUrl: harness.sandbox.authUrl }),
		/login works, but .* is not the translation job service/,
	],
	[
		'a base address without https',
		() => ({ baseUrl: 'http://api.example.com' }),
		/must begin with https/,
	],
	[
		'a base address that begins with https on a host without it',
		() => ({ baseUrl: harness.sandbox.baseUrl.replace('http:', 'https:') }),
		/login works, but https:\S+ does not speak https\. Check the Base URL and its port/,
	],
	[
		'a token address that begins with https on a host without it',
		() => ({ authUrl: harness.sandbox.authUrl.replace('http:', 'https:') }),
		/token host https:\S+ does not speak https\. Check the Token URL of the credential and its port/,
	],
	['an empty base address', () => ({ baseUrl: '' }), /Base URL is empty/],
])('%s is told in words', async (_, changes, message) => {
	const result = await check(changes());
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
});

it('a sign-in page of the token host is recognised', async () => {
	await harness.sandbox.fault({ origin: 'auth', signInPage: true });
	expect(await check()).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('a web page instead of a token'),
	});
});

it('a sign-in page of the service is not called a success', async () => {
	await harness.sandbox.fault({ origin: 'rest', signInPage: true });
	expect(await check()).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('is not the translation job service'),
	});
});

it('each of its calls leaves a line in the log, without a secret', async () => {
	harness.engine.logs.length = 0;
	await check();
	const { authUrl, baseUrl, clientSecret } = harness.sandbox;
	const line = {
		environment: 'staging',
		status: 200,
		durationMs: expect.any(Number),
		credentialTest: true,
	};
	expect(harness.engine.logs).toMatchObject([
		{
			message: 'Translation Jobs: POST /connect/token 200',
			meta: { ...line, service: authUrl, method: 'POST', path: '/connect/token' },
		},
		{
			message: 'Translation Jobs: GET /providers 200',
			meta: { ...line, service: baseUrl, method: 'GET', path: '/providers' },
		},
	]);
	for (const secret of [clientSecret, 'sbx-token-'])
		expect(JSON.stringify(harness.engine.logs)).not.toContain(secret);
});

it('a call that gets no answer leaves a line as well', async () => {
	harness.engine.logs.length = 0;
	await check({ authUrl: CLOSED });
	expect(harness.engine.logs).toMatchObject([
		{
			message: 'Translation Jobs: POST /connect/token ECONNREFUSED',
			meta: { service: CLOSED, error: 'ECONNREFUSED' },
		},
	]);
});

const JSON_TYPE = { 'content-type': 'application/json' };

it.each<[string, Fault, RegExp]>([
	['an empty answer', { status: 200, body: '' }, /token host .* answered with nothing/],
	[
		'a JSON error with status 200',
		{ status: 200, body: { message: 'Down for maintenance' } },
		/answered without a token: Down for maintenance/,
	],
	[
		'a text',
		{ status: 200, body: 'OK' },
		/answered with something that cannot be read \(text\/plain\)/,
	],
	[
		'JSON that ends in the middle',
		{ status: 200, body: '{"access_token":"half', headers: JSON_TYPE },
		/answered with something that cannot be read/,
	],
	['an answer that breaks off', { cutDownloadAt: 20 }, /token host .* gave no whole answer/],
	[
		'an answer that breaks off before its first byte',
		{ cutDownloadAt: 0 },
		/token host .* gave no whole answer/,
	],
	[
		'a refusal with status 200',
		{ status: 200, body: { error: 'invalid_client' } },
		/refused the client ID or the client secret/,
	],
	[
		'a redirect',
		{ status: 302, headers: { location: 'https://login.example.com/?x=1' } },
		/redirects to https:\/\/login\.example\.com\./,
	],
])('%s of the token host is called what it is', async (_what, fault, message) => {
	await harness.sandbox.fault({ origin: 'auth', ...fault });
	const result = await check();
	expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
	expect(result.message).not.toContain('half');
});

it.each<[string, Fault, RegExp]>([
	['breaks off', { cutDownloadAt: 20 }, /gave no whole answer/],
	['breaks off before its first byte', { cutDownloadAt: 0 }, /gave no whole answer/],
	['ends in the middle', { garbage: true }, /is cut off/],
	['is empty', { status: 200, body: '' }, /gave an empty answer/],
	['is nothing but a status', { status: 204, body: '' }, /gave an empty answer/],
	['is an empty object', { status: 200, body: {} }, /is not the translation job service/],
	[
		'is a message',
		{ status: 200, body: { message: 'Hello' } },
		/is not the translation job service \(it answered: Hello\)/,
	],
	[
		'is a list of something else',
		{ status: 200, body: { message: 'No', errors: ['a'] } },
		/is not the translation job service/,
	],
	[
		'is null',
		{ status: 200, body: 'null', headers: JSON_TYPE },
		/is not the translation job service/,
	],
	['is a text', { status: 200, body: 'OK' }, /is not the translation job service/],
	[
		'is a redirect',
		{ status: 302, headers: { location: '/login' } },
		/redirects to another address/,
	],
])('an answer of the service that %s is no success', async (_what, fault, message) => {
	await harness.sandbox.fault({ origin: 'rest', ...fault });
	expect(await check()).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
});

it.each<[string, unknown]>([
	['an empty list', { providers: [] }],
	['a bare list', [{ providerId: 'a' }]],
	['an embedded list', { _embedded: { Providers: [{ providerId: 'a' }] } }],
	['a list under another name', { items: [{ providerId: 'a' }] }],
	[
		'an empty page without its list',
		{ _links: { self: { href: '/v2/providers' } }, page: { size: 50, totalElements: 0 } },
	],
	['an empty page of the other shape', { pagination: { navNext: null } }],
])('%s is a success', async (_what, body) => {
	await harness.sandbox.fault({ origin: 'rest', status: 200, body });
	expect(await check()).toMatchObject({ status: 'OK' });
});

it.each(['auth', 'rest'] as const)('an answer that drips is given up (%s)', async (origin) => {
	await harness.sandbox.fault({ origin, drip: { bytes: 1, everyMs: 50 } });
	const restoreDeadlines = shortDeadlines();
	const result = await check();
	restoreDeadlines();
	expect(result).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('gave no whole answer in time'),
	});
});

it('the token is in no message', async () => {
	const server = createServer((req, res) =>
		res.writeHead(404).end(`No ${req.headers.authorization?.replace('Bearer ', '')}`),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { message } = await check({
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
	});
	server.close();
	expect(message).toContain('it answered: No ***');
});

it('the secret is in no message', async () => {
	await harness.sandbox.fault({
		origin: 'auth',
		status: 400,
		body: { error: `bad secret ${harness.sandbox.clientSecret}` },
	});
	expect((await check()).message).not.toContain(harness.sandbox.clientSecret);
});
