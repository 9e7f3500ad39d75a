/** The package as npm gets it, installed as n8n does, on the oldest and the newest engine. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as newer } from 'n8n-core/package.json';

import { type Sandbox, startSandbox } from '../../sandbox/launch';
import { runCommand } from '../../scripts/n8n/install/command';
import { ensureOlderEngine, OLDER_ENGINE } from '../../scripts/n8n/install/olderEngine';
import { installArchive, packPackage } from '../../scripts/n8n/install/package';
import { sandboxCredentials } from '../../scripts/n8n/run/sandboxCredentials';
import { FIRST_TEMPLATE, readTemplates } from '../../scripts/n8n/run/templates';
import type { Order, Result } from './engines/run';

const repository = join(__dirname, '..', '..');
const RUNNER = join('test', 'e2e', 'engines', 'run.ts');

let sandbox: Sandbox;
let folder: string;
let packageFolder: string;

beforeAll(async () => {
	sandbox = await startSandbox({ variants: { translateDelayMs: 50 } });
	// Outside the repository, so that the engine in its node_modules is not found first.
	folder = mkdtempSync(join(tmpdir(), 'engines-'));
	packageFolder = await installArchive(await packPackage(folder), folder);
	for (const file of [
		RUNNER,
		join('scripts', 'engine.ts'),
		join('scripts', 'coreNodes.ts'),
		join('test', 'support', 'oneNode.ts'),
	])
		cpSync(join(repository, file), join(folder, file));
});

afterAll(async () => {
	await sandbox.stop();
	rmSync(folder, { recursive: true, force: true });
});

it.each([
	[OLDER_ENGINE['n8n-core'], ensureOlderEngine],
	[newer, async () => join(repository, 'node_modules')],
])('runs on n8n-core %s: the first template, a file both ways, SOAP', async (version, ensure) => {
	await sandbox.reset();
	const template = readTemplates().find(({ file }) => file === FIRST_TEMPLATE)!;
	const order: Order = {
		packageFolder,
		credentials: sandboxCredentials(sandbox).map(({ type, data }) => ({
			id: type,
			type,
			data: data as Order['credentials'][number]['data'],
		})),
		// Its nodes name their credential by its type, which is the id it gets here.
		template: template.workflow,
		startNode: 'Start here',
		resultFile: join(folder, 'result.json'),
	};
	writeFileSync(join(folder, 'order.json'), JSON.stringify(order));

	const tsx = join(repository, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	await runCommand(process.execPath, [tsx, RUNNER, join(folder, 'order.json')], {
		cwd: folder,
		env: { ...process.env, NODE_PATH: await ensure() },
	});

	const result = JSON.parse(readFileSync(order.resultFile, 'utf8')) as Result;
	expect(result.engine).toBe(version);
	expect(result.template).toMatchObject({ status: 'success' });
	expect(result.template.collected).toHaveLength(9);
	expect(result.template.collected).toContain('welcome.txt fr-fr');
	expect(result.received).toBe(result.sent);
	expect(result.analysisCodes).toBeGreaterThan(0);
	// A second copy of a module would not know the token of the first.
	expect(await sandbox.log({ origin: 'auth' })).toHaveLength(1);
	expect(await sandbox.violations()).toEqual([]);
});
