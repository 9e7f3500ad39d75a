import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { containerArguments, killContainer } from '../install/docker';
import type { InstalledRuntime, Runtime } from '../install/runtime';
import { freePorts } from './ports';

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
const SHOWN_LINES = 60;

/**
 * Modules that no node needs. Without them n8n starts two seconds sooner and calls no outside
 * host.
 */
const UNUSED_MODULES = [
	'agents',
	'chat-hub',
	'external-secrets',
	'insights',
	'instance-ai',
	'ldap',
	'mcp',
	'mcp-registry',
	'otel',
	'source-control',
	'sso-oidc',
	'sso-saml',
];

export type N8nCommand = 'start' | 'worker' | 'webhook';

export interface N8nOptions {
	runtime: Runtime;
	/** Database, settings and installed packages; it survives a restart. */
	userFolder: string;
	command?: N8nCommand;
	args?: string[];
	env?: Record<string, string>;
}

/** Workflows may read and write files here. The own folder of n8n is closed to them. */
export const filesFolder = (userFolder: string): string => join(userFolder, 'files');

/** One n8n process with its own ports, which it keeps over a restart. */
export class N8nProcess {
	readonly url: string;
	private child?: ChildProcess;
	private readonly logFile: string;
	private lines: string[] = [];
	private readonly killAtExit = () => this.signal('SIGKILL');

	private constructor(
		private readonly options: N8nOptions,
		private readonly port: number,
		private readonly brokerPort: number,
	) {
		this.url = `http://127.0.0.1:${port}`;
		this.logFile = join(options.userFolder, `${options.command ?? 'start'}-${port}.log`);
	}

	/** Reserves the ports, so that others can know the address before it runs. */
	static async create(options: N8nOptions): Promise<N8nProcess> {
		mkdirSync(options.userFolder, { recursive: true });
		const [port, brokerPort] = (await freePorts(2)) as [number, number];
		return new N8nProcess(options, port, brokerPort);
	}

	private get containerName(): string {
		return `translation-jobs-n8n-${this.port}`;
	}

	get pid(): number | undefined {
		return this.child?.pid;
	}

	/** All output of the process so far, over all its starts. */
	get log(): string {
		return this.lines.join('\n');
	}

	/** Starts n8n and waits until it answers. */
	async start(): Promise<void> {
		const child = this.spawn();
		this.child = child;
		child.stdout?.on('data', (chunk: Buffer) => this.record(chunk));
		child.stderr?.on('data', (chunk: Buffer) => this.record(chunk));
		// Before any other clean-up: n8n must end before its folder is removed.
		process.prependOnceListener('exit', this.killAtExit);
		try {
			await this.ready();
		} catch (error) {
			await this.kill();
			throw error;
		}
	}

	private spawn(): ChildProcess {
		const { runtime, userFolder, command = 'start', args = [] } = this.options;
		if ('image' in runtime) {
			const container = {
				name: this.containerName,
				image: runtime.image,
				folder: userFolder,
				env: this.settings(),
				args: [command, ...args],
			};
			return spawn('docker', containerArguments(container), { stdio: ['ignore', 'pipe', 'pipe'] });
		}
		return spawn(
			runtime.node,
			['--require', join(__dirname, 'dieWithParent.cjs'), runtime.n8n, command, ...args],
			{
				cwd: userFolder,
				env: this.environment(runtime),
				stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
				// A process group, so that the task runner of n8n stops with it.
				detached: process.platform !== 'win32',
			},
		);
	}

	/** Asks n8n to stop and waits until it has. */
	async stop(): Promise<void> {
		await this.end('SIGTERM');
	}

	/** Kills n8n, like a power cut. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
	}

	/** Resident memory of the n8n process in bytes, as n8n reports it. */
	async memory(): Promise<number> {
		const metrics = await (await fetch(`${this.url}/metrics`)).text();
		const value = /^\w*process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1];
		if (value === undefined) throw new Error(`n8n reports no memory figure at ${this.url}/metrics`);
		return Number(value);
	}

	private environment({ env }: InstalledRuntime): NodeJS.ProcessEnv {
		const inherited = Object.entries(env).filter(
			([name]) => !/^(N8N|DB|QUEUE|EXECUTIONS|WEBHOOK|NODE_OPTIONS|NODE_ENV|JEST)/.test(name),
		);
		return { ...Object.fromEntries(inherited), ...this.settings() };
	}

	private settings(): Record<string, string> {
		return {
			N8N_USER_FOLDER: this.options.userFolder,
			N8N_ENCRYPTION_KEY: 'only-for-local-tests-of-this-package',
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_PORT: String(this.port),
			N8N_RUNNERS_BROKER_PORT: String(this.brokerPort),
			N8N_WEBHOOK_URL: `${this.url}/`,
			N8N_DISABLED_MODULES: UNUSED_MODULES.join(','),
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(this.options.userFolder),
			// n8n gives up a publication after 70 % of this, and a busy machine is not a defect.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '600',
			N8N_SECURE_COOKIE: 'false',
			N8N_METRICS: 'true',
			N8N_METRICS_INCLUDE_DEFAULT_METRICS: 'true',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_DYNAMIC_BANNERS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_HIRING_BANNER_ENABLED: 'false',
			N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(this.port),
			NO_COLOR: '1',
			...this.options.env,
		};
	}

	private record(chunk: Buffer): void {
		appendFileSync(this.logFile, chunk);
		this.lines.push(
			...chunk
				.toString()
				.split('\n')
				.filter((line) => line !== ''),
		);
	}

	private async ready(): Promise<void> {
		const deadline = Date.now() + START_TIMEOUT_MS;
		// The editor's settings become available last: until then n8n answers with a start-up
		// page.
		const paths =
			this.options.command === undefined || this.options.command === 'start'
				? ['/healthz/readiness', '/rest/settings']
				: ['/healthz/readiness'];
		for (const path of paths) {
			while (!(await answers(this.url + path))) {
				if (this.child?.exitCode !== null || this.child.signalCode !== null) {
					throw new Error(`n8n ended while it was starting:\n${this.lastLines()}`);
				}
				if (Date.now() > deadline) {
					throw new Error(
						`n8n did not answer at ${this.url}${path} within ${START_TIMEOUT_MS / 1000} s:\n${this.lastLines()}`,
					);
				}
				await sleep(200);
			}
		}
	}

	private lastLines(): string {
		return this.lines.slice(-SHOWN_LINES).join('\n');
	}

	private async end(signal: NodeJS.Signals): Promise<void> {
		const { child } = this;
		if (!child) return;
		const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
		if (child.exitCode === null && child.signalCode === null) {
			this.signal(signal);
			const finished = await Promise.race([
				ended.then(() => true),
				sleep(STOP_TIMEOUT_MS, false, { ref: false }),
			]);
			if (!finished) {
				this.signal('SIGKILL');
				await ended;
			}
		}
		process.off('exit', this.killAtExit);
		this.child = undefined;
	}

	private signal(signal: NodeJS.Signals): void {
		const { child } = this;
		if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
		if (signal === 'SIGKILL' && 'image' in this.options.runtime) killContainer(this.containerName);
		try {
			const isAlone = process.platform === 'win32' || 'image' in this.options.runtime;
			if (isAlone || signal !== 'SIGKILL') child.kill(signal);
			else process.kill(-child.pid, signal);
		} catch {
			// It ended in the meantime.
		}
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
		await response.arrayBuffer();
		return (
			response.ok &&
			(!url.endsWith('/rest/settings') ||
				(response.headers.get('content-type') ?? '').includes('json'))
		);
	} catch {
		return false;
	}
}
