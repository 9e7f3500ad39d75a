import { BoundedMap, Once } from '../../core/caches';
import type { Denied } from '../../http/types';
import { digestOf } from '../../rules/runLabels';
import type { TicketSettings } from './settings';

/** A ticket that the service refuses is renewed earlier. */
const KEPT_MS = 50 * 60_000;
const MAX_LOGINS = 1_000;
/** Services lock an account after a few refused logins. */
const REFUSED_MS = 60_000;

export type Issued =
	{ ticket: string; denied?: undefined } | { denied: Denied; ticket?: undefined };

/** One ticket per login and process: n8n cannot store one without a token field. */
const tickets = new Once<Issued>({ maxEntries: MAX_LOGINS, maxAgeMs: KEPT_MS });

/** Why a login was refused. The next one waits. */
const denials = new BoundedMap<Issued>({ maxEntries: MAX_LOGINS, maxAgeMs: REFUSED_MS });

/** Concurrent calls share one logon. */
export async function ticketFor(
	settings: TicketSettings,
	logOn: () => Promise<Issued>,
): Promise<Issued> {
	const { source } = settings;
	if ('ticket' in source) return source;
	const key = keyOf(settings);
	const denial = denials.get(key);
	if (denial) return denial;
	const issuing = tickets.get(key, logOn);
	const kept = tickets.known(key);
	const issued = await issuing;
	if (issued.denied) tickets.forget(key, kept);
	if (issued.denied?.temporary === false) denials.set(key, issued);
	return issued;
}

/** A test logs on again, even right after a refused login. */
export function forgetDenial(settings: TicketSettings) {
	denials.delete(keyOf(settings));
}

/** Forgets a refused ticket unless a newer one replaced it. True if a new one may be fetched. */
export async function dropTicket(settings: TicketSettings, refused: string): Promise<boolean> {
	if ('ticket' in settings.source) return false;
	const key = keyOf(settings);
	const kept = tickets.known(key);
	if ((await kept)?.ticket === refused) tickets.forget(key, kept);
	return true;
}

function keyOf(settings: TicketSettings): string {
	return digestOf(settings.source);
}
