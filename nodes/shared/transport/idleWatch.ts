import { sleep } from 'n8n-workflow';

import type { Lost } from './types';

const SLICE_MS = 250;

/** What a transfer that stands still is given up with. */
export const stoodStill = (idleMs: number): Lost => ({ code: 'TIMED_OUT', message: `Nothing moved for ${Math.round(idleMs / 1000)} seconds.`, neverSent: false });

/** Notices when a transfer stands still. How long it takes as a whole does not matter. */
export class IdleWatch {
	private lastMove = Date.now();
	private running = true;
	timedOut = false;

	constructor(
		private readonly limitMs: number,
		private readonly onIdle: () => void,
	) {
		void this.watch();
	}

	moved() {
		this.lastMove = Date.now();
	}

	/** Until the next move: what stands still now is not the network. */
	pause() {
		this.lastMove = Infinity;
	}

	stop() {
		this.running = false;
	}

	private async watch() {
		while (this.running) {
			await sleep(Math.min(SLICE_MS, this.limitMs));
			if (!this.running || Date.now() - this.lastMove < this.limitMs) continue;
			this.timedOut = true;
			this.running = false;
			this.onIdle();
		}
	}
}
