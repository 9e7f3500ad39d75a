import { LIMITS } from '../rules/limits';
import type { Client } from '../transport/client';
import { EXPECTED } from './answers';
import { type Quota, readQuota } from './readQuota';
import { PATHS } from './wire';

export async function getQuota(client: Client): Promise<Quota> {
	return readQuota(await client.call<unknown>({ method: 'GET', path: PATHS.quota, expects: EXPECTED.quota }));
}

/** What a job may hold: as the service says, or as its specification does when it says nothing. */
export async function readQuotas(client: Client): Promise<Quota> {
	try {
		return { ...LIMITS.quotas, ...(await getQuota(client)) };
	} catch (error) {
		client.context.logger.warn('Translation Jobs: the quotas could not be read, those of the specification are used', { reason: error instanceof Error ? error.message : String(error) });
		return { ...LIMITS.quotas };
	}
}
