/** `npm run editor`: the n8n editor in the browser, with these nodes and the sandbox. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox } from '../sandbox/launch';
import { openMailbox, readDefects } from './editor/setup';
import { ensureRuntimeOrImage } from './n8n/install/runtime';
import type { StoredWorkflow } from './n8n/run/rest';
import { FIRST_TEMPLATE, inOrderOfImport, readTemplates } from './n8n/run/templates';
import { OWNER, Workbench } from './n8n/run/workbench';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const IMPATIENT_MS = 1_000;

async function main(): Promise<void> {
	for (const signal of SIGNALS) process.on(signal, abandon);
	const started = Date.now();
	console.log('▸ Starting the sandbox service');
	const sandbox = await startSandbox({ variants: readDefects(process.argv) });
	const { mailServer, credentials } = await openMailbox(sandbox);
	const workbench = await Workbench.start({ runtime: await ensureRuntimeOrImage(), credentials });
	console.log('▸ Importing the templates');
	makeSampleFolders(workbench.filesFolder);
	const templates = new Map<string, StoredWorkflow>();
	for (const { file, workflow } of inOrderOfImport(readTemplates()))
		templates.set(file, await workbench.importTemplate(workflow));
	const seconds = Math.round((Date.now() - started) / 1000);

	const first = templates.get(FIRST_TEMPLATE);
	console.log(`
✔ Ready after ${seconds} s

  Editor    ${workbench.n8n.url}
  Log in    ${OWNER.email}  ${OWNER.password}   (this machine only; gone when you stop)
  Sandbox   ${sandbox.controlUrl}   (watch jobs, calls and mails while a workflow runs)
  Files     ${workbench.filesFolder}   (workflows may read and write here)
  Stored    ${[...workbench.credentials.values()].map(({ name }) => `"${name}"`).join(', ')} as credentials, ${templates.size} workflows

  Next      open ${workbench.n8n.url}/workflow/${first?.id} ("${first?.name}", the first in the list of workflows)
            and press "Execute workflow". Three files become nine, and the sandbox shows how.

  Ctrl-C stops n8n and the sandbox.
`);
	await stopSignal();
	console.log('\n▸ Stopping');
	await workbench.close();
	await mailServer.stop();
	await sandbox.stop();
}

/** The folders that the templates for folders read and write. */
function makeSampleFolders(folder: string): void {
	for (const name of ['to-translate', 'translated']) mkdirSync(join(folder, name));
	writeFileSync(join(folder, 'to-translate', 'welcome.txt'), 'Welcome to our spring sale!\n');
	writeFileSync(
		join(folder, 'to-translate', 'delivery.html'),
		'<p>Your order arrives within <b>two days</b>.</p>\n',
	);
}

/**
 * Resolves at the first signal. npm and tsx repeat the signal of the terminal, so only a later
 * one counts as a second.
 */
async function stopSignal(): Promise<void> {
	await new Promise<void>((resolve) => {
		let stopping: number | undefined;
		for (const signal of SIGNALS) {
			process.off(signal, abandon);
			process.on(signal, () => {
				stopping ??= Date.now();
				if (Date.now() - stopping > IMPATIENT_MS) abandon();
				resolve();
			});
		}
	});
}

/** Stopped during start-up: exiting here ends everything started so far. */
function abandon(): void {
	process.exit(130);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? `\n✖ ${error.message}` : error);
		process.exit(1);
	},
);
