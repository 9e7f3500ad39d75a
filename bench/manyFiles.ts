import { type INodeParameters, sleep } from 'n8n-workflow';

import type { LogEntry } from '../sandbox/calls/log';
import type { Sandbox } from '../sandbox/launch';
import type { Report } from './figures';
import type { Measured } from './nodeProcess';
import { byId, LATENCY_MS, PER_SECOND, THROTTLE, warmUp, withService } from './service';
import type { Worker } from './worker';

const COUNTS = [250, 500, 1_000];
export const FILE_BYTES = 20_000;
const WARM_UP_FILES = 5;

export interface ManyFiles {
	name: string;
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
	const { name, prepare, check } = suite;
	// As slow as when it counts: the pace knows what is usual.
	const service = { latencyMs: LATENCY_MS, requestsPerSecond: PER_SECOND };
	for (const count of COUNTS)
		await withService(async (sandbox, worker) => {
			await warmUp(worker);
			await worker.ask('run', [await prepare(WARM_UP_FILES, sandbox, worker)]);
			const node = await prepare(count, sandbox, worker);
			await sandbox.configure({ throttle: THROTTLE });
			await sleep(1_100);
			await sandbox.clearLog();
			await worker.ask('settle');
			const { seconds, growthMiB, heapKeptMiB, output } = await worker.ask('run', [node]);
			await check(count, sandbox, output);
			const files = `${count} files of ${FILE_BYTES / 1000} KB`;
			if (count === COUNTS.at(-1))
				reportCalls(report, name, { count, seconds, log: await sandbox.log({ origin: 'rest' }) });
			report(
				`${name}.memory.${count}`,
				growthMiB,
				`the same process before ${files}; ${heapKeptMiB} MiB more of its heap are in use after them`,
			);
		}, service);
}

function reportCalls(
	report: Report,
	name: string,
	{ count, seconds, log }: { count: number; seconds: number; log: LogEntry[] },
): void {
	const calls = log.length;
	const refused = log.filter(({ status }) => status === 429).length;
	const allowed = calls / PER_SECOND;
	const limit = `${PER_SECOND} calls per second allowed, ${LATENCY_MS} ms each`;
	report(`${name}.seconds`, seconds, `${count} files; ${limit}`);
	report(
		`${name}.time`,
		seconds / allowed,
		`${calls} calls at ${PER_SECOND} per second take ${allowed} s`,
	);
	report(`${name}.calls`, calls, kindsOf(log));
	report(`${name}.callsPerFile`, calls / count, `${count} files`);
	report(`${name}.refused`, refused, `${calls} calls sent`);
}

/** Sends the stored files. */
export const sendFiles = (jobName: string): INodeParameters => ({
	resource: 'job',
	operation: 'send',
	providerId: byId('pseudo'),
	jobName,
	sourceLanguage: 'en-us',
	targetLanguages: ['fr-fr'],
	translate: 'file',
});

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
