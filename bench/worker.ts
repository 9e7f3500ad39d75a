import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Login } from './engine';
import type { Orders } from './nodeProcess';

type Result<Name extends keyof Orders> = Awaited<ReturnType<Orders[Name]>>;

/** Drives the process that runs the nodes. */
export class Worker {
	private readonly child = fork(join(__dirname, 'nodeProcess.ts'), {
		execArgv: ['--import', 'tsx', '--expose-gc'],
		stdio: ['ignore', 2, 2, 'ipc'],
	});

	static async start(service: Login, requestsPerSecond = 1_000): Promise<Worker> {
		const { baseUrl, authUrl, clientId, clientSecret } = service;
		const worker = new Worker();
		const login = { baseUrl, authUrl, clientId, clientSecret };
		await worker.ask('start', { login, requestsPerSecond });
		return worker;
	}

	async ask<Name extends keyof Orders>(
		order: Name,
		...[argument]: Parameters<Orders[Name]>
	): Promise<Result<Name>> {
		const end = new AbortController();
		this.child.once('exit', () => end.abort());
		const answered = once(this.child, 'message', { signal: end.signal }) as Promise<
			[{ value: Result<Name>; error?: string }]
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
