import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import { eachItem, type PageOptions } from '../http/pages';
import { isRecord } from '../rules/json';
import { readStatusUpdate, type StatusUpdate } from './resources';
import { EXPECTED } from './responses';
import { PATHS } from './wire';

/** Only updates that are not acknowledged yet. */
export async function* listStatusUpdates(
	client: Client,
	options: PageOptions = {},
): AsyncGenerator<StatusUpdate> {
	for await (const raw of eachItem<IDataObject>(
		client,
		{ method: 'GET', path: PATHS.statusUpdates, expects: EXPECTED.statusUpdates },
		options,
	)) {
		yield readStatusUpdate(raw);
	}
}

/** The service returns the update unchanged, but does not list it again. */
export async function acknowledgeStatusUpdate(
	client: Client,
	updateId: string,
): Promise<StatusUpdate> {
	const response = await client.call<IDataObject | undefined>({
		method: 'PUT',
		path: PATHS.acknowledge(updateId),
		about: { updateId },
		expects: EXPECTED.statusUpdateOrNothing(updateId),
	});
	return readStatusUpdate({ updateId, ...(isRecord(response) ? response : {}) });
}
