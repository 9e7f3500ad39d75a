import { setTimeout as sleep } from 'node:timers/promises';

import { REST_BASE_PATH } from '../calls/log';
import { Refusal } from '../calls/refusal';
import { beyondSpecification } from '../http/beyondSpecification';
import { drain, type Exchange, sendJson } from '../http/exchange';
import { Router } from '../http/router';
import { routeAssets } from './assets';
import { handleGuessesInUrl } from './guesses';
import { routeJobs } from './jobs';
import { routeListeners } from './listeners';
import { routeProviders } from './providers';
import { routeRemovedPaths } from './removedPaths';
import { routeRequests } from './requests';
import { routeRetrieval } from './retrieval';
import { routeSourceContent } from './sourceContent';
import { routeSourceFiles } from './sourceFiles';
import { routeStatusUpdates } from './statusUpdates';

const router = new Router();
for (const route of [
	routeJobs,
	routeRequests,
	routeRetrieval,
	routeSourceContent,
	routeSourceFiles,
	routeStatusUpdates,
	routeListeners,
	routeProviders,
	routeAssets,
	routeRemovedPaths,
]) {
	route(router);
}

/** Identifies the caller on arrival, even if a fault delays the call. */
export function admitToRest(exchange: Exchange): void {
	const { state, req } = exchange;
	state.throttle.admit(
		req.socket.remoteAddress ?? '',
		state.variants.throttle,
		state.clock.now(),
		state.gatewayTime(),
	);
	exchange.clientId = state.clientOf(tokenOf(exchange));
}

export async function handleRest(exchange: Exchange): Promise<void> {
	const { url, state, req } = exchange;
	if (state.variants.latencyMs > 0) await sleep(state.variants.latencyMs);
	if (!url.pathname.startsWith(`${REST_BASE_PATH}/`)) {
		throw new Refusal(
			404,
			'NOT_FOUND',
			`There is nothing at ${url.pathname}; the base address ends in ${REST_BASE_PATH}.`,
		);
	}
	if (exchange.clientId === undefined && state.forbiddenTokens.has(tokenOf(exchange))) {
		await drain(req);
		return sendJson(
			exchange,
			403,
			{ error: 'invalid_token' },
			{ 'WWW-Authenticate': 'Bearer error="invalid_token"' },
		);
	}
	if (exchange.clientId === undefined) throw unauthorized(tokenOf(exchange));
	const hasBody =
		Number(req.headers['content-length'] ?? 0) > 0 ||
		req.headers['transfer-encoding'] !== undefined;
	// A PUT needs the header even when it has no body.
	const contentType = req.headers['content-type'];
	if ((hasBody || req.method === 'PUT') && !/^application\/json\b/i.test(contentType ?? '')) {
		const refusal = new Refusal(
			415,
			'UNSUPPORTED_MEDIA_TYPE',
			`${req.method} needs the header Content-Type: application/json.`,
		);
		if (contentType !== undefined) throw refusal;
		beyondSpecification(exchange, 'content-type-missing', refusal);
	}
	handleGuessesInUrl(exchange);
	await router.dispatch(exchange, url.pathname.slice(REST_BASE_PATH.length));
}

const tokenOf = ({ req }: Exchange): string =>
	/^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';

function unauthorized(token: string): Refusal {
	const message =
		token === '' ? 'A bearer token is required.' : 'The token is invalid or has expired.';
	return new Refusal(401, 'UNAUTHORIZED', message, { 'WWW-Authenticate': 'Bearer' });
}
