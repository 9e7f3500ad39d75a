import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

import { installPackage } from '../install/package';
import { ensureRuntime, type Runtime } from '../install/runtime';
import { type Credentials, storeCredentials, withCredentials } from './credentials';
import { filesFolder, N8nProcess } from './process';
import {
	type CredentialInput,
	N8nRest,
	type Owner,
	type StoredWorkflow,
	type WorkflowInput,
} from './rest';
import { forThisMachine } from './templates';

/** The account of every n8n from these scripts. It is local and temporary. */
export const OWNER: Owner = {
	email: 'owner@example.com',
	password: 'Translate-1',
	firstName: 'Local',
	lastName: 'Owner',
};

export interface WorkbenchOptions {
	credentials?: CredentialInput[];
	packageFolder?: string;
	/** By default, n8n as it is installed. */
	runtime?: Runtime;
	print?: (line: string) => void;
	/** Creates the processes of n8n, one by default. The first serves the editor. */
	processes?: (runtime: Runtime, userFolder: string) => Promise<N8nProcess[]>;
}

/** An n8n with the packed package, a logged-in owner and stored credentials; deleted on close. */
export class Workbench {
	private constructor(
		private readonly userFolder: string,
		readonly processes: N8nProcess[],
		readonly rest: N8nRest,
		readonly nodeTypes: Map<string, INodeTypeDescription>,
		readonly credentials: Credentials,
	) {}

	static async start(options: WorkbenchOptions = {}): Promise<Workbench> {
		const { print = console.log, processes = singleProcess } = options;
		const runtime = options.runtime ?? (await ensureRuntime(print));
		const userFolder = mkdtempSync(join(tmpdir(), 'translation-jobs-n8n-'));
		const removeFolder = () => rmSync(userFolder, { recursive: true, force: true, maxRetries: 5 });
		process.once('exit', removeFolder);
		mkdirSync(filesFolder(userFolder), { recursive: true });
		const running: N8nProcess[] = [];
		try {
			print('▸ Packing and installing the nodes');
			await installPackage(userFolder, options.packageFolder);
			print(`▸ Starting n8n ${runtime.version}`);
			const [main, ...others] = await processes(runtime, userFolder);
			if (!main) throw new Error('No process of n8n to start');
			running.push(main, ...others);
			// The first process creates the tables for the others.
			await main.start();
			await Promise.all(others.map(async (n8n) => await n8n.start()));
			const rest = new N8nRest(main.url);
			await rest.setUpOwner(OWNER);
			const nodeTypes = new Map((await rest.nodeTypes()).map((type) => [type.name, type]));
			return new Workbench(
				userFolder,
				running,
				rest,
				nodeTypes,
				await storeCredentials(rest, options.credentials ?? []),
			);
		} catch (error) {
			for (const n8n of running) await n8n.kill();
			removeFolder();
			throw error;
		}
	}

	/** Installs another version of the package while n8n is down. The database stays. */
	async replacePackage(packageFolder?: string): Promise<void> {
		for (const n8n of this.processes) await n8n.kill();
		await installPackage(this.userFolder, packageFolder);
		for (const n8n of this.processes) await n8n.start();
	}

	/** The process that serves the editor. */
	get n8n(): N8nProcess {
		return this.processes[0] as N8nProcess;
	}

	/** The folder that workflows may read and write. */
	get filesFolder(): string {
		return filesFolder(this.userFolder);
	}

	/** Imports a template and adapts it to this n8n. */
	async importTemplate(workflow: WorkflowInput): Promise<StoredWorkflow> {
		return await this.importWorkflow(forThisMachine(workflow, this.filesFolder));
	}

	/** Imports a workflow and gives each node the stored credentials of its type. */
	async importWorkflow(workflow: WorkflowInput): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, pinData } = withCredentials(
			workflow,
			this.nodeTypes,
			this.credentials,
		);
		return await this.rest.createWorkflow({
			name,
			nodes,
			connections,
			...(settings ? { settings } : {}),
			...(pinData ? { pinData } : {}),
		});
	}

	async close(): Promise<void> {
		for (const n8n of [...this.processes].reverse()) await n8n.stop();
		rmSync(this.userFolder, { recursive: true, force: true, maxRetries: 5 });
	}
}

async function singleProcess(runtime: Runtime, userFolder: string): Promise<N8nProcess[]> {
	return [await N8nProcess.create({ runtime, userFolder })];
}
