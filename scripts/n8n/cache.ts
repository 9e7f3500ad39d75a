import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from './command';
import { withLock } from './lock';

/** What a step of an installation may use; its progress is printed with the entry's title. */
export interface Installer {
	/** The folder being filled. It is moved into its final place when everything has succeeded. */
	folder: string;
	run(step: string, command: string, args: string[], env?: NodeJS.ProcessEnv): Promise<string>;
}

export interface CacheEntry {
	/** The folder's name: everything that makes two installations different. */
	key: string;
	title: string;
	install(installer: Installer): Promise<void>;
}

/** Where installed runtimes are kept: outside the repository, shared by all its clones. */
export function cacheFolder(): string {
	const own = process.env.TRANSLATION_JOBS_CACHE;
	if (own) return own;
	const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(base, 'n8n-nodes-translation-jobs');
}

/** Returns the entry's folder, installing it first where it is missing. Either complete or absent, never half. */
export async function ensureCached(entry: CacheEntry, print: (line: string) => void = console.log): Promise<string> {
	const root = cacheFolder();
	const target = join(root, entry.key);
	if (existsSync(target)) return target;
	mkdirSync(root, { recursive: true });
	return await withLock(
		`${target}.lock`,
		({ pid, host }) => print(`▸ ${entry.title}: being installed by process ${pid} on ${host}, waiting for it`),
		async () => {
			if (existsSync(target)) return target;
			removeLeftovers(root, entry.key);
			const folder = `${target}.partial-${process.pid}`;
			mkdirSync(folder);
			const started = Date.now();
			print(`▸ ${entry.title}: installing into ${target}`);
			await entry.install(makeInstaller(entry.title, folder, print));
			renameSync(folder, target);
			print(`✔ ${entry.title}: installed in ${Math.round((Date.now() - started) / 1000)} s`);
			return target;
		},
	);
}

/** An interrupted installation leaves its folder behind; only the holder of the lock may clear it away. */
function removeLeftovers(root: string, key: string): void {
	for (const name of readdirSync(root)) {
		if (name.startsWith(`${key}.partial-`)) rmSync(join(root, name), { recursive: true, force: true });
	}
}

function makeInstaller(title: string, folder: string, print: (line: string) => void): Installer {
	return {
		folder,
		async run(step, command, args, env) {
			const freeBefore = await freeBytes(folder);
			let written = 0;
			let last = Promise.resolve();
			const onTick = (seconds: number) => {
				last = freeBytes(folder).then((free) => {
					// Other programs free space too; what is shown never goes back.
					written = Math.max(written, freeBefore - free);
					const megabytes = Math.round(written / 1_000_000);
					print(`  ${title}: ${step}, ${seconds} s${megabytes > 0 ? `, about ${megabytes} MB written` : ''}`);
				});
			};
			const output = await runCommand(command, args, { cwd: folder, env, onTick });
			await last;
			return output;
		},
	};
}

async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}
