/**
 * How fast one process may call an origin: additive increase, multiplicative decrease. Several
 * processes behind one address (n8n workers) settle on a share each without talking to each other
 * (`npm run bench -- pacing`).
 */

/**
 * Room for uneven arrival: a sliding second holds 21 calls if one is late by more than this
 * leaves.
 */
const HEADROOM = 0.96;
/** What a refusal leaves of the rate. */
const BACK_OFF = 0.75;
/**
 * For so long after a refusal nothing is sent, and further refusals are echoes of the same
 * overload.
 */
const PAUSE_MS = 700;
/** Share of the configured rate regained per second. */
const RECOVERY = 0.003;
/** Never slower than this share of the configured rate. */
const FLOOR = 0.05;

export class AdaptiveRate {
	private current: number;
	private updatedAt = 0;
	private refusedAt = -Infinity;

	constructor(private limit: number) {
		this.current = limit;
	}

	setLimit(limit: number) {
		this.current *= limit / this.limit;
		this.limit = limit;
	}

	/** Calls per second allowed at this moment. */
	perSecond(now: number): number {
		const elapsed = Math.max(0, now - this.updatedAt) / 1000;
		this.updatedAt = now;
		this.current = Math.min(this.limit, this.current + elapsed * this.limit * RECOVERY);
		return this.current * HEADROOM;
	}

	/** A 429 arrived: slows down, and returns for how long nothing should be sent at all. */
	refused(now: number): number {
		if (now - this.refusedAt < PAUSE_MS) return 0;
		this.perSecond(now);
		this.refusedAt = now;
		this.current = Math.max(this.limit * FLOOR, this.current * BACK_OFF);
		return PAUSE_MS;
	}

	/** How many calls the service lets through in one sliding second. */
	get perWindow(): number {
		return Math.max(1, Math.floor(this.limit));
	}
}
