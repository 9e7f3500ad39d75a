import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { EARLIER_COMMIT, hasEarlierCommit } from '../../../../scripts/n8n/install/earlierPackage';

const root = join(__dirname, '..', '..', '..', '..');
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe' });

const isWhole = spawnSync('git', ['cat-file', '-e', EARLIER_COMMIT], { cwd: root }).status === 0;

// A shallow clone has nothing to clone from.
(isWhole ? it : it.skip)('a shallow clone gets the earlier commit, an archive does not', () => {
	const folder = mkdtempSync(join(tmpdir(), 'earlier-test-'));
	try {
		const [shallow, archive] = [join(folder, 'shallow'), join(folder, 'archive')];
		git(
			folder,
			'clone',
			'--quiet',
			'--depth=1',
			'--no-checkout',
			pathToFileURL(root).href,
			shallow,
		);
		expect(() => git(shallow, 'cat-file', '-e', EARLIER_COMMIT)).toThrow();
		expect(hasEarlierCommit(shallow)).toBe(true);
		git(folder, 'init', '--quiet', archive);
		expect(hasEarlierCommit(archive)).toBe(false);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
