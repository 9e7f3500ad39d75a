import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPackage } from './package';
import { N8nProcess } from './process';
import { N8nRest, type CredentialInput, type Owner, type StoredCredential, type StoredWorkflow, type WorkflowInput } from './rest';
import { ensureRuntime } from './runtime';

/** The account of every n8n these scripts start: on this machine only, and thrown away with it. */
export const OWNER: Owner = { email: 'owner@example.com', password: 'Translate-1', firstName: 'Local', lastName: 'Owner' };

export interface WorkbenchOptions {
	credentials?: CredentialInput[];
	env?: Record<string, string>;
	packageFolder?: string;
	print?: (line: string) => void;
}

/** An n8n with the packed package installed, an owner logged in and credentials stored; gone when closed. */
export class Workbench {
	private constructor(
		readonly userFolder: string,
		readonly n8n: N8nProcess,
		readonly rest: N8nRest,
		private readonly nodeTypes: Map<string, INodeTypeDescription>,
		readonly credentials: Map<string, StoredCredential & { data: IDataObject }>,
	) {}

	static async start({ credentials = [], env, packageFolder, print = console.log }: WorkbenchOptions = {}): Promise<Workbench> {
		const runtime = await ensureRuntime(print);
		const userFolder = mkdtempSync(join(tmpdir(), 'translation-jobs-n8n-'));
		const removeFolder = () => rmSync(userFolder, { recursive: true, force: true, maxRetries: 5 });
		process.once('exit', removeFolder);
		try {
			print('▸ Packing and installing the nodes');
			await installPackage(userFolder, packageFolder);
			print(`▸ Starting n8n ${runtime.version}`);
			const n8n = await N8nProcess.start({ runtime, userFolder, env });
			const rest = new N8nRest(n8n.url);
			await rest.setUpOwner(OWNER);
			const nodeTypes = new Map((await rest.nodeTypes()).map((type) => [type.name, type]));
			const known = new Set((await rest.credentialTypes()).map(({ name }) => name));
			const stored = await Promise.all(
				credentials.filter(({ type }) => known.has(type)).map(async (input) => [input.type, { ...(await rest.createCredential(input)), data: input.data }] as const),
			);
			return new Workbench(userFolder, n8n, rest, nodeTypes, new Map(stored));
		} catch (error) {
			removeFolder();
			throw error;
		}
	}

	/** Imports a workflow, giving each node the stored credentials its type asks for. */
	async importWorkflow(workflow: WorkflowInput): Promise<StoredWorkflow> {
		const nodes = workflow.nodes.map((node) => {
			const wanted = (this.nodeTypes.get(node.type)?.credentials ?? []).flatMap(({ name }) => {
				const credential = this.credentials.get(name);
				return credential ? [[name, { id: credential.id, name: credential.name }] as const] : [];
			});
			return wanted.length === 0 ? node : { ...node, credentials: Object.fromEntries(wanted) };
		});
		const { name, connections, settings, pinData } = workflow;
		return await this.rest.createWorkflow({ name, nodes, connections, ...(settings ? { settings } : {}), ...(pinData ? { pinData } : {}) });
	}

	async close(): Promise<void> {
		await this.n8n.stop();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}
