import { badRequest } from '../calls/refusal';
import { isNamed } from '../faults/defects';
import { acknowledgesUpdates, callJobListener, callRequestListener } from './callbacks';
import {
	COMPLETED_STATUSES,
	type DeliveredStatus,
	type Job,
	type JobStatus,
	type RequestStatus,
	type StatusUpdate,
	type TranslationRequest,
} from './model';
import { guid, shortId, type State } from './state';

const IN_PROGRESS: readonly JobStatus[] = ['SENDING', 'SENT_TO_PROVIDER', 'IN_TRANSLATION'];
/** A provider can deliver everything it received, except what it cancelled. */
const DELIVERABLE: readonly RequestStatus[] = [
	'SENT_TO_PROVIDER',
	'IN_TRANSLATION',
	'REVIEW_TRANSLATION',
	'TRANSLATION_REJECTED',
	'TRANSLATION_APPROVED',
	...COMPLETED_STATUSES,
];
const DELIVERED: readonly string[] = ['REVIEW_TRANSLATION', ...COMPLETED_STATUSES];

export const isInProgress = (job: Job): boolean => IN_PROGRESS.includes(job.status);

export function touchJob(state: State, job: Job): void {
	job.modified = Math.max(state.now(), job.modified + 1);
	job.activity = job.modified;
	state.jobsVersion += 1;
}

/** A modification time never repeats or goes back, so it identifies a delivery. */
export function touchRequest(state: State, job: Job, request: TranslationRequest): void {
	request.modified = Math.max(state.now(), request.modified + 1);
	if (state.variants.jobDatesMoveWithRequests) touchJob(state, job);
}

function moveRequests(
	state: State,
	job: Job,
	requests: readonly TranslationRequest[],
	status: RequestStatus,
): void {
	for (const request of requests) {
		request.status = status;
		touchRequest(state, job, request);
	}
}

function moveJob(state: State, job: Job, status: JobStatus): void {
	job.status = status;
	touchJob(state, job);
	callJobListener(state, job);
}

const open = (job: Job): TranslationRequest[] =>
	job.requests.filter(({ status }) => status !== 'CANCELLED');

/**
 * Moves a job through SENDING and SENT_TO_PROVIDER into translation and, unless switched off,
 * back for review.
 */
export function submit(state: State, job: Job, providerId: string): void {
	job.providerId = providerId;
	job.submitted = state.now();
	job.globalTrackingId = guid();
	moveRequests(state, job, job.requests, 'SENDING');
	moveJob(state, job, 'SENDING');
	state.clock.schedule(state.variants.sendingMs, () => {
		if (job.status !== 'SENDING') return;
		for (const request of job.requests) request.providerReference = `PR-${shortId()}`;
		moveRequests(state, job, open(job), 'SENT_TO_PROVIDER');
		moveJob(state, job, 'SENT_TO_PROVIDER');
		state.clock.schedule(state.variants.acceptMs, () => {
			if (job.status !== 'SENT_TO_PROVIDER') return;
			const accepted = open(job).filter(({ status }) => status === 'SENT_TO_PROVIDER');
			moveRequests(state, job, accepted, 'IN_TRANSLATION');
			moveJob(state, job, 'IN_TRANSLATION');
			callRequestListener(state, job.jobId, accepted);
			deliverLater(state, job, accepted);
		});
	});
}

function deliverLater(state: State, job: Job, requests: readonly TranslationRequest[]): void {
	if (!state.variants.autoDeliver) return;
	state.clock.schedule(state.variants.translateDelayMs, () => {
		// Skips what was delivered by hand in the meantime.
		deliver(
			state,
			job,
			requests.filter(
				({ status }) => status === 'IN_TRANSLATION' || status === 'TRANSLATION_REJECTED',
			),
		);
	});
}

/**
 * Delivers translations, by default for review. Those of a completed or archived job wait until
 * it is reopened.
 */
export function deliver(
	state: State,
	job: Job,
	requests: readonly TranslationRequest[],
	as: DeliveredStatus = 'REVIEW_TRANSLATION',
): TranslationRequest[] {
	if (!DELIVERED.includes(as))
		throw badRequest(`A request is delivered as ${DELIVERED.join(', ')}, not as ${as}.`);
	const deliverable = requests.filter(({ status }) => DELIVERABLE.includes(status));
	if (job.status === 'COMPLETED' || job.archiveStatus !== 'ACTIVE') {
		for (const request of deliverable) request.deliveryWaiting = as;
		return [];
	}
	for (const request of deliverable) {
		request.deliveries += 1;
		request.deliveryWaiting = undefined;
		request.hasError = false;
		request.latestErrorMessage = undefined;
	}
	moveRequests(state, job, deliverable, as);
	// The specification names only the transition into review.
	if (as === 'REVIEW_TRANSLATION' || state.variants.updatesForCompleted)
		announce(state, job, deliverable);
	return deliverable;
}

