import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { startSandbox } from '../../sandbox/launch';
import { eventually } from '../support/eventually';

/** What a person copies into the form of the credential. */
const ENTERED = ['baseUrl', 'authUrl', 'clientId', 'clientSecret'];

const root = join(__dirname, '..', '..');
const reachable = async (url: string) =>
	await fetch(url).then(
		() => true,
		() => false,
	);

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

it('ends when it is stopped', async () => {
	const sandbox = await startSandbox();
	await sandbox.stop();
	expect([isAlive(sandbox.pid), await reachable(sandbox.controlUrl)]).toEqual([false, false]);
});

it('ends with the process that started it, even when that one is killed', async () => {
	const script = `require('./sandbox/launch.ts').startSandbox().then(({ pid }) => console.log(pid))`;
	const parent = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
	parent.kill('SIGKILL');
	await eventually(() => !isAlive(Number(line)));
});

it('says why it did not start', async () => {
	const occupied = await startSandbox();
	const port = Number(new URL(occupied.controlUrl).port);
	await expect(startSandbox({ ports: { control: port } })).rejects.toThrow('EADDRINUSE');
	await occupied.stop();
});

it.each(['SIGINT', 'SIGTERM'] as const)(
	'prints addresses, credentials and first steps, and stops on %s',
	async (signal) => {
		const child = spawn(
			process.execPath,
			['--import', 'tsx', 'sandbox/main.ts', '--client-id', 'me', '--client-secret', 'mine'],
			{ cwd: root },
		);
		let printed = '';
		child.stdout.on('data', (chunk) => (printed += chunk));
		await eventually(() => printed.includes('/complete'));
		const lines = printed.split('\n').map((line) => line.trim());
		const labels = new TranslationJobsApi().properties
			.filter(({ name }) => ENTERED.includes(name))
			.map(({ displayName }) => displayName);
		const first = lines.findIndex((line) => line.startsWith(labels[0]!));
		expect(lines.slice(first, first + ENTERED.length)).toEqual(
			labels.map((label) => expect.stringMatching(`^${label}  +\\S+$`) as unknown),
		);
		expect(printed).toMatch(/Base URL +http:\/\/127\.0\.0\.1:\d+\/v2\n/);
		expect(printed).toContain('client_id=me -d client_secret=mine');
		child.kill(signal);
		expect((await once(child, 'exit'))[0]).toBe(0);
	},
);
