import { listSupportAssets } from '../../../api/jobFiles';
import { listRequests } from '../../../api/requests';
import type { Job } from '../../../api/resources';
import type { Client } from '../../../http/client';
import { unlessGone } from '../../../http/errors';
import { toArray } from '../../../http/pages';

export const MAX_POLL_MS = 2_000;

/** How long unsubmitted jobs of other runs have not changed. */
export class IdleWatch {
	private readonly seen = new Map<string, { signs: string; since: number }>();

	constructor(
		private readonly client: Client,
		private readonly limitMs: number,
	) {}

	get pauseMs(): number {
		return Math.min(MAX_POLL_MS, this.limitMs / 4);
	}

	/** Measured by n8n's clock from the first look on, because the service's clock may be wrong. */
	async isIdle(job: Job): Promise<boolean> {
		const signs = await unlessGone(async () => await this.signsOf(job));
		if (signs === undefined) return false;
		const last = this.seen.get(job.jobId);
		if (last?.signs === signs) return Date.now() - last.since > this.limitMs;
		this.seen.set(job.jobId, { signs, since: Date.now() });
		return false;
	}

	/** What changes while a run fills its job: status, requests, assets. */
	private async signsOf({ jobId, statusCode }: Job): Promise<string> {
		const client = this.client.forDecision();
		const requests = await toArray(listRequests(client, jobId));
		const assets = await toArray(listSupportAssets(client, jobId));
		const ids = [
			...requests.map(({ requestId }) => requestId),
			...assets.map(({ supportassetId }) => String(supportassetId)),
		];
		return JSON.stringify([statusCode, ids.sort()]);
	}
}
