import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { isGone, passOn } from '../transport/errors';
import { pages } from '../transport/pages';
import { EXPECTED } from './answers';
import { type Listener, readListener } from './resources';
import { mayBe, reflects } from './takenEffect';
import { PATHS } from './wire';

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
	for await (const raw of pages<IDataObject>(client, { method: 'GET', path: PATHS.listeners, expects: EXPECTED.listeners })) {
		yield readListener(raw);
	}
}

/** A list may give a type without its last letters, so types are compared by their beginning. */
export function isOfType(listener: Listener, type: string): boolean {
	return listener.type !== '' && (type.startsWith(listener.type) || listener.type.startsWith(type));
}

export async function getListener(client: Client, listenerId: string): Promise<Listener> {
	return readListener(await client.call<IDataObject>({ method: 'GET', path: PATHS.listener(listenerId), about: { listenerId }, expects: EXPECTED.listener(listenerId) }));
}

export async function createListener(client: Client, fields: ListenerFields & { uri: string; type: string }): Promise<Listener> {
	const { type, ...others } = fields;
	const findEffect = async (look: Client) => {
		for await (const listener of listListeners(look)) {
			// An older one with the same address may be switched off, or listen to something else.
			if (isOfType(listener, type) && mayBe({ disabled: false, ...others }, listener)) return listener;
		}
		return undefined;
	};
	return readListener(await client.call<IDataObject>({ method: 'POST', path: PATHS.listeners, body: fields, expects: EXPECTED.newListener, findEffect }));
}

export async function updateListener(client: Client, listenerId: string, fields: ListenerFields): Promise<Listener> {
	const findEffect = async (look: Client) => {
		const listener = await getListener(look, listenerId);
		return reflects({ ...fields }, listener) ? listener : undefined;
	};
	return readListener(
		await client.call<IDataObject>({ method: 'PATCH', path: PATHS.listener(listenerId), body: fields, about: { listenerId }, expects: EXPECTED.listener(listenerId), findEffect }),
	);
}

/** Deletes a listener; one that is gone already counts as deleted. */
export async function deleteListener(client: Client, listenerId: string): Promise<void> {
	const findEffect = async (look: Client) => {
		for await (const listener of listListeners(look)) if (listener.listenerId === listenerId) return undefined;
		return { listenerId };
	};
	try {
		await client.call({ method: 'DELETE', path: PATHS.listener(listenerId), about: { listenerId }, expects: EXPECTED.listenerOrNothing(listenerId), findEffect });
	} catch (error) {
		if (!isGone(error)) throw passOn(client.context.getNode(), error);
	}
}
