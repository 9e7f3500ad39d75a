/**
 * How many calls one process may send in any second. Several processes behind one address (n8n
 * workers) settle on a share each without talking to each other. A share is a whole number of
 * calls: nobody is refused as long as all shares together fit into the limit
 * (`npm run bench -- pacing`).
 */

/** What is left of the whole rate. It says nothing about the share, so others need room at once. */
const FIRST_BACK_OFF = 0.5;
/** Nothing is sent meanwhile: the service still counts the calls of the last second. */
const FIRST_PAUSE_MS = 1_000;
/** The whole rate is back after so long without a refusal. */
const RECOVERY_MS = 170_000;
/** The same for a share that is unknown or as small as can be: it may be far too small. */
const FIRST_RECOVERY_MS = 30_000;
/** Most of that time passes before the first step, because each step may cost a refusal. */
const RECOVERY_POWER = 6;
/** Keeps the processes from asking for more at the same moment. */
const JITTER = 0.2;

export class AdaptiveRate {
	private share = Infinity;
	private refusedAt = -Infinity;
	private recoveryMs = RECOVERY_MS;

	constructor(private limit: number) {}

	setLimit(limit: number) {
		this.limit = limit;
	}

	/** Calls allowed in any second. A fraction means less than one. */
	perSecond(now: number): number {
		const regained = this.limit * ((now - this.refusedAt) / this.recoveryMs) ** RECOVERY_POWER;
		return Math.min(this.max, Math.max(1, Math.floor(this.share + regained)));
	}

	/**
	 * A 429 arrived. `passed` calls of this process were let through in the second before, so that
	 * is its share. Returns for how long nothing should be sent at all.
	 */
	refused(passed: number, now: number, random = Math.random): number {
		const before = this.perSecond(now);
		const isFirst = before === this.max;
		this.share = Math.max(1, isFirst ? before * FIRST_BACK_OFF : Math.min(before, passed));
		this.refusedAt = now;
		const isUnknown = isFirst || this.share === 1;
		this.recoveryMs =
			(isUnknown ? FIRST_RECOVERY_MS : RECOVERY_MS) * (1 + JITTER * (2 * random() - 1));
		return isFirst ? FIRST_PAUSE_MS : 0;
	}

	/** The configured rate, in whole calls. */
	get max(): number {
		return Math.floor(this.limit) || this.limit;
	}
}
