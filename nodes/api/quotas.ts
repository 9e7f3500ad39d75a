import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import { BoundedMap, Once, perRun } from '../core/caches';
import { OperationFailed } from '../core/errors';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { LIMITS } from '../rules/limits';
import { type DocumentedQuotas, readDocumentedQuotas, readQuota } from '../rules/quotas';
import { CALLS } from './calls';

const MAX_CLIENTS = 1_000;
const READ_EVERY_MS = 3_600_000;
/** Until then, those of the specification are used without asking again. */
const UNREADABLE_MS = 5 * 60_000;

type Quotas = Partial<DocumentedQuotas>;

/** By client: quotas belong to one. */
let known: Once<Quotas>;
let unreadable: BoundedMap<true>;

export function forgetQuotas(): void {
	known = new Once({ maxEntries: MAX_CLIENTS, maxAgeMs: READ_EVERY_MS });
	unreadable = new BoundedMap({ maxEntries: MAX_CLIENTS, maxAgeMs: UNREADABLE_MS });
}
forgetQuotas();

const readInThisRun = perRun(() => new Once<Quotas>());

const askForQuota = async (client: Client) => await client.call<unknown>(CALLS.quota());

/** Numbers by name. A response of another form is passed on as it is. */
export async function getQuota(client: Client): Promise<IDataObject | IDataObject[]> {
	const response = await askForQuota(client);
	const asItIs =
		isRecord(response) || (Array.isArray(response) && response.every(isRecord))
			? (response as IDataObject | IDataObject[])
			: { quota: response as IDataObject };
	return readQuota(response) ?? asItIs;
}

/**
 * The client's quotas, or those of the specification if they cannot be read. Asks once an hour, and
 * once more in a run for which they are not enough: they may have been raised.
 */
export async function readQuotas(
	client: Client,
	areEnough: (quotas: DocumentedQuotas) => boolean = () => true,
): Promise<DocumentedQuotas> {
	const { baseUrl, clientId } = client.session;
	const key = `${baseUrl} ${clientId}`;
	const quotas = await readOrDefault(client, key);
	if (areEnough(quotas)) return quotas;
	known.forget(key);
	return await readOrDefault(client, key);
}

async function readOrDefault(client: Client, key: string): Promise<DocumentedQuotas> {
	const ask = async () =>
		await readInThisRun(client.context).get(key, async () => await readDocumented(client));
	try {
		return { ...LIMITS.quotas, ...(unreadable.get(key) ? {} : await known.get(key, ask)) };
	} catch (error) {
		if (!unreadable.get(key)) {
			unreadable.set(key, true);
			logOf(client.context).warn(
				'Translation Jobs: the quotas could not be read, those of the specification are used',
				{ reason: asError(error).message },
			);
		}
		return { ...LIMITS.quotas };
	}
}

async function readDocumented(client: Client): Promise<Quotas> {
	const quotas = readDocumentedQuotas(await askForQuota(client.forProbe()));
	if (Object.keys(quotas).length > 0) return quotas;
	throw new OperationFailed(
		'The service names no quota that the specification knows',
		'The operation Get of the resource Quota shows its response.',
	);
}
