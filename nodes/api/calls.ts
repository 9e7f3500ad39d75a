/** Every call of the REST service: method, path, ids and what its response must hold. */
import { readErrorBody } from '../http/errorBody';
import {
	type Expected,
	type ExpectedJson,
	type ExpectedList,
	type ExpectedRecord,
	type FieldNames,
	readList,
} from '../http/expected';
import type { Ids } from '../http/types';
import { holdsQuotas } from '../rules/quotas';
import { COLLECTIONS, PATHS, UNCONFIRMED_PATH } from './wire';

const JOB_ID: FieldNames = ['jobId', 'id'];
const REQUEST_ID: FieldNames = ['requestId', 'id'];
const STATUS: FieldNames = ['statusCode', 'status'];
const PROVIDER_ID: FieldNames = ['providerId', 'id'];
const UPDATE_ID: FieldNames = ['updateId', 'id'];
const LISTENER_ID: FieldNames = ['listenerId', 'id'];
const SUPPORT_ASSET_ID: FieldNames = ['supportassetId', 'supportAssetId', 'id'];
const TM_UPDATE_ID: FieldNames = ['tmupdateId', 'tmUpdateId', 'id'];
const SOURCE_CONTENT_ID: FieldNames = ['sourceContentId', 'sourcecontentId', 'id'];

type Raw = Record<string, unknown>;

const valueOf = (raw: Raw, names: FieldNames): string | undefined => {
	const value = names
		.map((name) => raw[name])
		.find((candidate) => candidate !== undefined && candidate !== null);
	return value === undefined ? undefined : String(value);
};

/** Rejects the response to another call. */
const withId = (names: FieldNames, id: string) => (raw: Raw) => valueOf(raw, names) === id;

const recordOf = (names: FieldNames) => (id: string) =>
	({ record: [names], is: withId(names, id) }) satisfies ExpectedRecord;

/** The service may confirm a change without a body. */
const recordOrNothing =
	(names: FieldNames) =>
	(id: string): ExpectedRecord => ({ ...recordOf(names)(id), orNothing: true });

/** Rejects what names another job. Not every response names one. */
const ofJob = (jobId: string) => (raw: Raw) =>
	raw.jobId === undefined || raw.jobId === null || String(raw.jobId) === jobId;

