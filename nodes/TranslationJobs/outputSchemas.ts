/**
 * What each operation returns, for n8n's editor. The build writes it to `__schema__` beside the
 * built node, where n8n reads it. No code of the node imports this file, so it is not in the bundle.
 */
import type { DownloadedFile, StoredFile } from '../api/files/storeFile';
import type { UploadedFile } from '../api/files/uploadFile';
import type { JobFields } from '../api/jobs';
import type { RequestFields } from '../api/requests';
import type {
	Job,
	KeyValue,
	Listener,
	Provider,
	StatusUpdate,
	TranslationRequest,
} from '../api/resources';
import type { SourceContent } from '../api/sourceContent';
import type { NewSupportAsset } from '../api/supportAssets';
import type { TranslatedContent } from '../api/translatedContent';
import type { NewTmUpdate } from '../api/translationMemory';
import type { INLINE_TEXTS } from '../api/wire';
import type { Report } from '../features/checkUp/checkUp';
import type { Finding } from '../features/checkUp/finding';
import type { Problem } from '../features/quality/findProblems';
import {
	arrange,
	type Columns,
	JOB as JOB_COLUMNS,
	PREVIEW,
	REQUEST as REQUEST_COLUMNS,
	SENT_JOB,
	TRANSLATION,
} from '../form/columns';
import { omit } from '../rules/json';
import type { AcceptedLanguage } from '../rules/languages/codes';
import type { DocumentedQuotas } from '../rules/quotas';
import { REQUEST_STATUSES } from '../rules/statuses';

type Schema =
	| { type: 'string' | 'integer' | 'number' | 'boolean' }
	| { type: 'array'; items: Schema }
	| { type: 'object'; properties: Fields };
type Fields = { [name: string]: Schema };

type SchemaOf<Value> = [Value] extends [string]
	? typeof TEXT
	: [Value] extends [number]
		? typeof COUNT
		: [Value] extends [boolean]
			? typeof FLAG
			: Schema;

/** Every field of the resource, and others that the service returns. */
type FieldsOf<Resource> = {
	[Name in keyof Resource]-?: SchemaOf<NonNullable<Resource[Name]>>;
} & Fields;

const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer' } as const;
const FLAG = { type: 'boolean' } as const;
const MONEY = { type: 'number' } as const;
const group = (properties: Fields): Schema => ({ type: 'object', properties });
const list = (items: Schema): Schema => ({ type: 'array', items });
const ANYTHING = group({});
const TEXTS = list(TEXT);

const simplified = (fields: Fields, columns: Columns) => arrange(fields, columns) as Fields;

const JOB = {
	jobId: TEXT,
	jobName: TEXT,
	statusCode: TEXT,
	description: TEXT,
	providerId: TEXT,
	poReference: TEXT,
	dueDate: TEXT,
	createdDate: TEXT,
	modifiedDate: TEXT,
	activityDate: TEXT,
	estimatedArchivalDate: TEXT,
	archived: FLAG,
	archiveStatus: TEXT,
	hasError: FLAG,
	latestErrorMessage: TEXT,
	globalTrackingId: TEXT,
	labels: ANYTHING,
	customData: TEXT,
	shouldQuote: FLAG,
	serviceType: TEXT,
	extendedMetadata: ANYTHING,
	siteId: TEXT,
	creatorId: TEXT,
	connectorName: TEXT,
	connectorVersion: TEXT,
	// The service filters by submittedDate, but does not show it.
} satisfies FieldsOf<Omit<Job & JobFields, 'aggregateRequests' | 'submittedDate'>>;

const READ_JOB = simplified(
	{
		...JOB,
		aggregateRequests: group(Object.fromEntries(REQUEST_STATUSES.map((name) => [name, COUNT]))),
	},
	JOB_COLUMNS,
);

const SENDABLE_JOB = omit(JOB, 'archived');

const REQUEST = {
	requestName: TEXT,
	targetNativeLanguageCode: TEXT,
	statusCode: TEXT,
	hasError: FLAG,
	latestErrorMessage: TEXT,
	jobId: TEXT,
	requestId: TEXT,
	sourceNativeId: TEXT,
	sourceNativeLanguageCode: TEXT,
	targetNativeId: TEXT,
	createdDate: TEXT,
	modifiedDate: TEXT,
	wordCount: COUNT,
	fileName: TEXT,
	fileId: TEXT,
	fileType: TEXT,
	sourceContentId: TEXT,
	providerReference: TEXT,
	extendedMetadata: ANYTHING,
	// Named fileId and sourceContentId when they are read.
	// Few services show sourceContent.
} satisfies FieldsOf<
	Omit<TranslationRequest & RequestFields, 'fmsFileId' | 'sourcecontentId' | typeof INLINE_TEXTS>
