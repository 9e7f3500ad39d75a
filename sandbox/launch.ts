import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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

/** The sources, or a bundle of them, which starts sooner. */
const code = (): string[] => {
	const bundle = process.env.TRANSLATION_JOBS_SANDBOX;
	return bundle ? [bundle] : ['--import', 'tsx', join(__dirname, 'main.ts')];
};

/** Starts the sandbox as a child process. It ends on `stop()`, or when this process ends. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const child = spawn(
		process.execPath,
		[...code(), '--json', '--end-with-stdin', '--options', JSON.stringify(options)],
		{
			cwd: join(__dirname, '..'),
			stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
			env: { ...process.env, NODE_OPTIONS: '' },
		},
	) as ChildProcessWithoutNullStreams;
	const exited = once(child, 'exit');
	// A write to a child that has just ended may fail.
	child.stdin.on('error', () => undefined);
	const addresses = await new Promise<Addresses>((resolve, reject) => {
		createInterface(child.stdout).once('line', (line) => {
			try {
				resolve(JSON.parse(line) as Addresses);
			} catch {
				reject(new Error(`The sandbox did not print its addresses but: ${line}`));
			}
		});
		child.once('error', reject);
		void exited.then(([code]) =>
			reject(
				new Error(`The sandbox ended with code ${code} before it was ready; see its output above.`),
			),
		);
	});
	const stop = async () => {
		child.stdin.end();
		await exited;
	};
	return new Sandbox(addresses, child.pid ?? 0, stop, new ControlChannel(child));
}
