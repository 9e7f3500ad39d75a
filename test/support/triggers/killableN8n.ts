import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Sandbox } from '../../../sandbox/launch';
import { freePorts } from '../../../scripts/n8n/run/ports';
import { bundleProcess } from '../processBundle';
import type { ExecutionLine, ProcessOptions } from './n8nProcess';

type Settings = Pick<
	ProcessOptions,
	'requestsPerSecond' | 'poll' | 'failEvery' | 'approvesSome'
> & { hasListener?: boolean; delivers?: { failing: number; seed: number } };

/** n8n in a process of its own that can be killed at any moment and started again. */
export class KillableN8n {
	polls = 0;
	failedPolls = 0;
	kills = 0;
	private readonly folder = mkdtempSync(join(tmpdir(), 'translation-jobs-n8n-'));
	private child?: ChildProcess;
	/** It ended by itself. */
	private failure?: Error;
	private port?: number;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly settings: Settings,
	) {}

	async start(): Promise<void> {
		await (
			await this.begin()
		).ready;
	}

	/**
	 * Starts it and lets it die when it has handed over so much: after the cursor was saved, before
	 * the execution is started.
	 */
	async startAndDieBeforeExecution(count: number): Promise<void> {
		const { child } = await this.begin({ diesBeforeExecution: count });
		this.kills += 1;
		await once(child, 'exit');
	}

	private async begin(
		more: Pick<ProcessOptions, 'diesBeforeExecution'> = {},
	): Promise<{ child: ChildProcess; ready: Promise<void> }> {
		const { baseUrl, authUrl, clientId, clientSecret, controlUrl } = this.sandbox;
		const { hasListener, delivers, ...settings } = this.settings;
		if (hasListener) this.port ??= (await freePorts(1))[0];
		const options: ProcessOptions = {
			...settings,
			...more,
			sandbox: { baseUrl, authUrl, clientId, clientSecret, controlUrl },
			database: join(this.folder, 'database.json'),
			executions: join(this.folder, 'executions.jsonl'),
			listenerPort: this.port,
			pollsBefore: this.polls,
			delivers: delivers && {
				...delivers,
				stored: this.storedFile,
				seed: delivers.seed + this.kills,
			},
		};
		const child = fork(bundleProcess(join(__dirname, 'n8nProcess.ts')), [JSON.stringify(options)], {
			execArgv: ['--require', join(__dirname, '../otherEngine.cjs')],
			cwd: join(__dirname, '../../..'),
			env: { ...process.env, NODE_OPTIONS: '' },
		});
		this.child = child;
		child.once('exit', (code, signal) => {
			if (signal !== 'SIGKILL')
				this.failure = new Error(`The n8n process ended by itself, with ${signal ?? code}`);
		});
		const ready = new Promise<void>((resolve, reject) => {
			let before = { polls: 0, failed: 0 };
			child.on('message', (message: { polls?: number; failed?: number }) => {
				const now = {
					polls: message.polls ?? before.polls,
					failed: message.failed ?? before.failed,
				};
				this.polls += now.polls - before.polls;
				this.failedPolls += now.failed - before.failed;
				before = now;
				resolve();
			});
			child.once('exit', (code) =>
				reject(new Error(`The n8n process ended with ${code} before it was ready`)),
			);
		});
		// Nobody may be waiting for it.
		ready.catch(() => {});
		return { child, ready };
	}

	get pid(): number {
		return this.child?.pid ?? 0;
	}

	async kill(): Promise<void> {
		const { child } = this;
		this.kills += 1;
		const exited = once(child!, 'exit');
		child!.kill('SIGKILL');
		await exited;
	}

	/**
	 * Kills it the next time it hands something over: after the cursor was saved, before the
	 * execution is started.
	 */
	async killBeforeExecution(): Promise<void> {
		const exited = once(this.child!, 'exit');
		this.kills += 1;
		this.child!.send('die');
		await exited;
	}

	get executions(): ExecutionLine[] {
		if (this.failure) throw this.failure;
		return linesOf(join(this.folder, 'executions.jsonl')).map(
			(line) => JSON.parse(line) as ExecutionLine,
		);
	}

	private get storedFile(): string {
		return join(this.folder, 'stored.txt');
	}

	/** The delivery keys that the store has taken, in its order. */
	get stored(): string[] {
		return linesOf(this.storedFile);
	}

	async stop(): Promise<void> {
		if (this.child && this.child.exitCode === null && this.child.signalCode === null) {
			const exited = once(this.child, 'exit');
			this.child.kill('SIGKILL');
			await exited;
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** What comes after the last line break is still being written. */
const linesOf = (file: string): string[] =>
	existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
