import { ensureRuntime } from './runtime';

/** Fills the cache ahead of time: `tsx scripts/n8n/install.ts`. Everything else calls it by itself. */
ensureRuntime().then(
	({ version, node, n8n }) => console.log(`n8n ${version} is ready: ${node} ${n8n}`),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	},
);
