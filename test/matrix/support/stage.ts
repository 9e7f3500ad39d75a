/** One sandbox and one engine with all nodes, on simulated time. */
import { randomUUID } from 'node:crypto';
import type {
	IBinaryKeyData,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { TranslationJobsApi } from '../../../credentials/TranslationJobsApi.credentials';
import { TranslationProjectSettingsApi } from '../../../credentials/TranslationProjectSettingsApi.credentials';
import { forgetRefusals } from '../../../nodes/api/guesses';
import { forgetQuotas } from '../../../nodes/api/quotas';
import { forgetSearches } from '../../../nodes/features/send/claim/search';
import { forgetTokens } from '../../../nodes/http/token/obtainToken';
import { ProjectSettings } from '../../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { TranslationJobsStatusPollTrigger } from '../../../nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node';
import { TranslationJobsTrigger } from '../../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';
import { type Sandbox, startSandbox } from '../../../sandbox/launch';
import { Engine, PACKAGE, type StoredCredential } from '../../../scripts/engine';
import { Caller } from '../../sandbox/caller';
import { Items, oneNode } from '../../support/oneNode';
import { presetOption } from '../../support/preset';
import { aheadMs, leap, onLeap } from '../../support/simulatedTime';
import { type Failure, readFailure } from './failure';

export const NODES = [
	new TranslationJobs(),
	new ProjectSettings(),
	new TranslationJobsTrigger(),
	new TranslationJobsContentPollTrigger(),
	new TranslationJobsStatusPollTrigger(),
];
/** The token that n8n stores beside the login. */
const SESSION = ['accessToken', 'sessionIssuedAt', 'sessionExpiresAt', 'sessionOwner'];

export const SOAP_PASSWORD = 'password-of-the-matrix';

export interface Outcome {
	items: unknown[];
	failure?: Failure;
	/** What n8n keeps of the run besides the items. */
	notices?: string;
}

export class Stage {
	/** Whether n8n runs a node again after its success, and whether it has done so. */
	runsAgain = false;
	isRepeated = false;

	private constructor(
		readonly sandbox: Sandbox,
		readonly engine: Engine,
		/** Calls the service directly, to prepare a run. */
		readonly service: Caller,
		private readonly stored: StoredCredential[],
		private readonly stopLeaping: () => void,
	) {}

	static async start(): Promise<Stage> {
		const sandbox = await startSandbox({
			...presetOption,
			variants: {
				autoDeliver: false,
				pageSize: 2,
				sendingMs: 1_500,
				acceptMs: 500,
				archiveMs: 1_500,
			},
		});
		const stopLeaping = onLeap(async (ms) => void (await sandbox.advance(ms)));
		const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
		const stored = [
			{
				id: 'rest',
				type: 'translationJobsApi',
				data: {
					environment: 'staging',
					baseUrl,
					authUrl,
					clientId,
					clientSecret,
					requestsPerSecond: 100_000,
				},
			},
			{ id: 'soap', type: 'translationProjectSettingsApi', data: {} },
		] as StoredCredential[];
		const engine = await Engine.start({
			nodes: {
				...Object.fromEntries(NODES.map((node) => [`${PACKAGE}.${node.description.name}`, node])),
				'test.items': new Items(),
			},
			credentials: {
				translationJobsApi: new TranslationJobsApi(),
				translationProjectSettingsApi: new TranslationProjectSettingsApi(),
			},
			stored,
		});
		return new Stage(sandbox, engine, await Caller.of(sandbox), stored, stopLeaping);
	}

	/** Resets the service and the token of the node. */
	async fresh(): Promise<void> {
		await this.sandbox.reset();
		await this.sandbox.advance(aheadMs());
		this.service.token = (await this.sandbox.issueToken(this.sandbox.clientId)).token;
		forgetTokens();
		forgetRefusals();
		forgetQuotas();
		forgetSearches();
		for (const field of SESSION) delete this.stored[0]!.data[field];
		this.stored[1]!.data = { ...this.soapLogin };
		this.engine.logs.length = 0;
	}

	private get soapLogin(): ICredentialDataDecryptedObject {
		const { url: serviceUrl, namespace } = this.sandbox.soap;
		return { serviceUrl, namespace, authentication: 'none' };
	}

	/**
	 * Makes the project settings service require a ticket, placed where the sandbox need not
	 * validate the envelope again. Each login is new, so nobody has a ticket yet.
	 */
	async askForTickets(): Promise<void> {
		const ticket = {
			authentication: 'ticket',
			ticketPlacement: 'body',
			username: `matrix-${randomUUID()}`,
			password: SOAP_PASSWORD,
		};
		await this.sandbox.act('soapConfigure', ticket);
		this.stored[1]!.data = {
			...this.soapLogin,
			...ticket,
			ticketSource: 'logon',
			logonUrl: this.sandbox.soap.logonUrl,
		};
	}

	async run(
		type: string,
		parameters: INodeParameters,
		input: INodeExecutionData[] = [{ json: {} }],
	): Promise<Outcome> {
		const credential = this.credentialOf({ description: { name: type } });
		const workflow = oneNode({ parameters, credential, type });
		const stopRepeating = this.runsAgain ? this.repeat(type, workflow.nodes[1]!) : () => {};
		const run = await this.engine.run(workflow, {
			startNode: 'Items',
			pinData: { Items: input },
		});
		stopRepeating();
		const task = run.data.resultData.runData.Node?.[0];
		const error = task?.error ?? run.data.resultData.error;
		const { data: _items, ...kept } = task ?? {};
		const notices = JSON.stringify([kept, run.data.resultData.error, run.data.resultData.metadata]);
		return error
			? { items: [], failure: readFailure(error), notices }
			: { items: await this.readItems(task?.data?.main?.[0] ?? []), notices };
	}

	/** Shows n8n an error in the first output of the first try. Then the log holds the second. */
	private repeat(type: string, settings: INode): () => void {
		const node = NODES.find(({ description }) => description.name === type) as INodeType;
		const execute = node.execute!;
		Object.assign(settings, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		this.isRepeated = false;
		let tries = 0;
		const onTry = async (outputs: Awaited<ReturnType<typeof execute>>) => {
			tries += 1;
			this.isRepeated = tries === 2;
			if (this.isRepeated) return outputs;
			await this.sandbox.clearLog();
			return [[{ json: { error: 'of the service' } }]];
		};
		node.execute = async function () {
			return await onTry(await execute.call(this));
		};
		return () => {
			node.execute = execute;
		};
	}

	/** The login of a node. */
	credentialOf({ description: { name } }: { description: { name: string } }): StoredCredential {
		return this.stored[name === 'projectSettings' ? 1 : 0]!;
	}

	/** Adds the bytes of their files to items. */
	async readItems(items: readonly INodeExecutionData[]): Promise<unknown[]> {
		return await Promise.all(
			items.map(async ({ json, binary }) => ({
				json,
				...(binary ? { files: await this.readFiles(binary) } : {}),
			})),
		);
	}

	private async readFiles(binary: IBinaryKeyData): Promise<IDataObject> {
		const files = Object.entries(binary).map(async ([name, file]) => {
			const { fileName = '', mimeType } = file;
			return [
				name,
				{ fileName, mimeType, bytes: (await this.engine.readBinary(file)).toString('base64') },
			];
		});
		return Object.fromEntries(await Promise.all(files)) as IDataObject;
	}

	/** Waits for late effects. */
	async settle(): Promise<void> {
		await leap(200_000);
	}

	/** True if a text contains a secret. */
	showsSecret(text: string): string | undefined {
		return [
			this.sandbox.clientSecret,
			'sbx-token-',
			'sbx-sas-',
			'/fms/',
			SOAP_PASSWORD,
			'sbx-ticket-',
		].find((secret) => text.includes(secret));
	}

	async stop(): Promise<void> {
		this.engine.stop();
		this.stopLeaping();
		await this.sandbox.stop();
	}
}
