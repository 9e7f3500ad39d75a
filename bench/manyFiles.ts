import { type INodeParameters, sleep } from 'n8n-workflow';

import type { LogEntry } from '../sandbox/calls/log';
import { type Sandbox, startSandbox } from '../sandbox/launch';
import type { Measured } from './nodeProcess';
import type { Report } from './report';
import { startWorker, warmUp } from './setUp';
import type { Worker } from './worker';

const COUNTS = [250, 500, 1_000];
export const FILE_BYTES = 20_000;
const WARM_UP_FILES = 5;
const PER_SECOND = 20;
const LATENCY_MS = 100;
/** On a machine without other work. */
const MAX_RATIO = 1.03;
/** As slow as when it counts: the pace knows what is usual. */
const NO_LIMIT = { latencyMs: LATENCY_MS, throttle: null };
const LIMIT = {
	latencyMs: LATENCY_MS,
	throttle: { perSecond: PER_SECOND, retryAfter: 'seconds' as const },
};

export interface ManyFiles {
	name: string;
	/** The most calls that this many files may take. */
	callsFor(count: number): number;
	/** Prepares the files, without a throttle, and returns the node to run. */
	prepare(count: number, sandbox: Sandbox, worker: Worker): Promise<INodeParameters>;
	/** Throws unless all files came through. */
	check(count: number, sandbox: Sandbox, output: Measured['output']): Promise<void>;
}

/**
 * Measures many small files through one node against the throttle. Each count runs in its own
 * process, so that it has its own memory.
 */
export async function measureManyFiles(report: Report, suite: ManyFiles): Promise<void> {
	const sandbox = await startSandbox({
		variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5 },
	});
	try {
		for (const count of COUNTS) {
			const { seconds, growthMiB, heapKeptMiB } = await measure(sandbox, suite, count);
			if (count === COUNTS.at(-1)) await reportCalls(report, sandbox, suite, count, seconds);
			report({
				name: `${suite.name}.memory.${count}`,
				value: growthMiB,
				unit: 'MiB growth',
				target: 'reported only',
				ok: true,
				comparedWith: `the same process before ${count} files of ${FILE_BYTES / 1000} KB; ${heapKeptMiB} MiB more of its heap are in use after them`,
			});
		}
	} finally {
		await sandbox.stop();
	}
}

async function measure(sandbox: Sandbox, suite: ManyFiles, count: number): Promise<Measured> {
	await sandbox.reset();
	await sandbox.configure(NO_LIMIT);
	const worker = await startWorker(sandbox, { requestsPerSecond: PER_SECOND });
	try {
		await warmUp(worker);
		await worker.ask('run', [await suite.prepare(WARM_UP_FILES, sandbox, worker)]);
		const node = await suite.prepare(count, sandbox, worker);
		await sandbox.configure(LIMIT);
		await sleep(1_100);
		await sandbox.clearLog();
		await worker.ask('settle');
		const measured = await worker.ask('run', [node]);
		await suite.check(count, sandbox, measured.output);
		return measured;
	} finally {
		await worker.stop();
	}
}

async function reportCalls(
	report: Report,
	sandbox: Sandbox,
	{ name, callsFor }: ManyFiles,
	count: number,
	seconds: number,
): Promise<void> {
	const log = await sandbox.log({ origin: 'rest' });
	const calls = log.length;
	const refused = log.filter(({ status }) => status === 429).length;
	const allowed = calls / PER_SECOND;
	const most = callsFor(count);
	const what = `${count} files; ${PER_SECOND} calls per second allowed, ${LATENCY_MS} ms each`;
	report({
		name: `${name}.seconds`,
		value: round(seconds),
		unit: 's',
		target: `<= ${round(allowed * MAX_RATIO)}`,
		ok: seconds <= allowed * MAX_RATIO,
		comparedWith: what,
	});
	report({
		name: `${name}.time`,
		value: Math.round((seconds / allowed) * 1000) / 1000,
		unit: '× what the throttle allows',
		target: `<= ${MAX_RATIO}`,
		ok: seconds / allowed <= MAX_RATIO,
		comparedWith: `${calls} calls at ${PER_SECOND} per second take ${round(allowed)} s`,
	});
	report({
		name: `${name}.calls`,
		value: calls,
		unit: 'calls to the service',
		target: `<= ${most}`,
		ok: calls <= most,
		comparedWith: kindsOf(log),
	});
	report({
		name: `${name}.callsPerFile`,
		value: Math.round((calls / count) * 1000) / 1000,
		unit: 'calls per file',
		target: `<= ${Math.round((most / count) * 1000) / 1000}`,
		ok: calls <= most,
		comparedWith: `${count} files`,
	});
	report({
		name: `${name}.refused`,
		value: refused,
		unit: 'answers 429',
		target: '0',
		ok: refused === 0,
		comparedWith: `${calls} calls sent`,
	});
}

/** Counts each kind of call, most frequent first. */
export function kindsOf(log: LogEntry[]): string {
	const counts = new Map<string, number>();
	for (const { method, path } of log) {
		const kind = `${method} ${path.replace(/^\/v2/, '').replace(/\/(?=\w*[A-Z0-9])[\w-]{8,}(?=\/|$)/g, '/…')}`;
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.map(([kind, count]) => `${count} × ${kind}`)
		.join(', ');
}

const round = (value: number) => Math.round(value * 100) / 100;
