/**
 * The state of the service and the output of a node, without ids, times and random marks, which
 * differ between good runs.
 */
import type { Snapshot } from '../../../sandbox/control/snapshot';

export type State = Record<string, unknown>;

type Job = Snapshot['jobs'][number];

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g;
const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const REFERENCE = /\bPR-[A-Za-z0-9]{10}\b/g;
/** In `storeName`. Its language is missing, as it is on the file, if the request cannot be read. */
const DIGEST = /(_[a-z]{2}-[a-z]{2})?_[0-9a-f]{16}(?=\.\w+$)/;
/** Of the state of a job: who sends it, since when, and the call that made it. */
const STATE = /n8n-state-[\w-]+/g;
const OF_ONE_RUN = /-(s[0-9a-f]{12}-\d+|t[0-9a-z]+|k[0-9a-f]{12})/g;

/** Maps ids to what they stand for, as far as the service knows them. */
export class Names {
	private readonly names = new Map<string, string>();

	add({ jobs, listeners, updates }: Snapshot): this {
		for (const job of jobs) this.addJob(job);
		for (const { listenerId, type, uri } of listeners)
			this.names.set(listenerId, `<listener ${type} ${uri.split('?')[0]}>`);
		for (const { updateId, requestIds, statusCode } of updates)
			this.names.set(
				updateId,
				`<update ${requestIds.map((id) => this.of(id)).join(' ')} ${statusCode}>`,
			);
		return this;
	}

	private addJob({ jobId, jobName, requests, files, contents, supportAssets, tmUpdates }: Job) {
		this.names.set(jobId, `<job ${jobName}>`);
		for (const { fmsFileId, fileName, transfer, size } of files)
			this.names.set(fmsFileId, `<file ${fileName} ${transfer} ${size}>`);
		for (const { sourcecontentId, fields } of contents)
			this.names.set(sourcecontentId, `<content ${JSON.stringify(fields)}>`);
		for (const { requestId, requestName, targetNativeLanguageCode } of requests)
			this.names.set(
				requestId,
				`<request ${requestName} ${targetNativeLanguageCode} of ${jobName}>`,
			);
		for (const { supportassetId, fmsFileId } of supportAssets)
			this.names.set(supportassetId, `<asset ${this.of(fmsFileId)}>`);
		for (const { tmupdateId, fmsFileId } of tmUpdates)
			this.names.set(tmupdateId, `<memory ${this.of(fmsFileId)}>`);
	}

	of(id: string): string {
		return this.names.get(id) ?? id;
	}

	/** Replaces ids in a value with names. */
	in(value: unknown): unknown {
		if (typeof value === 'string') return this.inText(value);
		if (Array.isArray(value)) return value.map((entry) => this.in(entry));
		if (value === null || typeof value !== 'object') return value;
		const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
		return Object.fromEntries(entries.map(([name, entry]) => [this.inText(name), this.in(entry)]));
	}

	private inText(text: string): string {
		let named = text;
		for (const [id, name] of this.names) if (named.includes(id)) named = named.replaceAll(id, name);
		return named
			.replace(STATE, (state) => state.replace(OF_ONE_RUN, ''))
			.replace(TIME, '<time>')
			.replace(GUID, '<guid>')
			.replace(REFERENCE, '<reference>')
			.replace(DIGEST, '_<digest>');
	}
}

/** The effects of a run. Orphans such as an unused upload do not count. */
export function effects(
	{ jobs, updates, listeners, providers }: Snapshot,
	holdings: unknown,
	names: Names,
): State {
	return names.in({
		jobs: jobs.map(effectsOf),
		updates: updates.map(({ requestIds, statusCode, acknowledged }) => ({
			requestIds,
			statusCode,
			acknowledged,
		})),
		listeners: listeners.map(
			({ seq: _seq, listenerId: _id, failuresInARow: _failures, ...listener }) => listener,
		),
		providers: providers.map(({ id, status }) => ({ id, status })),
		holdings,
	}) as State;
}

function effectsOf(job: Job): State {
	const {
		jobName,
		description,
		poReference,
		dueDate,
		customData,
		labels,
		extendedMetadata,
		status,
		providerId,
		hasError,
		archiveStatus,
	} = job;
	return {
		...{
			jobName,
			description,
			poReference,
			dueDate,
			customData,
			labels,
			extendedMetadata,
			status,
			providerId,
			hasError,
			archiveStatus,
		},
		requests: job.requests.map(
			({
				seq: _seq,
				requestId: _id,
				jobId: _jobId,
				created: _created,
				modified: _modified,
				...request
			}) => request,
		),
		supportAssets: job.supportAssets.map(
			({ seq: _seq, supportassetId: _id, created: _created, ...asset }) => asset,
		),
		tmUpdates: job.tmUpdates.map(
			({ seq: _seq, tmupdateId: _id, created: _created, ...update }) => update,
		),
	};
}
