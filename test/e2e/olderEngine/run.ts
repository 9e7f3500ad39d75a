/**
 * Runs one workflow on whatever n8n engine `require` finds, and writes n8n's record of it as JSON.
 * Started as a process of its own from outside the repository, so that it finds the older engine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { PackageDirectoryLoader } from 'n8n-core';
import type { IWorkflowBase } from 'n8n-workflow';

import { CORE_NODES } from '../../../scripts/coreNodes';
import { Engine, PACKAGE, type StoredCredential } from '../../../scripts/engine';

export interface Order {
	packageFolder: string;
	credentials: StoredCredential[];
	workflow: Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'>;
	startNode: string;
	resultFile: string;
}

export interface Result {
	nodeTypes: string[];
	status: string;
	error?: string;
	/** File name and language of each translation that came back. */
	collected: string[];
}

async function main(): Promise<void> {
	const order = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Order;
	const loader = new PackageDirectoryLoader(order.packageFolder);
	await loader.loadAll();
	const ours = Object.fromEntries(
		Object.entries(loader.nodeTypes).map(([name, { type }]) => [`${PACKAGE}.${name}`, type]),
	);
	const credentials = Object.fromEntries(
		Object.entries(loader.credentialTypes).map(([name, { type }]) => [name, type]),
	);
	const engine = await Engine.start({
		nodes: { ...ours, ...CORE_NODES },
		credentials,
		stored: order.credentials,
	});
	const run = await engine.run(order.workflow, { startNode: order.startNode });
	const { error, runData } = run.data.resultData;
	const collected = (runData['Collect Translations']?.[0]?.data?.main?.[0] ?? []).map(
		({ json }) => `${String(json.fileName)} ${String(json.targetNativeLanguageCode)}`,
	);
	const result: Result = {
		nodeTypes: Object.keys(ours),
		status: run.status,
		error: error?.message,
		collected,
	};
	writeFileSync(order.resultFile, JSON.stringify(result));
	engine.stop();
}

main().then(
	// The engine keeps timers that would hold the process.
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
