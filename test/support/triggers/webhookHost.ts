/**
 * The part of n8n that serves webhooks: activates and deactivates workflows, takes calls, starts
 * executions.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { type Engine, PACKAGE } from '../../../scripts/engine';

const TYPE = `${PACKAGE}.translationJobsTrigger`;

export interface Execution {
	webhookId: string;
	isTest: boolean;
	items: INodeExecutionData[];
}

interface Registered {
	workflow: Workflow;
	node: INode;
	isTest: boolean;
}

export interface HostOptions {
	onExecution?: (execution: Execution) => void;
	port?: number;
	/** Runs the work on each call. */
	around?: (work: () => Promise<void>) => Promise<void>;
}

export class WebhookHost {
	readonly executions: Execution[] = [];
	/** What the node answered to every call that reached it. */
	readonly answers: number[] = [];
	/** Errors that webhook() threw: n8n would answer 500. */
	readonly thrown: unknown[] = [];
	/** Every call is refused without reaching the node, as when n8n is not running. */
	isDown = false;
	/** By webhook: how many calls its n8n process answers before it knows the webhook. */
	readonly callsWhileStarting = new Map<string, number>();
	/** The address n8n believes to have, when it is not the one of this server. */
	publicUrl?: string;
	private readonly registered = new Map<string, Registered>();
	private readonly working = new Set<Promise<unknown>>();

	private constructor(
		private engine: Engine,
		private readonly server: Server,
		private readonly options: HostOptions,
	) {}

	static async start(engine: Engine, options: HostOptions = {}): Promise<WebhookHost> {
		let host: WebhookHost | undefined = undefined as WebhookHost | undefined;
		const server = createServer((req, res) => void host!.take(req, res));
		host = new WebhookHost(engine, server, options);
		await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
		return host;
	}

	get localUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get url(): string {
		return this.publicUrl ?? this.localUrl;
	}

	private additionalData(
		workflow: Workflow,
		mode: 'manual' | 'webhook' | 'trigger' | 'internal',
	): IWorkflowExecuteAdditionalData {
		return {
			...this.engine.additionalData(workflow, mode),
			webhookBaseUrl: `${this.url}/webhook`,
			webhookTestBaseUrl: `${this.url}/webhook-test`,
		};
	}

	private get nodeType(): INodeType {
		return this.engine.nodeTypes.getByNameAndVersion(TYPE, 1);
	}

	private build(
		webhookId: string | undefined,
		parameters: INodeParameters,
		staticData?: IDataObject,
	): { workflow: Workflow; node: INode } {
		const node: INode = {
			id: `node-${webhookId}`,
			name: 'Trigger',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			webhookId,
			parameters: { filters: {}, options: {}, ...parameters },
			credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
		};
		return {
			workflow: this.engine.workflow({
				id: `workflow-${webhookId}`,
				nodes: [node],
				connections: {},
				staticData,
			}),
			node,
		};
	}

	private async hook(
		method: 'checkExists' | 'create' | 'delete',
		{ workflow, node, isTest }: Registered,
	): Promise<boolean> {
		// n8n deletes production and test webhooks alike.
		const mode = method === 'delete' ? 'internal' : isTest ? 'manual' : 'trigger';
		const [webhookDescription] = this.nodeType.description.webhooks!;
		const webhook = {
			httpMethod: 'POST',
			node: node.name,
			path: '',
			webhookDescription,
			workflowId: workflow.id,
			isTest,
		} as unknown as IWebhookData;
		const context = new HookContext(
			workflow,
			node,
			this.additionalData(workflow, mode),
			mode,
			method === 'delete' ? 'update' : isTest ? 'manual' : 'activate',
			webhook,
		);
		return await this.nodeType.webhookMethods!.default![method].call(context);
	}

	private path({ workflow, node, isTest }: Registered): string {
		const id = node.webhookId ?? `${workflow.id}/${encodeURIComponent(node.name.toLowerCase())}`;
		return `/${isTest ? 'webhook-test' : 'webhook'}/${id}/${this.nodeType.description.webhooks![0]!.path}`;
	}

	/**
	 * n8n stores the webhook, then checks and creates; it takes the webhook away again if that fails.
	 */
	async activate(
		webhookId: string | undefined,
		parameters: INodeParameters = { events: ['translationReady'] },
		{ isTest = false, staticData }: { isTest?: boolean; staticData?: IDataObject } = {},
	): Promise<void> {
		const registered = { ...this.build(webhookId, parameters, staticData), isTest };
		this.registered.set(this.path(registered), registered);
		try {
			if (!(await this.hook('checkExists', registered))) await this.hook('create', registered);
		} catch (error) {
			this.registered.delete(this.path(registered));
			throw error;
		}
	}

