import { sendJson, type Exchange } from './exchange';
import { checkQuery, filledText, readFields } from './fields';
import { readBody } from './jobs';
import type { Provider } from './model';
import { sendPage } from './paging';
import { presentProvider } from './present';
import { notFound } from './refusal';
import type { Params, Router } from './router';

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
	sendPage(exchange, 200, 'providers', [...state.providers.values()], (provider) => presentProvider(state, provider));
}

function getProvider(exchange: Exchange, params: Params): void {
	checkQuery(exchange.url, []);
	sendJson(exchange, 200, presentProvider(exchange.state, findProvider(exchange, params)));
}

async function patchProvider(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange.url, []);
	const provider = findProvider(exchange, params);
	// Which values the service allows is unknown, so any text is taken.
	const { status = '' } = readFields(await readBody(exchange), { status: filledText }, ['status']);
	provider.status = status;
	sendJson(exchange, 200, presentProvider(exchange.state, provider));
}

function getQuota(exchange: Exchange): void {
	checkQuery(exchange.url, []);
	const { quotas, quotaShape } = exchange.state.variants;
	const list = Object.entries(quotas).map(([name, value]) => ({ name, value }));
	const shapes = { object: quotas, list, wrappedObject: { quota: quotas }, wrappedList: { quotas: list } };
	sendJson(exchange, 200, shapes[quotaShape]);
}
