import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../rules/isRecord';
import { LIMITS } from '../rules/limits';
import { type DocumentedQuotas, readDocumentedQuotas, readQuota } from '../rules/quotas';
import type { Client } from '../transport/client';
import { EXPECTED } from './answers';
import { PATHS } from './wire';

const askForQuota = async (client: Client) => await client.call<unknown>({ method: 'GET', path: PATHS.quota, expects: EXPECTED.quota });

/** Numbers by name; an answer of another shape as it is, one by one if it is a list. */
export async function getQuota(client: Client): Promise<IDataObject | IDataObject[]> {
	const answer = await askForQuota(client);
	const asItIs = isRecord(answer) || (Array.isArray(answer) && answer.every(isRecord)) ? (answer as IDataObject | IDataObject[]) : { quota: answer as IDataObject };
	return readQuota(answer) ?? asItIs;
}

/** What a job may hold: as the service says, or as its specification does when it says nothing, or nothing that can be understood. */
export async function readQuotas(client: Client): Promise<DocumentedQuotas> {
	try {
		return { ...LIMITS.quotas, ...readDocumentedQuotas(await askForQuota(client)) };
	} catch (error) {
		client.context.logger.warn('Translation Jobs: the quotas could not be read, those of the specification are used', { reason: error instanceof Error ? error.message : String(error) });
		return { ...LIMITS.quotas };
	}
}
