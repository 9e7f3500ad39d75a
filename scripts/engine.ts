/**
 * n8n's engine without n8n: loads node and credential classes and runs a workflow with real HTTP
 * helpers and binaries on disk. Tests, the demo and the benchmarks use it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Logger as N8nLogger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import {
	BinaryDataService,
	ErrorReporter,
	ExecutionLifecycleHooks,
	InstanceSettings,
	PackageDirectoryLoader,
	WorkflowExecute,
} from 'n8n-core';
import { BinaryDataConfig } from 'n8n-core/dist/binary-data/binary-data.config';
import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Logger,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { LoggerProxy, NodeHelpers, Workflow } from 'n8n-workflow';

export type NodeClasses = Record<string, INodeType | IVersionedNodeType>;
export type CredentialClasses = Record<string, ICredentialType>;

/** The prefix of node types from this package. */
export const PACKAGE = 'n8n-nodes-translation-jobs';

export interface StoredCredential {
	id: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

export interface LogLine {
	level: string;
	message: string;
	meta: IDataObject;
}

export interface EngineOptions {
	nodes: NodeClasses;
	credentials: CredentialClasses;
	stored: StoredCredential[];
	/** Receives every log line of a node. */
	onLog?: (line: LogLine) => void;
	instanceId?: string;
}

interface Beginning {
	workflow: Workflow;
	startNode?: INode;
	pinData?: Record<string, INodeExecutionData[]>;
}

/** The engine of n8n 1 takes positional arguments where later ones take an object. */
function begin(
	execution: WorkflowExecute,
	{ workflow, startNode, pinData }: Beginning,
): ReturnType<WorkflowExecute['run']> {
	const run = execution.run.bind(execution) as unknown as (
		...args: unknown[]
	) => ReturnType<WorkflowExecute['run']>;
	return execution.run.length > 1
		? run(workflow, startNode, undefined, pinData)
		: run({ workflow, startNode, pinData });
}

export class Engine {
	readonly logs: LogLine[] = [];
	private readonly storage = mkdtempSync(join(tmpdir(), 'translation-jobs-engine-'));
	private executions = 0;

	private constructor(private readonly options: EngineOptions) {}

	static async start(options: EngineOptions): Promise<Engine> {
		const engine = new Engine(options);
		await engine.initialise();
		return engine;
	}

	/**
	 * Loads everything in `package.json`, as n8n does with an installed package, and adds
	 * `nodes`.
	 */
	static async startFromPackage(
		folder: string,
		options: Omit<EngineOptions, 'nodes' | 'credentials'> & Partial<Pick<EngineOptions, 'nodes'>>,
	): Promise<Engine> {
		const loader = new PackageDirectoryLoader(folder);
		await loader.loadAll();
		const nodes: NodeClasses = { ...options.nodes };
		for (const [name, loaded] of Object.entries(loader.nodeTypes))
			nodes[`${PACKAGE}.${name}`] = loaded.type;
		const credentials: CredentialClasses = {};
		for (const [name, loaded] of Object.entries(loader.credentialTypes))
			credentials[name] = loaded.type;
		return await Engine.start({ ...options, nodes, credentials });
	}

	/** Another n8n on the same binary store, with code and credentials of its own. */
	sibling(options: EngineOptions): Engine {
		return Object.assign(Object.create(Engine.prototype) as Engine, this, { options });
	}

	private async initialise() {
		const logger = this.createLogger();
		Container.set(N8nLogger, logger as unknown as N8nLogger);
		LoggerProxy.init(logger);
		// The real class would write its settings into the home folder of the user.
		Container.set(InstanceSettings, {
			instanceId: this.options.instanceId ?? 'test-instance',
			n8nFolder: this.storage,
			encryptionKey: 'engine',
			hmacSignatureSecret: 'engine',
			instanceType: 'main',
		} as unknown as InstanceSettings);
		Container.set(ErrorReporter, {
			error: () => {},
			warn: () => {},
			info: () => {},
		} as unknown as ErrorReporter);
		const config = Object.assign(Object.create(BinaryDataConfig.prototype) as BinaryDataConfig, {
			availableModes: ['filesystem'],
			mode: 'filesystem',
			localStoragePath: this.storage,
			signingSecret: 'engine',
		});
		const binaries = new BinaryDataService(config, Container.get(ErrorReporter), logger as never);
		await binaries.init();
		Container.set(BinaryDataService, binaries);
	}

	private createLogger(): Logger {
		const write = (level: string) => (message: string, meta?: object) => {
			const line: LogLine = { level, message, meta: { ...meta } as IDataObject };
			this.logs.push(line);
			this.options.onLog?.(line);
		};
		const logger = {
			error: write('error'),
			warn: write('warn'),
			info: write('info'),
			debug: write('debug'),
			scoped: () => logger,
		};
		return logger as unknown as Logger;
	}

	get nodeTypes(): INodeTypes {
		const find = (type: string) => {
			const found = this.options.nodes[type];
			if (!found) throw new Error(`Unknown node type "${type}"`);
			return found;
		};
		return {
			getByName: find,
			getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(find(type), version),
			getKnownTypes: () => ({}),
		};
	}

	workflow(
		definition: Pick<IWorkflowBase, 'nodes' | 'connections'> & Partial<IWorkflowBase>,
	): Workflow {
		return new Workflow({
			id: definition.id ?? 'workflow-1',
			name: definition.name ?? 'Workflow',
			nodes: definition.nodes,
			connections: definition.connections,
			active: false,
			nodeTypes: this.nodeTypes,
			staticData: definition.staticData,
			settings: definition.settings ?? {},
		});
	}

