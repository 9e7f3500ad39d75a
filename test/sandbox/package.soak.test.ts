/** The sandbox is a package of its own: somebody installs it without this repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import manifest from '../../sandbox/package.json';

const root = join(__dirname, '..', '..');
const project = mkdtempSync(join(tmpdir(), 'sandbox-package-'));
const installed = join(project, 'node_modules');
const folder = join(installed, manifest.name);
afterAll(() => rmSync(project, { recursive: true, force: true }));

function npm(...args: string[]): string {
	return execFileSync('npm', [...args, '--workspace', 'sandbox'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
}

function run(script: string): unknown {
	const file = join(project, 'connector.mjs');
	writeFileSync(file, script);
	// As outside these tests.
	const { TRANSLATION_JOBS_SANDBOX: _bundle, ...env } = process.env;
	return JSON.parse(
		execFileSync(process.execPath, [file], { cwd: project, env, encoding: 'utf8' }),
	);
}

/** The archive, unpacked, with what it lists as dependencies and nothing else. */
beforeAll(() => {
	npm('run', '--silent', 'build');
	const [packed] = JSON.parse(
		npm('pack', '--json', '--loglevel=error', '--pack-destination', project),
	) as [{ filename: string }];
	mkdirSync(folder, { recursive: true });
	execFileSync('tar', [
		...['-xzf', join(project, packed.filename)],
		...['-C', folder, '--strip-components=1'],
	]);
	for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
		const link = join(installed, name);
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(join(root, 'node_modules', name), link);
	}
});

it("starts in a connector's tests, with its page, and takes calls on every host", () => {
	const script = `
		import { startSandbox } from '${manifest.name}';
		const sandbox = await startSandbox();
		const tus = await fetch(sandbox.fileUrl + '/fms/tus/none', { method: 'HEAD' });
		const wsdl = await fetch(sandbox.soap.url + '?singleWsdl');
		const envelope = await fetch(sandbox.soap.url, { method: 'POST', body: '<nothing/>' });
		const page = await fetch(sandbox.controlUrl);
		console.log(JSON.stringify({
			jobs: await sandbox.jobs(),
			tus: tus.status,
			wsdl: (await wsdl.text()).includes('definitions'),
			envelope: (await envelope.text()).includes('No matching global declaration'),
			page: (await page.text()).includes('<title>'),
		}));
		await sandbox.stop();`;
	expect(run(script)).toEqual({ jobs: [], tus: 404, wsdl: true, envelope: true, page: true });
});

it('starts as a command', () => {
	const help = execFileSync(process.execPath, [join(folder, manifest.bin), '--help'], {
		encoding: 'utf8',
	});
	expect(help).toContain('--preset');
	expect(readFileSync(join(folder, manifest.bin), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('has types', () => {
	const file = join(project, 'connector.ts');
	writeFileSync(
		file,
		`import { startSandbox } from '${manifest.name}';
		export const start = () => startSandbox({ preset: 'production', variants: { pageSize: 2 } });
		// @ts-expect-error There is no such switch.
		export const mistaken = () => startSandbox({ variants: { none: 2 } });`,
	);
	const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
	const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022'];
	execFileSync(process.execPath, [tsc, ...options, '--types', 'node', file], {
		cwd: project,
		stdio: 'inherit',
	});
});
