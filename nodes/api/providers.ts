import type { IDataObject } from 'n8n-workflow';

import { Once, perRun } from '../core/caches';
import type { Client } from '../http/client';
import { asError, isStatus, notFound } from '../http/errors';
import { eachItem } from '../http/pages';
import { CALLS } from './calls';
import { withFallbacks } from './guesses';
import { type Provider, readProvider } from './resources';

export async function* listProviders(client: Client): AsyncGenerator<Provider> {
	for await (const raw of eachItem<IDataObject>(client, CALLS.providers())) yield readProvider(raw);
}

export async function getProvider(client: Client, providerId: string): Promise<Provider> {
	return await withFallbacks(client, ['getProvider'], async (supports) =>
		supports('getProvider')
			? readProvider(await client.call<IDataObject>(CALLS.provider(providerId)))
			: await findInList(client, providerId),
	);
}

async function findInList(client: Client, providerId: string): Promise<Provider> {
	for await (const provider of listProviders(client.forDecision()))
		if (provider.providerId === providerId) return provider;
	throw notFound(client.context.getNode(), `Provider ${providerId}`);
}

const readInThisRun = perRun(() => new Once<Provider>());

/**
 * Read at most once per run of a node. For a provider that cannot be read, submitting gives the
 * better error.
 */
export async function findProvider(
	client: Client,
	providerId: string,
): Promise<Provider | undefined> {
	try {
		return await readInThisRun(client.context).get(
			providerId,
			async () => await getProvider(client, providerId),
		);
	} catch (error) {
		if (isStatus(error, 403, 404, 405)) return undefined;
		throw asError(error);
	}
}

export async function setProviderStatus(
	client: Client,
	providerId: string,
	status: string,
): Promise<Provider> {
	return readProvider(
		await client.call<IDataObject>({
			...CALLS.changeProvider(providerId),
			body: { status },
			findEffect: async (probe) => {
				const provider = await getProvider(probe, providerId);
				return provider.status === status ? provider : undefined;
			},
		}),
	);
}