	async deactivate(webhookId: string | undefined, { isTest = false } = {}): Promise<void> {
		const path = this.path({ ...this.build(webhookId, {}), isTest });
		const registered = this.registered.get(path);
		if (!registered) throw new Error(`${path} is not active`);
		try {
			await this.hook('delete', registered);
		} finally {
			this.registered.delete(path);
		}
	}

	/** What n8n does after a test run that could not begin. */
	async remove(webhookId: string): Promise<boolean> {
		return await this.hook('delete', { ...this.build(webhookId, {}), isTest: true });
	}

	/** The workflow is gone and nobody told the node. */
	forget(webhookId: string, { isTest = false } = {}) {
		this.registered.delete(this.path({ ...this.build(webhookId, {}), isTest }));
	}

	/** A new process with the same workflows; n8n still has their webhooks. */
	restart(engine: Engine) {
		this.engine = engine;
	}

	/** The process ends. Open calls break off, and others are refused until `isDown` is false. */
	crash() {
		this.isDown = true;
		this.server.closeAllConnections();
	}

	private async take(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const { around = async (work: () => Promise<void>) => await work() } = this.options;
		const work = around(async () => await this.handle(req, res));
		this.working.add(work);
		await work.finally(() => this.working.delete(work));
	}

	private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of req) chunks.push(chunk as Buffer);
		const rawBody = Buffer.concat(chunks);
		if (this.isDown) return void req.socket.destroy();
		const url = new URL(req.url ?? '/', this.localUrl);
		const registered = this.registered.get(url.pathname);
		const webhookId = registered?.node.webhookId ?? '';
		const whileStarting = this.callsWhileStarting.get(webhookId) ?? 0;
		this.callsWhileStarting.set(webhookId, whileStarting - 1);
		if (whileStarting > 0)
			return void res
				.writeHead(404, { 'Content-Type': 'text/html' })
				.end(`Cannot POST ${url.pathname}`);
		if (!registered || req.method !== 'POST') return void notRegistered(res, url.pathname);
		const body = parseBody(req.headers['content-type'] ?? '', rawBody);
		if (body === MALFORMED) return void res.writeHead(422).end();

		const { workflow, node, isTest } = registered;
		const query: Record<string, string | string[]> = {};
		for (const name of new Set(url.searchParams.keys())) {
			const values = url.searchParams.getAll(name);
			query[name] = values.length > 1 ? values : values[0]!;
		}
		const mode = isTest ? 'manual' : 'webhook';
		const additionalData = {
			...this.additionalData(workflow, mode),
			httpRequest: Object.assign(req, { body, query, params: {}, rawBody }),
			httpResponse: res,
		} as unknown as IWorkflowExecuteAdditionalData;
		const [webhookDescription] = this.nodeType.description.webhooks!;
		const webhook = { webhookDescription, isTest } as unknown as IWebhookData;
		const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], null);
		try {
			const { workflowData, noWebhookResponse } = await this.nodeType.webhook!.call(context);
			if (!noWebhookResponse) res.end('Workflow was started');
			this.answers.push(res.statusCode);
			if (workflowData?.[0]?.length)
				this.execute({ webhookId: node.webhookId ?? workflow.id, isTest, items: workflowData[0] });
			// A test webhook waits for one event.
			if (workflowData && isTest) await this.deactivate(node.webhookId, { isTest });
		} catch (error) {
			this.thrown.push(error);
			this.answers.push(500);
			if (!res.headersSent) res.writeHead(500).end();
		}
	}

	private execute(execution: Execution) {
		const copy = JSON.parse(JSON.stringify(execution)) as Execution;
		this.executions.push(copy);
		this.options.onExecution?.(copy);
	}

	/** Waits until every call that came in has been worked off. */
	async idle(): Promise<void> {
		while (this.working.size > 0) await Promise.allSettled([...this.working]);
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function notRegistered(res: ServerResponse, path: string) {
	res.writeHead(404, { 'Content-Type': 'application/json' }).end(
		JSON.stringify({
			code: 404,
			message: `The requested webhook "POST ${path}" is not registered.`,
			hint: 'The workflow must be active',
		}),
	);
}

const MALFORMED = Symbol('malformed');

/**
 * As n8n reads bodies: JSON, forms and text; what claims to be JSON and is not never reaches the
 * node.
 */
function parseBody(contentType: string, raw: Buffer): unknown {
	const text = raw.toString();
	if (contentType.includes('json')) {
		try {
			return text === '' ? {} : (JSON.parse(text) as unknown);
		} catch {
			return MALFORMED;
		}
	}
	if (contentType.includes('x-www-form-urlencoded'))
		return Object.fromEntries(new URLSearchParams(text));
	return contentType.startsWith('text/') ? text : {};
}
