import { REST_BASE_PATH } from '../calls/log';
import { badRequest, conflict, notFound } from '../calls/refusal';
import { type Exchange, sendJson } from '../http/exchange';
import {
	checkQuery,
	count,
	filledText,
	jsonObject,
	keyValues,
	language,
	listOf,
	name250,
	type Read,
	readFields,
	targetLanguages,
	text,
} from '../http/fields';
import type { Params, Router } from '../http/router';
import { createRequest } from '../model/createRequest';
import { approve, isInProgress, reject, touchJob, touchRequest } from '../model/lifecycle';
import {
	COMPLETED_STATUSES,
	type Job,
	type KeyValue,
	type RequestStatus,
	type TranslationRequest,
} from '../model/model';
import type { State } from '../model/state';
import { isHonoured } from './guesses';
import { findActiveJob, readBody, refuseSubmitted } from './jobs';
import { sendPage } from './paging';
import { requestToJson } from './toJson';

const ADD_FIELDS = {
	requestName: name250,
	sourceNativeId: text,
	sourceNativeLanguageCode: language,
	targetNativeLanguageCodes: targetLanguages,
	targetNativeIds: listOf(text),
	fmsFileId: filledText,
	sourcecontentId: filledText,
	sourceContent: keyValues,
	wordCount: count,
	extendedMetadata: jsonObject,
};

const PATCH_FIELDS = {
	requestName: name250,
	sourceNativeId: text,
	sourceNativeLanguageCode: language,
	targetNativeLanguageCode: language,
	extendedMetadata: jsonObject,
	fmsFileId: filledText,
	sourcecontentId: filledText,
	sourceContent: keyValues,
};

const REQUEST_STATUSES: readonly RequestStatus[] = [
	'CREATED',
	'SENDING',
	'SENT_TO_PROVIDER',
	'IN_TRANSLATION',
	'REVIEW_TRANSLATION',
	'TRANSLATION_REJECTED',
	'TRANSLATION_APPROVED',
	...COMPLETED_STATUSES,
	'CANCELLED',
];

export function routeRequests(router: Router): void {
	router
		.add('GET', '/jobs/{jobId}/requests', listRequests)
		.add('POST', '/jobs/{jobId}/requests/add', addRequests)
		.add('PATCH', '/jobs/{jobId}/requests', patchRequests)
		.add('GET', '/jobs/{jobId}/requests/{requestId}', getRequest)
		.add('PATCH', '/jobs/{jobId}/requests/{requestId}', patchRequest)
		.add('DELETE', '/jobs/{jobId}/requests/{requestId}', deleteRequest)
		.add('PUT', '/jobs/{jobId}/requests/approve', approveRequests)
		.add('PUT', '/jobs/{jobId}/requests/reject', rejectRequests);
}

export function findRequest(job: Job, requestId: string): TranslationRequest {
	const request = job.requests.find((candidate) => candidate.requestId === requestId);
	if (!request) throw notFound(`Job ${job.jobId} has no such request:`, requestId);
	return request;
}

function listRequests(exchange: Exchange, params: Params): void {
	const { state, url } = exchange;
	const job = findActiveJob(exchange, params);
	const ids = new Set(url.searchParams.getAll('id'));
	const statuses = url.searchParams.getAll('statusCode');
	const unknown = statuses.filter((status) => !REQUEST_STATUSES.includes(status as RequestStatus));
	if (unknown.length > 0) throw badRequest(`Unknown statusCode: ${unknown.join(', ')}.`);
	const toJson = (request: TranslationRequest) => requestToJson(state, request, true);
	sendPage(exchange, 200, 'requests', job.requests, toJson, {
		parameters: ['id', 'statusCode'],
		keep: ({ requestId, status }) =>
			(ids.size === 0 || ids.has(requestId)) &&
			(statuses.length === 0 || statuses.includes(status)),
	});
}

async function addRequests(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	const body = await readBody(exchange);
	const {
		targetNativeLanguageCodes: targets = [],
		targetNativeIds,
		...given
	} = readFields(exchange, body, ADD_FIELDS, [
		'requestName',
		'sourceNativeLanguageCode',
		'targetNativeLanguageCodes',
	]);
	refuseSubmitted(job);
	checkContent(state, job, given);
	// Whoever ignores inline content makes requests without any.
	if (contentsOf(given).length === 0 && isHonoured(state, 'inlineContent'))
		throw badRequest(ONE_CONTENT, 'CONTENT_REQUIRED');
	const fields = withInlineStored(state, job, given);
	if (targetNativeIds !== undefined && targetNativeIds.length !== targets.length) {
		throw badRequest('targetNativeIds must have as many entries as targetNativeLanguageCodes.');
	}
	const limit = state.variants.quotas.MaxReqsPerJob ?? Infinity;
	if (job.requests.length + targets.length > limit) {
		throw conflict(
			'QUOTA_EXCEEDED',
			`A job can have ${limit} requests (MaxReqsPerJob); this one would have ${job.requests.length + targets.length}.`,
		);
	}
	const added = targets
		.map((target, index) => ({ ...fields, target, targetNativeId: targetNativeIds?.[index] }))
		.slice(...(exchange.part ?? []))
		.map((request) => createRequest(state, job, request));
	touchJob(state, job);
	sendPage(exchange, 201, 'requests', added, (request) => requestToJson(state, request), {
		path: `${REST_BASE_PATH}/jobs/${job.jobId}/requests`,
	});
}

interface GivenContent {
	fmsFileId?: string;
	sourcecontentId?: string;
	sourceContent?: KeyValue[];
}

const ONE_CONTENT = 'A request has one of fmsFileId, sourcecontentId and sourceContent.';

