import { createHash } from 'node:crypto';

import { BoundedMap } from '../../core/boundedMap';
import { readDescription, type ReadDocument, type ServiceDescription } from './schema/wsdl';
import type { ServiceSettings } from './settings';

const HOUR_MS = 60 * 60_000;
/** A service may have none for a moment, e.g. while it is updated. */
const NONE_KEPT_MS = 5 * 60_000;
const MAX_SERVICES = 100;

interface CacheEntry {
	/** Its limits and cancel signal apply to the read. */
	reader: object;
	description: Promise<ServiceDescription | undefined>;
	isNone?: boolean;
}

/** WSDLs by address and login, and which services have none. */
const cache = new BoundedMap<CacheEntry>({ maxEntries: MAX_SERVICES });

/** The execution that asks, and how it reads documents. */
export interface Reader {
	reader: object;
	read: ReadDocument;
}

/** The WSDL of a service, at most `maxAgeMs` old. */
export async function descriptionOf(
	settings: ServiceSettings,
	{ reader, read }: Reader,
	maxAgeMs = HOUR_MS,
): Promise<ServiceDescription | undefined> {
	const key = keyOf(settings);
	const keptMs = cache.get(key)?.isNone ? Math.min(maxAgeMs, NONE_KEPT_MS) : maxAgeMs;
	const cached = cache.get(key, Date.now(), keptMs);
	if (cached) {
		if (cached.reader === reader) return await cached.description;
		try {
			return await cached.description;
		} catch {
			// The other execution was cancelled or had fewer tries. Another call of this reader
			// may have started over by now.
			const own = cache.get(key);
			if (own?.reader === reader) return await own.description;
		}
	}

	const fresh = cache.set(key, { reader, description: readDescription(settings.url, read) });
	const note = (description?: ServiceDescription) => (fresh.isNone = !description);
	const forget = () => {
		if (cache.get(key) === fresh) cache.delete(key);
	};
	void fresh.description.then(note, forget);
	return await fresh.description;
}

function keyOf({ url, headers }: ServiceSettings): string {
	return createHash('sha256')
		.update(JSON.stringify([url, headers]))
		.digest('hex');
}
