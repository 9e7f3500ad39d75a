import { BoundedMap } from '../core/boundedMap';
import { wait } from '../core/clock';
import { AdaptiveRate } from './adaptiveRate';
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
