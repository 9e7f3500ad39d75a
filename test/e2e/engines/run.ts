/**
 * Runs the installed package on whatever n8n engine `require` finds, and writes what came of it as
 * JSON. Started as a process of its own from outside the repository, so that it finds that engine.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { version } from 'n8n-core/package.json';
import type { IDataObject, INodeExecutionData, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { CORE_NODES } from '../../../scripts/coreNodes';
import { Engine, type StoredCredential } from '../../../scripts/engine';
import { Items, oneNode } from '../../support/oneNode';

export interface Order {
	packageFolder: string;
	credentials: StoredCredential[];
	template: Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'>;
	startNode: string;
	resultFile: string;
}

export interface Result {
	engine: string;
	template: { status: string; error?: string; collected: string[] };
	sent: string;
	received: string;
	analysisCodes: number;
}

/** Large enough for a resumable upload of several parts. */
const FILE_BYTES = 5_000_000;
const CHUNK_MIB = 1;

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

class Calls {
	constructor(
		private readonly engine: Engine,
		private readonly credentials: StoredCredential[],
	) {}

	/** Runs one node and returns its items. */
	async call(
		parameters: INodeParameters,
		{ type = 'translationJobs', input = [{ json: {} }] as INodeExecutionData[] } = {},
	): Promise<INodeExecutionData[]> {
		const owner =
			type === 'projectSettings' ? 'translationProjectSettingsApi' : 'translationJobsApi';
		const credential = this.credentials.find((each) => each.type === owner)!;
		const run = await this.engine.run(oneNode({ parameters, credential, type }), {
			startNode: 'Items',
			pinData: { Items: input },
		});
		const { error, runData } = run.data.resultData;
		if (error) throw new Error(`${error.message}: ${error.description ?? ''}`);
		return runData.Node?.[0]?.data?.main?.[0] ?? [];
	}

	async roundTrip(): Promise<Pick<Result, 'sent' | 'received'>> {
		const [job] = await this.call({ resource: 'job', operation: 'create', jobName: 'Files' });
		const jobId = byId(job!.json.jobId);
		const file = randomBytes(FILE_BYTES);
		const stored = await this.engine.storeBinary(file, 'file.bin', 'application/octet-stream');
		const [uploaded] = await this.call(
			{ resource: 'file', operation: 'upload', jobId, options: { chunkSize: CHUNK_MIB } },
			{ input: [{ json: {}, binary: { data: stored } }] },
		);
		const fmsFileId = String(uploaded!.json.fmsFileId);
		const [back] = await this.call({
			resource: 'file',
			operation: 'downloadSource',
			jobId,
			fmsFileId,
		});
		return {
			sent: sha256(file),
			received: sha256(await this.engine.readBinary(back!.binary!.data!)),
		};
	}

	async analysisCodes(): Promise<number> {
		const items = await this.call(
			{ resource: 'analysisCode', operation: 'getAll', returnAll: true },
			{ type: 'projectSettings' },
		);
		return items.length;
	}
}

async function runTemplate(
	engine: Engine,
	{ template, startNode }: Order,
): Promise<Result['template']> {
	const run = await engine.run(template, { startNode });
	const { error, runData } = run.data.resultData;
	const collected = runData['Collect translations']?.[0]?.data?.main?.[0] ?? [];
	const titleOf = ({ requestName, targetNativeLanguageCode }: IDataObject) =>
		`${String(requestName)} ${String(targetNativeLanguageCode)}`;
	return {
		status: run.status,
		error: error?.message,
		collected: collected.map(({ json }) => titleOf(json)),
	};
}

async function main(): Promise<void> {
	const order = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Order;
	const engine = await Engine.startFromPackage(order.packageFolder, {
		nodes: { ...CORE_NODES, 'test.items': new Items() },
		stored: order.credentials,
	});
	const calls = new Calls(engine, order.credentials);
	const result: Result = {
		engine: version,
		template: await runTemplate(engine, order),
		...(await calls.roundTrip()),
		analysisCodes: await calls.analysisCodes(),
	};
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
