/**
 * Where there is no Docker, this is as far as a test goes: a program in its place that understands
 * what it is asked, and answers as n8n would.
 */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { canRunContainers } from '../../../../scripts/n8n/install/docker';
import {
	ensureRuntimeOrImage,
	type ImageRuntime,
	N8N_VERSION,
} from '../../../../scripts/n8n/install/runtime';
import { filesFolder, N8nProcess } from '../../../../scripts/n8n/run/process';
import { eventually } from '../../../support/eventually';

/** Writes down how it was called. `run` answers on the port of n8n, `kill` ends it. */
const DOCKER = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync, existsSync } = require('node:fs');
const [command, ...args] = process.argv.slice(2);
appendFileSync(__dirname + '/calls', JSON.stringify([command, ...args]) + '\\n');
if (existsSync(__dirname + '/fails-' + command)) {
	console.error('no such image');
	process.exit(1);
}
if (command === 'info') console.log(readFileSync(__dirname + '/info', 'utf8'));
if (command === 'kill') process.kill(Number(readFileSync(__dirname + '/pid', 'utf8')), 'SIGKILL');
if (command === 'run') {
	writeFileSync(__dirname + '/pid', String(process.pid));
	const port = args.find((arg) => arg.startsWith('N8N_PORT=')).split('=')[1];
	require('node:http')
		.createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'))
		.listen(Number(port), '127.0.0.1');
}
`;

let folder: string;
const { PATH, TRANSLATION_JOBS_CACHE } = process.env;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'container-test-'));
	writeFileSync(join(folder, 'docker'), DOCKER);
	chmodSync(join(folder, 'docker'), 0o755);
	process.env.PATH = `${folder}${delimiter}${PATH}`;
	process.env.TRANSLATION_JOBS_CACHE = join(folder, 'cache');
	says('linux Debian GNU/Linux 13 [name=seccomp,profile=builtin]');
});
afterEach(() => {
	process.env.PATH = PATH;
	if (TRANSLATION_JOBS_CACHE === undefined) delete process.env.TRANSLATION_JOBS_CACHE;
	else process.env.TRANSLATION_JOBS_CACHE = TRANSLATION_JOBS_CACHE;
	rmSync(folder, { recursive: true });
});

const says = (info: string) => writeFileSync(join(folder, 'info'), info);
const calls = () =>
	readFileSync(join(folder, 'calls'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as string[]);

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('n8n in a container', () => {
	const image = `n8nio/n8n:${N8N_VERSION}`;

	it('takes the place of an n8n that is not installed', async () => {
		expect(await ensureRuntimeOrImage(() => {})).toEqual({ version: N8N_VERSION, image });
		expect(calls().at(-1)).toEqual(['pull', '--quiet', image]);
	});

	it('is not used if n8n is installed', async () => {
		const { arch, platform } = process;
		for (const name of [`n8n-${N8N_VERSION}-${platform}-${arch}`, `node-24-${platform}-${arch}`])
			mkdirSync(join(folder, 'cache', name), { recursive: true });
		expect(await ensureRuntimeOrImage(() => {})).not.toHaveProperty('image');
		expect(existsSync(join(folder, 'calls'))).toBe(false);
	});

	it.each(['linux Docker Desktop []', 'linux Debian [name=rootless]', 'windows Windows 11 []', ''])(
		'is not used where it has a network of its own: "%s"',
		(info) => {
			says(info);
			expect(canRunContainers()).toBe(false);
		},
	);

	it('is not used without a daemon, nor without Docker', () => {
		writeFileSync(join(folder, 'fails-info'), '');
		expect(canRunContainers()).toBe(false);
		process.env.PATH = join(folder, 'nothing');
		expect(canRunContainers()).toBe(false);
	});

	it('starts with its settings, stops when asked, and leaves no container when killed', async () => {
		const userFolder = join(folder, 'user');
		const runtime: ImageRuntime = { version: N8N_VERSION, image };
		const n8n = await N8nProcess.create({ runtime, userFolder, env: { N8N_METRICS: 'false' } });
		await n8n.start();
		const [run] = calls();
		expect(run!.slice(-2)).toEqual([image, 'start']);
		const options = run!.slice(1, -2).join(' ');
		const { port } = new URL(n8n.url);
		for (const wanted of [
			'--rm',
			`--name translation-jobs-n8n-${port}`,
			'--network host',
			`--user ${process.getuid!()}:${process.getgid!()}`,
			`--volume ${userFolder}:${userFolder}`,
			`--env HOME=${userFolder}`,
			`--env N8N_USER_FOLDER=${userFolder}`,
			`--env N8N_RESTRICT_FILE_ACCESS_TO=${filesFolder(userFolder)}`,
			'--env N8N_METRICS=false',
		])
			expect(options).toContain(wanted);
		expect(options).not.toContain('PATH=');
		await n8n.stop();
		expect(calls()).toHaveLength(1);

		await n8n.start();
		await n8n.kill();
		expect(calls().at(-1)).toEqual(['kill', `translation-jobs-n8n-${port}`]);
		await eventually(
			async () =>
				await fetch(n8n.url).then(
					() => false,
					() => true,
				),
		);
	});
});
