import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

const SHARED = join(__dirname, '../nodes/shared');
/** What a large file passes through. */
const FOLDERS = ['transport/files', 'service/files'];
const FILES = ['memory/buffers.ts', 'transport/http/streamedBody.ts'];

/** Changes with the code that moves files, but not with its comments. */
export function digestOfTransferCode(): string {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(join(SHARED, folder))
			.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
			.map((name) => join(folder, name)),
	);
	const hash = createHash('sha256');
	for (const file of [...inFolders, ...FILES].sort()) {
		const { code } = transformSync(readFileSync(join(SHARED, file), 'utf8'), {
			loader: 'ts',
			minify: true,
		});
		hash.update(code);
	}
	return hash.digest('hex').slice(0, 16);
}
