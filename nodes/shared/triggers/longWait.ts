import type { INode, NodeError } from 'n8n-workflow';

import { toItemError } from '../items/itemError';
import { askedWaitMs } from '../transport/pipeline/errors';
import type { RetryLimits } from '../transport/types';

const MINUTE_MS = 60_000;

/** How long the service asks to be left alone (Retry-After), if that is longer than a poll with these limits ever waits. */
export function tooLongAWait(error: unknown, { maxWaitMs }: Pick<RetryLimits, 'maxWaitMs'>): number | undefined {
	const asked = askedWaitMs(error);
	return asked !== undefined && asked > maxWaitMs ? asked : undefined;
}

/** The error of a poll. n8n 2.37 and later reads from `failure.retryAfterMs` when to come back; older ones poll as usual. */
export function pollError(node: INode, error: unknown, limits?: Pick<RetryLimits, 'maxWaitMs'>): NodeError {
	const failed = toItemError(node, error, 0);
	const wait = limits && tooLongAWait(error, limits);
	if (wait === undefined) return failed;
	failed.description = `${failed.message}. ${failed.description ?? ''}`.trim();
	failed.message = `The service asks to wait ${inWords(wait)}; the next poll comes later`;
	return failed;
}

function inWords(ms: number): string {
	const minutes = Math.ceil(ms / MINUTE_MS);
	if (minutes > 1) return `${minutes.toLocaleString('en-US')} minutes`;
	return ms === MINUTE_MS ? '1 minute' : `${Math.ceil(ms / 1000)} seconds`;
}
