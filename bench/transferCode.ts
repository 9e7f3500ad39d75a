import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

const NODES = join(__dirname, '../nodes');
/** What a large file passes through. */
const FOLDERS = ['http/transfers', 'api/files'];
const FILES = ['http/body.ts'];

/** Changes with the code that moves files, but not with its comments. */
export function digestOfTransferCode(): string {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(NODES, folder))
			.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
			.map((name) => join(folder, name)),
	);
	const hash = createHash('sha256');
	for (const file of [...inFolders, ...FILES].sort()) {
		const { code } = transformSync(readFileSync(join(NODES, file), 'utf8'), {
			loader: 'ts',
			minify: true,
		});
		hash.update(code);
	}
	return hash.digest('hex').slice(0, 16);
}
