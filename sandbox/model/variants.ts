import { checkRefusedGuesses, type RefusedGuesses } from './guessedParts';
import { badRequest } from '../http/refusal';

/** How the service behaves where its public descriptions differ. Every switch can be turned while it runs. */
export interface Variants {
	/** What a client sends beyond the specification: `refused`, or taken and `noted` as a violation. */
	unknownInput: 'refused' | 'noted';
	/** Parts of calls that no specification shows, and the HTTP status with which the service refuses them. */
	refuses: RefusedGuesses;
	/** Times end in `Z`; otherwise they name no zone, and mean the same. */
	datesWithZone: boolean;
	/** `spec`: items at the top and `pagination.navNext`; `hal`: `_embedded` and `_links.next.href`; `token`: `_embedded` and a top-level `next`; `both`: the last two at once. */
	pageShape: 'spec' | 'hal' | 'token' | 'both';
	pageSize: number;
	collectionCase: 'lower' | 'camel' | 'pascal';
	/** How the last page says that it is the last one. */
	lastPage: 'missing' | 'null' | 'empty';
	/** The next link names another origin: a client that follows it leaks its token. */
	foreignNextLink: boolean;
	/** What a token names: the last item of its page, or how many items came before the next. Those slide when one leaves the list. */
	pageToken: 'item' | 'offset';
	/** How a list is shown that has nothing in it: as `[]`, as a page without its list, or as 204. */
	emptyList: 'list' | 'omitted' | 'noContent';
	/** After the last page come empty ones, each with a new token, for ever. */
	endlessPages: boolean;
	/** Every page hands out the token it was asked with, for ever. */
	repeatNextToken: boolean;
	statusField: 'status' | 'statusCode';
	providerIdField: 'id' | 'providerId';
	providerNameField: 'name' | 'providerName';
	/** Ten letters and digits, and GUIDs for files; or 22 characters of base64url for all. */
	idForm: 'short' | 'base64url';
	/** Whether language codes are compared with their letter case; they are shown as they were sent. */
	languageCase: 'exact' | 'any';
	/** What a request says of its file: `text/html` or `html`. */
	fileTypeForm: 'mediaType' | 'extension';
	contentIdField: 'sourcecontentId' | 'sourceContentId';
	metadataField: 'extendedMetadata' | 'ExtendedMetadata';
	/** Objects carry `"extendedMetadata": null` when they have none. */
	nullMetadata: boolean;
	archivalDateField: 'estArchivalDate' | 'estimatedArchivalDate';
	labelsShape: 'asSent' | 'list' | 'object';
	/** Objects carry fields that no description knows. */
	unknownFields: boolean;
	/** Shown instead of IN_TRANSLATION, on jobs and requests. */
	unknownStatus: string | null;
	/** How a job tells the number of its requests by status; it is nowhere described. */
	aggregateShape: 'object' | 'list' | 'camelCase' | 'totals' | 'empty' | 'emptyList';
	jobDatesMoveWithRequests: boolean;
	/** Whether archived jobs say so; otherwise only the list they are in tells. */
	archiveFields: 'shown' | 'hidden';
	/** Deliveries in another status than REVIEW_TRANSLATION make a status update, too. */
	updatesForCompleted: boolean;
	honourOrderBy: boolean;
	honourFilter: boolean;
	honourLabelsFilter: boolean;
	honourAggregate: boolean;
	honourStatusFilter: boolean;
	honourIdFilter: boolean;
	honourCustomData: boolean;
	honourConnectorVersion: boolean;
	honourRejectNote: boolean;
	quotaShape: 'object' | 'list' | 'wrappedObject' | 'wrappedList' | 'limitAndUsed' | 'limitAndUsedByName' | 'limitAndUsedList';
	quotas: Record<string, number>;
	errorShape: 'json' | 'numericCode' | 'text' | 'html' | 'empty';
	/** What `retrievefile` answers without `Accept: application/octet-stream`. */
	withoutOctetStream: 'forbidden' | 'base64';
	/** How `retrieve` hands out translated key/value pairs: as a page of `requests` or of `translationContent`, or without a page. */
	retrieveShape: 'page' | 'translationContent' | 'object' | 'array';
	sourceFileRedirects: boolean;
	/** What a direct upload answers: `{fmsFileId, fileName, size}` or `{id, name, contentType, size}`. */
	uploadAnswer: 'fms' | 'file';
	/** What deleting a job answers: the job, 204, or 200 without a body. */
	deleteAnswer: 'job' | 'noContent' | 'empty';
	/** Clients in a browser may read the answers of all hosts but the SOAP service; preflights are answered. */
	cors: boolean;
	/** What the token endpoint answers to a wrong login. */
	wrongLogin: 'json' | 'signInPage';
	tokenLifetimeSeconds: number;
	throttle: { perSecond: number; retryAfter: 'seconds' | 'date' | 'absent' } | null;
	/** Added to every REST call. */
	latencyMs: number;
	sendingMs: number;
	acceptMs: number;
	translateDelayMs: number;
	/** The provider delivers by itself; otherwise only when told to. */
	autoDeliver: boolean;
	archiveMs: number;
	/** A list of listeners shows types without their last two letters. */
	shortListenerTypes: boolean;
	/** Listeners show the commas of their addresses as such, however they were sent. */
	plainListenerCommas: boolean;
	/** Listeners do not show their status codes. */
	hideListenerCodes: boolean;
	/** A change of a listener is refused unless it names the address. */
	listenerPatchNeedsUri: boolean;
	/** `down`: acknowledged, and never called. */
	callbacks: 'normal' | 'twice' | 'outOfOrder' | 'down';
	callbackRequestIds: 'list' | 'null';
	/** A listener is switched off after so many failed callbacks in a row; 0 = never. */
	disableListenerAfter: number;
	downloadLinkSeconds: number;
	/** Downloads come compressed, whatever the caller accepts. */
	filesCompressed: 'gzip' | false;
	/** Whether downloads carry an ETag, which changes with every delivery. */
	downloadValidators: 'etag' | 'none';
	/** `chunked`: downloads do not say how long they are. */
	downloadLength: 'told' | 'chunked';
	/** Whether the address of a TUS upload names its host. */
	tusLocation: 'address' | 'path';
	/** The TUS host takes only so many bytes of each PATCH, and says so; null = all. */
	tusAccepts: number | null;
	/** How far the service's clock is off: in its dates and wherever it compares dates. */
	clockOffsetMs: number;
	/** How far the Date header is off real time, when a gateway adds it; null = it shows the service's clock. */
	dateHeaderOffsetMs: number | null;
}

