/** One sandbox and one engine for a test file, and a short way to run a node on them. */
import type { IDataObject, INodeExecutionData, INodeParameters, IRun, ITaskData } from 'n8n-workflow';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import type { Sandbox, SandboxOptions } from '../../sandbox/launch';
import { connect } from '../../nodes/shared/service/connect';
import type { Client, ClientOptions } from '../../nodes/shared/transport/client';
import { Engine, PACKAGE, type StoredCredential } from '../../scripts/engine';
import { Items, oneNode } from './oneNode';
import { presetOption } from './preset';
import { Probe } from './probe';
import { type Rule, startWatchedSandbox } from './watchedSandbox';

export interface NodeRun {
	items: INodeExecutionData[];
	/** The error of the node, if any. */
	error?: { message: string; description?: string | null; httpCode?: string | null; context?: IDataObject; node?: unknown };
	hints: string[];
	run: IRun;
}

export interface RunOptions {
	input?: INodeExecutionData[];
	continueOnFail?: boolean;
	onStart?: (execution: { cancel(): void }) => void;
}

export class Harness {
	private constructor(
		readonly sandbox: Sandbox,
		readonly engine: Engine,
		readonly credential: StoredCredential,
		private readonly probe: Probe,
	) {}

	/** Fast, and far from any throttle, unless the credential says otherwise. */
	static async start(credential: IDataObject = {}, options: SandboxOptions = {}, provoked: readonly Rule[] = []): Promise<Harness> {
		const sandbox = await startWatchedSandbox({ ...presetOption, ...options }, provoked);
		const stored: StoredCredential = {
			id: 'rest',
			type: 'translationJobsApi',
			data: {
				environment: 'staging',
				baseUrl: sandbox.baseUrl,
				authUrl: sandbox.authUrl,
				clientId: sandbox.clientId,
				clientSecret: sandbox.clientSecret,
				requestsPerSecond: 1000,
				...credential,
			} as StoredCredential['data'],
		};
		const probe = new Probe();
		const engine = await Engine.start({
			nodes: { [`${PACKAGE}.translationJobs`]: new TranslationJobs(), [`${PACKAGE}.probe`]: probe, 'test.items': new Items() },
			credentials: { translationJobsApi: new TranslationJobsApi() },
			stored: [stored],
		});
		return new Harness(sandbox, engine, stored, probe);
	}

	async run(parameters: INodeParameters, { input = [{ json: {} }], continueOnFail, onStart }: RunOptions = {}, type = 'translationJobs'): Promise<NodeRun> {
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
	async withClient<T>(work: (client: Client) => Promise<T>, options: ClientOptions = {}, run: RunOptions = {}): Promise<T> {
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

	async stop() {
		this.engine.stop();
		await this.sandbox.stop();
	}
}

/** The value of a resource locator. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
