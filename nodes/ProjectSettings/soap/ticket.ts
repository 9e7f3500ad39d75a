import { BoundedMap, Once } from '../../core/caches';
import type { Denied } from '../../http/types';
import { digestOf } from '../../rules/runLabels';
import type { TicketSettings } from './settings';

/** Renews a ticket a little early, so that it does not expire on its way to the service. */
const MARGIN = 0.05;
const MAX_LOGINS = 1_000;

export type Issued =
	{ ticket: string; denied?: undefined } | { denied: Denied; ticket?: undefined };

/** One ticket per login and process: n8n cannot store one without a token field. */
const tickets = new Once<Issued>({ maxEntries: MAX_LOGINS });

/**
 * Why a login was refused, or the ticket that was refused right after it was issued. Services lock
 * an account after a few refused logins, so the next one waits a minute.
 */
const denials = new BoundedMap<Issued>({ maxEntries: MAX_LOGINS, maxAgeMs: 60_000 });

/** Concurrent calls share one logon. */
export async function ticketFor(
	settings: TicketSettings,
	logOn: () => Promise<Issued>,
): Promise<Issued> {
	const { source } = settings;
	if ('ticket' in source) return source;
	const key = keyOf(settings);
	const known = denials.get(key);
	if (known?.denied) return known;
	const issuing = tickets.get(key, logOn, source.logon.lifetimeMs * (1 - MARGIN));
	const kept = tickets.known(key);
	const issued = await issuing;
	if (issued.denied) tickets.forget(key, kept);
	if (issued.denied?.temporary === false) denials.set(key, issued);
	return issued;
}

/** @param ticket - It was refused right after it was issued. Without it, forgets what was noted. */
export function noteDenial(settings: TicketSettings, ticket = '') {
	denials.set(keyOf(settings), { ticket });
}

/** Forgets a refused ticket unless a newer one replaced it. True if a new one may be fetched. */
export async function dropTicket(settings: TicketSettings, refused: string): Promise<boolean> {
	if ('ticket' in settings.source) return false;
	const key = keyOf(settings);
	if (denials.get(key)?.ticket === refused) return false;
	const kept = tickets.known(key);
	if ((await kept)?.ticket === refused) tickets.forget(key, kept);
	return true;
}

function keyOf(settings: TicketSettings): string {
	return digestOf(settings.source);
}
