import { createHash } from 'node:crypto';

import type { ServiceSettings } from './settings';
import { readDescription, type ReadDocument, type ServiceDescription } from './wsdl';

const HOUR_MS = 60 * 60_000;

interface Known {
	readAt: number;
	description: Promise<ServiceDescription | undefined>;
}

/** What services say about themselves, by address and login; that one says nothing is remembered, too. */
const known = new Map<string, Known>();

/** The description of a service, at most an hour old, or younger when asked for. */
export async function descriptionOf(settings: ServiceSettings, read: ReadDocument, maxAgeMs = HOUR_MS, now = Date.now()): Promise<ServiceDescription | undefined> {
	const key = keyOf(settings);
	const remembered = known.get(key);
	if (remembered && now - remembered.readAt < maxAgeMs) return await remembered.description;

	const fresh: Known = { readAt: now, description: readDescription(settings.url, read) };
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
