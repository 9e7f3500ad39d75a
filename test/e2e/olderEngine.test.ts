import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '../../sandbox/launch';
import { runCommand } from '../../scripts/n8n/command';
import { ensureOlderEngine, OLDEST_N8N } from '../../scripts/n8n/olderEngine';
import { installArchive, packPackage } from '../../scripts/n8n/package';
import { sandboxCredentials } from '../../scripts/n8n/sandboxCredentials';
import { readTemplates } from '../../scripts/n8n/templates';
import type { Order, Result } from './olderEngine/run';

const repository = join(__dirname, '..', '..');
const RUNNER = join('test', 'e2e', 'olderEngine', 'run.ts');

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
	sandbox = await startSandbox({ variants: { translateDelayMs: 50 } });
	folder = mkdtempSync(join(tmpdir(), 'older-engine-'));
});

afterAll(async () => {
	await sandbox.stop();
	rmSync(folder, { recursive: true, force: true });
});

it(`the packed package loads on the engine of n8n ${OLDEST_N8N} and runs the first template`, async () => {
	const NODE_PATH = await ensureOlderEngine();
	const template = readTemplates().find(({ file }) => file === 'first-translation.json');
	if (!template) throw new Error('The first template is missing');
	const order: Order = {
		packageFolder: await installArchive(await packPackage(folder), folder),
		credentials: sandboxCredentials(sandbox).map(({ type, data }) => ({
			id: type,
			type,
			data: data as Order['credentials'][number]['data'],
		})),
		// Its nodes name their credential by its type, which is the id it gets here.
		workflow: template.workflow,
		startNode: 'Start here',
		resultFile: join(folder, 'result.json'),
	};
	writeFileSync(join(folder, 'order.json'), JSON.stringify(order));

	// Outside the repository, so that the newer engine in its node_modules is not found first.
	for (const file of [RUNNER, join('scripts', 'engine.ts'), join('scripts', 'coreNodes.ts')])
		cpSync(join(repository, file), join(folder, file));
	const tsx = join(repository, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	await runCommand(process.execPath, [tsx, RUNNER, join(folder, 'order.json')], {
		cwd: folder,
		env: { ...process.env, NODE_PATH },
	});

	const result = JSON.parse(readFileSync(order.resultFile, 'utf8')) as Result;
	expect(result.nodeTypes).toContain('n8n-nodes-translation-jobs.translationJobs');
	expect(result).toMatchObject({ status: 'success' });
	expect(result.collected).toHaveLength(9);
	expect(result.collected).toContain('welcome.txt fr-fr');
	expect(await sandbox.violations()).toEqual([]);
});
