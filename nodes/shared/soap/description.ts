import { createHash } from 'node:crypto';

import { readDescription, type ReadDocument, type ServiceDescription } from './schema/wsdl';
import type { ServiceSettings } from './settings';

const HOUR_MS = 60 * 60_000;

interface CacheEntry {
	readAt: number;
	/** Its limits and cancel signal apply to the read. */
	reader: object;
	description: Promise<ServiceDescription | undefined>;
}

/** WSDLs by address and login, and which services have none. */
const cache = new Map<string, CacheEntry>();

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
	now = Date.now(),
): Promise<ServiceDescription | undefined> {
	const key = keyOf(settings);
	const cached = cache.get(key);
	if (cached && now - cached.readAt < maxAgeMs) {
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

	const fresh: CacheEntry = {
		readAt: now,
		reader,
		description: readDescription(settings.url, read),
	};
	cache.set(key, fresh);
	const forget = () => {
		if (cache.get(key) === fresh) cache.delete(key);
	};
	void fresh.description.catch(forget);
	return await fresh.description;
}

function keyOf({ url, headers }: ServiceSettings): string {
	return createHash('sha256')
		.update(JSON.stringify([url, headers]))
		.digest('hex');
}
