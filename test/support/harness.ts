/** One sandbox and one engine for a test file, and a short way to run a node on them. */
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	ITaskData,
} from 'n8n-workflow';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { connect } from '../../nodes/api/connect';
import { forgetRefusals } from '../../nodes/api/guesses';
import { forgetQuotas } from '../../nodes/api/quotas';
import { forgetSearches } from '../../nodes/features/send/claim/search';
import type { Client, ClientOptions } from '../../nodes/http/client';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import type { Sandbox, SandboxOptions } from '../../sandbox/launch';
import { Engine, type NodeClasses, PACKAGE, type StoredCredential } from '../../scripts/engine';
import { Items, oneNode } from './oneNode';
import { presetOption } from './preset';
import { Probe } from './probe';
import { type Rule, startWatchedSandbox } from './watchedSandbox';

export interface NodeRun {
	items: INodeExecutionData[];
	/** The error of the node, if any. */
	error?: {
		message: string;
		description?: string | null;
		httpCode?: string | null;
		context?: IDataObject;
		node?: unknown;
	};
	hints: string[];
	run: IRun;
}

export interface RunOptions {
	input?: INodeExecutionData[];
	continueOnFail?: boolean;
	onStart?: (execution: { cancel(): void }) => void;
}

export interface HarnessOptions extends SandboxOptions {
	credential?: IDataObject;
	/** What the tests break on purpose. */
	provoked?: readonly Rule[];
	nodes?: readonly INodeType[];
	/** What one test leaves at the service is there for the next. */
	keepsState?: boolean;
}

/**
 * Starts a sandbox and an engine before the tests of a file, or of a `describe`, and stops them at
 * the end. The sandbox is as on its first day before each test. What is returned is there as soon
 * as the tests begin.
 */
export function useHarness(options: HarnessOptions = {}): Harness {
	const harness = new Harness(options);
	beforeAll(async () => await harness.start());
	if (!options.keepsState) beforeEach(async () => await harness.reset());
	afterAll(async () => await harness.stop());
	return harness;
}

export class Harness {
	sandbox!: Sandbox;
	engine!: Engine;
	/** Fast enough for tests and far from any throttle unless the options say otherwise. */
	credential!: StoredCredential;
	private readonly probe = new Probe();

	constructor(private readonly options: HarnessOptions = {}) {}

	async start(): Promise<void> {
		const {
			credential,
			provoked,
			nodes = [new TranslationJobs()],
			keepsState: _,
			...sandbox
		} = this.options;
		this.sandbox = await startWatchedSandbox({ ...presetOption, ...sandbox }, provoked);
		const { baseUrl, authUrl, clientId, clientSecret } = this.sandbox;
		const data = {
			environment: 'staging',
			baseUrl,
			authUrl,
			clientId,
			clientSecret,
			requestsPerSecond: 1000,
			...credential,
		};
		this.credential = {
			id: 'rest',
			type: 'translationJobsApi',
			data: data as StoredCredential['data'],
		};
		this.engine = await Engine.start({
			nodes: { ...nodeClasses(nodes), [`${PACKAGE}.probe`]: this.probe, 'test.items': new Items() },
			credentials: { translationJobsApi: new TranslationJobsApi() },
			stored: [this.credential],
		});
	}

	/** A job of which all requests wait for approval. */
	async jobInReview(requestsPerJob: number): Promise<{ jobId: string; requestIds: string[] }> {
		const { jobIds, requestIds } = await this.sandbox.seed({
			jobs: 1,
			requestsPerJob,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		return { jobId: jobIds[0]!, requestIds };
	}

	async reset(): Promise<void> {
		forgetRefusals();
		forgetQuotas();
		forgetSearches();
		await this.sandbox.reset();
	}

	async run(
		parameters: INodeParameters,
		{ input = [{ json: {} }], continueOnFail, onStart }: RunOptions = {},
		type = 'translationJobs',
	): Promise<NodeRun> {
		const run = await this.engine.run(
			oneNode({ parameters, credential: this.credential, type, continueOnFail }),
			{ startNode: 'Items', pinData: { Items: input }, onStart },
		);
		const task: ITaskData | undefined = run.data.resultData.runData.Node?.[0];
		return {
			items: task?.data?.main?.[0] ?? [],
			error: (task?.error ?? run.data.resultData.error) as NodeRun['error'],
			hints: (task?.hints ?? []).map(({ message }) => message),
			run,
		};
	}

	/** Runs a node that must succeed and returns its JSON. */
	async json(parameters: INodeParameters, options?: RunOptions): Promise<IDataObject[]> {
		const { items, error } = await this.run(parameters, options);
		if (error) throw new Error(`${error.message} — ${error.description ?? ''}`);
		return items.map(({ json }) => json);
	}

	/** Runs a test with the transport itself, inside a real execution. */
	async withClient<T>(
		work: (client: Client) => Promise<T>,
		options: ClientOptions = {},
		run: RunOptions = {},
	): Promise<T> {
		let result: { value: T } | { error: unknown } | undefined;
		this.probe.work = async (context) => {
			try {
				result = { value: await work(await connect(context, options)) };
			} catch (error) {
				result = { error };
			}
		};
		const { error } = await this.run({}, run, 'probe');
		if (!result) throw new Error(`The probe did not run: ${error?.message}`);
		if ('error' in result) throw result.error;
		return result.value;
	}

	async stop(): Promise<void> {
		this.engine?.stop();
		await this.sandbox?.stop();
	}
}

const nodeClasses = (nodes: readonly INodeType[]): NodeClasses =>
	Object.fromEntries(nodes.map((node) => [`${PACKAGE}.${node.description.name}`, node]));

/** The value of a resource locator. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
