import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../../scripts/engine';
import { bundleProcess } from '../../support/processBundle';

export interface MeasuredTask {
	credential: StoredCredential;
	/** Without them, the credential is tested. */
	parameters?: INodeParameters;
	input: INodeExecutionData[];
}

export interface MeasuredResult {
	error?: string;
	items: number;
}

const root = join(__dirname, '..', '..', '..');

/** Peak memory of a process. */
const peakMiB = (pid: number): number =>
	Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Runs a task in a process of its own. The growth is that of its peak memory, seen from outside. */
export async function measure(
	task: MeasuredTask,
): Promise<MeasuredResult & { grownByMiB: number }> {
	const child = spawn(
		process.execPath,
		[
			'--require',
			join(root, 'test', 'support', 'otherEngine.cjs'),
			bundleProcess(join(__dirname, 'measured.ts')),
		],
		{ stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
	);
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	/** Other lines are the log. */
	const next = async (beginning: string): Promise<string> => {
		const { value, done } = await lines.next();
		if (done) throw new Error('The process ended by itself');
		return value.startsWith(beginning) ? value : await next(beginning);
	};
	try {
		child.stdin.write(`${JSON.stringify(task)}\n`);
		await next('ready');
		const before = peakMiB(child.pid!);
		child.stdin.write('go\n');
		const result = JSON.parse(await next('{')) as MeasuredResult;
		return { ...result, grownByMiB: peakMiB(child.pid!) - before };
	} finally {
		child.kill('SIGKILL');
	}
}
