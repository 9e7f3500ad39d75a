import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runCommand } from './command';

const repository = join(__dirname, '..', '..');

interface PackedFile {
	filename: string;
}

/** Packs the built package as it would be published and returns the archive's path. */
export async function packPackage(into: string, packageFolder = repository): Promise<string> {
	const output = await runCommand('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', into], { cwd: packageFolder });
	const [packed] = JSON.parse(output) as PackedFile[];
	if (!packed) throw new Error('npm pack made no archive');
	return join(into, packed.filename);
}

/** Installs the packed package into n8n's folder for community packages, in the way n8n does it itself. */
export async function installPackage(userFolder: string, packageFolder = repository): Promise<void> {
	const scratch = mkdtempSync(join(tmpdir(), 'packed-nodes-'));
	try {
		const archive = await packPackage(scratch, packageFolder);
		await installArchive(join(userFolder, '.n8n', 'nodes'), archive);
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

export async function installArchive(folder: string, archive: string): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const manifest = join(folder, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }));
	await runCommand(
		'npm',
		[
			'install',
			archive,
			'--omit=dev',
			'--omit=optional',
			'--omit=peer',
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-audit',
			'--no-fund',
			'--no-package-lock',
			'--prefer-offline',
			'--loglevel=error',
		],
		{ cwd: folder },
	);
}

interface PackageManifest {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
}

export function readManifest(packageFolder = repository): PackageManifest {
	return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as PackageManifest;
}
