import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from './command';

const repository = join(__dirname, '..', '..', '..');

/** n8n's own options for installing a community package. */
const N8N_INSTALL = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

interface Manifest {
	name: string;
	version: string;
}

/** Packs the built package for publication and returns the path of the archive. */
export async function packPackage(into: string, packageFolder = repository): Promise<string> {
	const output = await runCommand(
		'npm',
		['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', into],
		{ cwd: packageFolder },
	);
	const [packed] = JSON.parse(output) as Array<{ filename: string }>;
	if (!packed) throw new Error('npm pack made no archive');
	return join(into, packed.filename);
}

/** Packs the package and installs it as a community package of this user folder. */
export async function installPackage(
	userFolder: string,
	packageFolder = repository,
): Promise<void> {
	const scratch = mkdtempSync(join(tmpdir(), 'packed-nodes-'));
	try {
		await installArchive(
			await packPackage(scratch, packageFolder),
			join(userFolder, '.n8n', 'nodes'),
		);
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

/**
 * What n8n does after it has downloaded a package: unpack it, drop all dependencies but plain
 * ones, and install those into its own folder without scripts. Returns that folder.
 */
export async function installArchive(archive: string, nodesFolder: string): Promise<string> {
	mkdirSync(nodesFolder, { recursive: true });
	const unpacked = mkdtempSync(join(nodesFolder, 'unpack-'));
	await runCommand('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
	const manifest = readJson<Manifest>(join(unpacked, 'package.json'));
	writeJson(join(unpacked, 'package.json'), {
		...manifest,
		devDependencies: undefined,
		peerDependencies: undefined,
		optionalDependencies: undefined,
	});
	await runCommand('npm', [...N8N_INSTALL, '--prefer-offline', '--loglevel=error'], {
		cwd: unpacked,
	});

	const folder = join(nodesFolder, 'node_modules', manifest.name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(join(folder, '..'), { recursive: true });
	renameSync(unpacked, folder);
	const listFile = join(nodesFolder, 'package.json');
	const list = existsSync(listFile)
		? readJson<{ dependencies: Record<string, string> }>(listFile)
		: { name: 'installed-nodes', private: true, dependencies: {} };
	writeJson(listFile, {
		...list,
		dependencies: { ...list.dependencies, [manifest.name]: manifest.version },
	});
	return folder;
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const writeJson = (file: string, value: unknown) =>
	writeFileSync(file, JSON.stringify(value, null, 2));
