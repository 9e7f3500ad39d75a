import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { type CacheEntry, cacheFolder, ensureCached } from './cache';
import { runCommand } from './command';
import { installDependencies, OTHER_N8N } from './dependencies';
import { canRunContainers } from './docker';

export const N8N_VERSION = OTHER_N8N ?? '2.41.1';
const NODE_MAJOR = 24;

/** Every registry mirror has this version of a transitive dependency; n8n asks for "latest". */
const OVERRIDES = { linkedom: '0.18.12' };

export interface InstalledRuntime {
	version: string;
	/** The Node binary for n8n. */
	node: string;
	/** n8n's command line entry file. */
	n8n: string;
	/** An environment whose `node` is the runtime's. */
	env: NodeJS.ProcessEnv;
}

export interface ImageRuntime {
	version: string;
	/** Runs in a container. */
	image: string;
}

export type Runtime = InstalledRuntime | ImageRuntime;

const platform = process.platform === 'win32' ? 'win' : process.platform;

/** Installs n8n once, with its own Node if that of the system is too old. */
export async function ensureRuntime(print?: (line: string) => void): Promise<InstalledRuntime> {
	const { node, headers } = await ensureNode(print);
	const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
	const folder = await ensureCached(n8nEntry(node, headers, env), print);
	return { version: N8N_VERSION, node, n8n: n8nScript(folder), env };
}

/** Does without the large installation where a container can take its place. */
export async function ensureRuntimeOrImage(
	print: (line: string) => void = console.log,
): Promise<Runtime> {
	if (existsSync(join(cacheFolder(), N8N_KEY)) || !canRunContainers())
		return await ensureRuntime(print);
	const image = `n8nio/n8n:${N8N_VERSION}`;
	try {
		print(`▸ Getting the image ${image} with Docker`);
		const onTick = (seconds: number) => print(`  Getting ${image}, ${seconds} s`);
		await runCommand('docker', ['pull', '--quiet', image], { onTick });
		return { version: N8N_VERSION, image };
	} catch (error) {
		print(`  ${error instanceof Error ? error.message : String(error)}`);
		print('  So n8n is installed with npm instead.');
		return await ensureRuntime(print);
	}
}

const N8N_KEY = `n8n-${N8N_VERSION}-${platform}-${process.arch}`;

const n8nScript = (folder: string) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

function n8nEntry(node: string, headers: string, env: NodeJS.ProcessEnv): CacheEntry {
	return {
		key: N8N_KEY,
		title: `n8n ${N8N_VERSION} (about 3 GB, once)`,
		async install(installer) {
			const { folder, run } = installer;
			await installDependencies(installer, { n8n: N8N_VERSION }, { overrides: OVERRIDES, env });
			await run(
				'building its database driver',
				'npm',
				['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'],
				{
					...env,
					npm_config_nodedir: headers,
				},
			);
			await run('checking the database driver', node, ['-e', 'require("sqlite3")'], env);
			const version = (
				await run('checking that it starts', node, [n8nScript(folder), '--version'], env)
			).trim();
			if (!version.endsWith(N8N_VERSION))
				throw new Error(`The installed n8n says it is version "${version}", not ${N8N_VERSION}.`);
		},
	};
}

const systemMajor = Number(process.versions.node.split('.')[0]);

/** The binary for what n8n's Node makes faster: this one if it is new enough, or none can be had. */
export async function newNode(print: (line: string) => void): Promise<string> {
	if (process.env.KEEP_NODE || systemMajor >= NODE_MAJOR) return process.execPath;
	try {
		// Without a network, this must not take a minute each time.
		const env = { npm_config_fetch_retries: '0', npm_config_fetch_timeout: '20000' };
		return (await ensureNode(print, { ...process.env, ...env })).node;
	} catch {
		print(
			`▸ Node ${NODE_MAJOR} cannot be installed: continuing on Node ${process.versions.node}. KEEP_NODE=1 does not try.`,
		);
		return process.execPath;
	}
}

/**
 * The system's Node if it is new enough for n8n, else one from the registry, which includes the
 * headers.
 */
async function ensureNode(
	print?: (line: string) => void,
	env?: NodeJS.ProcessEnv,
): Promise<{ node: string; headers: string }> {
	const systemPrefix = dirname(dirname(process.execPath));
	if (
		systemMajor === NODE_MAJOR &&
		existsSync(join(systemPrefix, 'include', 'node', 'node_api.h'))
	) {
		return { node: process.execPath, headers: systemPrefix };
	}
	const packageName = `node-${platform}-${process.arch}`;
	const folder = await ensureCached(
		{
			key: `node-${NODE_MAJOR}-${platform}-${process.arch}`,
			title: `Node ${NODE_MAJOR} for n8n`,
			async install(installer) {
				await installDependencies(installer, { [packageName]: String(NODE_MAJOR) }, { env });
				await installer.run('checking that it starts', nodeBinary(installer.folder, packageName), [
					'--version',
				]);
			},
		},
		print,
	);
	return {
		node: nodeBinary(folder, packageName),
		headers: join(folder, 'node_modules', packageName),
	};
}

const nodeBinary = (folder: string, packageName: string) =>
	join(
		folder,
		'node_modules',
		packageName,
		'bin',
		process.platform === 'win32' ? 'node.exe' : 'node',
	);
