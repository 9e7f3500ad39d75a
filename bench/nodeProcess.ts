/** The measured process: n8n's engine with the built package, and nothing else. */
import { copyFileSync, statSync } from 'node:fs';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type {
	IBinaryData,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRun,
} from 'n8n-workflow';

import { Engine, PACKAGE } from '../scripts/engine';

export interface Orders {
	start(setUp: { packageFolder: string; credential: IDataObject }): void;
	/** Puts a file into n8n's binary store as input of later runs. */
	store(file: { path: string; name: string; type: string }): void;
	/** Stores `count` different small files. */
	storeMany(files: { count: number; bytes: number }): void;
	/** Takes items as input of later runs. */
	take(items: IDataObject[]): void;
	/**
	 * Runs nodes in sequence, each on the output of the one before; the first on the stored
	 * input.
	 */
	run(nodes: INodeParameters[]): Measured;
	/** Starts to count memory growth. */
	settle(): void;
	/** Where the binary data from the last run is. */
	storedPath(): string;
}

export interface Measured {
	seconds: number;
	/** Of all threads of the process. Hardly depends on other work on the machine. */
	processorSeconds: number;
	/** Garbage collections of the whole heap. */
	fullCollections: number;
	/** Peak memory of the process, minus that before its first run. */
	growthMiB: number;
	/** Heap in use after the run and a garbage collection, minus that before. */
	heapKeptMiB: number;
	output: IDataObject[];
}

const SAMPLE_MS = 20;

let engine: Engine;
let input: INodeExecutionData[] = [];
let output: INodeExecutionData[] = [];

const handlers: {
	[Name in keyof Orders]: (
		argument: Parameters<Orders[Name]>[0],
	) => Promise<ReturnType<Orders[Name]>>;
} = {
	async start({ packageFolder, credential }) {
		engine = await Engine.startFromPackage(packageFolder, {
			stored: [{ id: 'rest', type: 'translationJobsApi', data: credential as never }],
		});
	},
	async store({ path, name, type }) {
		const binary = await engine.storeBinary(Buffer.alloc(1), name, type);
		// The operating system copies the file, so that this process has not touched its data
		// yet.
		copyFileSync(path, engine.binaryPath(binary));
		input = [{ json: {}, binary: { data: { ...binary, bytes: statSync(path).size } } }];
	},
	async storeMany({ count, bytes }) {
		input = [];
		for (let at = 0; at < count; at++) {
			const binary = await engine.storeBinary(
				Buffer.alloc(bytes, `File ${at}. `),
				`file-${at}.txt`,
				'text/plain',
			);
			input.push({ json: { at }, binary: { data: binary } });
		}
	},
	async take(items) {
		input = items.map((json) => ({ json }));
	},
	async run(nodes) {
		const memory = watchMemory();
		const collections = countFullCollections();
		const startedUsage = process.cpuUsage();
		const startedAt = performance.now();
		const run = await engine.run(workflowOf(nodes), {
			startNode: 'Input',
			pinData: { Input: input },
		});
		const seconds = (performance.now() - startedAt) / 1000;
		const { user, system } = process.cpuUsage(startedUsage);
		const measured = {
			seconds,
			processorSeconds: (user + system) / 1e6,
			fullCollections: collections.stop(),
			...memory.stop(),
		};
		output = outputOf(run, `Node ${nodes.length}`);
		return { ...measured, output: output.map(({ json }) => json) };
	},
	async settle() {
		baseline = undefined;
	},
	async storedPath() {
		return engine.binaryPath(output[0]!.binary!.data as IBinaryData);
	},
};

function workflowOf(nodes: INodeParameters[]): {
	nodes: INode[];
	connections: Record<string, never>;
} {
	const names = ['Input', ...nodes.map((_, index) => `Node ${index + 1}`)];
	const connections = Object.fromEntries(
		names
			.slice(0, -1)
			.map((name, index) => [
				name,
				{ main: [[{ node: names[index + 1], type: 'main', index: 0 }]] },
			]),
	);
	return {
		nodes: names.map((name, index) => ({
			id: String(index),
			name,
			type: `${PACKAGE}.translationJobs`,
			typeVersion: 1,
			position: [index * 200, 0],
			parameters: nodes[index - 1] ?? {},
			credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
		})),
		connections: connections as Record<string, never>,
	};
}

function outputOf(run: IRun, node: string): INodeExecutionData[] {
	const { error, runData } = run.data.resultData;
	if (error)
		throw new Error(`${error.message} — ${(error as { description?: string }).description ?? ''}`);
	return runData[node]?.[0]?.data?.main?.[0] ?? [];
}

let baseline: { rss: number; heap: number } | undefined;

const mebibytes = (bytes: number) => Math.round(bytes / 1_048_576);

function heapInUse(): number {
	globalThis.gc!();
	return getHeapStatistics().used_heap_size;
}

/** Counts from before the first run, so that memory once taken is not forgotten. */
function watchMemory(): { stop(): Pick<Measured, 'growthMiB' | 'heapKeptMiB'> } {
	const before = (baseline ??= { heap: heapInUse(), rss: process.memoryUsage.rss() });
	let peak = before.rss;
	const look = () => {
		peak = Math.max(peak, process.memoryUsage.rss());
		// The engine keeps these for tests; the nodes do not.
		engine.logs.length = 0;
	};
	const timer = setInterval(look, SAMPLE_MS);
	return {
		stop() {
			look();
			clearInterval(timer);
			return {
				growthMiB: mebibytes(peak - before.rss),
				heapKeptMiB: mebibytes(heapInUse() - before.heap),
			};
		},
	};
}

function countFullCollections(): { stop(): number } {
	let count = 0;
	const add = (entries: PerformanceEntry[]) => {
		for (const { detail } of entries as Array<{ detail?: { kind: number } }>)
			if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count += 1;
	};
	const observer = new PerformanceObserver((list) => add(list.getEntries()));
	observer.observe({ entryTypes: ['gc'] });
	return {
		stop() {
			add(observer.takeRecords());
			observer.disconnect();
			return count;
		},
	};
}

process.on('message', ({ order, argument }: { order: keyof Orders; argument: never }) => {
	handlers[order](argument).then(
		(value) => process.send!({ value }),
		(error: unknown) =>
			process.send!({ error: error instanceof Error ? error.stack : String(error) }),
	);
});
process.on('disconnect', () => {
	engine?.stop();
	process.exit();
});
