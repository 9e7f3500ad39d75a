/** How long a node keeps n8n from everything else: a worker that blocks for long loses its locks. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox/launch';
import { MeasuredEngine } from './engine';
import type { Report } from './figures';
import { short } from './measure';
import { byId, deliver, withSandbox } from './service';
import { describe, type Watched, watchLoop } from './watchLoop';

const WARM_UP = 0.02;

/** @returns What to do with which items. */
type Prepare = (share: number, bench: Bench) => Promise<[INodeParameters, IDataObject[]]>;

interface Measured extends Watched {
	output: IDataObject[];
}

export async function run(report: Report): Promise<void> {
	for (const [name, what, prepare] of SCENARIOS)
		await withSandbox({}, async (sandbox) => {
			const bench = new Bench(sandbox, await MeasuredEngine.start(sandbox));
			const runWith = async (share: number) => await bench.run(...(await prepare(share, bench)));
			// Loads and compiles everything.
			await runWith(WARM_UP);
			const [half, whole] = [await runWith(0.5), await runWith(1)];
			bench.stop();
			report(`loop.${name}.block`, Math.round(whole.blockMs), `${what}: ${describe(whole)}`);
			report(
				`loop.${name}.growth`,
				whole.processorSeconds / 2 / half.processorSeconds,
				`${short(half.processorSeconds)} and ${short(whole.processorSeconds)} processor seconds`,
			);
		});
}

/** n8n's engine in this process, with a watch on what happens inside `execute()`. */
class Bench {
	private watched: Watched | undefined;

	constructor(
		readonly sandbox: Sandbox,
		private readonly measured: MeasuredEngine,
	) {
		const { node } = measured;
		const execute = node.execute!;
		const keep = (watched: Watched) => (this.watched = watched);
		node.execute = async function (...args) {
			const watch = watchLoop();
			try {
				return await execute.apply(this, args);
			} finally {
				keep(watch.stop());
			}
		};
	}

	async run(parameters: INodeParameters, items: IDataObject[]): Promise<Measured> {
		globalThis.gc?.();
		const input = items.map((json) => ({ json }));
		const output = (await this.measured.run([parameters], input)).map(({ json }) => json);
		this.measured.engine.logs.length = 0;
		const refused = output.find((each) => each.error ?? (each.refused as [] | undefined)?.length);
		if (refused || output.length === 0) throw new Error(`Refused: ${JSON.stringify(refused)}`);
		return { ...this.watched!, output };
	}

	stop() {
		this.measured.engine.stop();
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
	for (const jobId of new Set(output.map((each) => String(each.jobId))))
		await deliver(bench.sandbox, jobId);
	const byTitle = new Map(entries.map((entry) => [entry.title, entry]));
	return output.map(({ jobId, requestId, requestName }) => {
		const entry = byTitle.get(requestName)!;
		return { jobId, requestId, entry };
	});
}

const sends =
	(node: INodeParameters, entries: number, texts: number): Prepare =>
	async (share) => [node, makeEntries(share * entries, texts)];
const sendsLarge =
	(node: INodeParameters, entries: number, texts: number): Prepare =>
	async (share) => [node, makeEntries(entries, share * texts)];
const reads =
	(node: INodeParameters): Prepare =>
	async (share, bench) => [node, await requestsInReview(share * 6_000, bench)];

const READ = '6,000 items, each with its request';

const SCENARIOS: Array<[name: string, what: string, Prepare]> = [
	['preview', '3,000 entries of 40 texts', sends(PREVIEW, 3_000, 40)],
	['previewLarge', '2 entries of 10,000 texts', sendsLarge(PREVIEW, 2, 10_000)],
	['send', '3,000 entries of 40 texts', sends(SEND, 3_000, 40)],
	['sendLarge', '10 entries of 15,000 fields', sendsLarge(SEND, 10, 15_000)],
	['collect', READ, reads(COLLECT)],
	['approve', READ, reads({ resource: 'request', operation: 'approve' })],
	['getMany', READ, reads({ ...COLLECT, resource: 'request', operation: 'getAll' })],
	[
		'merge',
		'2,000 texts in one entry, merged before: with what is known of it, and the translated entry',
		async (share, bench) => {
			const items = await delivered(bench, makeEntries(1, share * 2_000));
			const { output } = await bench.run(MERGE, items);
			const [{ knownTranslations, entry: translatedEntry } = {}] = output;
			const known = { knownTranslations, translatedEntry } as IDataObject;
			return [MERGE, items.map((item) => ({ ...item, known }))];
		},
	],
	[
		'mergeMany',
		'2,000 entries of one text',
		async (share, bench) => [
			{ ...COLLECT, mergeInto: '={{ $json.entry }}' },
			await delivered(bench, makeEntries(share * 2_000, 1)),
		],
	],
	[
		'checks',
		'10 translations of 15,000 fields',
		async (share, bench) => [COLLECT, await delivered(bench, makeEntries(10, share * 15_000))],
	],
];
