/** Compares a date with the response's own date, because clocks differ. */
export function retryAfterOf(headers: Record<string, string | undefined> = {}): number | undefined {
	return readRetryAfter(headers['retry-after'], Date.parse(headers.date ?? '') || Date.now());
}

/** Reads seconds or an HTTP date. Undefined if the time makes no sense or has passed. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	const ms = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return ms > 0 ? ms : undefined;
}

const MINUTE_MS = 60_000;

export function inWords(ms: number): string {
	const minutes = Math.ceil(ms / MINUTE_MS);
	if (minutes > 1) return `${minutes.toLocaleString('en-US')} minutes`;
	return ms === MINUTE_MS ? '1 minute' : `${Math.ceil(ms / 1000)} seconds`;
}
