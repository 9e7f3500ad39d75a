import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../../../scripts/engine';
import { bundleProcess } from '../../../support/processBundle';

export interface SenderTask {
	credential: StoredCredential;
	parameters: INodeParameters;
	input: INodeExecutionData[];
}

export interface SenderResult {
	error?: string;
	jobId?: string;
	sendOutcome?: string;
}

const root = join(__dirname, '..', '..', '..', '..');

/** A process that is about to send. */
export class SenderProcess {
	private constructor(
		private readonly child: ChildProcess,
		private readonly lines: AsyncIterator<string>,
	) {}

	/** Resolves when everything is loaded and only the sending is left to do. */
	static async start(task: SenderTask): Promise<SenderProcess> {
		const child = spawn(
			process.execPath,
			[
				'--require',
				join(root, 'test', 'support', 'otherEngine.cjs'),
				bundleProcess(join(__dirname, 'sender.ts')),
			],
			{ stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '' } },
		);
		const sender = new SenderProcess(child, createInterface(child.stdout)[Symbol.asyncIterator]());
		child.stdin.write(`${JSON.stringify(task)}\n`);
		const { value } = await sender.lines.next();
		if (value !== 'ready') throw new Error(`The sender did not start: ${String(value)}`);
		return sender;
	}

	begin(): void {
		this.child.stdin!.write('go\n');
	}

	async result(): Promise<SenderResult> {
		const { value, done } = await this.lines.next();
		if (done) throw new Error('The sender ended without a result');
		return JSON.parse(value) as SenderResult;
	}

	/** As the machine does when it runs out of memory: without a chance to tidy up. */
	async kill(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.kill('SIGKILL');
		await exited;
	}
}
