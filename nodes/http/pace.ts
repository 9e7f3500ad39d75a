import { BoundedMap } from '../core/caches';
import { wait } from '../core/clock';
import { DEFAULT_RETRY } from './types';

/** The second in which the service counts, and a little for clocks that differ from ours. */
const WINDOW_MS = 1_005;

/** Least distance of two calls, as a share of the even one. The rest makes up for late calls. */
const GAP = 0.75;

/**
 * The service counts a call when it arrives. A call that took longer than the fastest of late may have
 * arrived late, so it counts for longer: by this much at most, or by all of it if it took
 * `UNUSUAL` times as long as usual. Services need more time for some calls than for others.
 */
const LATEST_ARRIVAL_MS = 100;
const UNUSUAL = 2;
/** The weight of a response in the usual time. */
const FOLLOW = 0.05;
/** So many calls are remembered at least: one of them was hardly delayed. */
const MIN_RECENT = 100;

/** A credential that was not used for this long no longer limits the others. */
const LIMIT_KEPT_MS = 10 * 60_000;
const MAX_CREDENTIALS = 1_000;
const MAX_ORIGINS = 1_000;

interface Call {
	sentAt: number;
	tookMs?: number;
	isRefused: boolean;
}

/**
 * The longest pause that a 429 can ask of all calls. A broken proxy may ask for days. As long as
 * one call waits.
 */
const MAX_PAUSE_MS = DEFAULT_RETRY.maxWaitMs;

interface Waiting {
	signal?: AbortSignal;
	/** It takes no turn after this time. */
	until: number;
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
	private readonly recent: Call[] = [];
	private usualMs = 0;
	private pausedUntil = 0;
	private running = false;
	/** Calls that were refused as too many since this process started. */
	refusedCount = 0;

	constructor(limit: number) {
		this.rate = new AdaptiveRate(limit);
	}

	/** Several credentials may share an origin: the lowest rate counts. */
	setLimit(credential: string, limit: number, now = performance.now()) {
		this.limits.set(credential, limit, now);
		this.rate.setLimit(Math.min(...this.limits.values(now)));
	}

	/** Calls allowed in any second, for now. */
	get perSecond(): number {
		return this.rate.perSecond(performance.now());
	}

	/** How long the service wants no call at all. */
	get pauseMs(): number {
		return Math.max(0, this.pausedUntil - performance.now());
	}

	/**
	 * Waits for this call's turn. False if the execution was cancelled first, or if a pause lasts
	 * longer than `maxPauseMs`.
	 */
	async turn(signal?: AbortSignal, maxPauseMs = Infinity): Promise<boolean> {
		return await new Promise<boolean>((go) => {
			const onAbort = () => go(false);
			signal?.addEventListener('abort', onAbort, { once: true });
			this.queue.push({
				signal,
				until: performance.now() + maxPauseMs,
				go: (proceed) => {
					signal?.removeEventListener('abort', onAbort);
					go(proceed);
				},
			});
			this.dismissLate();
			if (!this.running) void this.release();
		});
	}

	/** @param askedMs - The Retry-After of a refusal: it holds for every call to this origin. */
	noteResponse(sentAt: number, isRefused: boolean, now = performance.now(), askedMs = 0) {
		const call = this.recent.findLast((candidate) => candidate.sentAt <= sentAt);
		if (!call) return;
		// From its turn on: it may also have been held up before it was sent.
		call.tookMs = now - call.sentAt;
		this.usualMs += (call.tookMs - this.usualMs) * FOLLOW;
		call.isRefused = isRefused;
		if (!isRefused) return;
		this.refusedCount += 1;
		const passed = this.recent.filter(
			(other) =>
				!other.isRefused && other.sentAt > call.sentAt - WINDOW_MS && other.sentAt < call.sentAt,
		);
		const pauseMs = this.rate.refused(passed.length, now);
		this.pausedUntil = Math.max(
			this.pausedUntil,
			now + pauseMs,
			now + Math.min(askedMs, MAX_PAUSE_MS),
		);
		this.dismissLate();
	}

	/** Calls that may not wait for the end of the pause. */
	private dismissLate() {
		if (this.pauseMs === 0) return;
		const late = this.queue.filter(({ until }) => until < this.pausedUntil);
		for (const each of late) {
			this.queue.splice(this.queue.indexOf(each), 1);
			each.go(false);
		}
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
		const perSecond = this.rate.perSecond(now);
		const last = this.recent.at(-1)?.sentAt ?? -Infinity;
		return (
			Math.max(this.pausedUntil, last + (GAP * 1000) / perSecond, this.windowOpens(perSecond)) - now
		);
	}

	private windowOpens(perSecond: number): number {
		const first = this.recent.at(-Math.ceil(perSecond));
		if (!first) return -Infinity;
		const { sentAt, tookMs = 0 } = first;
		const fastestMs = Math.min(...this.recent.map((call) => call.tookMs ?? Infinity));
		const latest = tookMs > UNUSUAL * this.usualMs ? WINDOW_MS : LATEST_ARRIVAL_MS;
		const lateMs = Math.min(Math.max(0, tookMs - fastestMs), latest);
		return sentAt + lateMs + Math.max(WINDOW_MS, 1000 / perSecond);
	}

	/** Two windows are kept, because a refusal comes after further calls. */
	private take(now: number) {
		this.recent.push({ sentAt: now, isRefused: false });
		this.recent.splice(0, this.recent.length - Math.max(MIN_RECENT, 2 * this.rate.max));
	}
}

const paces = new BoundedMap<Pace>({ maxEntries: MAX_ORIGINS });

/** One limiter per origin, for every node and execution of this process. */
export function paceFor(origin: string, credential: string, limit: number): Pace {
	const pace = paces.set(origin, paces.get(origin) ?? new Pace(limit));
	pace.setLimit(credential, limit);
	return pace;
}

/**
 * How many calls one process may send in any second. Several processes behind one address (n8n
 * workers) settle on a share each without talking to each other. A share is a whole number of
 * calls: nobody is refused as long as all shares together fit into the limit
 * (docs/internals/performance.md).
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
