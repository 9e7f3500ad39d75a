import type { Tries } from '../tries';
import type { Outcome } from '../types';
import type { TransferVerdict } from './transferVerdict';

/** This much, or a hundredth of a smaller file, counts as progress. */
const ENOUGH_BYTES = 65_536;
const ENOUGH_SHARE = 0.01;

/** How one try of a transfer ended. */
export interface Attempted {
	verdict: TransferVerdict;
	outcome: Outcome;
	/** How far the file has come. */
	position?: number;
	size?: number;
}

/**
 * Tries an upload or a download until it is done, fails for good or reaches the limits. Progress
 * resets the tries.
 */
export async function runTransfer<Result extends Attempted>(
	attempt: (number: number) => Promise<Result>,
	tries: Tries,
): Promise<Result> {
	let reached = 0;
	for (;;) {
		const result = await attempt(tries.begin());
		const { verdict, outcome, position = 0 } = result;
		if (verdict === 'done' || verdict === 'failed') return result;
		const hasMoved = verdict === 'again' && position - reached >= enough(result.size);
		if (hasMoved) reached = position;
		if (!(await tries.waitForRetry(outcome, hasMoved))) return result;
	}
}

/**
 * A host that breaks off every call after a few bytes would be asked for ever. So only new bytes
 * count, and only enough of them.
 */
const enough = (size = Infinity): number =>
	Math.max(1, Math.min(ENOUGH_BYTES, size * ENOUGH_SHARE));
