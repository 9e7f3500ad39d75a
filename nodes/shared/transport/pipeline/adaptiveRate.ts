/**
 * How fast one process may call an origin: the configured rate, less after a 429, recovering by
 * itself. Several processes behind one address (n8n workers) settle on a share each without talking
 * to each other. The constants come from a simulation of one to five busy processes against a
 * throttle of 20 per sliding second: two processes stay near 0.6 % refusals at 91 % of the allowed rate.
 */

/** Room for uneven arrival: a sliding second holds 21 calls if one is late by more than this leaves. */
const HEADROOM = 0.96;
/** One refusal at full speed may be an accident of timing: pause, slow down a little… */
const GENTLE_BACK_OFF = 0.95;
const GENTLE_HOLD_MS = 500;
/** …a second one so soon means that the address is shared: give way at once, then probe. */
const SOON_MS = 4_000;
const FIRST_BACK_OFF = 0.55;
const FIRST_HOLD_MS = 1_000;
const BACK_OFF = 0.85;
const HOLD_MS = 500;
/** Refusals within this time are echoes of the same overload. */
const ECHO_MS = 1_000;
/** Never slower than this share of the configured rate. */
const FLOOR = 0.05;
/** Share of the configured rate regained per second: quickly up to near where it last went wrong, then carefully. */
const RECOVER_FAST = 0.02;
const RECOVER_SLOW = 0.002;
const NEAR = 0.85;
/** Without a refusal for this long, whatever was in the way is taken to be gone. */
const FORGET_MS = 60_000;

export class AdaptiveRate {
	private current: number;
	private ceiling = Infinity;
	private updatedAt = 0;
	private refusedAt = -Infinity;

	constructor(private limit: number) {
		this.current = limit;
	}

	setLimit(limit: number) {
		if (limit === this.limit) return;
		this.current = limit * (this.current / this.limit);
		this.ceiling = Infinity;
		this.limit = limit;
	}

	/** Calls per second allowed at this moment. */
	perSecond(now: number): number {
		const elapsed = Math.max(0, now - this.updatedAt) / 1000;
		this.updatedAt = now;
		if (now - this.refusedAt > FORGET_MS) this.ceiling = Infinity;
		if (this.current < this.limit) {
			const share = this.current < this.ceiling * NEAR ? RECOVER_FAST : RECOVER_SLOW;
			this.current = Math.min(this.limit, this.current + elapsed * this.limit * share);
		}
		return this.current * HEADROOM;
	}

	/** A 429 arrived: slows down, and returns for how long nothing should be sent at all. */
	refused(now: number): number {
		if (now - this.refusedAt < ECHO_MS) return 0;
		this.perSecond(now);
		const isRepeated = now - this.refusedAt < SOON_MS;
		const atFullSpeed = this.current > 0.85 * this.limit;
		this.refusedAt = now;
		if (atFullSpeed && !isRepeated) {
			this.current *= GENTLE_BACK_OFF;
			return GENTLE_HOLD_MS;
		}
		this.ceiling = this.current;
		this.current = Math.max(this.limit * FLOOR, this.current * (atFullSpeed ? FIRST_BACK_OFF : BACK_OFF));
		return atFullSpeed ? FIRST_HOLD_MS : HOLD_MS;
	}

	/** How many calls the service lets through in one sliding second. */
	get perWindow(): number {
		return Math.max(1, Math.floor(this.limit));
	}
}
