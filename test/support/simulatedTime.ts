/**
 * Simulates time for tests whose nodes wait. Replaces nodes/core/clock.ts
 * (see setUp.ts) and moves `Date` and `performance` with it. Real time goes on; in addition, time
 * jumps to the end of the next wait as soon as no call is open. Other clocks, e.g. that of the
 * sandbox, follow every jump before the wait ends.
 */
import http from 'node:http';
import { sleep } from 'n8n-workflow';

const RealDate = Date;
const realPerformance = performance;
/** After this many rounds of the event loop without a call, only a wait can be pending. */
const QUIET_ROUNDS = 4;
/** An unread answer never ends. An early jump is harmless: any work may take that long. */
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
let isOver = false;

export const now = (): number => RealDate.now() + ahead;

/** How far simulated time is ahead of real time. */
export const aheadMs = (): number => ahead;

/** Tells a clock of every leap. Returns how to stop that. */
export function onLeap(listener: Listener): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** Like the original: false if the execution was cancelled. */
export async function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
	if (isOver) return await new Promise(() => {});
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
		// It may end before the one that is waited for.
		if (isLeaping) callEnded();
		else void leapOn();
	});
	return signal?.aborted !== true;
}

/** Like the original. Time does not jump while others have their turn. */
export const turn = async (): Promise<void> => await during(async () => await sleep(0));

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
		// What was going to wait for real looks again.
		callEnded();
	};
}

/** Lets time pass at once. */
export async function leap(ms: number): Promise<void> {
	ahead += ms;
	await Promise.all(
		[...listeners].map(async (tell) => {
			try {
				await tell(ms);
			} catch (error) {
				// A clock may end while it is being moved.
				if (listeners.has(tell)) throw error;
			}
		}),
	);
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

/** Counts open calls of n8n. The control calls to the sandbox use `fetch` and do not count. */
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

/** Time does not jump while this work goes on. */
export async function during<T>(work: () => Promise<T>): Promise<T> {
	underWay += 1;
	try {
		return await work();
	} finally {
		underWay -= 1;
		callEnded();
	}
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

/** What a test file leaves waiting, such as a webhook that tries again, never goes on. */
function end(): void {
	isOver = true;
	waiting.clear();
}

watchCalls();
Object.assign(globalThis, { endSimulatedTime: end });
globalThis.Date = SimulatedDate as DateConstructor;
Object.defineProperty(globalThis, 'performance', {
	configurable: true,
	value: Object.create(realPerformance, {
		now: { value: () => realPerformance.now() + ahead },
	}) as typeof performance,
});