const DEFAULT_QUOTAS: Readonly<Record<string, number>> = {
	MaxStatusUpdatesPerSite: 10_000,
	MaxReqsPerJob: 2_000,
	MaxSupportAssetsPerJob: 1_000,
	MaxFilesPerJob: 1_000,
};

export const defaultVariants = (): Variants => ({
	unknownInput: 'refused',
	refuses: {},
	datesWithZone: true,
	pageShape: 'spec',
	pageSize: 50,
	collectionCase: 'lower',
	lastPage: 'missing',
	foreignNextLink: false,
	pageToken: 'item',
	emptyList: 'list',
	endlessPages: false,
	repeatNextToken: false,
	statusField: 'status',
	providerIdField: 'id',
	providerNameField: 'name',
	idForm: 'short',
	languageCase: 'exact',
	fileTypeForm: 'mediaType',
	contentIdField: 'sourcecontentId',
	metadataField: 'extendedMetadata',
	nullMetadata: false,
	archivalDateField: 'estArchivalDate',
	labelsShape: 'asSent',
	unknownFields: false,
	unknownStatus: null,
	aggregateShape: 'object',
	jobDatesMoveWithRequests: true,
	archiveFields: 'shown',
	updatesForCompleted: false,
	honourOrderBy: true,
	honourFilter: true,
	honourLabelsFilter: true,
	honourAggregate: true,
	honourStatusFilter: true,
	honourIdFilter: true,
	honourCustomData: true,
	honourConnectorVersion: true,
	honourRejectNote: true,
	quotaShape: 'object',
	quotas: { ...DEFAULT_QUOTAS },
	errorShape: 'json',
	withoutOctetStream: 'forbidden',
	retrieveShape: 'page',
	sourceFileRedirects: false,
	uploadAnswer: 'fms',
	deleteAnswer: 'job',
	cors: false,
	wrongLogin: 'json',
	tokenLifetimeSeconds: 3600,
	throttle: null,
	latencyMs: 0,
	sendingMs: 50,
	acceptMs: 50,
	translateDelayMs: 1000,
	autoDeliver: true,
	archiveMs: 100,
	shortListenerTypes: false,
	plainListenerCommas: false,
	hideListenerCodes: false,
	listenerPatchNeedsUri: false,
	callbacks: 'normal',
	callbackRequestIds: 'list',
	disableListenerAfter: 5,
	downloadLinkSeconds: 300,
	filesCompressed: false,
	downloadValidators: 'etag',
	downloadLength: 'told',
	tusLocation: 'address',
	tusAccepts: null,
	clockOffsetMs: 0,
	dateHeaderOffsetMs: null,
});

const OF_SEVERAL_TYPES = ['throttle', 'unknownStatus', 'filesCompressed', 'tusAccepts', 'dateHeaderOffsetMs'];

/** Refuses a misspelt switch: a test that turns a switch which does not exist tests nothing. */
export function applyVariants(variants: Variants, changes: Partial<Variants>): void {
	for (const [name, value] of Object.entries(changes)) {
		if (!(name in variants)) throw badRequest(`There is no switch "${name}". Known: ${Object.keys(variants).join(', ')}.`);
		const current = variants[name as keyof Variants];
		if (!OF_SEVERAL_TYPES.includes(name) && typeof value !== typeof current) throw badRequest(`Switch "${name}" takes a ${typeof current}.`);
	}
	if (changes.refuses) checkRefusedGuesses(changes.refuses);
	Object.assign(variants, changes, changes.quotas ? { quotas: { ...variants.quotas, ...changes.quotas } } : {});
}
