/** How long a node keeps n8n from everything else: a worker that blocks for long loses its locks. */
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import { Engine, PACKAGE } from '../scripts/engine';
import type { Report } from './report';
import { byId } from './setUp';
import { type Watched, watchLoop } from './watchLoop';

const MAX_BLOCK_MS = 100;
/** If the time grew with the square of the size, it would be 2. */
const MAX_GROWTH = 1.4;
const WARM_UP = 0.02;

interface Scenario {
	name: string;
	what: string;
	/** @returns The items, and what to do with them. */
	prepare(share: number, bench: Bench): Promise<[INodeParameters, IDataObject[]]>;
}

interface Measured extends Watched {
	output: IDataObject[];
}

export async function run(report: Report): Promise<void> {
	const { LOOP_ONLY: only } = process.env;
	for (const scenario of SCENARIOS.filter(({ name }) => !only || name === only)) {
		const sandbox = await startSandbox({
			variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5, tokenLifetimeSeconds: 86_400 },
		});
		try {
			tell(report, scenario, await measure(sandbox, scenario));
		} finally {
			await sandbox.stop();
		}
	}
}

async function measure(sandbox: Sandbox, { prepare }: Scenario): Promise<[Measured, Measured]> {
	const bench = await Bench.start(sandbox);
	const runWith = async (share: number) => await bench.run(...(await prepare(share, bench)));
	try {
		// Loads and compiles everything.
		await runWith(WARM_UP);
		return [await runWith(0.5), await runWith(1)];
	} finally {
		bench.stop();
	}
}

function tell(report: Report, { name, what }: Scenario, [half, whole]: [Measured, Measured]) {
	report({
		name: `loop.${name}.block`,
		value: Math.round(whole.blockMs),
		unit: 'ms at once, the longest',
		target: `<= ${MAX_BLOCK_MS} ms`,
		ok: whole.blockMs <= MAX_BLOCK_MS,
		comparedWith: `${what}: ${Math.round(whole.clockMs)} ms on the clock, with other work on the machine; in all ${round(whole.processorSeconds)} processor seconds, ${round(whole.seconds)} s on the clock`,
	});
	const growth = whole.processorSeconds / 2 / half.processorSeconds;
	report({
		name: `loop.${name}.growth`,
		value: round(growth),
		unit: '× the time per item at twice the size',
		target: `<= ${MAX_GROWTH}`,
		ok: growth <= MAX_GROWTH,
		comparedWith: `${round(half.processorSeconds)} and ${round(whole.processorSeconds)} processor seconds`,
	});
}

/** n8n's engine in this process, with a watch on what happens inside `execute()`. */
class Bench {
	private measured: Omit<Measured, 'output'> | undefined;

	private constructor(
		readonly sandbox: Sandbox,
		private readonly engine: Engine,
	) {
		const node = engine.nodeTypes.getByNameAndVersion(`${PACKAGE}.translationJobs`, 1);
		const execute = node.execute!;
		const keep = (measured: Omit<Measured, 'output'>) => (this.measured = measured);
		node.execute = async function (...args) {
			const watch = watchLoop();
			try {
				return await execute.apply(this, args);
			} finally {
				keep(watch.stop());
			}
		};
	}

	static async start(sandbox: Sandbox): Promise<Bench> {
		const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
		const where = { environment: 'production', baseUrl, authUrl, clientId, clientSecret };
		const data = { ...where, requestsPerSecond: 1_000 };
		const engine = await Engine.startFromPackage(join(__dirname, '..'), {
			stored: [{ id: 'rest', type: 'translationJobsApi', data }],
		});
		return new Bench(sandbox, engine);
	}

