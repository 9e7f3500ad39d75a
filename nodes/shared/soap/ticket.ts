import { createHash } from 'node:crypto';

import type { Denied } from '../transport/types';
import type { TicketSettings } from './settings';

/** Renews a ticket a little early, so that it does not expire on its way to the service. */
const MARGIN = 0.05;

export type Issued =
	{ ticket: string; denied?: undefined } | { denied: Denied; ticket?: undefined };

interface CacheEntry {
	issued: Promise<Issued>;
	usableUntil: number;
}

/** One ticket per login and process: n8n cannot store one without a token field. */
const cache = new Map<string, CacheEntry>();

/** Concurrent calls share one logon. */
export async function ticketFor(
	settings: TicketSettings,
	logOn: () => Promise<Issued>,
	now = Date.now(),
): Promise<Issued> {
	const { source } = settings;
	if ('ticket' in source) return source;
	const key = keyOf(settings);
	const cached = cache.get(key);
	if (cached && cached.usableUntil > now) return await cached.issued;

	const fresh: CacheEntry = {
		issued: logOn(),
		usableUntil: now + source.logon.lifetimeMs * (1 - MARGIN),
	};
	cache.set(key, fresh);
	const forget = () => {
		if (cache.get(key) === fresh) cache.delete(key);
	};
	void fresh.issued.then(({ denied }) => denied && forget(), forget);
	return await fresh.issued;
}

/** Forgets a refused ticket unless a newer one replaced it. True if a new one can be fetched. */
export async function dropTicket(settings: TicketSettings, refused: string): Promise<boolean> {
	if ('ticket' in settings.source) return false;
	const key = keyOf(settings);
	const cached = cache.get(key);
	const current = await cached?.issued;
	if (current?.ticket === refused && cache.get(key) === cached) cache.delete(key);
	return true;
}

function keyOf(settings: TicketSettings): string {
	return createHash('sha256').update(JSON.stringify(settings.source)).digest('hex');
}
