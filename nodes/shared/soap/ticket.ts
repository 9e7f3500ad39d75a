import { createHash } from 'node:crypto';

import type { Denied } from '../transport/types';
import type { TicketSettings } from './settings';

/** A ticket is given up a little before its end, so that none dies on its way to the service. */
const MARGIN = 0.05;

export type Issued = { ticket: string; denied?: undefined } | { denied: Denied; ticket?: undefined };

interface Kept {
	issued: Promise<Issued>;
	usableUntil: number;
}

/** One ticket per login and process; n8n has nowhere to keep it for a credential without a token field. */
const kept = new Map<string, Kept>();

/** The ticket for the next call. Calls that need one at the same time share one logon. */
export async function ticketFor(settings: TicketSettings, logOn: () => Promise<Issued>, now = Date.now()): Promise<Issued> {
	const { source } = settings;
	if ('ticket' in source) return source;
	const key = keyOf(settings);
	const known = kept.get(key);
	if (known && known.usableUntil > now) return await known.issued;

	const fresh: Kept = { issued: logOn(), usableUntil: now + source.logon.lifetimeMs * (1 - MARGIN) };
	kept.set(key, fresh);
	const forget = () => {
		if (kept.get(key) === fresh) kept.delete(key);
	};
	void fresh.issued.then(({ denied }) => denied && forget(), forget);
	return await fresh.issued;
}

/** Forgets a refused ticket; another one fetched in the meantime stays. Tells whether a new one can be had. */
export async function dropTicket(settings: TicketSettings, refused: string): Promise<boolean> {
	if ('ticket' in settings.source) return false;
	const key = keyOf(settings);
	const known = kept.get(key);
	const current = await known?.issued;
	if (current?.ticket === refused && kept.get(key) === known) kept.delete(key);
	return true;
}

function keyOf(settings: TicketSettings): string {
	return createHash('sha256').update(JSON.stringify(settings.source)).digest('hex');
}
