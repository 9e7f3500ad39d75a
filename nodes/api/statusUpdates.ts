import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import type { Client } from '../http/client';
import { eachItem, type PageOptions } from '../http/pages';
import { CALLS } from './calls';
import { readStatusUpdate, type StatusUpdate } from './resources';

/** Only updates that are not acknowledged yet. */
export async function* listStatusUpdates(
	client: Client,
	options: PageOptions = {},
): AsyncGenerator<StatusUpdate> {
	for await (const raw of eachItem<IDataObject>(client, CALLS.statusUpdates(), options))
		yield readStatusUpdate(raw);
}

/** The service returns the update unchanged, but does not list it again. */
export async function acknowledgeStatusUpdate(
	client: Client,
	updateId: string,
): Promise<StatusUpdate> {
	const response = await client.call<IDataObject | undefined>(CALLS.acknowledge(updateId));
	return readStatusUpdate({ updateId, ...(isRecord(response) ? response : {}) });
}