>;

const READ_REQUEST = simplified(REQUEST, REQUEST_COLUMNS);

const FILE = {
	fileName: TEXT,
	fileSize: COUNT,
	mimeType: TEXT,
} satisfies FieldsOf<Omit<StoredFile, 'binary'>>;

const DOWNLOADED_FILE = {
	...FILE,
	storeName: TEXT,
} satisfies FieldsOf<Omit<DownloadedFile, 'binary'>>;

const KEY_VALUE = { key: TEXT, value: TEXT } satisfies FieldsOf<KeyValue>;

const PROBLEM = {
	check: TEXT,
	key: TEXT,
	detail: TEXT,
	source: TEXT,
	translation: TEXT,
} satisfies FieldsOf<Problem>;
const PROBLEMS = { problems: list(group(PROBLEM)), problemsText: TEXT };

const LEFT_OUT = list(group({ key: TEXT, reason: TEXT }));

const MERGED_WITH_KNOWN = {
	knownTranslations: TEXT,
	missing: list(group({ key: TEXT, source: TEXT })),
	replacedEdits: list(group({ key: TEXT, edit: TEXT, translation: TEXT })),
	outdated: list(group({ key: TEXT, translation: TEXT })),
};

const TRANSLATED_CONTENT = {
	targetNativeLanguageCode: TEXT,
	content: ANYTHING,
	sourceNativeId: TEXT,
	jobId: TEXT,
	requestId: TEXT,
	sourceNativeLanguageCode: TEXT,
	fields: list(group(KEY_VALUE)),
} satisfies FieldsOf<TranslatedContent>;

const LANGUAGE = {
	code: TEXT,
	englishName: TEXT,
	nativeName: TEXT,
	region: TEXT,
} satisfies FieldsOf<AcceptedLanguage>;

const LISTENER = {
	listenerId: TEXT,
	uri: TEXT,
	type: TEXT,
	statusCodes: TEXTS,
	acknowledgeStatusUpdate: FLAG,
	disabled: FLAG,
	authType: TEXT,
	onSupportAssetCreate: FLAG,
	onTmUpdateCreate: FLAG,
} satisfies FieldsOf<Listener>;

const PROVIDER = {
	providerId: TEXT,
	providerName: TEXT,
	siteId: TEXT,
	creatorId: TEXT,
	status: TEXT,
	extendedMetadataSchema: ANYTHING,
	capabilities: group({
		supportUpdateTM: FLAG,
		supportQuote: FLAG,
		supportedLanguages: list(group({ sources: TEXTS, targets: TEXTS })),
	}),
} satisfies FieldsOf<Provider>;

const QUOTAS = {
	MaxStatusUpdatesPerSite: COUNT,
	MaxReqsPerJob: COUNT,
	MaxSupportAssetsPerJob: COUNT,
	MaxFilesPerJob: COUNT,
} satisfies FieldsOf<DocumentedQuotas>;

const SOURCE_CONTENT = {
	sourceContentId: TEXT,
	fields: list(group(KEY_VALUE)),
} satisfies FieldsOf<SourceContent>;

const STATUS_UPDATE = {
	updateId: TEXT,
	jobId: TEXT,
	requestIds: TEXTS,
	statusCode: TEXT,
	updateTime: TEXT,
	hasError: FLAG,
	errorMessage: TEXT,
} satisfies FieldsOf<StatusUpdate>;

const SUPPORT_ASSET = {
	supportassetId: TEXT,
	fmsFileId: TEXT,
	description: TEXT,
	sourceNativeIds: TEXTS,
	sourceNativeLanguageCode: TEXT,
	targetNativeLanguageCodes: TEXTS,
	extendedMetadata: ANYTHING,
	createdDate: TEXT,
} satisfies FieldsOf<NewSupportAsset>;

const TM_UPDATE = {
	tmupdateId: TEXT,
	fmsFileId: TEXT,
	sourceNativeLanguageCode: TEXT,
	targetNativeLanguageCode: TEXT,
	extendedMetadata: ANYTHING,
	createdDate: TEXT,
} satisfies FieldsOf<NewTmUpdate>;

const FINDING = {
	check: TEXT,
	verdict: TEXT,
	finding: TEXT,
	advice: TEXT,
	ids: TEXTS,
} satisfies FieldsOf<Finding>;

