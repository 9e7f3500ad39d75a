import { readDescription, type ReadDocument, type ServiceDescription } from './wsdl';

const HOUR_MS = 60 * 60_000;

interface Known {
	readAt: number;
	description: Promise<ServiceDescription | undefined>;
}

/** What services say about themselves, by address; that one says nothing is remembered, too. */
const known = new Map<string, Known>();

/** The description of a service, at most an hour old, or younger when asked for. */
export async function descriptionOf(url: string, read: ReadDocument, maxAgeMs = HOUR_MS, now = Date.now()): Promise<ServiceDescription | undefined> {
	const remembered = known.get(url);
	if (remembered && now - remembered.readAt < maxAgeMs) return await remembered.description;

	const fresh: Known = { readAt: now, description: readDescription(url, read) };
	known.set(url, fresh);
	const forget = () => {
		if (known.get(url) === fresh) known.delete(url);
	};
	void fresh.description.catch(forget);
	return await fresh.description;
}
