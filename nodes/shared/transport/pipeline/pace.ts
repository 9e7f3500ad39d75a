import { BoundedMap } from '../../memory/boundedMap';
import { AdaptiveRate } from './adaptiveRate';
import { wait } from './clock';

/**
 * A little longer than the service's window: calls may arrive closer together than they were sent.
 */
const WINDOW_MS = 1_035;

/** Makes up for a late timer, by this much at most. */
const LATE_MS = 15;

/**
 * The service counts a call when it arrives. A call that was answered late may have arrived late,
 * so it counts for longer, by this much at most.
 */
const LATEST_ARRIVAL_MS = 200;
/** The weight of a slower response in the average. A faster one counts at once. */
const FOLLOW = 0.05;

/** A credential that was not used for this long no longer limits the others. */
const LIMIT_KEPT_MS = 10 * 60_000;
const MAX_CREDENTIALS = 1_000;
const MAX_ORIGINS = 1_000;

interface Waiting {
	signal?: AbortSignal;
	go: (proceed: boolean) => void;
}

/**
 * Spreads calls to one origin evenly, in order. Uses `performance.now()`, which ignores changes of
 * the system clock.
 */
export class Pace {
	private readonly limits = new BoundedMap<number>({
		maxEntries: MAX_CREDENTIALS,
		maxAgeMs: LIMIT_KEPT_MS,
	});
	private readonly rate: AdaptiveRate;
	private readonly queue: Waiting[] = [];
	private readonly recent: Array<{ sentAt: number; tookMs?: number }> = [];
	private usualMs = Infinity;
	private nextAt = 0;
	private running = false;

	constructor(limit: number) {
		this.rate = new AdaptiveRate(limit);
	}

	/** Several credentials may share an origin: the lowest rate counts. */
	setLimit(credential: string, limit: number, now = performance.now()) {
		this.limits.set(credential, limit, now);
		this.rate.setLimit(Math.min(...this.limits.values(now)));
	}

	/** Waits for this call's turn. False if the execution was cancelled first. */
	async turn(signal?: AbortSignal): Promise<boolean> {
		return await new Promise<boolean>((go) => {
			const onAbort = () => go(false);
			signal?.addEventListener('abort', onAbort, { once: true });
			this.queue.push({
				signal,
				go: (proceed) => {
					signal?.removeEventListener('abort', onAbort);
					go(proceed);
				},
			});
			if (!this.running) void this.release();
		});
	}

	noteResponse(sentAt: number, now = performance.now()) {
		const tookMs = now - sentAt;
		this.usualMs = tookMs < this.usualMs ? tookMs : this.usualMs + (tookMs - this.usualMs) * FOLLOW;
		const call = this.recent.findLast((candidate) => candidate.sentAt <= sentAt);
		if (call) call.tookMs = tookMs;
	}

	refused(now = performance.now()) {
		const hold = this.rate.refused(now);
		if (hold) this.nextAt = Math.max(this.nextAt, now + hold);
	}

	private async release() {
		this.running = true;
		for (let first = this.queue[0]; first; first = this.queue[0]) {
			if (!first.signal?.aborted) {
				const delay = this.delay(performance.now());
				if (delay > 0) {
					await wait(delay);
					continue;
				}
				this.take(performance.now());
			}
			this.queue.shift();
			first.go(!first.signal?.aborted);
		}
		this.running = false;
	}

	private delay(now: number): number {
		return Math.max(this.nextAt, this.windowOpens()) - now;
	}

	private windowOpens(): number {
		const first = this.recent.at(-this.rate.perWindow);
		if (!first) return -Infinity;
		const late = (first.tookMs ?? 0) - this.usualMs;
		return first.sentAt + Math.min(Math.max(0, late), LATEST_ARRIVAL_MS) + WINDOW_MS;
	}

	private take(now: number) {
		const interval = 1000 / this.rate.perSecond(now);
		this.nextAt = Math.max(this.nextAt, now - LATE_MS) + interval;
		this.recent.push({ sentAt: now });
		if (this.recent.length > this.rate.perWindow) this.recent.shift();
	}
}

const paces = new BoundedMap<Pace>({ maxEntries: MAX_ORIGINS });

/** One limiter per origin, for every node and execution of this process. */
export function paceFor(origin: string, credential: string, limit: number): Pace {
	const pace = paces.set(origin, paces.get(origin) ?? new Pace(limit));
	pace.setLimit(credential, limit);
	return pace;
}
