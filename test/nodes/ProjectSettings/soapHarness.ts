/**
 * The project settings service and n8n's engine for a test file, and a short way to run the node on
 * them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { TranslationProjectSettingsApi } from '../../../credentials/TranslationProjectSettingsApi.credentials';
import { ProjectSettings } from '../../../nodes/ProjectSettings/ProjectSettings.node';
import type { Fault } from '../../../sandbox/faults/faults';
import { State } from '../../../sandbox/model/state';
import { type ReceivedCall, startSoap } from '../../../sandbox/soap';
import { Engine, PACKAGE, type StoredCredential } from '../../../scripts/engine';
import { Items, oneNode } from '../../support/oneNode';
import { onLeap } from '../../support/simulatedTime';

export interface NodeRun {
	items: INodeExecutionData[];
	error?: {
		message: string;
		description?: string | null;
		httpCode?: string | null;
		context?: IDataObject;
	};
}

export interface RunOptions {
	input?: IDataObject[];
	continueOnFail?: boolean;
	retryOnFail?: boolean;
	/** For this run alone. */
	credential?: IDataObject;
}

/**
 * Starts the service and an engine before the tests of a file and stops them at the end. The
 * service is fresh before each test.
 */
export function useSoapHarness(): SoapHarness {
	const harness = new SoapHarness();
	beforeAll(async () => await harness.start());
	beforeEach(() => harness.reset());
	afterAll(async () => await harness.stop());
	return harness;
}

export class SoapHarness {
	engine!: Engine;
	private readonly state = new State(mkdtempSync(join(tmpdir(), 'soap-test-')), {
		clientId: 'none',
		clientSecret: 'unused-secret',
	});
	private readonly stored: StoredCredential[] = [
		{ id: 'soap', type: 'translationProjectSettingsApi', data: {} },
	];
	private soap!: Awaited<ReturnType<typeof startSoap>>;

	async start(): Promise<void> {
		this.soap = await startSoap(this.state);
		// It reads the same clock, but its timers do not.
		onLeap(async () => await this.state.advance(0));
		this.engine = await Engine.start({
			nodes: { [`${PACKAGE}.projectSettings`]: new ProjectSettings(), 'test.items': new Items() },
			credentials: { translationProjectSettingsApi: new TranslationProjectSettingsApi() },
			stored: this.stored,
		});
	}

	get service() {
		return this.soap.service;
	}

	get info() {
		return this.soap.info;
	}

	get received(): ReceivedCall[] {
		return this.service.received;
	}

	get lastCall(): ReceivedCall {
		const last = this.received.at(-1);
		if (!last) throw new Error('The service was not called');
		return last;
	}

	/** The requests for the service's description so far. */
	get documentsRead(): number {
		return this.state.log.find({ origin: 'soap', method: 'GET' }).length;
	}

	async advance(ms: number) {
		await this.state.advance(ms);
	}

	/** Something that goes wrong on the way, for calls of the service and of its logon alike. */
	fault(fault: Fault) {
		this.state.faults.add({ origin: 'soap', ...fault });
	}

	/** Faults that have not struck yet. */
	get faultsLeft(): Fault[] {
		return this.state.faults.pending();
	}

	/** A fresh service, reached without authentication. */
	reset(credential: IDataObject = {}) {
		this.state.reset();
		this.use(credential);
	}

	use(credential: IDataObject) {
		this.stored[0]!.data = this.complete(credential);
	}

	get credential(): ICredentialDataDecryptedObject {
		return this.stored[0]!.data;
	}

	private complete(credential: IDataObject): ICredentialDataDecryptedObject {
		const { url: serviceUrl, namespace } = this.info;
		return {
			serviceUrl,
			namespace,
			authentication: 'none',
			...credential,
		} as ICredentialDataDecryptedObject;
	}

	private store(credential: IDataObject): StoredCredential {
		const id = `soap-${this.stored.length}`;
		const stored = { id, type: 'translationProjectSettingsApi', data: this.complete(credential) };
		this.stored.push(stored);
		return stored;
	}

	/** Nodes of one execution; the description is read anew unless a test is about just that. */
	async run(
		parameters: INodeParameters,
		{ input = [{}], continueOnFail, retryOnFail, credential }: RunOptions = {},
	): Promise<NodeRun> {
		const { options = {}, ...rest } = parameters;
		const workflow = oneNode({
			parameters: {
				...rest,
				options: { serviceDescription: 'refresh', ...(options as INodeParameters) },
			},
			credential: credential ? this.store(credential) : this.stored[0]!,
			type: 'projectSettings',
			continueOnFail,
		});
		Object.assign(workflow.nodes[1]!, { retryOnFail, maxTries: 3, waitBetweenTries: 10 });
		const items = input.map((json) => ({ json }));
		const run = await this.engine.run(workflow, { startNode: 'Items', pinData: { Items: items } });
		const task = run.data.resultData.runData.Node?.[0];
		return {
			items: task?.data?.main?.[0] ?? [],
			error: (task?.error ?? run.data.resultData.error) as NodeRun['error'],
		};
	}

	/** Runs the node with fields as JSON; an error of the node is an error of the test. */
	async call(
		resource: string,
		operation: string,
		fields: unknown = {},
		more: INodeParameters = {},
	): Promise<IDataObject[]> {
		const { items, error } = await this.run({ ...withJson(resource, operation, fields), ...more });
		if (error) throw new Error(`${error.message} — ${error.description ?? ''}`);
		return items.map(({ json }) => json);
	}

	async stop() {
		this.engine?.stop();
		await this.soap?.close();
		rmSync(this.state.directory, { recursive: true, force: true });
	}
}

export function withJson(
	resource: string,
	operation: string,
	fields: unknown = {},
): INodeParameters {
	return { resource, operation, specifyFields: 'json', fieldsJson: JSON.stringify(fields) };
}

export function withForm(resource: string, operation: string, value: IDataObject): INodeParameters {
	return {
		resource,
		operation,
		specifyFields: 'form',
		fields: { mappingMode: 'defineBelow', value } as unknown as INodeParameters,
	};
}

/** The form that takes its fields from the input. */
export const mapped = (resource: string, operation: string): INodeParameters => ({
	...withForm(resource, operation, {}),
	fields: { mappingMode: 'autoMapInputData', value: null },
});

export function withPairs(
	resource: string,
	operation: string,
	pairs: Array<[string, string]>,
): INodeParameters {
	return {
		resource,
		operation,
		specifyFields: 'pairs',
		fieldPairs: { pair: pairs.map(([name, value]) => ({ name, value })) },
	};
}
