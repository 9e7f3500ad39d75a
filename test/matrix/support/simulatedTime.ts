/**
 * Simulates time for tests that wait for minutes. Replaces
 * nodes/shared/transport/pipeline/clock.ts (see setUp.ts) and moves `Date` and `performance` with
 * it. Real time goes on; in addition, time jumps to the end of the next wait as soon as no call
 * is open. Other clocks, e.g. that of the sandbox, follow every jump before the wait ends.
 */
import http from 'node:http';

const RealDate = Date;
const realPerformance = performance;
/** After this many rounds of the event loop without a call, only a wait can be pending. */
const QUIET_ROUNDS = 4;
/** An unread answer never ends. An early jump is harmless: any work may take that long. */
const UNREAD_MS = 1_000;

let ahead = 0;
let underWay = 0;
let tellOthers: (ms: number) => Promise<void> = async () => {};

interface Waiting {
	due: number;
	end: () => void;
}
const waiting = new Set<Waiting>();
let isLeaping = false;

export const now = (): number => RealDate.now() + ahead;

/** How far simulated time is ahead of real time. */
export const aheadMs = (): number => ahead;

export const onLeap = (listener: (ms: number) => Promise<void>): void => void (tellOthers = listener);

/** Like the original: false if the execution was cancelled. */
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

async function leapOn(): Promise<void> {
	isLeaping = true;
	try {
		while (waiting.size > 0) {
			await quiet();
			const [next] = [...waiting].sort((a, b) => a.due - b.due);
			if (!next) continue;
			const ms = next.due - now();
			if (ms > 0) await leap(ms);
			next.end();
		}
	} finally {
		isLeaping = false;
	}
}

/** Lets time pass at once. */
export async function leap(ms: number): Promise<void> {
	ahead += ms;
	await tellOthers(ms);
}

async function quiet(): Promise<void> {
	const until = realPerformance.now() + UNREAD_MS;
	for (let rounds = 0; rounds < QUIET_ROUNDS; rounds += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		if (underWay > 0 && realPerformance.now() < until) rounds = -1;
	}
}

/** Counts open calls of n8n. The control calls to the sandbox use `fetch` and do not count. */
function watchCalls(): void {
	const { request } = http;
	http.request = ((...options: Parameters<typeof request>) => {
		const call = request(...options);
		underWay += 1;
		call.once('close', () => (underWay -= 1));
		return call;
	}) as typeof request;
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
