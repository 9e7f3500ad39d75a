/** How much of a file has to move between interruptions to count as going on: this, or a hundredth of a smaller file. */
const ENOUGH_BYTES = 65_536;
const ENOUGH_SHARE = 0.01;

/**
 * Tells a transfer that goes on, however often it is interrupted, from one that only seems to: a host that breaks off
 * every call after a few bytes would otherwise be asked for ever.
 */
export class Progress {
	private mark = 0;
	private readonly enough: number;

	constructor(size = Infinity) {
		this.enough = Math.max(1, Math.min(ENOUGH_BYTES, size * ENOUGH_SHARE));
	}

	/** Whether the transfer has come on since this was last so. */
	hasComeOn(position: number): boolean {
		if (position - this.mark < this.enough) return false;
		this.mark = position;
		return true;
	}
}
