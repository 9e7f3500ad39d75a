import { parseIsoTime } from './isoTime';

/** A time of the service in milliseconds; one without a zone is UTC. Undefined if it is no time. */
export function serverMs(text: unknown): number | undefined {
	const time = typeof text === 'string' ? parseIsoTime(text) : undefined;
	if (!time) return undefined;
	return time.utcSeconds * 1000 + Math.floor(Number(`0.${time.fraction || '0'}`) * 1000);
}
