import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Orders } from './nodeProcess';

/** Drives the process that runs the nodes. */
export class Worker {
	private readonly child = fork(join(__dirname, 'nodeProcess.ts'), {
		execArgv: ['--import', 'tsx', '--expose-gc'],
		stdio: ['ignore', 2, 2, 'ipc'],
	});

	async ask<Name extends keyof Orders>(
		order: Name,
		...[argument]: Parameters<Orders[Name]>
	): Promise<ReturnType<Orders[Name]>> {
		const end = new AbortController();
		this.child.once('exit', () => end.abort());
		const answered = once(this.child, 'message', { signal: end.signal }) as Promise<
			[{ value: ReturnType<Orders[Name]>; error?: string }]
		>;
		this.child.send({ order, argument });
		const [{ value, error }] = await answered;
		this.child.removeAllListeners('exit');
		if (error) throw new Error(error);
		return value;
	}

	async stop() {
		const ended = once(this.child, 'exit');
		this.child.disconnect();
		await ended;
	}
}
