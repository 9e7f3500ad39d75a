/** The measured process: n8n's engine with the built package, and nothing else. */
import { copyFileSync, statSync } from 'node:fs';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { type Login, MeasuredEngine } from './engine';
import { mebibytes, processorClock, watchPeak } from './measure';

export interface Measured {
	seconds: number;
	processorSeconds: number;
	/** Garbage collections of the whole heap. */
	fullCollections: number;
	/** Peak memory of the process, minus that before its first run. */
	growthMiB: number;
	/** Heap in use after the run and a garbage collection, minus that before. */
	heapKeptMiB: number;
	output: IDataObject[];
}

let measured: MeasuredEngine;
let input: INodeExecutionData[] = [];
let output: INodeExecutionData[] = [];
/** From before the first run, so that memory once taken is not forgotten. */
let before: { rss: number; heap: number } | undefined;

const handlers = {
	async start({ login, requestsPerSecond }: { login: Login; requestsPerSecond: number }) {
		measured = await MeasuredEngine.start(login, requestsPerSecond);
	},
	/** Puts a file into n8n's binary store as input of later runs. */
	async store(path: string) {
		const { engine } = measured;
		const type = 'application/octet-stream';
		const binary = await engine.storeBinary(Buffer.alloc(1), 'large.bin', type);
		// The operating system copies the file, so that this process has not touched its data
		// yet.
		copyFileSync(path, engine.binaryPath(binary));
		input = [{ json: {}, binary: { data: { ...binary, bytes: statSync(path).size } } }];
	},
	/** Stores `count` different small files as input of later runs. */
	async storeMany({ count, bytes }: { count: number; bytes: number }) {
		input = [];
		for (let at = 0; at < count; at++) {
			const content = Buffer.alloc(bytes, `File ${at}. `);
			const data = await measured.engine.storeBinary(content, `file-${at}.txt`, 'text/plain');
			input.push({ json: { at }, binary: { data } });
		}
	},
	/** Takes items as input of later runs. */
	async take(items: IDataObject[]) {
		input = items.map((json) => ({ json }));
	},
	/** Runs nodes in sequence; the first on the stored input. */
	async run(nodes: INodeParameters[]): Promise<Measured> {
		before ??= { heap: heapInUse(), rss: process.memoryUsage.rss() };
		const { rss, heap } = before;
		const peak = watchPeak(() => {
			// The engine keeps these for tests; the nodes do not.
			measured.engine.logs.length = 0;
			return process.memoryUsage.rss();
		});
		const collections = countFullCollections();
		const processor = processorClock();
		const startedAt = performance.now();
		output = await measured.run(nodes, input);
		const seconds = (performance.now() - startedAt) / 1000;
		return {
			seconds,
			processorSeconds: processor(),
			fullCollections: collections(),
			growthMiB: mebibytes(peak() - rss),
			heapKeptMiB: mebibytes(heapInUse() - heap),
			output: output.map(({ json }) => json),
		};
	},
	/** Starts to count memory growth. */
	async settle() {
		before = undefined;
	},
	/** Where the binary data from the last run is. */
	async storedPath() {
		return measured.engine.binaryPath(output[0]!.binary!.data as IBinaryData);
	},
};

export type Orders = typeof handlers;

function heapInUse(): number {
	globalThis.gc!();
	return getHeapStatistics().used_heap_size;
}

function countFullCollections(): () => number {
	let count = 0;
	const add = (entries: PerformanceEntry[]) => {
		for (const { detail } of entries as Array<{ detail?: { kind: number } }>)
			if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count += 1;
	};
	const observer = new PerformanceObserver((list) => add(list.getEntries()));
	observer.observe({ entryTypes: ['gc'] });
	return () => {
		add(observer.takeRecords());
		observer.disconnect();
		return count;
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
	measured?.engine.stop();
	process.exit();
});