/** What the responses must hold. */
export const EXPECTED = {
	jobs: { list: COLLECTIONS.jobs, id: JOB_ID } as ExpectedList,
	newJob: { record: [JOB_ID] } as ExpectedRecord,
	job: (jobId: string, is: (job: Raw) => boolean = () => true): ExpectedRecord => ({
		record: [JOB_ID, STATUS],
		is: (raw) => withId(JOB_ID, jobId)(raw) && is(raw),
	}),
	jobOrNothing: recordOrNothing(JOB_ID),

	requests: (jobId: string): ExpectedList => ({
		list: COLLECTIONS.requests,
		id: REQUEST_ID,
		isEntry: ofJob(jobId),
	}),
	request: (jobId: string, requestId: string): ExpectedRecord => ({
		record: [REQUEST_ID, STATUS],
		is: (raw) => withId(REQUEST_ID, requestId)(raw) && ofJob(jobId)(raw),
	}),
	/**
	 * The decided requests, or an error object: no one knows with which status the service
	 * refuses.
	 */
	decision: (jobId: string): ExpectedJson => ({
		json: (value) =>
			readList(value, EXPECTED.requests(jobId)) !== undefined || readErrorBody(value) !== '',
		orNothing: true,
	}),
	requestOrNothing: recordOrNothing(REQUEST_ID),

	providers: { list: COLLECTIONS.providers, id: PROVIDER_ID } as ExpectedList,
	provider: recordOf(PROVIDER_ID),

	statusUpdates: { list: COLLECTIONS.statusUpdates, id: UPDATE_ID } as ExpectedList,
	statusUpdateOrNothing: recordOrNothing(UPDATE_ID),

	listeners: { list: COLLECTIONS.listeners, id: LISTENER_ID } as ExpectedList,
	newListener: { record: [LISTENER_ID] } as ExpectedRecord,
	listener: recordOf(LISTENER_ID),
	listenerOrNothing: recordOrNothing(LISTENER_ID),

	supportAssets: { list: COLLECTIONS.supportAssets, id: SUPPORT_ASSET_ID } as ExpectedList,
	newSupportAsset: { record: [SUPPORT_ASSET_ID] } as ExpectedRecord,
	supportAsset: recordOf(SUPPORT_ASSET_ID),
	supportAssetOrNothing: recordOrNothing(SUPPORT_ASSET_ID),

	tmUpdates: { list: COLLECTIONS.tmUpdates, id: TM_UPDATE_ID } as ExpectedList,
	newTmUpdate: { record: [TM_UPDATE_ID] } as ExpectedRecord,
	tmUpdate: recordOf(TM_UPDATE_ID),

	newSourceContent: { record: [SOURCE_CONTENT_ID] } as ExpectedRecord,
	sourceContent: (id: string): ExpectedRecord => ({
		record: [SOURCE_CONTENT_ID, ['fields']],
		is: withId(SOURCE_CONTENT_ID, id),
	}),
	changedSourceContent: recordOf(SOURCE_CONTENT_ID),

	/** The form varies, but a quota has a number. */
	quota: { json: holdsQuotas } as ExpectedJson,

	/** The form is unknown, but it is more than a word about success. */
	translatedContent: {
		json: (value) =>
			(Array.isArray(value) ? value : Object.values(value as Raw)).some(
				(entry) => typeof entry === 'object' && entry !== null,
			),
	} as ExpectedJson,

	transfer: { record: [['fmsFileId']] } as ExpectedRecord,
};

const call =
	<Method extends 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>(method: Method) =>
	<Form extends Expected>(path: string, expects: Form, about: Ids = {}) => ({
		method,
		path,
		expects,
		about,
	});

const get = call('GET');
const post = call('POST');
const put = call('PUT');
const patch = call('PATCH');
const del = call('DELETE');

const aboutRequest = (jobId: string, requestId: string) => ({ jobId, requestIds: [requestId] });

