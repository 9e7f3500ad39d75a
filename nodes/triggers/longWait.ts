import type { INode, NodeError } from 'n8n-workflow';

import { toItemError } from '../core/errors';
import { askedWaitMs } from '../http/errors';
import { inWords } from '../http/outcome';
import type { RetryLimits } from '../http/types';

/** The wait that the service asks for (Retry-After), if it is longer than this poll may wait. */
export function tooLongAWait(
	error: unknown,
	{ maxWaitMs }: Pick<RetryLimits, 'maxWaitMs'>,
): number | undefined {
	const asked = askedWaitMs(error);
	return asked !== undefined && asked > maxWaitMs ? asked : undefined;
}

/**
 * n8n 2.37 and later delays the next poll by `failure.retryAfterMs`. Older versions poll as usual.
 */
export function pollError(
	node: INode,
	error: unknown,
	limits?: Pick<RetryLimits, 'maxWaitMs'>,
): NodeError {
	const failed = toItemError(node, error, 0);
	const wait = limits && tooLongAWait(error, limits);
	if (wait === undefined) return failed;
	failed.description = `${failed.message}. ${failed.description ?? ''}`.trim();
	failed.message = `The service asks to wait ${inWords(wait)}. A later poll tries again`;
	return failed;
}
