/** What follows from an outcome of the file host. */
import { isHtml, mayPassAtFileHost, readErrorBody } from '../errorBody';
import type { Tries } from '../tries';
import type { Outcome } from '../types';

/** This much, or a hundredth of a smaller file, counts as progress. */
const ENOUGH_BYTES = 65_536;
const ENOUGH_SHARE = 0.01;

/** How one try of a transfer ended. */
export interface Attempted {
	verdict: TransferVerdict;
	outcome: Outcome;
	/** How much need not be sent again. */
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

/** `refused`: a new permission may help. `failed`: nothing does. */
export type TransferVerdict = 'done' | 'again' | 'refused' | 'failed';

/** The permission may have expired. */
const REFUSED = new Set([401, 403, 404, 410]);

/** A success that does not prove that the transfer is done counts as unclear. */
export function classifyTransfer(outcome: Outcome, isDone = false): TransferVerdict {
	if (isDone) return 'done';
	const { response } = outcome;
	if (!response || response.status < 300 || response.status >= 500) return 'again';
	if (REFUSED.has(response.status)) return 'refused';
	return mayPassAtFileHost(response) ? 'again' : 'failed';
}

export function transferFailure(
	outcome: Outcome,
): { cause: 'temporarily-unavailable' } | undefined {
	const isAnswered = outcome.response !== undefined && outcome.response.status < 300;
	const mayPass = !isAnswered && classifyTransfer(outcome) === 'again';
	return mayPass ? { cause: 'temporarily-unavailable' } : undefined;
}

export function fileHostReason({ response, lost }: Outcome, problem?: string): string {
	if (!response)
		return `The file host ${lost?.neverSent ? 'cannot be reached' : 'broke off'} (${lost?.code}: ${lost?.message}).`;
	const message = readErrorBody(response.body);
	if (response.status >= 400)
		return message
			? `The file host answered ${response.status}: ${message}.`
			: `The file host answered ${response.status}.`;
	const why = isHtml(response.body) ? message : problem;
	return `The file host answered ${response.status}, which is no valid answer here${why ? ` (${why})` : ''}.`;
}
