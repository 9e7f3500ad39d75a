/**
 * Time for tests whose nodes wait. It stands in for nodes/shared/transport/pipeline/clock.ts (see setUp.ts), and moves `Date` and
 * `performance` with it. Real time goes on; on top of it, time leaps to the end of the next wait as soon
 * as no call is under way. Whatever else keeps a clock, such as the sandbox, is told of every leap before the wait ends.
 */
import http from 'node:http';

const RealDate = Date;
const realPerformance = performance;
/** Rounds of the event loop without a call under way, after which nothing but a wait can go on. */
const QUIET_ROUNDS = 4;
/** An answer that nobody reads never ends. Leaping too early is harmless: any work may take that long. */
const UNREAD_MS = 1_000;

type Listener = (ms: number) => Promise<void>;

let ahead = 0;
let underWay = 0;
let callEnded = () => {};
const listeners = new Set<Listener>();

interface Waiting {
	due: number;
	end: () => void;
}
const waiting = new Set<Waiting>();
let isLeaping = false;
let isReal = false;

export const now = (): number => RealDate.now() + ahead;

/** How far this time is ahead of the real one. */
export const aheadMs = (): number => ahead;

/** Tells a clock of every leap. Returns how to stop that. */
export function onLeap(listener: Listener): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** As the one it stands in for: false if the execution was cancelled. */
export async function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
	if (signal?.aborted) return false;
	await new Promise<void>((resolve) => {
		const end = () => {
			waiting.delete(own);
			signal?.removeEventListener('abort', end);
			resolve();
		};
		const own: Waiting = { due: now() + ms, end };
		waiting.add(own);
		signal?.addEventListener('abort', end, { once: true });
		if (!isLeaping) void leapOn();
	});
	return signal?.aborted !== true;
}

const nextWait = (): Waiting | undefined => [...waiting].sort((a, b) => a.due - b.due)[0];

async function leapOn(): Promise<void> {
	isLeaping = true;
	try {
		while (waiting.size > 0) {
			await quiet();
			const next = nextWait();
			if (!next) continue;
			const ms = next.due - now();
			if (ms > 0) await leap(ms);
			next.end();
		}
	} finally {
		isLeaping = false;
	}
}

/** Waits last as long as they say until the returned function is called. */
export function realTime(): () => void {
	isReal = true;
	return () => {
		isReal = false;
	};
}

/** Lets so much time pass at once. */
export async function leap(ms: number): Promise<void> {
	ahead += ms;
	await Promise.all([...listeners].map(async (tell) => await tell(ms)));
}

/** Until nothing but a wait can go on, or one has ended by itself. */
async function quiet(): Promise<void> {
	const until = realPerformance.now() + UNREAD_MS;
	for (let rounds = 0; rounds < QUIET_ROUNDS; rounds += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		const next = (nextWait()?.due ?? 0) - now();
		const left = isReal ? next : underWay > 0 ? Math.min(next, until - realPerformance.now()) : 0;
		if (left <= 0) continue;
		await endOfCall(left);
		rounds = -1;
	}
}

async function endOfCall(withinMs: number): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	await new Promise<void>((resolve) => {
		callEnded = resolve;
		timer = setTimeout(resolve, withinMs);
	});
	clearTimeout(timer);
}

type Request = typeof http.request & { unwatched?: typeof http.request };

/** Counts the calls that are under way; what n8n sends goes through here. The sandbox is controlled with `fetch`, which does not. */
function watchCalls(): void {
	// Jest loads this file once for each test file, but Node's modules only once.
	const request = (http.request as Request).unwatched ?? http.request;
	const watched = (...options: Parameters<typeof request>) => {
		const call = request(...options);
		underWay += 1;
		call.once('close', () => {
			underWay -= 1;
			callEnded();
		});
		return call;
	};
	http.request = Object.assign(watched, { unwatched: request }) as Request;
}

class SimulatedDate extends RealDate {
	constructor(...values: unknown[]) {
		if (values.length === 0) super(now());
		else super(...(values as [number]));
	}

	static override now(): number {
		return now();
	}
}

watchCalls();
globalThis.Date = SimulatedDate as DateConstructor;
Object.defineProperty(globalThis, 'performance', {
	configurable: true,
	value: Object.create(realPerformance, { now: { value: () => realPerformance.now() + ahead } }) as typeof performance,
});
