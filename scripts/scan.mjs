/**
 * Runs n8n's scanner of community packages, which decides on verification, on the sources and on
 * the packed package. Its rules run as they are and with the newest ones. With `--node-cli`, the
 * sources must also follow the rules of n8n's command line tool for nodes, `@n8n/node-cli`. It is no
 * dependency, because it installs much and adds little; the release workflow installs it. Fails on
 * warnings, too.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { n8nCommunityNodesPlugin as newest } from '@n8n/eslint-plugin-community-nodes';
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const root = join(fileURLToPath(import.meta.url), '..', '..');
/** As in the scanner. */
const PACKED_FILE_PATTERNS = ['**/*.js', 'package.json'];

function run(command, args, cwd) {
	const { status, stdout } = spawnSync(command, args, {
		cwd,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		shell: process.platform === 'win32',
	});
	if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
	return stdout;
}

function unpack(into) {
	const args = [
		'pack',
		'--json',
		'--ignore-scripts',
		'--loglevel=error',
		'--pack-destination',
		into,
	];
	const [{ filename }] = JSON.parse(run('npm', args, root));
	const folder = join(into, 'package');
	mkdirSync(folder);
	run('tar', ['-xzf', join(into, filename), '-C', folder, '--strip-components=1'], into);
	return folder;
}

const withNewest = (config) =>
	config.flatMap((part) =>
		part.plugins?.['@n8n/community-nodes'] ? newest.configs.recommended : [part],
	);

async function scan(title, folder, patterns, config) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const results = await eslint.lintFiles(patterns);
	const count = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
	const found = count('errorCount') + count('warningCount');
	console.log(
		`${title}: ${results.length} files, ${count('errorCount')} errors, ${count('warningCount')} warnings`,
	);
	if (found > 0) console.log(await (await eslint.loadFormatter('stylish')).format(results));
	return found;
}

const scratch = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	const config = await buildScanConfig();
	const packed = unpack(scratch);
	let found = 0;
	for (const [rules, each] of [
		["the scanner's rules", config],
		['the newest rules', withNewest(config)],
	]) {
		found += await scan(`Sources, ${rules}`, root, SOURCE_FILE_PATTERNS, each);
		found += await scan(`Package, ${rules}`, packed, PACKED_FILE_PATTERNS, each);
	}
	if (process.argv.includes('--node-cli')) {
		const { config: ofTool } = await import('@n8n/node-cli/eslint');
		const rules = "the rules of n8n's command line tool for nodes";
		found += await scan(`Sources, ${rules}`, root, SOURCE_FILE_PATTERNS, ofTool);
	}
	process.exitCode = found > 0 ? 1 : 0;
} finally {
	rmSync(scratch, { recursive: true, force: true });
}
