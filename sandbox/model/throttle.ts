import { Refusal } from '../calls/refusal';
import type { Variants } from './variants';

/**
 * Limits calls per sliding second and client address. Counts them on arrival, without refused
 * ones.
 */
export class Throttle {
	private readonly arrivals = new Map<string, number[]>();

	/** Throws a 429 if the address exceeds its limit. `date`: the time that Retry-After refers to. */
	admit(address: string, setting: Variants['throttle'], now: number, date = now): void {
		if (setting === null) return;
		const recent = (this.arrivals.get(address) ?? []).filter((at) => now - at < 1000);
		this.arrivals.set(address, recent);
		if (recent.length < setting.perSecond) {
			recent.push(now);
			return;
		}
		throw new Refusal(
			429,
			'RATE_LIMIT_EXCEEDED',
			`Rate limit of ${setting.perSecond} requests per second exceeded.`,
			retryAfter(setting.retryAfter, date),
		);
	}

	reset(): void {
		this.arrivals.clear();
	}
}

function retryAfter(
	form: NonNullable<Variants['throttle']>['retryAfter'],
	date: number,
): Record<string, string> {
	if (form === 'absent') return {};
	if (form === 'seconds') return { 'Retry-After': '1' };
	// An HTTP date has no fraction: the next full second may be only milliseconds away.
	return { 'Retry-After': new Date(Math.ceil(date / 1000) * 1000 + 1000).toUTCString() };
}
