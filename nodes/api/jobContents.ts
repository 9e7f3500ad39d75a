import type { IDataObject } from 'n8n-workflow';

import { Once, perRun } from '../core/caches';
import { forEachConcurrent } from '../core/concurrency';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { toArray } from '../http/pages';
import type { FileSource } from '../http/transfers/fileSource';
import { type JobQuota, quotaExceeded } from '../rules/quotas';
import { isMarkedArchived } from './archive';
import { type UploadedFile, uploadFile, type UploadOptions } from './files/uploadFile';
import { beforeSubmission, getJob } from './jobs';
import { readQuotas } from './quotas';
import { readCounts, totalOf } from './requestCounts';
import { listRequests } from './requests';
import { countByStatus, type Job, type TranslationRequest } from './resources';
import { listSupportAssets } from './supportAssets';
import { listTmUpdates } from './translationMemory';

/** Counts what a job holds, each kind once. */
export class JobContents {
	private readonly counts = new Once<number | undefined>();
	/** Of all requests it held, unless their content tells them from new ones. */
	requestIds?: Set<string>;
	private readonly probe: Client;

	constructor(
		private readonly client: Client,
		private readonly jobId: string,
	) {
		this.probe = client.forProbe();
	}

	/** Undefined, with a warning in the log, if it cannot be counted. */
	async count(name: JobQuota): Promise<number | undefined> {
		return await this.counts.get(
			name,
			async () => await this.orWarn(name, async () => await this.read(name)),
		);
	}

	private async orWarn<T>(name: JobQuota, read: () => Promise<T>): Promise<T | undefined> {
		const { context } = this.client;
		try {
			return await read();
		} catch (error) {
			const reason = asError(error).message;
			logOf(context).warn(
				`Translation Jobs: what job ${this.jobId} holds could not be counted for ${name}; the service itself has to refuse what is too much`,
				{
					jobId: this.jobId,
					reason,
				},
			);
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
				return (await toArray(listSupportAssets(this.probe, this.jobId))).length;
		}
	}

	/** One call if they fit on a page. Otherwise the job may know the number. */
	private async countRequests(): Promise<number> {
		let pagesLeft = 0;
		const stop = () => {
			pagesLeft += 1;
			return false;
		};
		const first = await toArray(listRequests(this.probe, this.jobId, {}, { goOn: stop }));
		if (pagesLeft === 0) return this.keepIds(first);
		const showsContent = first.some(({ fileId, sourceContentId }) => fileId || sourceContentId);
		if (!showsContent) return this.keepIds(await toArray(listRequests(this.probe, this.jobId)));
		const counts = readCounts(await getJob(this.probe, this.jobId, { aggregate: true }));
		if (counts) return totalOf(counts);
		return (await toArray(listRequests(this.probe, this.jobId))).length;
	}

	private keepIds(requests: readonly TranslationRequest[]): number {
		this.requestIds = new Set(requests.map(({ requestId }) => requestId));
		return requests.length;
	}

	/**
	 * The service lists no files, only what refers to them. There are at most as many as requests,
	 * support assets and memory updates, so all requests are read only if that could be too many.
	 */
	private async countFiles(): Promise<number> {
		const { context } = this.client;
		const [requests = Infinity, assets, memories, quotas] = await Promise.all([
			this.count('MaxReqsPerJob'),
			this.filesOf(listSupportAssets),
			this.filesOf(listTmUpdates),
			readQuotas(this.client),
		]);
		const others = new Set([...assets, ...memories]);
		const mostAdded = 'getInputData' in context ? context.getInputData().length : Infinity;
		const most = requests + others.size;
		if (most + mostAdded <= quotas.MaxFilesPerJob) return most;
		const files = (await toArray(listRequests(this.probe, this.jobId))).map(({ fileId }) => fileId);
		return new Set([...files.filter(Boolean), ...others]).size;
	}

	/** What cannot be read is left out: the count is then the least there can be. */
	private async filesOf(
		list: (client: Client, jobId: string) => AsyncIterable<IDataObject>,
	): Promise<string[]> {
		const entries = await this.orWarn(
			'MaxFilesPerJob',
			async () => await toArray(list(this.probe, this.jobId)),
		);
		return (entries ?? []).map((entry) => String(entry.fmsFileId ?? entry.fileId ?? entry.id));
	}
}

interface Run {
	/** By job and quota. */
	added: Map<string, number>;
	before: Map<string, JobContents>;
}

const inThisRun = perRun((): Run => ({ added: new Map(), before: new Map() }));

/**
 * Adds to a job unless it would exceed its quota. What the job holds is counted once, before this
 * run adds anything.
 */
export async function withinJobQuota<T>(
	client: Client,
	jobId: string,
	name: JobQuota,
	count: number,
	add: (before: JobContents) => Promise<T>,
): Promise<T> {
	const run = inThisRun(client.context);
	const before = run.before.get(jobId) ?? new JobContents(client, jobId);
	run.before.set(jobId, before);
	const key = `${name} ${jobId}`;
	// Reserved before the first wait: of parallel items, only the last ones find no room.
	const added = (run.added.get(key) ?? 0) + count;
	run.added.set(key, added);
	let isAdded = false;
	try {
		const total = added + ((await before.count(name)) ?? 0);
		const limit = (await readQuotas(client, (quotas) => total <= quotas[name]))[name];
		if (total > limit)
			throw quotaExceeded(name, total, limit, 'Spread the work over several jobs.');
		// A submitted job may still get the file of a support asset or memory update.
		const result =
			name === 'MaxFilesPerJob'
				? await add(before)
				: await beforeSubmission(client, jobId, async () => await add(before));
		isAdded = true;
		return result;
	} finally {
		if (!isAdded) run.added.set(key, (run.added.get(key) ?? 0) - count);
	}
}

/** Uploads a file unless the job has no room for it. */
export async function uploadWithinQuota(
	client: Client,
	jobId: string,
	source: FileSource,
	options: UploadOptions = {},
): Promise<UploadedFile> {
	const reserve = async (upload: () => Promise<string>) =>
		await withinJobQuota(client, jobId, 'MaxFilesPerJob', 1, upload);
	return await uploadFile(client, jobId, source, { ...options, reserve });
}

const AT_ONCE = 5;

/** Adds the number of requests per status. Archived jobs do not show theirs. */
export async function withCounts(client: Client, jobs: readonly Job[]): Promise<Job[]> {
	const counted = [...jobs];
	await forEachConcurrent(jobs, AT_ONCE, async (job, index) => {
		if ((job.aggregateRequests ?? undefined) !== undefined || isMarkedArchived(job)) return;
		counted[index] = {
			...job,
			aggregateRequests: countByStatus(await toArray(listRequests(client, job.jobId))),
		};
	});
	return counted;
}
