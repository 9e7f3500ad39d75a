/**
 * Installs what the end-to-end tests need, with progress, before their time limits apply:
 *   tsx scripts/n8n/install.ts n8n engine browser postgres services
 * Skips what is already there.
 */
import { ensureBrowser } from './browser';
import { ensureOlderEngine } from './install/olderEngine';
import { ensureRuntime } from './install/runtime';
import { ensurePostgres, ensureServices } from './run/services';

const PARTS: Record<string, () => Promise<unknown>> = {
	n8n: ensureRuntime,
	engine: ensureOlderEngine,
	browser: ensureBrowser,
	postgres: ensurePostgres,
	services: ensureServices,
};

async function main(): Promise<void> {
	for (const name of process.argv.slice(2)) {
		const install = PARTS[name];
		if (!install) throw new Error(`"${name}" is not one of ${Object.keys(PARTS).join(', ')}`);
		await install();
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => process.exit(130));
main().catch((error: unknown) => {
	console.error(error instanceof Error ? `\n✖ ${error.message}` : error);
	process.exitCode = 1;
});
