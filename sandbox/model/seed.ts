import { createRequest } from './createRequest';
import {
	COMPLETED_STATUSES,
	type Job,
	type JobStatus,
	type RequestStatus,
	type StatusUpdate,
} from './model';
import { guid, shortId, type State } from './state';

/** Jobs to create directly, as if they had taken the usual way. */
export interface Seed {
	jobs: number;
	requestsPerJob?: number;
	status?: JobStatus;
	requestStatus?: RequestStatus;
	providerId?: string;
	namePrefix?: string;
	/** The name of every job, instead of numbered ones. */
	jobName?: string;
	dueDate?: string;
	sourceLanguage?: string;
	/** The requests of a job take these in turn. */
	targetLanguages?: string[];
	labels?: Job['labels'];
	archived?: boolean;
	/** Creation time of the first job; each later one follows after `stepMs`. */
	createdFrom?: string;
	stepMs?: number;
	/** Adds one unacknowledged status update per job, with all its requests. */
	withUpdates?: boolean;
}

export interface Seeded {
	jobIds: string[];
	requestIds: string[];
}

const REQUEST_STATUS: Record<JobStatus, RequestStatus> = {
	CREATED: 'CREATED',
	SENDING: 'SENDING',
	SENT_TO_PROVIDER: 'SENT_TO_PROVIDER',
	IN_TRANSLATION: 'IN_TRANSLATION',
	COMPLETED: 'TRANSLATION_APPROVED',
	CANCELLED: 'CANCELLED',
};

const DELIVERED_ONCE: readonly RequestStatus[] = [
	'REVIEW_TRANSLATION',
	'TRANSLATION_APPROVED',
	'TRANSLATION_REJECTED',
	...COMPLETED_STATUSES,
];

export function seed(state: State, wanted: Seed): Seeded {
	const seeded: Seeded = { jobIds: [], requestIds: [] };
	const stepMs = wanted.stepMs ?? 1;
	const from =
		wanted.createdFrom === undefined
			? state.now() - wanted.jobs * stepMs
			: Date.parse(wanted.createdFrom);
	for (let index = 0; index < wanted.jobs; index++) {
		const job = seedJob(state, wanted, index, from + index * stepMs);
		seeded.jobIds.push(job.jobId);
		for (const { requestId } of job.requests) seeded.requestIds.push(requestId);
	}
	return seeded;
}

function seedJob(state: State, wanted: Seed, index: number, created: number): Job {
	const content = {
		sourcecontentId: state.newId(),
		fields: [{ key: 'title', value: `Hello world ${index + 1}` }],
	};
	const job = createJob(state, wanted, index, created);
	job.contents.set(content.sourcecontentId, content);
	state.addJob(job);
	seedRequests(state, job, wanted, index, content.sourcecontentId);
	if (wanted.withUpdates) seedUpdate(state, job);
	return job;
}

function createJob(state: State, wanted: Seed, index: number, created: number): Job {
	const status = wanted.status ?? 'IN_TRANSLATION';
	const isSubmitted = status !== 'CREATED';
	return {
		seq: state.nextSeq(),
		jobId: state.newId(),
		jobName: wanted.jobName ?? `${wanted.namePrefix ?? 'Seeded job'} ${index + 1}`,
		dueDate: wanted.dueDate,
		connectorName: '00000000-0000-4000-8000-000000000000 sandbox-seed 1.0.0',
		connectorVersion: '1.0.0',
		labels: wanted.labels,
		status,
		providerId: isSubmitted ? (wanted.providerId ?? 'pseudo') : undefined,
		globalTrackingId: isSubmitted ? guid() : undefined,
		creatorId: 'sandbox-seed',
		hasError: false,
		created,
		modified: created,
		submitted: isSubmitted ? created : undefined,
		activity: created,
		archiveStatus: wanted.archived ? 'ARCHIVED' : 'ACTIVE',
		requests: [],
		files: [],
		contents: new Map(),
		supportAssets: [],
		tmUpdates: [],
	};
}

function seedRequests(
	state: State,
	job: Job,
	wanted: Seed,
	index: number,
	sourcecontentId: string,
): void {
	const targets = wanted.targetLanguages ?? ['fr-fr', 'de-de', 'es-es'];
	for (let at = 0; at < (wanted.requestsPerJob ?? 1); at++) {
		const request = createRequest(state, job, {
			requestName: `Item ${at + 1}`,
			sourceNativeId: `item-${index + 1}-${at + 1}`,
			sourceNativeLanguageCode: wanted.sourceLanguage ?? 'en-us',
			target: targets[at % targets.length] ?? 'fr-fr',
			sourcecontentId,
		});
		request.status = wanted.requestStatus ?? REQUEST_STATUS[job.status];
		request.created = job.created;
		request.modified = job.created;
		request.deliveries = DELIVERED_ONCE.includes(request.status) ? 1 : 0;
		request.providerReference = job.submitted === undefined ? undefined : `PR-${shortId()}`;
	}
}

function seedUpdate(state: State, job: Job): void {
	const update: StatusUpdate = {
		seq: state.nextSeq(),
		updateId: state.newId(),
		jobId: job.jobId,
		requestIds: job.requests.map(({ requestId }) => requestId),
		statusCode: job.requests[0]?.status ?? 'REVIEW_TRANSLATION',
		updateTime: job.modified,
		hasError: false,
		acknowledged: false,
	};
	state.updates.set(update.updateId, update);
}
