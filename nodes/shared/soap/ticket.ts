import { createHash } from 'node:crypto';

import { Once } from '../memory/once';
import type { Denied } from '../transport/http/types';
import type { TicketSettings } from './settings';

/** Renews a ticket a little early, so that it does not expire on its way to the service. */
const MARGIN = 0.05;
const MAX_LOGINS = 1_000;

export type Issued =
	{ ticket: string; denied?: undefined } | { denied: Denied; ticket?: undefined };

/** One ticket per login and process: n8n cannot store one without a token field. */
const tickets = new Once<Issued>({ maxEntries: MAX_LOGINS });

/** Concurrent calls share one logon. */
export async function ticketFor(
	settings: TicketSettings,
	logOn: () => Promise<Issued>,
): Promise<Issued> {
	const { source } = settings;
	if ('ticket' in source) return source;
	const key = keyOf(settings);
	const issuing = tickets.get(key, logOn, source.logon.lifetimeMs * (1 - MARGIN));
	const kept = tickets.known(key);
	const issued = await issuing;
	if (issued.denied) tickets.forget(key, kept);
	return issued;
}

/** Forgets a refused ticket unless a newer one replaced it. True if a new one can be fetched. */
export async function dropTicket(settings: TicketSettings, refused: string): Promise<boolean> {
	if ('ticket' in settings.source) return false;
	const key = keyOf(settings);
	const kept = tickets.known(key);
	if ((await kept)?.ticket === refused) tickets.forget(key, kept);
	return true;
}

function keyOf(settings: TicketSettings): string {
	return createHash('sha256').update(JSON.stringify(settings.source)).digest('hex');
}
