import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { SandboxControl } from './client';
import type { Addresses } from './control/addresses';
import { ControlChannel } from './control/controlChannel';
import type { ServerOptions } from './server';
import type { SoapInfo } from './soap';

export type SandboxOptions = ServerOptions;

/** A sandbox in its own process, with its addresses and all control actions. */
export class Sandbox extends SandboxControl implements Addresses {
	readonly baseUrl: string;
	readonly authUrl: string;
	readonly fileUrl: string;
	readonly clientId: string;
	readonly clientSecret: string;
	readonly soap: SoapInfo;

	constructor(
		addresses: Addresses,
		readonly pid: number,
		readonly stop: () => Promise<void>,
		private readonly channel: ControlChannel,
	) {
		super(addresses.controlUrl);
		this.baseUrl = addresses.baseUrl;
		this.authUrl = addresses.authUrl;
		this.fileUrl = addresses.fileUrl;
		this.clientId = addresses.clientId;
		this.clientSecret = addresses.clientSecret;
		this.soap = addresses.soap;
	}

	override async act<T>(action: string, input: unknown = {}): Promise<T> {
		return await this.channel.act<T>(action, input);
	}
}

/** A bundle, which starts sooner: that of the tests, or that of the package. Otherwise the sources. */
const code = (): string[] => {
	const bundle = process.env.TRANSLATION_JOBS_SANDBOX ?? join(__dirname, 'main.js');
	return existsSync(bundle) ? [bundle] : ['--import', 'tsx', join(__dirname, 'main.ts')];
};

const spawnProcess = (): ChildProcess =>
	spawn(process.execPath, [...code(), '--driven'], {
		cwd: join(__dirname, '..'),
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		env: { ...process.env, NODE_OPTIONS: '' },
	});

async function end(child: ChildProcess): Promise<void> {
	if (!child.connected) return;
	const exited = once(child, 'exit');
	child.disconnect();
	await exited;
}

/**
 * Starts the sandbox in a child process. It ends on `stop()`, or when this process ends. With
 * `idle`, the child process goes there on `stop()`, and serves the next sandbox: a new server with
 * a new state, which shares nothing with the last one but loaded code.
 */
export async function startSandbox(
	options: SandboxOptions = {},
	idle?: ChildProcess[],
): Promise<Sandbox> {
	const waiting = idle?.pop();
	const child = waiting?.connected ? waiting : spawnProcess();
	child.ref();
	child.channel?.ref();
	const channel = new ControlChannel(child);
	const orEnd = async (error: unknown) => {
		await end(child);
		throw error;
	};
	const putAside = async () => {
		if (!idle) return await end(child);
		await channel.act('stop', {}).catch(orEnd);
		channel.close();
		child.unref();
		child.channel?.unref();
		idle.push(child);
	};
	let stopped: Promise<void> | undefined;
	const stop = async () => await (stopped ??= putAside());
	const addresses = await channel.act<Addresses>('start', options).catch(orEnd);
	return new Sandbox(addresses, child.pid ?? 0, stop, channel);
}
