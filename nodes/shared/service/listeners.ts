import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { isGone, passOn } from '../transport/errors';
import { pages } from '../transport/pages';
import { type Listener, readListener } from './resources';
import { reflects } from './takenEffect';
import { COLLECTIONS, PATHS } from './wire';

export interface ListenerFields {
	uri?: string;
	type?: string;
	statusCodes?: string[];
	acknowledgeStatusUpdate?: boolean;
	disabled?: boolean;
	authType?: string;
	onSupportAssetCreate?: boolean;
	onTmUpdateCreate?: boolean;
}

export async function* listListeners(client: Client): AsyncGenerator<Listener> {
	for await (const raw of pages<IDataObject>(client, { method: 'GET', path: PATHS.listeners }, COLLECTIONS.listeners)) {
		yield readListener(raw);
	}
}

/** A list may give a type without its last letters, so types are compared by their beginning. */
export function isOfType(listener: Listener, type: string): boolean {
	return listener.type !== '' && (type.startsWith(listener.type) || listener.type.startsWith(type));
}

export async function getListener(client: Client, listenerId: string): Promise<Listener> {
	return readListener(await client.call<IDataObject>({ method: 'GET', path: PATHS.listener(listenerId), about: { listenerId } }));
}

export async function createListener(client: Client, fields: ListenerFields & { uri: string; type: string }): Promise<Listener> {
	const findEffect = async () => {
		for await (const listener of listListeners(client)) {
			if (listener.uri === fields.uri && isOfType(listener, fields.type)) return listener;
		}
		return undefined;
	};
	return readListener(await client.call<IDataObject>({ method: 'POST', path: PATHS.listeners, body: fields, findEffect }));
}

export async function updateListener(client: Client, listenerId: string, fields: ListenerFields): Promise<Listener> {
	const findEffect = async () => {
		const listener = await getListener(client, listenerId);
		return reflects({ ...fields }, listener) ? listener : undefined;
	};
	return readListener(
		await client.call<IDataObject>({ method: 'PATCH', path: PATHS.listener(listenerId), body: fields, about: { listenerId }, findEffect }),
	);
}

/** Deletes a listener; one that is gone already counts as deleted. */
export async function deleteListener(client: Client, listenerId: string): Promise<void> {
	try {
		await client.call({ method: 'DELETE', path: PATHS.listener(listenerId), about: { listenerId } });
	} catch (error) {
		if (!isGone(error)) throw passOn(client.context.getNode(), error);
	}
}
