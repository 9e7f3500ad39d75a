import { type Schema, Validator } from '@cfworker/json-schema';

import { badRequest, conflict, notFound } from '../calls/refusal';
import { beyondSpecification } from '../http/beyondSpecification';
import { type Exchange, readJson, sendJson } from '../http/exchange';
import {
	anyJson,
	checkQuery,
	connectorName,
	contentTooLarge,
	dueDate,
	filledText,
	flag,
	jsonObject,
	labels,
	name250,
	readFields,
	text,
} from '../http/fields';
import type { Params, Router } from '../http/router';
import { callJobListener } from '../model/callbacks';
import { sameLanguage } from '../model/languages';
import {
	archive,
	complete,
	isInProgress,
	reopen,
	submit,
	touchJob,
	unarchive,
} from '../model/lifecycle';
import type { ArchiveStatus, Job, JsonObject, Provider } from '../model/model';
import type { State } from '../model/state';
import { handleGuessesInBody, isHonoured } from './guesses';
import { parseFilter, parseOrder } from './jobFilter';
import { type Order, sendPage, sorted } from './paging';
import { jobToJson } from './toJson';

const BODY_LIMIT = 5_000_000;
export async function readBody(exchange: Exchange): Promise<JsonObject> {
	const body = await readJson(exchange, BODY_LIMIT, () => contentTooLarge(BODY_LIMIT));
	return handleGuessesInBody(exchange, takenMetadata(exchange, body));
}

/** The default refuses or notes the other spelling like any unknown field. */
function takenMetadata(
	{ state: { variants } }: Exchange,
	{ extendedMetadata, ExtendedMetadata, ...fields }: JsonObject,
): JsonObject {
	const taken = { extendedMetadata, ExtendedMetadata, none: undefined }[variants.metadataTaken];
	const isDefault = variants.metadataTaken === 'extendedMetadata';
	return {
		...fields,
		...(taken === undefined ? {} : { extendedMetadata: taken }),
		...(isDefault && ExtendedMetadata !== undefined ? { ExtendedMetadata } : {}),
	};
}

const JOB_FIELDS = {
	jobName: name250,
	description: text,
	poReference: text,
	dueDate,
	customData: anyJson,
	shouldQuote: flag,
	serviceType: text,
	connectorName,
	connectorVersion: filledText,
	extendedMetadata: jsonObject,
	labels,
};

export function routeJobs(router: Router): void {
	router
		.add('POST', '/jobs', createJob)
		.add('GET', '/jobs', (exchange) => listJobs(exchange, 'ACTIVE'))
		.add('GET', '/jobs/archived', (exchange) => listJobs(exchange, 'ARCHIVED'))
		.add('GET', '/jobs/{jobId}', getJob)
		.add('PATCH', '/jobs/{jobId}', patchJob)
		.add('DELETE', '/jobs/{jobId}', deleteJob)
		.add('PUT', '/jobs/{jobId}/submit', submitJob)
		.add('PUT', '/jobs/{jobId}/complete', completeJob)
		.add('PUT', '/jobs/{jobId}/intranslation', reopenJob)
		.add('PUT', '/jobs/{jobId}/archive', archiveJob)
		.add('PUT', '/jobs/{jobId}/unarchive', unarchiveJob);
}

function findJob({ state, entry }: Exchange, { jobId = '' }: Params): Job {
	entry.jobId = jobId;
	const job = state.jobs.get(jobId);
	if (!job) throw notFound('Job', jobId);
	return job;
}

export function findActiveJob(exchange: Exchange, params: Params): Job {
	const job = findJob(exchange, params);
	if (job.archiveStatus !== 'ACTIVE')
		throw conflict('JOB_ARCHIVED', `Job ${job.jobId} is archived; unarchive it first.`);
	return job;
}

export function refuseSubmitted(job: Job): void {
	if (job.status !== 'CREATED')
		throw conflict('JOB_SUBMITTED', `Job ${job.jobId} was submitted and can no longer be changed.`);
}

/** A caller that creates or changes a job must identify itself. */
function checkConnector(
	exchange: Exchange,
	{
		connectorName: name,
		connectorVersion: version,
	}: { connectorName?: string; connectorVersion?: string },
): void {
	const refuse = (message: string, code: string) =>
		beyondSpecification(exchange, 'connector-name', badRequest(message, code));
	if (name === undefined) refuse('connectorName is required.', 'MISSING_FIELD');
	if (version === undefined) {
		if (isHonoured(exchange.state, 'connectorVersion'))
			refuse('connectorVersion is required.', 'MISSING_FIELD');
	} else if (name?.endsWith(` ${version}`) === false) {
		refuse(`connectorName must end with the connectorVersion, ${version}.`, 'CONNECTOR_NAME');
	}
}