	additionalData(
		workflow: Workflow,
		mode: WorkflowExecuteMode = 'manual',
		executionId = `${++this.executions}`,
	): IWorkflowExecuteAdditionalData {
		const base = 'http://localhost:5678';
		const hooks = new ExecutionLifecycleHooks(
			mode,
			executionId,
			workflow as unknown as IWorkflowBase,
		);
		return {
			credentialsHelper: this.credentialsHelper(),
			executeWorkflow: async () =>
				await Promise.reject(new Error('Sub-workflows are not part of this engine')),
			getRunExecutionData: async () => undefined,
			executionId,
			hooks,
			currentNodeExecutionIndex: 0,
			restApiUrl: `${base}/rest`,
			instanceBaseUrl: base,
			formBaseUrl: `${base}/form`,
			formWaitingBaseUrl: `${base}/form-waiting`,
			formTestBaseUrl: `${base}/form-test`,
			webhookBaseUrl: `${base}/webhook`,
			webhookWaitingBaseUrl: `${base}/webhook-waiting`,
			webhookTestBaseUrl: `${base}/webhook-test`,
			mcpBaseUrl: `${base}/mcp`,
			mcpTestBaseUrl: `${base}/mcp-test`,
			variables: {},
			logAiEvent: () => {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	/** Stores and renews credentials like n8n's helper, but in memory. */
	private credentialsHelper(): ICredentialsHelper {
		const { credentials: types } = this.options;
		const stored = (id: string | null | undefined, type: string) => {
			const found =
				this.options.stored.find((each) => each.id === id) ??
				this.options.stored.find((each) => each.type === type);
			if (!found) throw new Error(`No credential of type "${type}" is stored`);
			return found;
		};
		const helper = {
			getParentTypes: () => [],
			getCredentialsProperties: (type: string) => types[type]?.properties ?? [],
			isCredentialUsableByNode: () => true,
			getCredentials: async () => await Promise.reject(new Error('not used')),
			updateCredentials: async () => {},
			updateCredentialsOauthTokenData: async () => {},
			getDecrypted: async (
				_additionalData: unknown,
				details: { id?: string | null },
				type: string,
			) => {
				const known = types[type]?.properties ?? [];
				const { data } = stored(details.id, type);
				// n8n passes only declared properties, with their defaults.
				return Object.fromEntries(
					known.map(({ name, default: fallback }) => [name, data[name] ?? fallback]),
				) as ICredentialDataDecryptedObject;
			},
			authenticate: async (
				data: ICredentialDataDecryptedObject,
				type: string,
				request: IHttpRequestOptions,
			) => {
				const { authenticate } = types[type] ?? {};
				if (typeof authenticate === 'function') return await authenticate(data, request);
				const headers = { ...request.headers };
				for (const [name, value] of Object.entries(authenticate?.properties.headers ?? {})) {
					headers[name] = String(value)
						.replace(/^=/, '')
						.replace(/\{\{\s*\$credentials\.(\w+)\s*\}\}/g, (_, key: string) =>
							String(data[key] ?? ''),
						);
				}
				return { ...request, headers };
			},
			preAuthentication: async (
				http: IHttpRequestHelper,
				data: ICredentialDataDecryptedObject,
				type: string,
				node: INode,
				expired: boolean,
			) => {
				const credentialType = types[type];
				const expirable = credentialType?.properties.find(
					({ type: kind, typeOptions }) => kind === 'hidden' && typeOptions?.expirable,
				);
				if (!credentialType?.preAuthentication || !expirable) return undefined;
				if (data[expirable.name] !== '' && !expired) return undefined;
				const output = await credentialType.preAuthentication.call(http, data);
				if (output[expirable.name] === undefined || !node.credentials) return undefined;
				Object.assign(data, output);
				Object.assign(stored(node.credentials[type]?.id, type).data, output);
				return data;
			},
		};
		return helper as unknown as ICredentialsHelper;
	}

	/** Runs a workflow from the given node and returns n8n's record of it. */
	async run(
		definition: Pick<IWorkflowBase, 'nodes' | 'connections'> & Partial<IWorkflowBase>,
		options: {
			startNode?: string;
			mode?: WorkflowExecuteMode;
			pinData?: Record<string, INodeExecutionData[]>;
			onStart?: (execution: { cancel(): void }) => void;
		} = {},
	): Promise<IRun> {
		const mode = options.mode ?? 'manual';
		const workflow = this.workflow(definition);
		const additionalData = this.additionalData(workflow, mode);
		const execution = new WorkflowExecute(additionalData, mode);
		const startNode = options.startNode
			? (workflow.getNode(options.startNode) ?? undefined)
			: undefined;
		const running = begin(execution, { workflow, startNode, pinData: options.pinData });
		options.onStart?.({ cancel: () => running.cancel() });
		return await running;
	}

	/** Puts a file into the binary store, as a previous node would. */
	async storeBinary(
		content: Buffer | Readable,
		fileName: string | undefined,
		mimeType: string,
	): Promise<IBinaryData> {
		const location = {
			type: 'execution' as const,
			workflowId: 'workflow-1',
			executionId: 'stored',
		};
		return await Container.get(BinaryDataService).store(location, content, {
			data: '',
			fileName,
			mimeType,
		});
	}

	async readBinary(binary: { id?: string; data: string }): Promise<Buffer> {
		return binary.id
			? await Container.get(BinaryDataService).getAsBuffer(binary as never)
			: Buffer.from(binary.data, 'base64');
	}

	/** The path of a stored file. */
	binaryPath({ id }: IBinaryData): string {
		return Container.get(BinaryDataService).getPath(id!);
	}

	stop() {
		rmSync(this.storage, { recursive: true, force: true });
	}
}
