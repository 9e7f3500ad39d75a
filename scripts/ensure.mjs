// Makes `npm start` and `npm test` work as the first command in a fresh clone: installs and
// builds what is missing or outdated, and says so. Needs only Node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
	console.error(`This project needs Node 20.19 or later; this is Node ${process.versions.node}.`);
	process.exit(1);
}

function run(title, command, args) {
	console.log(`\n▸ ${title}`);
	const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows });
	if (status !== 0) {
		console.error(
			`\n✖ ${title} failed. The output above says why; run it again with: ${command} ${args.join(' ')}`,
		);
		process.exit(status ?? 1);
	}
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function newest(folder) {
	let latest = 0;
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		latest = Math.max(latest, entry.isDirectory() ? newest(path) : modified(path));
	}
	return latest;
}

const installed = join(root, 'node_modules', '.package-lock.json');
if (modified(installed) < modified(join(root, 'package-lock.json'))) {
	run('Installing the development packages (once, one to three minutes)', 'npm', [
		'ci',
		'--no-audit',
		'--no-fund',
	]);
}

if (process.argv[2] === 'build') {
	const stamp = join(root, 'node_modules', '.cache', 'built');
	const sources = Math.max(
		...['nodes', 'l10n', 'credentials', 'scripts/build'].map((folder) =>
			newest(join(root, folder)),
		),
		...['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js'].map((file) =>
			modified(join(root, file)),
		),
	);
	if (modified(stamp) < sources || !existsSync(join(root, 'dist'))) {
		run('Building the nodes', 'npm', ['run', '--silent', 'build']);
		mkdirSync(dirname(stamp), { recursive: true });
		writeFileSync(stamp, '');
	}
}
