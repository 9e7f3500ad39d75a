import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** Builds the code of a commit beside this checkout, once, and returns its folder. */
export function buildCommit(name: string): string {
	const commit = git('rev-parse', '--verify', `${name}^{commit}`);
	const folder = join(tmpdir(), `translation-jobs-${commit}`);
	if (existsSync(folder)) return folder;
	const draft = `${folder}.draft`;
	rmSync(draft, { recursive: true, force: true });
	mkdirSync(draft);
	const archive = join(draft, 'code.tar');
	git('archive', '--output', archive, commit);
	execFileSync('tar', ['-xf', archive, '-C', draft]);
	rmSync(archive);
	symlinkSync(join(ROOT, 'node_modules'), join(draft, 'node_modules'), 'junction');
	execFileSync('npm', ['run', 'build'], { cwd: draft, stdio: ['ignore', 2, 2] });
	renameSync(draft, folder);
	return folder;
}

/** The commit of this checkout, in short, and whether files differ from it. */
export function currentCommit(): string {
	const isChanged = git('status', '--porcelain', '--', 'nodes', 'l10n', 'credentials') !== '';
	return git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '');
}

const git = (...args: string[]): string =>
	execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
