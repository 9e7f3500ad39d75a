import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { startSandbox } from '../../sandbox/launch';
import { EditorWindow, ensureBrowser, NO_BROWSER } from './browser';
import type { WorkflowInput } from './run/rest';
import { sandboxCredentials } from './run/sandboxCredentials';
import { Workbench } from './run/workbench';

const HELP = `Shows a node as a user sees it in the n8n editor, in a picture.

  npm run build && npx tsx scripts/n8n/screenshot.ts --workflow file.json --node "Name" [--node "Other"] --out folder

  --workflow  a workflow as n8n exports it: {name, nodes, connections}
  --node      the node whose parameters to show (repeatable); without it, the whole canvas
  --execute   press "Execute step" in each node and wait for its output before its picture is taken
  --search    text to type into the node creator instead, to show what it finds
  --jobs      how many jobs the sandbox holds already (default: 3)
  --out       the folder for the PNG files (default: the current folder)
  --package   another package folder than this repository
`;

const { values } = parseArgs({
	options: {
		workflow: { type: 'string' },
		node: { type: 'string', multiple: true, default: [] },
		execute: { type: 'boolean', default: false },
		jobs: { type: 'string', default: '3' },
		search: { type: 'string' },
		out: { type: 'string', default: '.' },
		package: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

const EMPTY: WorkflowInput = {
	name: 'Empty',
	nodes: [
		{
			id: 'start',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
	],
	connections: {},
};

async function main(): Promise<void> {
	const executable = await ensureBrowser();
	if (!executable) throw new Error(NO_BROWSER);
	const workflow = values.workflow
		? (JSON.parse(readFileSync(resolve(values.workflow), 'utf8')) as WorkflowInput)
		: EMPTY;
	mkdirSync(values.out, { recursive: true });

	const sandbox = await startSandbox();
	await sandbox.seed({
		jobs: Number(values.jobs),
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const workbench = await Workbench.start({
		packageFolder: values.package,
		credentials: sandboxCredentials(sandbox),
	});
	const window = await EditorWindow.open(executable, workbench.rest);
	const save = async (name: string) => {
		const file = resolve(values.out, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`);
		await window.screenshot(file);
		console.log(`✔ ${file}`);
	};
	try {
		const { id } = await workbench.importWorkflow(workflow);
		await window.openWorkflow(id);
		if (values.search) {
			await window.findNode(values.search, 'Translation Jobs');
			await save(`search-${values.search}`);
		} else if (values.node.length === 0) {
			await save('canvas');
		}
		for (const name of values.node) {
			await window.openNode(name);
			if (values.execute) {
				await window.executeStep();
				await window.outputShows();
			}
			await save(name);
			await window.closeNode();
		}
	} finally {
		await window.close();
		await workbench.close();
		await sandbox.stop();
	}
}

if (values.help) {
	console.log(HELP);
} else {
	main().catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}