export function cancelByProvider(
	state: State,
	job: Job,
	requests: readonly TranslationRequest[],
): void {
	moveRequests(state, job, requests, 'CANCELLED');
	announce(state, job, requests);
	if (open(job).length === 0 && !state.variants.jobStaysWhenCancelled)
		moveJob(state, job, 'CANCELLED');
}

/** An error does not change the status. */
export function fail(
	state: State,
	job: Job,
	requests: readonly TranslationRequest[],
	message: string,
): void {
	for (const request of requests) {
		request.hasError = true;
		request.latestErrorMessage = message;
		touchRequest(state, job, request);
	}
	job.hasError = true;
	job.latestErrorMessage = message;
	for (const status of new Set(requests.map((request) => request.status))) {
		announce(
			state,
			job,
			requests.filter((request) => request.status === status),
			message,
		);
	}
}

/** With a listener, an update is acknowledged before the listener is called. */
function announce(
	state: State,
	job: Job,
	requests: readonly TranslationRequest[],
	error?: string,
): void {
	const first = requests[0];
	if (!first) return;
	const update: StatusUpdate = {
		seq: state.nextSeq(),
		updateId: state.newId(),
		jobId: job.jobId,
		requestIds: requests.map(({ requestId }) => requestId),
		statusCode: first.status,
		updateTime: first.modified,
		hasError: error !== undefined,
		errorMessage: error,
		acknowledged: acknowledgesUpdates(state),
	};
	state.updates.set(update.updateId, update);
	const surplus = state.updates.size - (state.variants.quotas.MaxStatusUpdatesPerSite ?? Infinity);
	if (surplus > 0)
		for (const updateId of [...state.updates.keys()].slice(0, surplus))
			state.updates.delete(updateId);
	callRequestListener(state, job.jobId, requests, error);
}

export function approve(state: State, job: Job, requests: readonly TranslationRequest[]): void {
	moveRequests(state, job, requests, 'TRANSLATION_APPROVED');
}

function repairNamed(job: Job, request: TranslationRequest, note: string): void {
	const fields = job.contents.get(request.sourcecontentId ?? '')?.fields ?? [];
	const named = fields.map(({ key }) => key).filter((key) => isNamed(key, note));
	request.repairedKeys = [...(request.repairedKeys ?? []), ...named];
}

/** The provider reworks rejected requests and delivers them again. */
export function reject(
	state: State,
	job: Job,
	requests: readonly TranslationRequest[],
	note?: string,
): void {
	for (const request of requests) {
		request.rejectNote = note;
		repairNamed(job, request, note ?? '');
	}
	moveRequests(state, job, requests, 'TRANSLATION_REJECTED');
	deliverLater(state, job, requests);
}

export const complete = (state: State, job: Job): void => moveJob(state, job, 'COMPLETED');

export function reopen(state: State, job: Job): void {
	moveJob(state, job, 'IN_TRANSLATION');
	deliverWaiting(state, job);
}

function deliverWaiting(state: State, job: Job): void {
	for (const as of new Set(job.requests.map(({ deliveryWaiting }) => deliveryWaiting))) {
		if (as !== undefined)
			deliver(
				state,
				job,
				job.requests.filter(({ deliveryWaiting }) => deliveryWaiting === as),
				as,
			);
	}
}

export function archive(state: State, job: Job): void {
	job.archiveStatus = 'ARCHIVING';
	touchJob(state, job);
	state.clock.schedule(state.variants.archiveMs, () => {
		job.archiveStatus = 'ARCHIVED';
		touchJob(state, job);
	});
}

export function unarchive(state: State, job: Job): void {
	job.archiveStatus = 'UNARCHIVING';
	touchJob(state, job);
	state.clock.schedule(state.variants.archiveMs, () => {
		job.archiveStatus = 'ACTIVE';
		touchJob(state, job);
		if (job.status !== 'COMPLETED') deliverWaiting(state, job);
	});
}

const AUTO_ARCHIVAL_MONTHS = 6;

/** The same day six months later, or the last day of a month that is too short. */
export function archivalDate(activity: number): number {
	const due = new Date(activity);
	const day = due.getUTCDate();
	due.setUTCMonth(due.getUTCMonth() + AUTO_ARCHIVAL_MONTHS);
	return due.getUTCDate() === day ? due.getTime() : due.setUTCDate(0);
}

/** The service archives jobs without activity for six months. */
export function archiveOldJobs(state: State): void {
	for (const job of state.jobOrder) {
		if (job.archiveStatus === 'ACTIVE' && archivalDate(job.activity) <= state.now()) {
			job.archiveStatus = 'ARCHIVED';
			state.jobsVersion += 1;
		}
	}
}
