import { parseIsoTime } from './isoTime';

/** Reads a time of the service; without a zone it is UTC. Undefined if it is not a time. */
export function serverMs(text: unknown): number | undefined {
	const time = typeof text === 'string' ? parseIsoTime(text) : undefined;
	if (!time) return undefined;
	return time.utcSeconds * 1000 + Math.floor(Number(`0.${time.fraction || '0'}`) * 1000);
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether a due date has passed. A day without a time ends at midnight, UTC. */
export function isPastDue(dueDate: unknown, now: number): boolean {
	const due = serverMs(dueDate);
	const isDay = typeof dueDate === 'string' && dueDate.trim().length === 'yyyy-MM-dd'.length;
	return due !== undefined && due + (isDay ? DAY_MS : 0) < now;
}