async function createJob(exchange: Exchange): Promise<void> {
	checkQuery(exchange, []);
	// A provider given here is ignored; it counts only on submit.
	const { providerId: _ignored, ...fields } = readFields(
		exchange,
		await readBody(exchange),
		{ ...JOB_FIELDS, providerId: text },
		['jobName'],
	);
	checkConnector(exchange, fields);
	const { state } = exchange;
	const now = state.now();
	const job: Job = {
		seq: state.nextSeq(),
		jobId: state.newId(),
		jobName: '',
		connectorName: '',
		connectorVersion: '',
		...fields,
		status: 'CREATED',
		creatorId: exchange.clientId ?? '',
		hasError: false,
		created: now,
		modified: now,
		activity: now,
		archiveStatus: 'ACTIVE',
		requests: [],
		files: [],
		contents: new Map(),
		supportAssets: [],
		tmUpdates: [],
	};
	exchange.entry.jobId = job.jobId;
	state.addJob(job);
	sendJson(exchange, 201, jobToJson(state, job));
}

const byCreation: Order<Job> = { key: ({ seq }) => seq };
const sortedJobs = new WeakMap<State, Map<string, { version: number; jobs: Job[] }>>();

/** Sorting ten thousand jobs for each of two hundred pages would take seconds. */
function jobsInOrder(state: State, orderBy: string, order: Order<Job>): Job[] {
	const cache = sortedJobs.get(state) ?? new Map<string, { version: number; jobs: Job[] }>();
	sortedJobs.set(state, cache);
	const cached = cache.get(orderBy);
	if (cached?.version === state.jobsVersion) return cached.jobs;
	const jobs = sorted(state.jobOrder, order);
	if (cache.size > 10) cache.clear();
	cache.set(orderBy, { version: state.jobsVersion, jobs });
	return jobs;
}

function listJobs(exchange: Exchange, wanted: ArchiveStatus): void {
	const { state, url } = exchange;
	const filter = url.searchParams.get('filter');
	const orderBy = url.searchParams.get('orderBy');
	const test = filter !== null ? parseFilter(filter, hasIndexedLabels(state)) : () => true;
	const order = orderBy !== null ? parseOrder(orderBy) : undefined;
	const isWanted = ({ archiveStatus }: Job) =>
		(archiveStatus === 'ARCHIVED' || archiveStatus === 'UNARCHIVING') === (wanted === 'ARCHIVED');
	const { listLagMs } = state.variants;
	// The dates of the service may be off.
	const isShown = ({ created }: Job) => listLagMs === 0 || state.now() - created >= listLagMs;
	const withAggregate = wantsAggregate(url);
	const jobs = order && orderBy !== null ? jobsInOrder(state, orderBy, order) : state.jobOrder;
	sendPage(exchange, 200, 'jobs', jobs, (job) => jobToJson(state, job, withAggregate, true), {
		parameters: ['filter', 'orderBy', 'aggregateRequests'],
		order: order ?? byCreation,
		keep: (job) => isWanted(job) && isShown(job) && test(job),
	});
}

/** The index of labels may be behind. */
function hasIndexedLabels(state: State): (job: Job) => boolean {
	const { labelLagMs } = state.variants;
	return ({ created }) => labelLagMs === 0 || state.now() - created >= labelLagMs;
}

function wantsAggregate(url: URL): boolean {
	const value = url.searchParams.get('aggregateRequests') ?? 'false';
	if (value !== 'true' && value !== 'false')
		throw badRequest('aggregateRequests must be true or false.');
	return value === 'true';
}

function getJob(exchange: Exchange, params: Params): void {
	checkQuery(exchange, ['aggregateRequests']);
	const job = findJob(exchange, params);
	sendJson(exchange, 200, jobToJson(exchange.state, job, wantsAggregate(exchange.url)));
}

async function patchJob(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const job = findActiveJob(exchange, params);
	const changes = readFields(exchange, await readBody(exchange), JOB_FIELDS);
	checkConnector(exchange, changes);
	refuseSubmitted(job);
	Object.assign(job, changes);
	touchJob(exchange.state, job);
	sendJson(exchange, 200, jobToJson(exchange.state, job));
}

function deleteJob(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findJob(exchange, params);
	if (isInProgress(job))
		throw conflict(
			'JOB_IN_PROGRESS',
			`Job ${job.jobId} is in progress (${job.status}) and cannot be deleted.`,
		);
	state.removeJob(job);
	callJobListener(state, job, true);
	answerDelete(exchange, job);
}

