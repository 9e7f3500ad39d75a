/** What the answers of the service must hold, for each kind of resource. */
import { readErrorBody } from '../transport/http/errorBody';
import { type ExpectedJson, type ExpectedList, type ExpectedRecord, type FieldNames, readList } from '../transport/http/expected';
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
	const value = names.map((name) => raw[name]).find((each) => each !== undefined && each !== null);
	return value === undefined ? undefined : String(value);
};

/** The one that was asked for; an answer that belongs to another call is none. */
const withId = (names: FieldNames, id: string) => (raw: Raw) => valueOf(raw, names) === id;

/** What belongs to another job is no answer; where nothing is said, nothing can be wrong. */
const ofJob = (jobId: string) => (raw: Raw) => raw.jobId === undefined || raw.jobId === null || String(raw.jobId) === jobId;

export const EXPECTED = {
	jobs: { list: COLLECTIONS.jobs, id: JOB_ID } as ExpectedList,
	newJob: { record: [JOB_ID] } as ExpectedRecord,
	job: (jobId: string, is: (job: Raw) => boolean = () => true): ExpectedRecord => ({
		record: [JOB_ID, STATUS],
		is: (raw) => withId(JOB_ID, jobId)(raw) && is(raw),
	}),
	/** A change that the service may confirm without a word. */
	jobOrNothing: (jobId: string): ExpectedRecord => ({ record: [JOB_ID], is: withId(JOB_ID, jobId), orNothing: true }),

	requests: (jobId: string): ExpectedList => ({ list: COLLECTIONS.requests, id: REQUEST_ID, each: ofJob(jobId) }),
	request: (jobId: string, requestId: string): ExpectedRecord => ({
		record: [REQUEST_ID, STATUS],
		is: (raw) => withId(REQUEST_ID, requestId)(raw) && ofJob(jobId)(raw),
	}),
	/** The requests as they are now, or why not: the service refuses a decision with an error object, and nobody knows with which status. */
	decision: (jobId: string): ExpectedJson => ({
		json: (value) => readList(value, EXPECTED.requests(jobId)) !== undefined || readErrorBody(value) !== '',
		orNothing: true,
	}),
	requestOrNothing: (requestId: string): ExpectedRecord => ({ record: [REQUEST_ID], is: withId(REQUEST_ID, requestId), orNothing: true }),

	providers: { list: COLLECTIONS.providers, id: PROVIDER_ID } as ExpectedList,
	provider: (providerId: string): ExpectedRecord => ({ record: [PROVIDER_ID], is: withId(PROVIDER_ID, providerId) }),

	statusUpdates: { list: COLLECTIONS.statusUpdates, id: UPDATE_ID } as ExpectedList,
	statusUpdateOrNothing: (updateId: string): ExpectedRecord => ({ record: [UPDATE_ID], is: withId(UPDATE_ID, updateId), orNothing: true }),

	listeners: { list: COLLECTIONS.listeners, id: LISTENER_ID } as ExpectedList,
	newListener: { record: [LISTENER_ID] } as ExpectedRecord,
	listener: (listenerId: string): ExpectedRecord => ({ record: [LISTENER_ID], is: withId(LISTENER_ID, listenerId) }),
	listenerOrNothing: (listenerId: string): ExpectedRecord => ({ record: [LISTENER_ID], is: withId(LISTENER_ID, listenerId), orNothing: true }),

	supportAssets: { list: COLLECTIONS.supportAssets, id: SUPPORT_ASSET_ID } as ExpectedList,
	newSupportAsset: { record: [SUPPORT_ASSET_ID] } as ExpectedRecord,
	supportAsset: (id: string): ExpectedRecord => ({ record: [SUPPORT_ASSET_ID], is: withId(SUPPORT_ASSET_ID, id) }),
	supportAssetOrNothing: (id: string): ExpectedRecord => ({ record: [SUPPORT_ASSET_ID], is: withId(SUPPORT_ASSET_ID, id), orNothing: true }),

	tmUpdates: { list: COLLECTIONS.tmUpdates, id: TM_UPDATE_ID } as ExpectedList,
	newTmUpdate: { record: [TM_UPDATE_ID] } as ExpectedRecord,
	tmUpdate: (id: string): ExpectedRecord => ({ record: [TM_UPDATE_ID], is: withId(TM_UPDATE_ID, id) }),

	newSourceContent: { record: [SOURCE_CONTENT_ID] } as ExpectedRecord,
	sourceContent: (id: string): ExpectedRecord => ({ record: [SOURCE_CONTENT_ID, ['fields']], is: withId(SOURCE_CONTENT_ID, id) }),

	changedSourceContent: (id: string): ExpectedRecord => ({ record: [SOURCE_CONTENT_ID], is: withId(SOURCE_CONTENT_ID, id) }),

	/** Whatever its form, there is at least one number in it. */
	quota: { json: holdsQuotas } as ExpectedJson,

	/** In a form not known yet: more than a word about success. */
	translatedContent: { json: (value) => (Array.isArray(value) ? value : Object.values(value as Raw)).some((each) => typeof each === 'object' && each !== null) } as ExpectedJson,

	transfer: { record: [['fmsFileId']] } as ExpectedRecord,
};
