import { startWatchedSandbox } from '../../support/watchedSandbox';
import { type Caller, useCaller } from '../caller';

const caller = useCaller();

const rules = async () => (await caller.sandbox.violations()).map(({ rule }) => rule);

it('are none for ordinary calls', async () => {
	const jobId = await caller.createJob();
	await caller.uploadFile(jobId);
	await caller.askToken();
	expect(await rules()).toEqual([]);
});

it.each<[string, (caller: Caller) => Promise<unknown>]>([
	[
		'authorization-on-file-host',
		({ sandbox, token }) =>
			fetch(`${sandbox.fileUrl}/fms/download/x`, { headers: { Authorization: `Bearer ${token}` } }),
	],
	[
		'token-off-its-origin',
		({ sandbox, token }) =>
			fetch(`${sandbox.authUrl}/connect/token`, { headers: { Authorization: `Bearer ${token}` } }),
	],
	[
		'token-off-its-origin',
		({ sandbox, token }) =>
			fetch(sandbox.soap.url, { headers: { Authorization: `Bearer ${token}` } }),
	],
	['secret-in-url', (calling) => calling.call('GET', `/quota?token=${calling.token}`)],
	[
		'secret-in-url',
		({ sandbox }) =>
			fetch(`${sandbox.authUrl}/connect/token?client_secret=${sandbox.clientSecret}`),
	],
	['wrong-client-secret', (calling) => calling.askToken({ client_secret: 'guess' })],
	[
		'client-secret-off-auth-host',
		(calling) =>
			calling.call('GET', '/quota', undefined, { 'X-Secret': calling.sandbox.clientSecret }),
	],
	[
		'client-secret-off-auth-host',
		(calling) => calling.call('POST', '/jobs', { client_secret: calling.sandbox.clientSecret }),
	],
	[
		'client-secret-off-auth-host',
		({ sandbox }) =>
			fetch(`${sandbox.fileUrl}/x`, { headers: { 'X-Secret': sandbox.clientSecret } }),
	],
])('%s', async (rule, leak) => {
	await leak(caller);
	expect(await rules()).toContain(rule);
});

it('sastoken-off-upload: anywhere but on the TUS upload', async () => {
	const transfer = await caller.createTransfer(await caller.createJob());
	await caller.call('GET', '/quota', undefined, { sastoken: transfer.fmsSASToken });
	await fetch(transfer.fmsPostMultipartUrl, {
		method: 'POST',
		headers: { sastoken: transfer.fmsSASToken },
		body: new FormData(),
	});
	expect(await rules()).toEqual(['sastoken-off-upload', 'sastoken-off-upload']);
});

it('say what, where and when', async () => {
	await fetch(`${caller.sandbox.fileUrl}/fms/download/x`, {
		headers: { Authorization: 'Basic x' },
	});
	expect(await caller.sandbox.violations()).toEqual([
		{
			rule: 'authorization-on-file-host',
			detail: 'GET /fms/download/x on the files host',
			at: expect.any(String),
		},
	]);
});

it('end the tests that watch for them, also when the sandbox was reset in between', async () => {
	const guess = async (sandbox: { authUrl: string; clientId: string }) => {
		const body = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: sandbox.clientId,
			client_secret: 'guess',
		});
		await fetch(`${sandbox.authUrl}/connect/token`, { method: 'POST', body });
	};
	const [watched, excused] = await Promise.all([
		startWatchedSandbox(),
		startWatchedSandbox({}, ['wrong-client-secret']),
	]);
	for (const sandbox of [watched, excused]) {
		await guess(sandbox);
		await sandbox.reset();
	}
	await expect(watched.stop()).rejects.toThrow(/wrong-client-secret/);
	await expect(excused.stop()).resolves.toBeUndefined();
});
