import type { IDataObject } from 'n8n-workflow';

import { logOf } from '../notices/notices';
import { isRecord } from '../rules/isRecord';
import { LIMITS } from '../rules/limits';
import { type DocumentedQuotas, readDocumentedQuotas, readQuota } from '../rules/quotas';
import type { Client } from '../transport/client';
import { EXPECTED } from './responses';
import { PATHS } from './wire';

const askForQuota = async (client: Client) =>
	await client.call<unknown>({ method: 'GET', path: PATHS.quota, expects: EXPECTED.quota });

/** Numbers by name. A response of another form is passed on as it is. */
export async function getQuota(client: Client): Promise<IDataObject | IDataObject[]> {
	const response = await askForQuota(client);
	const asItIs =
		isRecord(response) || (Array.isArray(response) && response.every(isRecord))
			? (response as IDataObject | IDataObject[])
			: { quota: response as IDataObject };
	return readQuota(response) ?? asItIs;
}

/** The service's quotas, or those of the specification if they cannot be read. */
export async function readQuotas(client: Client): Promise<DocumentedQuotas> {
	try {
		return { ...LIMITS.quotas, ...readDocumentedQuotas(await askForQuota(client)) };
	} catch (error) {
		logOf(client.context).warn(
			'Translation Jobs: the quotas could not be read, those of the specification are used',
			{ reason: error instanceof Error ? error.message : String(error) },
		);
		return { ...LIMITS.quotas };
	}
}
