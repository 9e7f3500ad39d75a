import { sleep } from 'n8n-workflow';

const SLICE_MS = 250;

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
