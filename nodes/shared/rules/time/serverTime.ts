import { parseIsoTime } from './isoTime';

/** Reads a time of the service; without a zone it is UTC. Undefined if it is not a time. */
export function serverMs(text: unknown): number | undefined {
	const time = typeof text === 'string' ? parseIsoTime(text) : undefined;
	if (!time) return undefined;
	return time.utcSeconds * 1000 + Math.floor(Number(`0.${time.fraction || '0'}`) * 1000);
}
