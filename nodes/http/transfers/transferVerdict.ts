/** What follows from an outcome of the file host. */
import { isHtml, readErrorBody } from '../errorBody';
import { mayPassAtFileHost } from '../passing';
import type { Outcome } from '../types';

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
