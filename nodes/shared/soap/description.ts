import { createHash } from 'node:crypto';

import type { ServiceSettings } from './settings';
import { readDescription, type ReadDocument, type ServiceDescription } from './schema/wsdl';

const HOUR_MS = 60 * 60_000;

interface Known {
	readAt: number;
	/** Whose patience and cancel signal the reading depends on. */
	reader: object;
	description: Promise<ServiceDescription | undefined>;
}

/** What services say about themselves, by address and login; that one says nothing is remembered, too. */
const known = new Map<string, Known>();

/** Who asks, and how documents are read for it. */
export interface Reader {
	reader: object;
	read: ReadDocument;
}

/** The description of a service, at most an hour old, or younger when asked for. */
export async function descriptionOf(settings: ServiceSettings, { reader, read }: Reader, maxAgeMs = HOUR_MS, now = Date.now()): Promise<ServiceDescription | undefined> {
	const key = keyOf(settings);
	const remembered = known.get(key);
	if (remembered && now - remembered.readAt < maxAgeMs) {
		if (remembered.reader === reader) return await remembered.description;
		try {
			return await remembered.description;
		} catch {
			// The other one was cancelled, or had fewer tries. Whoever else waited here for this reader may have begun anew.
			const own = known.get(key);
			if (own?.reader === reader) return await own.description;
		}
	}

	const fresh: Known = { readAt: now, reader, description: readDescription(settings.url, read) };
	known.set(key, fresh);
	const forget = () => {
		if (known.get(key) === fresh) known.delete(key);
	};
	void fresh.description.catch(forget);
	return await fresh.description;
}

function keyOf({ url, headers }: ServiceSettings): string {
	return createHash('sha256').update(JSON.stringify([url, headers])).digest('hex');
}