export const CALLS = {
	jobs: ({ archived = false } = {}) =>
		get(archived ? PATHS.archivedJobs : PATHS.jobs, EXPECTED.jobs),
	createJob: () => post(PATHS.jobs, EXPECTED.newJob),
	job: (jobId: string) => get(PATHS.job(jobId), EXPECTED.job(jobId), { jobId }),
	changeJob: (jobId: string) => patch(PATHS.job(jobId), EXPECTED.job(jobId), { jobId }),
	deleteJob: (jobId: string) => del(PATHS.job(jobId), EXPECTED.jobOrNothing(jobId), { jobId }),
	submit: (jobId: string) => put(PATHS.submit(jobId), EXPECTED.job(jobId), { jobId }),
	complete: (jobId: string) => put(PATHS.complete(jobId), EXPECTED.job(jobId), { jobId }),
	reopen: (jobId: string) => put(PATHS.reopen(jobId), EXPECTED.job(jobId), { jobId }),
	archive: (jobId: string) => put(PATHS.archive(jobId), EXPECTED.jobOrNothing(jobId), { jobId }),
	unarchive: (jobId: string) =>
		put(PATHS.unarchive(jobId), EXPECTED.jobOrNothing(jobId), { jobId }),

	requests: (jobId: string, requestIds?: string[]) =>
		get(PATHS.requests(jobId), EXPECTED.requests(jobId), { jobId, requestIds }),
	addRequests: (jobId: string) =>
		post(PATHS.addRequests(jobId), EXPECTED.requests(jobId), { jobId }),
	changeRequests: (jobId: string, requestIds: string[]) =>
		patch(PATHS.requests(jobId), EXPECTED.requests(jobId), { jobId, requestIds }),
	approve: (jobId: string, requestIds: string[]) =>
		put(PATHS.approve(jobId), EXPECTED.decision(jobId), { jobId, requestIds }),
	reject: (jobId: string, requestIds: string[]) =>
		put(PATHS.reject(jobId), EXPECTED.decision(jobId), { jobId, requestIds }),
	request: (jobId: string, id: string) =>
		get(PATHS.request(jobId, id), EXPECTED.request(jobId, id), aboutRequest(jobId, id)),
	changeRequest: (jobId: string, id: string) =>
		patch(PATHS.request(jobId, id), EXPECTED.request(jobId, id), aboutRequest(jobId, id)),
	deleteRequest: (jobId: string, id: string) =>
		del(PATHS.request(jobId, id), EXPECTED.requestOrNothing(id), aboutRequest(jobId, id)),
	translatedContent: (jobId: string, id: string) => ({
		...get(PATHS.retrieveContent(jobId, id), EXPECTED.translatedContent, aboutRequest(jobId, id)),
		unconfirmed: UNCONFIRMED_PATH,
	}),

	createTransfer: (jobId: string) => post(PATHS.sourceFiles(jobId), EXPECTED.transfer, { jobId }),
	createSourceContent: (jobId: string) => ({
		...post(PATHS.sourceContents(jobId), EXPECTED.newSourceContent, { jobId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),
	sourceContent: (jobId: string, id: string) => ({
		...get(PATHS.sourceContent(jobId, id), EXPECTED.sourceContent(id), { jobId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),
	changeSourceContent: (jobId: string, id: string) => ({
		...put(PATHS.sourceContent(jobId, id), EXPECTED.changedSourceContent(id), { jobId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),

	supportAssets: (jobId: string) =>
		get(PATHS.supportAssets(jobId), EXPECTED.supportAssets, { jobId }),
	addSupportAsset: (jobId: string) =>
		post(PATHS.supportAssets(jobId), EXPECTED.newSupportAsset, { jobId }),
	supportAsset: (jobId: string, id: string) =>
		get(PATHS.supportAsset(jobId, id), EXPECTED.supportAsset(id), { jobId }),
	deleteSupportAsset: (jobId: string, id: string) =>
		del(PATHS.supportAsset(jobId, id), EXPECTED.supportAssetOrNothing(id), { jobId }),
	tmUpdates: (jobId: string) => get(PATHS.tmUpdates(jobId), EXPECTED.tmUpdates, { jobId }),
	addTmUpdate: (jobId: string) => post(PATHS.tmUpdates(jobId), EXPECTED.newTmUpdate, { jobId }),
	tmUpdate: (jobId: string, id: string) =>
		get(PATHS.tmUpdate(jobId, id), EXPECTED.tmUpdate(id), { jobId }),

	statusUpdates: () => get(PATHS.statusUpdates, EXPECTED.statusUpdates),
	acknowledge: (updateId: string) =>
		put(PATHS.acknowledge(updateId), EXPECTED.statusUpdateOrNothing(updateId), { updateId }),
	listeners: () => get(PATHS.listeners, EXPECTED.listeners),
	createListener: () => post(PATHS.listeners, EXPECTED.newListener),
	listener: (listenerId: string) =>
		get(PATHS.listener(listenerId), EXPECTED.listener(listenerId), { listenerId }),
	changeListener: (listenerId: string) =>
		patch(PATHS.listener(listenerId), EXPECTED.listener(listenerId), { listenerId }),
	deleteListener: (listenerId: string) =>
		del(PATHS.listener(listenerId), EXPECTED.listenerOrNothing(listenerId), { listenerId }),

	providers: () => get(PATHS.providers, EXPECTED.providers),
	provider: (providerId: string) =>
		get(PATHS.provider(providerId), EXPECTED.provider(providerId), { providerId }),
	changeProvider: (providerId: string) => ({
		...patch(PATHS.provider(providerId), EXPECTED.provider(providerId), { providerId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),
	quota: () => get(PATHS.quota, EXPECTED.quota),
};
