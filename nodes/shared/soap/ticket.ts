import { createHash } from 'node:crypto';

import { BoundedMap } from '../memory/boundedMap';
import { Once } from '../memory/once';
import type { Denied } from '../transport/http/types';
import type { TicketSettings } from './settings';

/** Renews a ticket a little early, so that it does not expire on its way to the service. */
const MARGIN = 0.05;
const MAX_LOGINS = 1_000;
/** Services lock an account after a few refused logins. */
const REFUSAL_KEPT_MS = 60_000;

export type Issued =
	{ ticket: string; denied?: undefined } | { denied: Denied; ticket?: undefined };

/** One ticket per login and process: n8n cannot store one without a token field. */
const tickets = new Once<Issued>({ maxEntries: MAX_LOGINS });

/** By login: why it was refused, or the ticket that was refused right after it was issued. */
const refusals = new BoundedMap<Issued>({ maxEntries: MAX_LOGINS, maxAgeMs: REFUSAL_KEPT_MS });

/** Concurrent calls share one logon. */
export async function ticketFor(
	settings: TicketSettings,
	logOn: () => Promise<Issued>,
): Promise<Issued> {
	const { source } = settings;
	if ('ticket' in source) return source;
	const key = keyOf(settings);
	const refusal = refusals.get(key);
	if (refusal?.denied) return refusal;
	const issuing = tickets.get(key, logOn, source.logon.lifetimeMs * (1 - MARGIN));
	const kept = tickets.known(key);
	const issued = await issuing;
	if (!issued.denied) return issued;
	tickets.forget(key, kept);
	const { denied } = issued;
	const hint = `${denied.hint} Nodes try this login again after a minute, the test of the credential at once.`;
	return denied.temporary ? issued : refusals.set(key, { denied: { ...denied, hint } });
}

/** A new ticket would be refused as well. */
export function noteRefusal(settings: TicketSettings, ticket: string) {
	refusals.set(keyOf(settings), { ticket });
}

/** For somebody who wants to know now. */
export function forgetRefusal(settings: TicketSettings) {
	refusals.delete(keyOf(settings));
}

/** Forgets a refused ticket unless a newer one replaced it. True if a new one may be fetched. */
export async function dropTicket(settings: TicketSettings, refused: string): Promise<boolean> {
	if ('ticket' in settings.source) return false;
	const key = keyOf(settings);
	if (refusals.get(key)?.ticket === refused) return false;
	const kept = tickets.known(key);
	if ((await kept)?.ticket === refused) tickets.forget(key, kept);
	return true;
}

function keyOf(settings: TicketSettings): string {
	return createHash('sha256').update(JSON.stringify(settings.source)).digest('hex');
}
