/**
 * Runs one workflow on whatever n8n engine `require` finds, and writes n8n's record of it as JSON.
 * Started as a process of its own from outside the repository, so that it finds the older engine.
 */
import { PackageDirectoryLoader, WorkflowExecute } from 'n8n-core';
import type { INodeType, IWorkflowBase } from 'n8n-workflow';
import { readFileSync, writeFileSync } from 'node:fs';

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
	runData: Record<string, unknown>;
}

interface OlderExecute {
	run(workflow: unknown, startNode?: unknown, destinationNode?: unknown, pinData?: unknown): unknown;
}

/** The engine of n8n 1 takes one argument after the other where later ones take an object. */
function takeObjects(): void {
	const prototype = WorkflowExecute.prototype as unknown as OlderExecute;
	const run = prototype.run;
	prototype.run = function (input) {
		const { workflow, startNode, pinData } = input as { workflow: unknown; startNode?: unknown; pinData?: unknown };
		return run.call(this, workflow, startNode, undefined, pinData);
	};
}

const manualTrigger = {
	description: { displayName: 'Start', name: 'manualTrigger', group: ['trigger'], version: 1, description: '', defaults: {}, inputs: [], outputs: ['main'], properties: [] },
	execute: async () => [[{ json: {} }]],
} as unknown as INodeType;

async function main(): Promise<void> {
	const order = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Order;
	takeObjects();
	const loader = new PackageDirectoryLoader(order.packageFolder);
	await loader.loadAll();
	const ours = Object.fromEntries(Object.entries(loader.nodeTypes).map(([name, { type }]) => [`${PACKAGE}.${name}`, type]));
	const credentials = Object.fromEntries(Object.entries(loader.credentialTypes).map(([name, { type }]) => [name, type]));
	const engine = await Engine.start({ nodes: { ...ours, 'n8n-nodes-base.manualTrigger': manualTrigger }, credentials, stored: order.credentials });
	const run = await engine.run(order.workflow, { startNode: order.startNode });
	const { error, runData } = run.data.resultData;
	const result: Result = { nodeTypes: Object.keys(ours), status: run.status, error: error?.message, runData };
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
