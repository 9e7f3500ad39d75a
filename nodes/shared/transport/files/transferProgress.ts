/** How much of a file has to move between interruptions to count as going on: this, or a hundredth of a smaller file. */
const ENOUGH_BYTES = 65_536;
const ENOUGH_SHARE = 0.01;

/**
 * Tells a transfer that goes on, however often it is interrupted, from one that only seems to: a host that breaks off
 * every call after a few bytes would otherwise be asked for ever. What was reached once does not count a second time.
 */
export class TransferProgress {
	private reached = 0;

	/** True if enough has moved since the last time that it was true. */
	hasMoved(position: number, size = Infinity): boolean {
		const enough = Math.max(1, Math.min(ENOUGH_BYTES, size * ENOUGH_SHARE));
		if (position - this.reached < enough) return false;
		this.reached = position;
		return true;
	}
}
