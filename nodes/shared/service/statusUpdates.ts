import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { type PageOptions, pages } from '../transport/pages';
import { type StatusUpdate, readStatusUpdate } from './resources';
import { COLLECTIONS, PATHS } from './wire';

/** The status updates that nobody has acknowledged yet. */
export async function* listStatusUpdates(client: Client, options: PageOptions = {}): AsyncGenerator<StatusUpdate> {
	for await (const raw of pages<IDataObject>(client, { method: 'GET', path: PATHS.statusUpdates }, COLLECTIONS.statusUpdates, options)) {
		yield readStatusUpdate(raw);
	}
}

/** The service returns the update as it was before; it is not listed again. */
export async function acknowledgeStatusUpdate(client: Client, updateId: string): Promise<StatusUpdate> {
	const answer = await client.call<IDataObject | undefined>({ method: 'PUT', path: PATHS.acknowledge(updateId), about: { updateId } });
	return readStatusUpdate({ updateId, ...(typeof answer === 'object' ? answer : {}) });
}
