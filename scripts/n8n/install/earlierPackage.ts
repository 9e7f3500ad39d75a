import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureCached } from './cache';

const repository = join(__dirname, '..', '..', '..');

/** What people who upgrade have: the first commit whose stored forms the next versions must read. */
export const EARLIER_COMMIT = '5f8f6910ecc3cc077875f484c6ed6d47b941c288';

/** A shallow clone fetches it. A downloaded archive cannot. */
export function hasEarlierCommit(folder = repository): boolean {
	const git = (...args: string[]) => spawnSync('git', args, { cwd: folder }).status === 0;
	const isThere = () => git('cat-file', '-e', `${EARLIER_COMMIT}^{commit}`);
	return isThere() || (git('fetch', '--quiet', '--depth=1', 'origin', EARLIER_COMMIT) && isThere());
}

/** The folder with the package of that commit, built once with the tools of today. */
export async function ensureEarlierPackage(print?: (line: string) => void): Promise<string> {
	const commit = EARLIER_COMMIT.slice(0, 10);
	return await ensureCached(
		{
			key: `package-${commit}`,
			title: `The package of commit ${commit}`,
			async install({ folder, run }) {
				const sources = mkdtempSync(join(tmpdir(), 'translation-jobs-earlier-'));
				try {
					const archive = execFileSync('git', ['archive', EARLIER_COMMIT], {
						cwd: repository,
						maxBuffer: 1 << 30,
					});
					execFileSync('tar', ['-x', '-C', sources], { input: archive });
					symlinkSync(join(repository, 'node_modules'), join(sources, 'node_modules'));
					const gulp = join(sources, 'node_modules', 'gulp', 'bin', 'gulp.js');
					const gulpfile = join(sources, 'gulpfile.js');
					await run('building', process.execPath, [gulp, '--gulpfile', gulpfile, 'build']);
					for (const name of ['dist', 'index.js', 'package.json', 'CHANGELOG.md', 'README.md'])
						cpSync(join(sources, name), join(folder, name), { recursive: true });
				} finally {
					rmSync(sources, { recursive: true, force: true });
				}
			},
		},
		print,
	);
}