const REPORT = {
	summary: TEXT,
	version: TEXT,
	environment: TEXT,
	calls: COUNT,
	findings: list(group({ check: TEXT, verdict: TEXT, finding: TEXT, ids: TEXTS })),
	markdown: TEXT,
} satisfies FieldsOf<Report>;

/** By resource and operation. An API call can return anything. */
const OUTPUTS: Record<string, Record<string, Fields>> = {
	/** The report is there instead of findings, if it is asked for. */
	connection: { checkUp: { ...FINDING, ...REPORT } },
	file: {
		downloadSource: { jobId: TEXT, fmsFileId: TEXT, ...DOWNLOADED_FILE },
		downloadTranslation: { jobId: TEXT, requestId: TEXT, ...DOWNLOADED_FILE },
		upload: {
			jobId: TEXT,
			fmsFileId: TEXT,
			...FILE,
			uploadMode: TEXT,
		} satisfies FieldsOf<UploadedFile>,
	},
	job: {
		archive: JOB,
		collect: simplified(
			{
				...REQUEST,
				...DOWNLOADED_FILE,
				entry: ANYTHING,
				content: ANYTHING,
				...MERGED_WITH_KNOWN,
				leftOut: LEFT_OUT,
				...PROBLEMS,
				deliveryKey: TEXT,
				notFetched: list(
					group({
						jobId: TEXT,
						requestId: TEXT,
						requestName: TEXT,
						targetNativeLanguageCode: TEXT,
						reason: TEXT,
					}),
				),
			},
			// In the editor, a store needs storeName first.
			[TRANSLATION.file, ...Object.values(TRANSLATION)].flat(),
		),
		complete: JOB,
		create: JOB,
		delete: { ...JOB, deleted: FLAG },
		get: READ_JOB,
		getAll: READ_JOB,
		preview: simplified(
			{
				sendOutcome: TEXT,
				wouldDo: TEXT,
				summary: TEXT,
				jobs: COUNT,
				requests: COUNT,
				files: COUNT,
				texts: COUNT,
				words: COUNT,
				characters: COUNT,
				repeatedWords: COUNT,
				knownWords: COUNT,
				wordsInTranslation: COUNT,
				filesNotCounted: list(group({ itemIndex: COUNT, requestName: TEXT, reason: TEXT })),
				languages: list(
					group({
						language: TEXT,
						requests: COUNT,
						words: COUNT,
						repeatedWords: COUNT,
						cost: MONEY,
					}),
				),
				cost: MONEY,
				currency: TEXT,
				roomLeft: group(QUOTAS),
				refused: list(group({ itemIndex: COUNT, reason: TEXT })),
				planKey: TEXT,
			},
			PREVIEW,
		),
		reopen: JOB,
		send: simplified(
			{
				...SENDABLE_JOB,
				targetLanguages: TEXT,
				itemCount: COUNT,
				requestCount: COUNT,
				sendOutcome: TEXT,
			},
			SENT_JOB,
		),
		submit: JOB,
		unarchive: JOB,
		update: JOB,
	},
	language: {
		getAll: LANGUAGE,
		resolve: { input: TEXT, ...LANGUAGE, listed: FLAG },
	},
	listener: {
		create: LISTENER,
		delete: { listenerId: TEXT, deleted: FLAG },
		get: LISTENER,
		getAll: LISTENER,
		update: LISTENER,
	},
	provider: { get: PROVIDER, getAll: PROVIDER, setStatus: PROVIDER },
	quota: { get: QUOTAS },
	request: {
		addContent: REQUEST,
		addFile: REQUEST,
		approve: { ...REQUEST, jobCompleted: FLAG },
		delete: { ...REQUEST, deleted: FLAG },
		get: READ_REQUEST,
		getAll: READ_REQUEST,
		getContent: TRANSLATED_CONTENT,
		reject: REQUEST,
		update: REQUEST,
		updateMany: REQUEST,
	},
	sourceContent: { create: SOURCE_CONTENT, get: SOURCE_CONTENT, update: SOURCE_CONTENT },
	statusUpdate: { acknowledge: STATUS_UPDATE, getAll: STATUS_UPDATE },
	supportAsset: {
		add: SUPPORT_ASSET,
		delete: { ...SUPPORT_ASSET, deleted: FLAG },
		get: SUPPORT_ASSET,
		getAll: SUPPORT_ASSET,
	},
	translationMemory: { add: TM_UPDATE, get: TM_UPDATE, getAll: TM_UPDATE },
};

/** By `resource/operation`. */
export const OUTPUT_SCHEMAS = new Map(
	Object.entries(OUTPUTS).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, properties]) => [
			`${resource}/${operation}`,
			{ type: 'object' as const, properties, version: 1 },
		]),
	),
);
