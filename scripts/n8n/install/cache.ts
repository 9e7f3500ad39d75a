import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from './command';
import { withLock } from './lock';

/** What an installation step may use. Progress appears with the title of the entry. */
export interface Installer {
	/** The folder to fill. It moves to its final place after everything succeeded. */
	folder: string;
	run(step: string, command: string, args: string[], env?: NodeJS.ProcessEnv): Promise<string>;
}

export interface CacheEntry {
	/** The folder's name: everything that distinguishes two installations. */
	key: string;
	title: string;
	install(installer: Installer): Promise<void>;
}

/** Installed runtimes stay outside the repository; all clones share them. */
export function cacheFolder(): string {
	const own = process.env.TRANSLATION_JOBS_CACHE;
	if (own) return own;
	const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(base, 'n8n-nodes-translation-jobs');
}

/**
 * Returns the folder of the entry and installs it if needed. It is complete or absent, never
 * half.
 */
export async function ensureCached(
	entry: CacheEntry,
	print: (line: string) => void = console.log,
): Promise<string> {
	const root = cacheFolder();
	const target = join(root, entry.key);
	if (existsSync(target)) return target;
	mkdirSync(root, { recursive: true });
	return await withLock(
		`${target}.lock`,
		({ pid, host }) =>
			print(`▸ ${entry.title}: being installed by process ${pid} on ${host}, waiting for it`),
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

/**
 * An interrupted installation leaves its folder behind. Only the holder of the lock may remove
 * it.
 */
function removeLeftovers(root: string, key: string): void {
	for (const name of readdirSync(root)) {
		if (name.startsWith(`${key}.partial-`))
			rmSync(join(root, name), { recursive: true, force: true });
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
					// Other programs free space, too; the number shown never decreases.
					written = Math.max(written, freeBefore - free);
					const megabytes = Math.round(written / 1_000_000);
					print(
						`  ${title}: ${step}, ${seconds} s${megabytes > 0 ? `, about ${megabytes} MB written` : ''}`,
					);
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
