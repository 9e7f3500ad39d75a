import { readFileSync } from 'node:fs';

import { processorClock, short } from './measure';

const LOOK_MS = 5;

export interface Watched {
	blockMs: number;
	/** With what other processes took meanwhile. */
	clockMs: number;
	processorSeconds: number;
	seconds: number;
}

/**
 * Looks at the clock every few milliseconds. What other processes took of the processor meanwhile
 * does not count.
 */
export function watchLoop(): { stop(): Watched } {
	const processor = processorClock();
	const startedAt = performance.now();
	let last = { at: startedAt, thread: threadMs() };
	let [blockMs, clockMs] = [0, 0];
	const look = () => {
		const [at, thread] = [performance.now(), threadMs()];
		blockMs = Math.max(blockMs, Math.min(at - last.at - LOOK_MS, thread - last.thread));
		clockMs = Math.max(clockMs, at - last.at - LOOK_MS);
		last = { at, thread };
		timer = setTimeout(look, LOOK_MS);
	};
	let timer = setTimeout(look, LOOK_MS);
	return {
		stop() {
			clearTimeout(timer);
			look();
			clearTimeout(timer);
			return {
				blockMs,
				clockMs,
				processorSeconds: processor(),
				seconds: (performance.now() - startedAt) / 1000,
			};
		},
	};
}

/** What the main thread has used of the processor. */
const threadMs = (): number =>
	Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;

export const describe = ({ clockMs, processorSeconds, seconds }: Watched): string =>
	`${Math.round(clockMs)} ms on the clock, with other work on the machine; in all ${short(processorSeconds)} processor seconds, ${short(seconds)} s on the clock`;
