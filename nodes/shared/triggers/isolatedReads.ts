import { NodeError } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { isStatus, asError } from '../transport/pipeline/errors';
import { tooLongAWait } from './longWait';

/** These say nothing about one job: the credential is refused, or the service has had enough for now. */
const ABOUT_ALL = [401, 429];

/**
 * One job on which the service fails must not keep the others from being delivered. If it fails on every one, it is the service
 * that is down: then the poll fails and says why.
 */
export class IsolatedReads {
	private hasWorked = false;
	private failure?: Error;

	constructor(private readonly client: Client) {}

	/** Undefined, with a line in the log, if the service failed on this one: with an error, an answer that cannot be read, or none. */
	async read<T>(jobId: string, read: () => Promise<T>): Promise<T | undefined> {
		const { context } = this.client;
		try {
			const result = await read();
			this.hasWorked = true;
			return result;
		} catch (error) {
			const isAboutAll = isStatus(error, ...ABOUT_ALL) || tooLongAWait(error, this.client.retryLimits) !== undefined;
			if (!(error instanceof NodeError) || isAboutAll) throw asError(context.getNode(), error);
			this.failure ??= error;
			context.logger.warn(`Translation Jobs: the service fails on job ${jobId} (${error.message}); a later poll tries again`, { jobId });
			return undefined;
		}
	}

	throwIfNoneWorked() {
		if (this.failure && !this.hasWorked) throw this.failure;
	}
}
