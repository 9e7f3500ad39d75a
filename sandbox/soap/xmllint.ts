/**
 * libxml2 in one worker for all documents. The function of the package starts a worker and compiles
 * WebAssembly for each of them, which takes a quarter of a second.
 */
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface XmlFile {
	fileName: string;
	contents: string;
}

interface Result {
	id: number;
	exitCode: number;
	output: string;
}

const VALID = 0;
/** The document, or one of its schemas, does not fit. */
const INVALID = [3, 4];

/** As the package chooses them, in pages of 64 KiB. */
const MEMORY = { initial: 256, maximum: 512 };

const WORKER = `
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const start = require(workerData.script);
const libxml2 = new WebAssembly.Module(readFileSync(workerData.binary));

parentPort.on('message', ({ id, files, args }) => {
	let output = '';
	const finish = (exitCode) => parentPort.postMessage({ id, exitCode, output });
	start({
		inputFiles: files,
		arguments: args,
		print: () => undefined,
		printErr: (line) => { output += line + '\\n'; },
		wasmMemory: new WebAssembly.Memory(workerData.memory),
		instantiateWasm: (imports, done) => {
			WebAssembly.instantiate(libxml2, imports).then((instance) => done(instance, libxml2));
			return {};
		},
		onExit: finish,
		onAbort: (reason) => { output += reason; finish(-1); },
	}).catch((error) => {
		// Not heard after an exit.
		output += error;
		finish(-1);
	});
});`;

class Xmllint {
	private readonly waiting = new Map<number, (result: Result) => void>();
	private readonly worker: Worker;
	private last = 0;

	constructor() {
		const folder = dirname(require.resolve('xmllint-wasm'));
		this.worker = new Worker(WORKER, {
			eval: true,
			execArgv: [],
			workerData: {
				script: join(folder, 'xmllint-node.js'),
				binary: join(folder, 'xmllint.wasm'),
				memory: MEMORY,
			},
		});
		this.worker.on('message', (result: Result) => {
			this.waiting.get(result.id)?.(result);
			this.waiting.delete(result.id);
			// The sandbox may end while the worker has nothing to do.
			if (this.waiting.size === 0) this.worker.unref();
		});
	}

	async run(files: XmlFile[], args: string[]): Promise<Result> {
		const id = ++this.last;
		const result = new Promise<Result>((resolve) => this.waiting.set(id, resolve));
		this.worker.ref();
		this.worker.postMessage({ id, files, args });
		return await result;
	}
}

let xmllint: Xmllint | undefined;

/** What is wrong with a document; nothing if it is valid. */
export async function validateXml(
	document: XmlFile,
	schema: XmlFile,
	imported: readonly XmlFile[],
): Promise<string[]> {
	xmllint ??= new Xmllint();
	const { exitCode, output } = await xmllint.run(
		[document, schema, ...imported],
		['--nonet', '--schema', schema.fileName, '--noout', document.fileName],
	);
	if (exitCode === VALID) return [];
	if (!INVALID.includes(exitCode)) throw new Error(`xmllint ended with ${exitCode}: ${output}`);
	return messagesIn(output, document.fileName);
}

/** Without the line in which it sums up. */
const messagesIn = (output: string, fileName: string): string[] =>
	output
		.split('\n')
		.filter((line) => line !== '' && !/ (validates|fails to validate)$/.test(line))
		.map((line) => line.replace(new RegExp(`^${fileName}:\\d+:\\s*`), ''));
