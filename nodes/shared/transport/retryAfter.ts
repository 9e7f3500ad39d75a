/** Reads a Retry-After header: seconds or an HTTP date. Undefined if there is none or it makes no sense. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const at = Date.parse(value);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
