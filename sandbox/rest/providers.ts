import { notFound } from '../calls/refusal';
import { type Exchange, sendJson } from '../http/exchange';
import { checkQuery, filledText, readFields } from '../http/fields';
import type { Params, Router } from '../http/router';
import type { Provider } from '../model/model';
import type { Variants } from '../model/variants';
import { readBody } from './jobs';
import { sendPage } from './paging';
import { providerToJson } from './toJson';

export function routeProviders(router: Router): void {
	router
		.add('GET', '/providers', listProviders)
		.add('GET', '/providers/{providerId}', getProvider)
		.add('PATCH', '/providers/{providerId}', patchProvider)
		.add('GET', '/quota', getQuota);
}

function findProvider({ state }: Exchange, { providerId = '' }: Params): Provider {
	const provider = state.providers.get(providerId);
	if (!provider) throw notFound('Provider', providerId);
	return provider;
}

function listProviders(exchange: Exchange): void {
	const { state } = exchange;
	sendPage(exchange, 200, 'providers', [...state.providers.values()], (provider) =>
		providerToJson(state, provider),
	);
}

function getProvider(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	sendJson(exchange, 200, providerToJson(exchange.state, findProvider(exchange, params)));
}

async function patchProvider(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const provider = findProvider(exchange, params);
	// Nobody knows which values the service allows, so any text is accepted.
	const { status = '' } = readFields(exchange, await readBody(exchange), { status: filledText }, [
		'status',
	]);
	provider.status = status;
	sendJson(exchange, 200, providerToJson(exchange.state, provider));
}

/** Any number will do: nobody knows whether the service reports usage. */
const USED = 3;

function getQuota(exchange: Exchange): void {
	checkQuery(exchange, []);
	const { quotas, quotaShape } = exchange.state.variants;
	const list = Object.entries(quotas).map(([name, value]) => ({ name, value }));
	const shapes: Record<Variants['quotaShape'], unknown> = {
		object: quotas,
		list,
		wrappedObject: { quota: quotas },
		wrappedList: { quotas: list },
		limitAndUsed: { limit: 1000, used: USED },
		limitAndUsedByName: Object.fromEntries(
			list.map(({ name, value }) => [name, { limit: value, used: USED }]),
		),
		limitAndUsedList: {
			quotas: list.map(({ name, value }) => ({ name, limit: value, used: USED })),
		},
	};
	sendJson(exchange, 200, shapes[quotaShape]);
}
