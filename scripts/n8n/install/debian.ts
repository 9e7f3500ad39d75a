import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { runCommand } from './command';

/** The full path of the first program that is on the PATH. */
export function findProgram(...names: string[]): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter);
	for (const name of names) {
		for (const folder of folders) {
			const path = join(folder, name);
			if (folder !== '' && existsSync(path)) return path;
		}
	}
	return undefined;
}

/** True if missing programs can be installed without asking: as root on Debian. */
export function canInstallPackages(): boolean {
	return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

export async function installDebianPackages(
	names: string[],
	print: (line: string) => void = console.log,
): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const onTick = (seconds: number) =>
		print(`  Installing ${names.join(', ')} with apt-get, ${seconds} s`);
	print(`▸ Installing ${names.join(', ')} with apt-get`);
	await runCommand('apt-get', ['update', '-q'], { env, onTick });
	await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
		env,
		onTick,
	});
}