	async run(parameters: INodeParameters, items: IDataObject[]): Promise<Measured> {
		globalThis.gc?.();
		const node = (name: string, own: INodeParameters) => ({
			id: name,
			name,
			type: `${PACKAGE}.translationJobs`,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: own,
			credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
		});
		const { data } = await this.engine.run(
			{
				nodes: [node('Input', {}), node('Node', parameters)],
				connections: { Input: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
			},
			{ startNode: 'Input', pinData: { Input: items.map((json) => ({ json })) } },
		);
		this.engine.logs.length = 0;
		const { error, runData } = data.resultData;
		if (error) throw new Error(`${error.message} — ${String(error.description ?? '')}`);
		const output = (runData.Node?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
		const refused = output.find((each) => each.error ?? (each.refused as [] | undefined)?.length);
		if (refused || output.length === 0) throw new Error(`Refused: ${JSON.stringify(refused)}`);
		return { ...this.measured!, output };
	}

	stop() {
		this.engine.stop();
	}
}

const SEND: INodeParameters = {
	resource: 'job',
	operation: 'send',
	providerId: byId('pseudo'),
	jobName: '={{ $json.run }}',
	sourceLanguage: 'en-us',
	targetLanguages: ['de-de'],
	translate: 'fields',
	fieldsToTranslate: 'title, blocks[*].text',
	itemFields: {
		sourceNativeId: '={{ $json.id }}',
		requestName: '={{ $json.title }}',
		wordCount: '={{ 0 }}',
	},
	options: { splitJobs: true, output: 'requests' },
};
const PREVIEW = { ...SEND, operation: 'preview', options: { splitJobs: true }, simplify: false };
const COLLECT: INodeParameters = {
	resource: 'job',
	operation: 'collect',
	filters: { requestIds: '={{ $json.requestId }}' },
};
const MERGE: INodeParameters = {
	...COLLECT,
	simplify: false,
	mergeInto: '={{ $json.entry }}',
	knownTranslations: '={{ $json.known }}',
};

let runs = 0;

function makeEntries(count: number, texts: number): IDataObject[] {
	const name = `Run ${++runs}`;
	return Array.from({ length: count }, (_, entry) => ({
		run: name,
		id: `${name}, entry ${entry}`,
		title: `The title of entry ${entry}`,
		blocks: Array.from({ length: texts - 1 }, (__, at) => ({
			text: `Text ${at} of {name} ${entry}.`,
		})),
	}));
}

async function requestsInReview(count: number, { sandbox }: Bench): Promise<IDataObject[]> {
	const requestsPerJob = Math.min(count, 100);
	const { jobIds, requestIds } = await sandbox.seed({
		jobs: Math.ceil(count / requestsPerJob),
		requestsPerJob,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	return requestIds.map((requestId, at) => ({
		requestId,
		jobId: jobIds[Math.floor(at / requestsPerJob)]!,
	}));
}

/** Sends entries and has them translated. */
async function delivered(bench: Bench, entries: IDataObject[]): Promise<IDataObject[]> {
	const { output } = await bench.run(SEND, entries);
	await bench.sandbox.advance(1_000);
	for (const jobId of new Set(output.map((each) => String(each.jobId))))
		await bench.sandbox.deliver(jobId);
	const byTitle = new Map(entries.map((entry) => [entry.title, entry]));
	return output.map(({ jobId, requestId, requestName }) => {
		const entry = byTitle.get(requestName)!;
		return { jobId, requestId, entry };
	});
}

const of = (share: number, count: number) => Math.round(share * count);

const SCENARIOS: Scenario[] = [
	{
		name: 'preview',
		what: '3,000 entries of 40 texts',
		prepare: async (share) => [PREVIEW, makeEntries(of(share, 3_000), 40)],
	},
	{
		name: 'previewLarge',
		what: '2 entries of 10,000 texts',
		prepare: async (share) => [PREVIEW, makeEntries(2, of(share, 10_000))],
	},
	{
		name: 'send',
		what: '3,000 entries of 40 texts',
		prepare: async (share) => [SEND, makeEntries(of(share, 3_000), 40)],
	},
	{
		name: 'sendLarge',
		what: '10 entries of 15,000 fields',
		prepare: async (share) => [SEND, makeEntries(10, of(share, 15_000))],
	},
	{
		name: 'collect',
		what: '6,000 items, each with its request',
		prepare: async (share, bench) => [COLLECT, await requestsInReview(of(share, 6_000), bench)],
	},
	{
		name: 'approve',
		what: '6,000 items, each with its request',
		prepare: async (share, bench) => [
			{ resource: 'request', operation: 'approve' },
			await requestsInReview(of(share, 6_000), bench),
		],
	},
	{
		name: 'getMany',
		what: '6,000 items, each with its request',
		prepare: async (share, bench) => [
			{ resource: 'request', operation: 'getAll', filters: COLLECT.filters },
			await requestsInReview(of(share, 6_000), bench),
		],
	},
	{
		name: 'merge',
		what: '2,000 texts in one entry, merged before: with what is known of it, and the translated entry',
		prepare: async (share, bench) => {
			const items = await delivered(bench, makeEntries(1, of(share, 2_000)));
			const { output } = await bench.run(MERGE, items);
			const [{ knownTranslations, entry: translatedEntry } = {}] = output;
			const known = { knownTranslations, translatedEntry } as IDataObject;
			return [MERGE, items.map((item) => ({ ...item, known }))];
		},
	},
	{
		name: 'mergeMany',
		what: '2,000 entries of one text',
		prepare: async (share, bench) => [
			{ ...COLLECT, mergeInto: '={{ $json.entry }}' },
			await delivered(bench, makeEntries(of(share, 2_000), 1)),
		],
	},
	{
		name: 'checks',
		what: '10 translations of 15,000 fields',
		prepare: async (share, bench) => [
			COLLECT,
			await delivered(bench, makeEntries(10, of(share, 15_000))),
		],
	},
];

const round = (value: number) => Math.round(value * 100) / 100;
