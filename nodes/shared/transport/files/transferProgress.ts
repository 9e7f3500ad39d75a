/** This much, or a hundredth of a smaller file, counts as progress. */
const ENOUGH_BYTES = 65_536;
const ENOUGH_SHARE = 0.01;

/**
 * A host that breaks off every call after a few bytes would be asked for ever. So only new bytes
 * count, and only enough of them.
 */
export class TransferProgress {
	private reached = 0;

	/** True if enough bytes moved since it was last true. */
	hasMoved(position: number, size = Infinity): boolean {
		const enough = Math.max(1, Math.min(ENOUGH_BYTES, size * ENOUGH_SHARE));
		if (position - this.reached < enough) return false;
		this.reached = position;
		return true;
	}
}
