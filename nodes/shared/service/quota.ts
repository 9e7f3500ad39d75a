import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../rules/limits';
import type { Client } from '../transport/client';
import { PATHS } from './wire';

export type Quota = Record<string, number>;

/** Reads `{name: value}`, `[{name, value}]` and either of them inside a wrapper. */
export function readQuota(answer: unknown): Quota {
	if (Array.isArray(answer)) {
		return Object.assign({}, ...answer.map(readNamed)) as Quota;
	}
	if (answer === null || typeof answer !== 'object') return {};
	const quota: Quota = {};
	for (const [name, value] of Object.entries(answer as IDataObject)) {
		if (value !== null && typeof value === 'object') Object.assign(quota, readQuota(value));
		else if (isNumber(value)) quota[name] = Number(value);
	}
	return quota;
}

function readNamed(entry: unknown): Quota {
	if (entry === null || typeof entry !== 'object') return {};
	const { name, value, ...rest } = entry as IDataObject;
	return typeof name === 'string' && isNumber(value) ? { [name]: Number(value) } : readQuota(rest);
}

const isNumber = (value: unknown) => (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && !Number.isNaN(Number(value));

export async function getQuota(client: Client): Promise<Quota> {
	return readQuota(await client.call<unknown>({ method: 'GET', path: PATHS.quota, expects: 'json' }));
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
