import { NodeError } from 'n8n-workflow';

import { OperationFailed } from '../core/errors';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError, askedWaitMs, isStatus } from '../http/errors';

/** The credential is refused, or the rate limit is reached. */
export const concernsAll = (error: unknown): boolean => isStatus(error, 401, 429);

/**
 * A failure on one job must not block the delivery of the others. If every read fails, the service
 * is down: then the poll fails and says why.
 */
export class IsolatedReads {
	private hasWorked = false;
	private failure?: Error;
	/** How long the service asked to wait, by job. */
	readonly waits = new Map<string, number>();

	constructor(private readonly client: Client) {}

	/** Returns undefined and logs a warning if the service failed on this job. */
	async read<T>(jobId: string, read: () => Promise<T>): Promise<T | undefined> {
		const { context } = this.client;
		try {
			const result = await read();
			this.hasWorked = true;
			return result;
		} catch (error) {
			const isExplained = error instanceof NodeError || error instanceof OperationFailed;
			if (!isExplained || concernsAll(error)) throw asError(error);
			this.failure ??= error;
			this.waits.set(jobId, askedWaitMs(error) ?? 0);
			logOf(context).warn(
				`Translation Jobs: the service failed on job ${jobId} (${error.message}). A later poll tries again.`,
				{ jobId },
			);
			return undefined;
		}
	}

	throwIfNoneWorked() {
		if (this.failure && !this.hasWorked) throw this.failure;
	}
}
