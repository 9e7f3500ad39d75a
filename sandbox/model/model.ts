/** The sandbox's data. Times are milliseconds of its own clock; answers show them as text. */

export type JobStatus =
	'CREATED' | 'SENDING' | 'SENT_TO_PROVIDER' | 'IN_TRANSLATION' | 'COMPLETED' | 'CANCELLED';

export type RequestStatus =
	| 'CREATED'
	| 'SENDING'
	| 'SENT_TO_PROVIDER'
	| 'IN_TRANSLATION'
	| 'REVIEW_TRANSLATION'
	| 'TRANSLATION_REJECTED'
	| 'TRANSLATION_APPROVED'
	| CompletedStatus
	| 'CANCELLED';

/** Done without a review: nobody has to do anything more. */
export const COMPLETED_STATUSES = [
	'COMPLETED_NO_NEED_TO_TRANSLATE',
	'COMPLETED_COPY_BACK',
	'COMPLETED',
] as const;
export type CompletedStatus = (typeof COMPLETED_STATUSES)[number];

/** The statuses in which a provider can deliver a request. */
export type DeliveredStatus = 'REVIEW_TRANSLATION' | CompletedStatus;

export type JsonObject = Record<string, unknown>;

export type ArchiveStatus = 'ACTIVE' | 'ARCHIVING' | 'ARCHIVED' | 'UNARCHIVING';

export interface Job {
	readonly seq: number;
	readonly jobId: string;
	jobName: string;
	description?: string;
	poReference?: string;
	dueDate?: string;
	customData?: unknown;
	shouldQuote?: boolean;
	serviceType?: string;
	connectorName: string;
	connectorVersion: string;
	extendedMetadata?: JsonObject;
	labels?: string[] | Record<string, string>;
	status: JobStatus;
	providerId?: string;
	creatorId: string;
	globalTrackingId?: string;
	hasError: boolean;
	latestErrorMessage?: string;
	created: number;
	modified: number;
	submitted?: number;
	activity: number;
	archiveStatus: ArchiveStatus;
	readonly requests: TranslationRequest[];
	readonly files: SourceFile[];
	readonly contents: Map<string, SourceContent>;
	readonly supportAssets: SupportAsset[];
	readonly tmUpdates: TmUpdate[];
}

export interface TranslationRequest {
	readonly seq: number;
	readonly requestId: string;
	readonly jobId: string;
	requestName: string;
	status: RequestStatus;
	hasError: boolean;
	latestErrorMessage?: string;
	sourceNativeId?: string;
	sourceNativeLanguageCode: string;
	targetNativeId?: string;
	targetNativeLanguageCode: string;
	wordCount?: number;
	extendedMetadata?: JsonObject;
	providerReference?: string;
	fmsFileId?: string;
	sourcecontentId?: string;
	/** The texts came within the request, so it shows them and no id. */
	hasInlineContent?: boolean;
	rejectNote?: string;
	/** The texts that notes have named. The provider repairs these. */
	repairedKeys?: string[];
	created: number;
	modified: number;
	/** The number of deliveries by the provider. */
	deliveries: number;
	/** A delivery to a completed or archived job; it takes effect when the job is reopened. */
	deliveryWaiting?: DeliveredStatus;
}

export interface SourceFile {
	readonly fmsFileId: string;
	readonly jobId: string;
	readonly fileName: string;
	readonly sasToken: string;
	/** The Authorization header of the call that reserved it. */
	readonly givenTo?: string;
	readonly created: number;
	transfer: 'waiting' | 'started' | 'uploaded' | 'broken';
	contentType: string;
	size: number;
	path?: string;
}

/** Permits a direct upload. */
export const signatureOf = ({ sasToken }: SourceFile): string => `sbx-sig-${sasToken.slice(-16)}`;

export interface KeyValue {
	key: string;
	value: string;
}

export interface SourceContent {
	readonly sourcecontentId: string;
	fields: KeyValue[];
}

export interface StatusUpdate {
	readonly seq: number;
	readonly updateId: string;
	readonly jobId: string;
	readonly requestIds: readonly string[];
	readonly statusCode: RequestStatus;
	readonly updateTime: number;
	readonly hasError: boolean;
	readonly errorMessage?: string;
	acknowledged: boolean;
}

export type ListenerType = 'JOB_STATUS_UPDATED' | 'REQUEST_STATUS_UPDATED';

export interface Listener {
	readonly seq: number;
	readonly listenerId: string;
	uri: string;
	type: ListenerType;
	statusCodes: string[];
	acknowledgeStatusUpdate: boolean;
	disabled: boolean;
	authType?: string;
	onSupportAssetCreate: boolean;
	onTmUpdateCreate: boolean;
	failuresInARow: number;
}

export interface LanguagePairs {
	sources: string[];
	targets: string[];
}

export interface Provider {
	readonly seq: number;
	readonly id: string;
	name: string;
	siteId: string;
	creatorId: string;
	status: string;
	extendedMetadataSchema?: JsonObject;
	capabilities?: {
		supportUpdateTM: boolean;
		supportQuote: boolean;
		supportedLanguages?: LanguagePairs[];
	};
}

export interface SupportAsset {
	readonly seq: number;
	readonly supportassetId: string;
	readonly fmsFileId: string;
	readonly description?: string;
	readonly sourceNativeIds?: string[];
	readonly sourceNativeLanguageCode?: string;
	readonly targetNativeLanguageCodes?: string[];
	readonly extendedMetadata?: JsonObject;
	readonly created: number;
}

export interface TmUpdate {
	readonly seq: number;
	readonly tmupdateId: string;
	readonly fmsFileId: string;
	readonly sourceNativeLanguageCode: string;
	readonly targetNativeLanguageCode: string;
	readonly extendedMetadata?: JsonObject;
	readonly created: number;
}

export interface SentCallback {
	readonly at: string;
	readonly listenerId: string;
	readonly uri: string;
	readonly payload: JsonObject;
	/** HTTP status of the answer; 0 if there was none. */
	readonly status: number;
	readonly error?: string;
}

export interface HeldCallback {
	readonly listener: Listener;
	readonly payload: JsonObject;
}

/** A mail of a workflow, which nobody delivered. Only the page shows it. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
	/** What its buttons open. */
	links: Array<{ label: string; address: string }>;
	/** By the clock of the service. */
	at: number;
}
