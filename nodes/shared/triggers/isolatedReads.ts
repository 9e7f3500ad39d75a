import { NodeError } from 'n8n-workflow';

import { OperationFailed } from '../items/operationFailed';
import { logOf } from '../notices/notices';
import type { Client } from '../transport/client';
import { asError, isStatus } from '../transport/pipeline/errors';
import { tooLongAWait } from './longWait';

/** These concern all jobs: the credential is refused, or the rate limit is reached. */
const CONCERNS_ALL = [401, 429];

/**
 * A failure on one job must not block the delivery of the others. If every read fails, the service
 * is down: then the poll fails and says why.
 */
export class IsolatedReads {
	private hasWorked = false;
	private failure?: Error;

	constructor(private readonly client: Client) {}

	/** Returns undefined and logs a warning if the service failed on this job. */
	async read<T>(jobId: string, read: () => Promise<T>): Promise<T | undefined> {
		const { context } = this.client;
		try {
			const result = await read();
			this.hasWorked = true;
			return result;
		} catch (error) {
			const isAboutAll =
				isStatus(error, ...CONCERNS_ALL) ||
				tooLongAWait(error, this.client.retryLimits) !== undefined;
			const isExplained = error instanceof NodeError || error instanceof OperationFailed;
			if (!isExplained || isAboutAll) throw asError(error);
			this.failure ??= error;
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
