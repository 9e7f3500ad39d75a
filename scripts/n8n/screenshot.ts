import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { EditorWindow, ensureBrowser, NO_BROWSER } from './browser';
import type { WorkflowInput } from './rest';
import { Workbench } from './workbench';

const HELP = `Shows a node as a user sees it in the n8n editor, in a picture.

  npm run build && npx tsx scripts/n8n/screenshot.ts --workflow file.json --node "Name" [--node "Other"] --out folder

  --workflow  a workflow as n8n exports it: {name, nodes, connections}
  --node      the node whose parameters to show (repeatable); without it, the whole canvas
  --run       the name of the trigger to run the workflow from before taking the pictures
  --search    text to type into the node creator instead, to show what it finds
  --out       the folder for the PNG files (default: the current folder)
  --package   another package folder than this repository
`;

const { values } = parseArgs({
	options: {
		workflow: { type: 'string' },
		node: { type: 'string', multiple: true, default: [] },
		run: { type: 'string' },
		search: { type: 'string' },
		out: { type: 'string', default: '.' },
		package: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

const EMPTY: WorkflowInput = {
	name: 'Empty',
	nodes: [{ id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }],
	connections: {},
};

async function main(): Promise<void> {
	const executable = await ensureBrowser();
	if (!executable) throw new Error(NO_BROWSER);
	const workflow = values.workflow ? (JSON.parse(readFileSync(resolve(values.workflow), 'utf8')) as WorkflowInput) : EMPTY;
	if (!existsSync(values.out)) mkdirSync(values.out, { recursive: true });

	const workbench = await Workbench.start({ packageFolder: values.package });
	const window = await EditorWindow.open(executable, workbench.rest);
	try {
		const { id } = await workbench.importWorkflow(workflow);
		if (values.run) await workbench.rest.finished(await workbench.rest.run(id, values.run));
		await window.openWorkflow(id);
		if (values.search) {
			await window.searchNodes(values.search);
			await save(window, `search-${values.search}`);
		}
		if (values.node.length === 0) await save(window, 'canvas');
		for (const name of values.node) {
			await window.openNode(name);
			await save(window, name);
			await window.closeNode();
		}
	} finally {
		await window.close();
		await workbench.close();
	}
}

async function save(window: EditorWindow, name: string): Promise<void> {
	const file = resolve(values.out, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`);
	mkdirSync(dirname(file), { recursive: true });
	await window.settled();
	await window.page.screenshot({ path: file });
	console.log(`✔ ${file}`);
}

if (values.help) {
	console.log(HELP);
} else {
	main().catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}
