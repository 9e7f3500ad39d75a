import { listJobs } from '../../../nodes/shared/service/jobs';
import { listProviders } from '../../../nodes/shared/service/providers';
import { collect } from '../../../nodes/shared/transport/pages';
import { forgetTokens } from '../../../nodes/shared/transport/token';
import { Harness } from '../../support/harness';

let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start({}, {}, ['wrong-client-secret']);
});
beforeEach(async () => {
	forgetTokens();
	Object.assign(harness.credential.data, { accessToken: '', sessionIssuedAt: 0, sessionExpiresAt: 0, sessionOwner: '', clientId: harness.sandbox.clientId, clientSecret: harness.sandbox.clientSecret });
	await harness.sandbox.reset();
	await harness.sandbox.clearLog();
});
afterAll(async () => await harness.stop());

const tokenCalls = async () => (await harness.sandbox.log({ origin: 'auth' })).length;
const callOnce = async () => await harness.withClient(async (client) => await collect(listProviders(client)));
const callAtOnce = async (count: number) =>
	await harness.withClient(async (client) => await Promise.all(Array.from({ length: count }, async () => await collect(listProviders(client)))));

test('any number of parallel first calls ask for one token', async () => {
	await callAtOnce(50);
	expect(await tokenCalls()).toBe(1);
});

test('50 parallel calls with a token that has just expired ask for one token', async () => {
	await callOnce();
	await harness.sandbox.expireTokens();
	await callAtOnce(50);
	expect(await tokenCalls()).toBe(2);
});

test('a call whose token was refused is two calls in the log', async () => {
	await callOnce();
	await harness.sandbox.expireTokens();
	const before = harness.engine.logs.length;
	await callOnce();
	const statuses = harness.engine.logs.slice(before).flatMap((line) => /GET \/providers (\d+)/.exec(JSON.stringify(line))?.[1] ?? []);
	expect(statuses).toEqual(['401', '200']);
});

test('a stored token that has not expired is used by a process that knows nothing of it', async () => {
	await callOnce();
	forgetTokens();
	await callOnce();
	expect(await tokenCalls()).toBe(1);
});

test('a token is renewed a minute before it expires, without a refused call', async () => {
	await callOnce();
	Object.assign(harness.credential.data, { sessionIssuedAt: Date.now() - 3_541_000, sessionExpiresAt: Date.now() + 59_000 });
	forgetTokens();
	await callOnce();
	expect(await tokenCalls()).toBe(2);
	expect((await harness.sandbox.log({ origin: 'rest' })).map(({ status }) => status)).toEqual([200, 200]);
});

test('a token that lives for less than a minute is used for half its life', async () => {
	await harness.sandbox.configure({ tokenLifetimeSeconds: 50 });
	await callAtOnce(3);
	await callOnce();
	expect(await tokenCalls()).toBe(1);
	Object.assign(harness.credential.data, { sessionIssuedAt: Date.now() - 26_000, sessionExpiresAt: Date.now() + 24_000 });
	forgetTokens();
	await callOnce();
	expect(await tokenCalls()).toBe(2);
});

test('a token that was issued for another login is not used', async () => {
	await callOnce();
	await harness.sandbox.addClient({ clientId: 'second-client', clientSecret: 'second-secret' });
	Object.assign(harness.credential.data, { clientId: 'second-client', clientSecret: 'second-secret' });
	await callOnce();
	expect(await tokenCalls()).toBe(2);
});

test('the token dies between two pages and the list still arrives whole', async () => {
	await harness.sandbox.seed({ jobs: 120 });
	await harness.sandbox.fault({ origin: 'rest', method: 'GET', path: '/jobs', skip: 1, expireToken: true });
	const jobs = await harness.withClient(async (client) => await collect(listJobs(client)));
	expect(jobs).toHaveLength(120);
});

describe('when there is no token to be had', () => {
	const attempt = async (changes: Record<string, string>) => {
		const before = { ...harness.credential.data };
		Object.assign(harness.credential.data, changes);
		try {
			return await callOnce().then(
				() => undefined,
				(error: unknown) => error,
			);
		} finally {
			Object.assign(harness.credential.data, before);
		}
	};

	test('a wrong secret is named, and nothing else is called', async () => {
		expect(await attempt({ clientSecret: 'wrong-secret' })).toMatchObject({
			message: 'The token host refused the client ID or the client secret',
			failure: { cause: 'credential-invalid' },
		});
		expect(await harness.sandbox.log({ origin: 'rest' })).toEqual([]);
	});

	test('a sign-in page is not taken for a token', async () => {
		await harness.sandbox.fault({ origin: 'auth', signInPage: true });
		expect(await attempt({})).toMatchObject({ message: expect.stringContaining('a web page instead of a token') });
	});

	test('a busy token host is tried again', async () => {
		await harness.sandbox.fault({ origin: 'auth', status: 503, headers: { 'retry-after': '0.1' } });
		expect(await attempt({})).toBeUndefined();
		expect(await tokenCalls()).toBe(2);
	});

	test('an address without https is refused before anything is sent', async () => {
		expect(await attempt({ baseUrl: 'http://translation.example.com/v2' })).toMatchObject({ message: expect.stringContaining('must begin with https://') });
	});
});
