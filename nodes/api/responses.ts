/** What the service's responses must hold, per resource. */
import { readErrorBody } from '../http/errorBody';
import {
	type ExpectedJson,
	type ExpectedList,
	type ExpectedRecord,
	type FieldNames,
	readList,
} from '../http/expected';
import { holdsQuotas } from '../rules/quotas';
import { COLLECTIONS } from './wire';

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
