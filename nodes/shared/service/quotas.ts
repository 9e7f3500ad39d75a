import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../rules/isRecord';
import { LIMITS } from '../rules/limits';
import { type DocumentedQuotas, readDocumentedQuotas, readQuota } from '../rules/quotas';
import type { Client } from '../transport/client';
import { EXPECTED } from './answers';
import { PATHS } from './wire';

const askForQuota = async (client: Client) =>
	await client.call<unknown>({ method: 'GET', path: PATHS.quota, expects: EXPECTED.quota });

/** Numbers by name. An answer of another form is passed on as it is. */
export async function getQuota(client: Client): Promise<IDataObject | IDataObject[]> {
	const answer = await askForQuota(client);
	const asItIs =
		isRecord(answer) || (Array.isArray(answer) && answer.every(isRecord))
			? (answer as IDataObject | IDataObject[])
			: { quota: answer as IDataObject };
	return readQuota(answer) ?? asItIs;
}

/** The service's quotas, or those of the specification if they cannot be read. */
export async function readQuotas(client: Client): Promise<DocumentedQuotas> {
	try {
		return { ...LIMITS.quotas, ...readDocumentedQuotas(await askForQuota(client)) };
	} catch (error) {
		client.context.logger.warn(
			'Translation Jobs: the quotas could not be read, those of the specification are used',
			{ reason: error instanceof Error ? error.message : String(error) },
		);
		return { ...LIMITS.quotas };
	}
}
