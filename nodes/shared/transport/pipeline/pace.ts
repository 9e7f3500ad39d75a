import { BoundedMap } from '../../memory/boundedMap';
import { AdaptiveRate } from './adaptiveRate';
import { wait } from './clock';

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
	private readonly recent: Call[] = [];
	private usualMs = 0;
	private pausedUntil = 0;
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

	noteResponse(sentAt: number, isRefused: boolean, now = performance.now()) {
		const call = this.recent.findLast((candidate) => candidate.sentAt <= sentAt);
		if (!call) return;
		// From its turn on: it may also have been held up before it was sent.
		call.tookMs = now - call.sentAt;
		this.usualMs += (call.tookMs - this.usualMs) * FOLLOW;
		call.isRefused = isRefused;
		if (!isRefused) return;
		const passed = this.recent.filter(
			(other) =>
				!other.isRefused && other.sentAt > call.sentAt - WINDOW_MS && other.sentAt < call.sentAt,
		);
		const pauseMs = this.rate.refused(passed.length, now);
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
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
