import { join } from 'node:path';

import { ensureCached } from './cache';
import { installDependencies } from './dependencies';

/** The engine of n8n 1.123, the oldest supported release line. */
export const OLDER_ENGINE = { 'n8n-core': '1.122.48', 'n8n-workflow': '1.120.31' };
export const OLDEST_N8N = '1.123';

/** Returns the `node_modules` folder with that engine. */
export async function ensureOlderEngine(print?: (line: string) => void): Promise<string> {
	const folder = await ensureCached(
		{
			key: `n8n-core-${OLDER_ENGINE['n8n-core']}-${process.platform}-${process.arch}`,
			title: `Engine of n8n ${OLDEST_N8N}`,
			async install(installer) {
				await installDependencies(installer, OLDER_ENGINE);
				await installer.run('checking that it loads', process.execPath, [
					'-e',
					'require("n8n-core")',
				]);
			},
		},
		print,
	);
	return join(folder, 'node_modules');
}
