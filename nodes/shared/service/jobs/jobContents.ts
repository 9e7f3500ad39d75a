import { LIMITS } from '../../rules/limits';
import type { JobQuota } from '../../rules/quotas';
import type { Client } from '../../transport/client';
import { asError } from '../../transport/pipeline/errors';
import { toArray } from '../../transport/pages';
import { listSupportAssets } from '../jobFiles/supportAssets';
import { getJob } from './jobs';
import { readCounts, totalOf } from './requestCounts';
import { listRequests } from '../requests/requests';

/** How much a job holds, each counted once. */
export class JobContents {
	private readonly counted = new Map<JobQuota, Promise<number | undefined>>();
	private readonly look: Client;

	constructor(
		private readonly client: Client,
		private readonly jobId: string,
	) {
		this.look = client.forLook();
	}

	/** Undefined, with a line in the log, if it cannot be counted. */
	async count(name: JobQuota): Promise<number | undefined> {
		const known = this.counted.get(name) ?? this.countOrSay(name);
		this.counted.set(name, known);
		return await known;
	}

	private async countOrSay(name: JobQuota): Promise<number | undefined> {
		const { context } = this.client;
		try {
			return await this.read(name);
		} catch (error) {
			const reason = asError(context.getNode(), error).message;
			context.logger.warn(`Translation Jobs: what job ${this.jobId} holds could not be counted for ${name}; what goes beyond it the service itself has to refuse`, {
				jobId: this.jobId,
				reason,
			});
			return undefined;
		}
	}

	private async read(name: JobQuota): Promise<number> {
		switch (name) {
			case 'MaxReqsPerJob':
				return await this.countRequests();
			case 'MaxFilesPerJob':
				return await this.countFiles();
			case 'MaxSupportAssetsPerJob':
				return (await toArray(listSupportAssets(this.look, this.jobId))).length;
		}
	}

	/** One call where they fit on a page; the job itself tells the number of more. */
	private async countRequests(): Promise<number> {
		let pagesLeft = 0;
		const stop = () => {
			pagesLeft += 1;
			return false;
		};
		const first = await toArray(listRequests(this.look, this.jobId, {}, { goOn: stop }));
		if (pagesLeft === 0) return first.length;
		const told = readCounts(await getJob(this.look, this.jobId, { aggregate: true }));
		if (told) return totalOf(told);
		return (await toArray(listRequests(this.look, this.jobId))).length;
	}

	/** There is no list of files. Those of requests are at most as many as the requests, which are read only where that may be too many. */
	private async countFiles(): Promise<number> {
		const { context } = this.client;
		const requests = (await this.count('MaxReqsPerJob')) ?? Infinity;
		const mostAdded = 'getInputData' in context ? context.getInputData().length : Infinity;
		if (requests + mostAdded <= LIMITS.quotas.MaxFilesPerJob) return requests;
		const files = (await toArray(listRequests(this.look, this.jobId))).map(({ fileId }) => fileId);
		return new Set(files.filter(Boolean)).size;
	}
}