function answerDelete(exchange: Exchange, job: Job): void {
	const { state, res } = exchange;
	if (state.isProduction) res.writeHead(204).end();
	else sendJson(exchange, 200, jobToJson(state, job));
}

async function submitJob(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	const { providerId = '' } = readFields(
		exchange,
		await readBody(exchange),
		{ providerId: filledText },
		['providerId'],
	);
	if (job.status !== 'CREATED')
		throw conflict('JOB_SUBMITTED', `Job ${job.jobId} was submitted before (${job.status}).`);
	const provider = state.providers.get(providerId);
	if (!provider) throw badRequest(`Provider ${providerId} does not exist.`, 'PROVIDER_NOT_FOUND');
	if (provider.status === 'DISABLED')
		throw conflict('PROVIDER_DISABLED', `Provider ${provider.name} is disabled.`);
	if (job.requests.length === 0) throw conflict('JOB_EMPTY', `Job ${job.jobId} has no requests.`);
	checkMetadata(provider, job);
	checkLanguages(state, provider, job);
	submit(state, job, providerId);
	sendJson(exchange, 200, jobToJson(state, job));
}

function checkMetadata({ name, extendedMetadataSchema }: Provider, job: Job): void {
	if (!extendedMetadataSchema) return;
	const { valid, errors } = new Validator(extendedMetadataSchema as Schema, '7', false).validate(
		job.extendedMetadata ?? {},
	);
	if (valid) return;
	const reasons = errors
		.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
		.join(' ');
	throw badRequest(`${name} refuses the extended metadata. ${reasons}`, 'EXTENDED_METADATA');
}

function checkLanguages(state: State, { name, capabilities }: Provider, job: Job): void {
	const pairs = capabilities?.supportedLanguages;
	if (!pairs) return;
	const includesLanguage = (codes: readonly string[], code: string) =>
		codes.some((other) => sameLanguage(other, code, state));
	const refused = job.requests.find(
		({ sourceNativeLanguageCode: source, targetNativeLanguageCode: target }) =>
			!pairs.some(
				({ sources, targets }) =>
					includesLanguage(sources, source) && includesLanguage(targets, target),
			),
	);
	if (!refused) return;
	const pair = `${refused.sourceNativeLanguageCode} to ${refused.targetNativeLanguageCode}`;
	throw badRequest(`${name} does not translate from ${pair}.`, 'LANGUAGE_NOT_SUPPORTED');
}

async function requireEmptyBody(exchange: Exchange): Promise<void> {
	checkQuery(exchange, []);
	readFields(exchange, await readBody(exchange), {});
}

async function completeJob(exchange: Exchange, params: Params): Promise<void> {
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	await requireEmptyBody(exchange);
	if (!['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'COMPLETED'].includes(job.status)) {
		throw conflict('INVALID_STATE', `Job ${job.jobId} is ${job.status} and cannot be completed.`);
	}
	if (job.status !== 'COMPLETED') complete(state, job);
	sendJson(exchange, 200, jobToJson(state, job));
}

async function reopenJob(exchange: Exchange, params: Params): Promise<void> {
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	await requireEmptyBody(exchange);
	if (job.status !== 'COMPLETED' && job.status !== 'IN_TRANSLATION') {
		throw conflict(
			'INVALID_STATE',
			`Job ${job.jobId} is ${job.status}; only a completed job can be put back into translation.`,
		);
	}
	if (job.status === 'COMPLETED') reopen(state, job);
	sendJson(exchange, 200, jobToJson(state, job));
}

async function archiveJob(exchange: Exchange, params: Params): Promise<void> {
	const job = findJob(exchange, params);
	await requireEmptyBody(exchange);
	if (job.archiveStatus === 'UNARCHIVING')
		throw conflict('INVALID_STATE', `Job ${job.jobId} is being unarchived.`);
	if (job.archiveStatus === 'ACTIVE') archive(exchange.state, job);
	sendJson(exchange, 202, jobToJson(exchange.state, job));
}

async function unarchiveJob(exchange: Exchange, params: Params): Promise<void> {
	const job = findJob(exchange, params);
	await requireEmptyBody(exchange);
	if (job.archiveStatus === 'ARCHIVING')
		throw conflict('INVALID_STATE', `Job ${job.jobId} is being archived.`);
	if (job.archiveStatus === 'ARCHIVED') unarchive(exchange.state, job);
	sendJson(exchange, 202, jobToJson(exchange.state, job));
}