const contentsOf = ({ fmsFileId, sourcecontentId, sourceContent }: GivenContent) =>
	[fmsFileId, sourcecontentId, sourceContent].filter((content) => content !== undefined);

function withInlineStored<Fields extends GivenContent>(
	state: State,
	job: Job,
	{ sourceContent: fields, ...others }: Fields,
) {
	if (!fields) return others;
	const sourcecontentId = state.newId();
	job.contents.set(sourcecontentId, { sourcecontentId, fields });
	return { ...others, sourcecontentId, hasInlineContent: true };
}

function checkContent(state: State, job: Job, given: GivenContent): void {
	const { fmsFileId, sourcecontentId } = given;
	if (contentsOf(given).length > 1) throw badRequest(ONE_CONTENT, 'CONTENT_REQUIRED');
	if (sourcecontentId !== undefined && !job.contents.has(sourcecontentId)) {
		throw badRequest(
			`Job ${job.jobId} has no source content ${sourcecontentId}.`,
			'CONTENT_NOT_FOUND',
		);
	}
	if (fmsFileId !== undefined) checkUploaded(state, job, fmsFileId);
}

export function checkUploaded(state: State, job: Job, fmsFileId: string): void {
	const file = state.files.get(fmsFileId);
	if (file?.jobId !== job.jobId)
		throw badRequest(`Job ${job.jobId} has no file ${fmsFileId}.`, 'FILE_NOT_FOUND');
	if (file.transfer !== 'uploaded')
		throw conflict('FILE_NOT_UPLOADED', `File ${fmsFileId} has not been uploaded completely.`);
}

function getRequest(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	const request = findRequest(findActiveJob(exchange, params), params.requestId ?? '');
	sendJson(exchange, 200, requestToJson(exchange.state, request));
}

async function patchRequest(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const job = findActiveJob(exchange, params);
	const request = findRequest(job, params.requestId ?? '');
	const changes = readFields(exchange, await readBody(exchange), PATCH_FIELDS);
	applyChanges(exchange.state, job, [request], changes);
	sendJson(exchange, 200, requestToJson(exchange.state, request));
}

async function patchRequests(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	const { requestIds = [], ...changes } = readFields(
		exchange,
		await readBody(exchange),
		{ requestIds: REQUEST_IDS, ...PATCH_FIELDS },
		['requestIds'],
	);
	const requests = requestIds.map((requestId) => findRequest(job, requestId));
	applyChanges(state, job, requests, changes);
	answerRequests(exchange, requests);
}

function applyChanges(
	state: State,
	job: Job,
	requests: TranslationRequest[],
	given: Read<typeof PATCH_FIELDS>,
): void {
	refuseSubmitted(job);
	checkContent(state, job, given);
	for (const request of requests) {
		const changes = withInlineStored(state, job, given);
		if (changes.sourcecontentId !== undefined) request.hasInlineContent = false;
		Object.assign(request, changes);
		if (changes.fmsFileId !== undefined) request.sourcecontentId = undefined;
		if (changes.sourcecontentId !== undefined) request.fmsFileId = undefined;
		touchRequest(state, job, request);
	}
}

function deleteRequest(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	const request = findRequest(job, params.requestId ?? '');
	if (isInProgress(job))
		throw conflict(
			'JOB_IN_PROGRESS',
			`Request ${request.requestId} belongs to a job in progress and cannot be deleted.`,
		);
	job.requests.splice(job.requests.indexOf(request), 1);
	state.requests.delete(request.requestId);
	touchJob(state, job);
	sendJson(exchange, 200, requestToJson(state, request));
}

const REQUEST_IDS = listOf(filledText, { atLeast: 1 });

async function approveRequests(exchange: Exchange, params: Params): Promise<void> {
	const { job, requests } = await readDecision(exchange, params, 'approve', 'TRANSLATION_APPROVED');
	approve(
		exchange.state,
		job,
		requests.filter(({ status }) => status === 'REVIEW_TRANSLATION'),
	);
	answerRequests(exchange, requests);
}

async function rejectRequests(exchange: Exchange, params: Params): Promise<void> {
	const { job, requests, note } = await readDecision(
		exchange,
		params,
		'reject',
		'TRANSLATION_REJECTED',
	);
	reject(
		exchange.state,
		job,
		requests.filter(({ status }) => status === 'REVIEW_TRANSLATION'),
		note,
	);
	answerRequests(exchange, requests);
}

/** All or nothing: one request that is not ready blocks the others. */
async function readDecision(
	exchange: Exchange,
	params: Params,
	verb: 'approve' | 'reject',
	decided: RequestStatus,
) {
	checkQuery(exchange, []);
	const job = findActiveJob(exchange, params);
	const body = await readBody(exchange);
	const { requestIds = [], note } = readFields(
		exchange,
		body,
		verb === 'reject' ? { requestIds: REQUEST_IDS, note: text } : APPROVE_FIELDS,
		['requestIds'],
	);
	const requests = requestIds.map((requestId) => findRequest(job, requestId));
	const notReady = requests.find(
		({ status }) => status !== 'REVIEW_TRANSLATION' && status !== decided,
	);
	if (notReady) {
		throw conflict(
			'REQUEST_NOT_IN_REVIEW',
			`Cannot ${verb} request ${notReady.requestId}: it is ${notReady.status}, not REVIEW_TRANSLATION.`,
		);
	}
	return { job, requests, note };
}

const APPROVE_FIELDS: { requestIds: typeof REQUEST_IDS; note?: typeof text } = {
	requestIds: REQUEST_IDS,
};

function answerRequests(exchange: Exchange, requests: TranslationRequest[]): void {
	const { state } = exchange;
	sendPage(exchange, 200, 'requests', requests, (request) => requestToJson(state, request), {
		unpaged: true,
	});
}
