import { NodeApiError } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { passOn } from '../transport/errors';

/**
 * One job on which the service fails must not keep the others from being delivered. If it fails on every one, it is the service
 * that is down: then the poll fails and says why.
 */
export class EachOnItsOwn {
	private hasWorked = false;
	private failure?: Error;

	constructor(private readonly client: Client) {}

	/** Undefined, with a line in the log, if the service failed on this one. */
	async read<T>(jobId: string, read: () => Promise<T>): Promise<T | undefined> {
		const { context } = this.client;
		try {
			const result = await read();
			this.hasWorked = true;
			return result;
		} catch (error) {
			if (!(error instanceof NodeApiError && Number(error.httpCode) >= 500)) throw passOn(context.getNode(), error);
			this.failure ??= error;
			context.logger.warn(`Translation Jobs: the service fails on job ${jobId} (HTTP ${error.httpCode}); a later poll tries again`, { jobId });
			return undefined;
		}
	}

	throwIfNoneWorked() {
		if (this.failure && !this.hasWorked) throw this.failure;
	}
}
