import { read, useCaller } from '../caller';

const caller = useCaller();
beforeEach(async () => {
	await caller.login();
});

it('hands out a bearer token for an hour', async () => {
	const { status, body } = await caller.askToken();
	expect(status).toBe(200);
	expect(body).toEqual({
		access_token: expect.any(String),
		expires_in: 3600,
		token_type: 'Bearer',
		scope: expect.any(String),
	});
});

it.each([
	['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
	['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
	['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
])('refuses %s', async (_what, form, error) => {
	const { status, body } = await caller.askToken(form);
	expect([status, body]).toEqual([400, { error }]);
});

it('refuses credentials that are not a form', async () => {
	const answer = await read(
		await fetch(`${caller.sandbox.authUrl}/connect/token`, {
			method: 'POST',
			body: '{}',
			headers: { 'Content-Type': 'application/json' },
		}),
	);
	expect([answer.status, answer.body]).toEqual([400, { error: 'invalid_request' }]);
});

it('has nothing else on the token host', async () => {
	const answers = await Promise.all([
		fetch(`${caller.sandbox.authUrl}/connect/token`),
		fetch(caller.sandbox.authUrl),
	]);
	expect(answers.map(({ status }) => status)).toEqual([405, 404]);
});

it.each([
	['no token', ''],
	['an invented token', 'Bearer nonsense'],
	['another scheme', 'Basic c2FuZGJveA=='],
])('refuses a call with %s', async (_what, authorization) => {
	const { status, body } = await caller.call('GET', '/jobs', undefined, {
		Authorization: authorization,
	});
	expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
});

it('refuses a token after its lifetime', async () => {
	await caller.sandbox.advance(3_601_000);
	expect((await caller.call('GET', '/jobs')).status).toBe(401);
});

it('can make every token invalid at once', async () => {
	await caller.sandbox.expireTokens();
	expect((await caller.call('GET', '/jobs')).status).toBe(401);
});

it('takes further clients', async () => {
	await caller.sandbox.addClient({ clientId: 'second', clientSecret: 'second-secret' });
	expect(
		(await caller.askToken({ client_id: 'second', client_secret: 'second-secret' })).status,
	).toBe(200);
});
