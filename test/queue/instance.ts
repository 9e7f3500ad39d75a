import type { Runtime } from '../../scripts/n8n/install/runtime';
import { N8nProcess } from '../../scripts/n8n/run/process';
import type { BackingServices } from '../../scripts/n8n/run/services';

export const WORKERS = 2;
/**
 * What n8n keeps of one file in its database at most; small here, so that going over it is cheap to
 * try.
 */
export const LARGEST_FILE_MIB = 4;
const CONCURRENCY = 5;

/**
 * n8n as larger installations run it: a main process, a webhook process and workers that share one
 * database and queue.
 */
export async function queueProcesses(
	services: BackingServices,
	runtime: Runtime,
	userFolder: string,
): Promise<N8nProcess[]> {
	const shared = { runtime, userFolder };
	const env = {
		...services.environment,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_DEFAULT_BINARY_DATA_MODE: 'database',
		N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE: String(LARGEST_FILE_MIB),
	};
	const webhook = await N8nProcess.create({ ...shared, command: 'webhook', env });
	const reachable = { ...env, N8N_WEBHOOK_URL: `${webhook.url}/` };
	const main = await N8nProcess.create({ ...shared, env: reachable });
	const workers = Array.from(
		{ length: WORKERS },
		async () =>
			await N8nProcess.create({
				...shared,
				command: 'worker',
				args: [`--concurrency=${CONCURRENCY}`],
				env: reachable,
			}),
	);
	return [main, webhook, ...(await Promise.all(workers))];
}
