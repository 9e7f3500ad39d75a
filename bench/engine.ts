import { join } from 'node:path';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Addresses } from '../sandbox/control/addresses';
import { Engine, PACKAGE, type StoredCredential } from '../scripts/engine';
import { chain, type Step } from '../test/support/chain';
import { Items } from '../test/support/oneNode';

/** What a credential needs. */
export type Login = Pick<Addresses, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret'>;

/** n8n's engine with the built package. */
export class MeasuredEngine {
	private constructor(
		readonly engine: Engine,
		private readonly credential: StoredCredential,
	) {}

	static async start(
		{ baseUrl, authUrl, clientId, clientSecret }: Login,
		requestsPerSecond = 1_000,
	): Promise<MeasuredEngine> {
		const login = { environment: 'production', baseUrl, authUrl, clientId, clientSecret };
		const credential = {
			id: 'rest',
			type: 'translationJobsApi',
			data: { ...login, requestsPerSecond },
		};
		const engine = await Engine.startFromPackage(join(__dirname, '..'), {
			nodes: { 'test.items': new Items() },
			stored: [credential],
		});
		return new MeasuredEngine(engine, credential);
	}

	get node() {
		return this.engine.nodeTypes.getByNameAndVersion(`${PACKAGE}.translationJobs`, 1);
	}

	/** Runs nodes in sequence, each on the output of the one before. */
	async run(nodes: INodeParameters[], input: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const steps = nodes.map((node, index): Step => [`Node ${index + 1}`, node]);
		const { data } = await this.engine.run(chain(this.credential, [['Input'], ...steps]), {
			startNode: 'Input',
			pinData: { Input: input },
		});
		const { error, runData } = data.resultData;
		if (error) throw new Error(`${error.message} — ${String(error.description ?? '')}`);
		return runData[steps.at(-1)![0]]?.[0]?.data?.main?.[0] ?? [];
	}
}
