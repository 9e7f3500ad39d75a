import { sleep } from 'n8n-workflow';

import type { Lost } from './types';

const SLICE_MS = 250;
/** A dripping host counts as silent: this much has to move within the limit. */
const ENOUGH_BYTES = 1_024;

export const stallError = (idleMs: number): Lost => ({
	code: 'TIMED_OUT',
	message: `Hardly anything moved for ${Math.round(idleMs / 1000)} seconds.`,
	neverSent: false,
});

/** Notices a transfer that stands still. Its total time does not matter. */
export class StallWatch {
	private since = Date.now();
	private bytes = 0;
	private pausedAt?: number;
	private running = true;
	timedOut = false;

	constructor(
		private readonly limitMs: number,
		private readonly onIdle: () => void,
	) {
		void this.watch();
	}

	moved(bytes: number) {
		this.bytes += bytes;
		if (this.bytes < ENOUGH_BYTES) return;
		this.bytes = 0;
		this.since = Date.now();
	}

	/** From now on, this side is waiting, not the network. */
	pause() {
		this.pausedAt = Date.now();
	}

	goOn() {
		if (this.pausedAt !== undefined) this.since += Date.now() - this.pausedAt;
		this.pausedAt = undefined;
	}

	stop() {
		this.running = false;
	}

	private async watch() {
		while (this.running) {
			await sleep(Math.min(SLICE_MS, this.limitMs));
			if (!this.running || this.pausedAt !== undefined || Date.now() - this.since < this.limitMs)
				continue;
			this.timedOut = true;
			this.running = false;
			this.onIdle();
		}
	}
}
