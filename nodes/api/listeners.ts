import type { IDataObject } from 'n8n-workflow';

import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { notFound, originOf, unlessGone, withAdvice } from '../http/errors';
import { eachItem } from '../http/pages';
import { CALLS } from './calls';
import { matchesSent, mayMatchSent } from './effects';
import { withFallbacks } from './guesses';
import { type Listener, readListener } from './resources';
import { LISTENER_TYPES, unconfirmedFields } from './wire';

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

const OPTIONAL_FIELDS = [
	'acknowledgeStatusUpdate',
	'disabled',
	'authType',
	'onSupportAssetCreate',
	'onTmUpdateCreate',
] as const;

export async function* listListeners(client: Client): AsyncGenerator<Listener> {
	for await (const raw of eachItem<IDataObject>(client, CALLS.listeners())) yield readListener(raw);
}

/** A list may cut off the end of a type. */
export function isOfType(listener: Listener, type: string): boolean {
	return listener.type !== '' && (type.startsWith(listener.type) || listener.type.startsWith(type));
}

export async function getListener(client: Client, listenerId: string): Promise<Listener> {
	return readListener(await client.call<IDataObject>(CALLS.listener(listenerId)));
}

export async function createListener(
	client: Client,
	fields: ListenerFields & { uri: string; type: string },
	{ isRepeatable = false } = {},
): Promise<Listener> {
	const { type, ...others } = fields;
	const findEffect = async (probe: Client) => {
		for await (const listener of listListeners(probe)) {
			const { statusCodes, ...rest } = listener;
			const shown = statusCodes.length > 0 ? listener : rest;
			// An older listener with the same address may be disabled or have other statuses.
			if (isOfType(listener, type) && mayMatchSent({ disabled: false, ...others }, shown))
				return listener;
		}
		return undefined;
	};
	return readListener(
		await client.call<IDataObject>({
			...CALLS.createListener(),
			body: fields,
			unconfirmed: unconfirmedFields(fields),
			repeatable: isRepeatable,
			findEffect,
		}),
	);
}

/** Always sends the address: some services require it. */
export async function updateListener(
	client: Client,
	listenerId: string,
	fields: ListenerFields,
): Promise<Listener> {
	return await withFallbacks(client, ['patchListener'], async (supports) => {
		const uri = fields.uri ?? (await getListener(client, listenerId)).uri;
		return supports('patchListener')
			? await patchListener(client, listenerId, { ...fields, uri })
			: await replaceListener(client, listenerId, { ...fields, uri });
	});
}

async function patchListener(
	client: Client,
	listenerId: string,
	fields: ListenerFields,
): Promise<Listener> {
	const findEffect = async (probe: Client) => {
		const listener = await getListener(probe, listenerId);
		return matchesSent({ ...fields }, listener) ? listener : undefined;
	};
	return readListener(
		await client.call<IDataObject>({
			...CALLS.changeListener(listenerId),
			body: fields,
			unconfirmed: unconfirmedFields(fields),
			findEffect,
		}),
	);
}

/** For a service that cannot change a listener. */
async function replaceListener(
	client: Client,
	listenerId: string,
	fields: ListenerFields & { uri: string },
): Promise<Listener> {
	const before = await findListener(client, listenerId);
	await deleteListener(client, listenerId);
	try {
		return await createListener(client, { ...before, ...fields });
	} catch (error) {
		throw withoutListener(before, error);
	}
}

/** The fields to create it again. */
async function findListener(
	client: Client,
	listenerId: string,
): Promise<ListenerFields & { uri: string; type: string }> {
	for await (const listener of listListeners(client.forDecision())) {
		if (listener.listenerId !== listenerId) continue;
		const type = LISTENER_TYPES.find((known) => isOfType(listener, known)) ?? listener.type;
		const { uri, statusCodes } = listener;
		const others = Object.fromEntries(
			OPTIONAL_FIELDS.flatMap((name) =>
				listener[name] === undefined || listener[name] === null ? [] : [[name, listener[name]]],
			),
		);
		return { uri, type, ...(statusCodes.length > 0 ? { statusCodes } : {}), ...others };
	}
	throw notFound(client.context.getNode(), `Listener ${listenerId}`);
}

function withoutListener({ uri }: { uri: string }, error: unknown): Error {
	const explanation = `The service cannot change a listener, so the one for ${originOf(uri)} was deleted, and a new one could not be created. Create it, or activate (publish) its workflow again.`;
	return withAdvice(error, explanation);
}

/** A missing listener counts as deleted. */
export async function deleteListener(client: Client, listenerId: string): Promise<void> {
	const findEffect = async (probe: Client) => {
		for await (const listener of listListeners(probe))
			if (listener.listenerId === listenerId) return undefined;
		return { listenerId };
	};
	for (let tries = 0; tries < 2; tries++) {
		const isDone = await unlessGone(async () => {
			await client.call({ ...CALLS.deleteListener(listenerId), findEffect });
			return true;
		});
		if (isDone || (await findEffect(client.forDecision()))) return;
	}
	throw new OperationFailed(
		`Listener ${listenerId} was not deleted: the answer was 404, and the list still has it`,
		'A proxy on the way may have answered. Run the node again.',
	);
}
