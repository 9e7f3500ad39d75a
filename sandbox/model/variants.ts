import { badRequest } from '../calls/refusal';
import { checkRefusedGuesses, type RefusedGuesses } from './guessedParts';

/** How the service behaves where its descriptions differ. Switches can change at any time. */
export interface Variants {
	/** Input beyond the specification is `refused`, or accepted and `noted` as a violation. */
	unknownInput: 'refused' | 'noted';
	/** Guesses to refuse, each with its HTTP status. */
	refuses: RefusedGuesses;
	/** Times end in `Z`. Otherwise they name no zone but still mean UTC. */
	datesWithZone: boolean;
	/**
	 * `spec`: items at the top and `pagination.navNext`; `hal`: `_embedded` and
	 * `_links.next.href`; `token`: `_embedded` and a top-level `next`; `both`: the last two at
	 * once.
	 */
	pageShape: 'spec' | 'hal' | 'token' | 'both';
	pageSize: number;
	collectionCase: 'lower' | 'camel' | 'pascal';
	/** How the last page shows that it is the last. */
	lastPage: 'missing' | 'null' | 'empty';
	/** The next link points to another origin: a client that follows it leaks its token. */
	foreignNextLink: boolean;
	/** A token names the last item of its page, or an offset, which shifts. */
	pageToken: 'item' | 'offset';
	/** An empty list is `[]`, a page without its list, or 204. */
	emptyList: 'list' | 'omitted' | 'noContent';
	/** An empty list of listeners follows `emptyList`, or is always `[]`. */
	emptyListeners: 'likeOthers' | 'list';
	/** Job lists show a new job only after this time. */
	listLagMs: number;
	/** A filter by labels finds a new job only after this time. */
	labelLagMs: number;
	/** Empty pages follow the last one for ever, each with a new token. */
	endlessPages: boolean;
	/** Every page returns the token that it was requested with. */
	repeatNextToken: boolean;
	statusField: 'status' | 'statusCode';
	providerIdField: 'id' | 'providerId';
	providerNameField: 'name' | 'providerName';
	/** Ten letters and digits, with GUIDs for files; or 22 characters of base64url. */
	idForm: 'short' | 'base64url';
	/** How language codes are compared. Answers show them as sent. */
	languageCase: 'exact' | 'any';
	/** The file type of a request: `text/html` or `html`. */
	fileTypeForm: 'mediaType' | 'extension';
	contentIdField: 'sourcecontentId' | 'sourceContentId';
	metadataField: 'extendedMetadata' | 'ExtendedMetadata';
	/** What is sent in another spelling is ignored. */
	metadataTaken: 'extendedMetadata' | 'ExtendedMetadata' | 'none';
	/** Objects without metadata have `"extendedMetadata": null`. */
	nullMetadata: boolean;
	archivalDateField: 'estArchivalDate' | 'estimatedArchivalDate';
	labelsShape: 'asSent' | 'list' | 'object';
	/** Lists, or all answers, leave out the labels of jobs. */
	labelsShown: 'everywhere' | 'notInLists' | 'nowhere';
	/**
	 * Names of jobs and requests, and descriptions of assets, come back with entities, single
	 * spaces or composed characters.
	 */
	nameForm: 'asSent' | 'escaped' | 'collapsed' | 'nfc';
	/** Lists of requests and assets show their file or source content. */
	contentIdsInLists: boolean;
	/** Objects have fields that no description mentions. */
	unknownFields: boolean;
	/** Replaces IN_TRANSLATION on jobs and requests. */
	unknownStatus: string | null;
	/** Replaces the status of a request with an error; null = it keeps its status. */
	errorStatus: string | null;
	/** The field that tells an error of a request or update; `none`: only its status does. */
	errorField: 'hasError' | 'isError' | 'none';
	/** How a job counts its requests by status; no description shows it. */
	aggregateShape: 'object' | 'list' | 'camelCase' | 'totals' | 'empty' | 'emptyList' | 'stale';
	jobDatesMoveWithRequests: boolean;
	/** If hidden, only the list that a job is in shows that it is archived. */
	archiveFields: 'shown' | 'hidden';
	/** Deliveries without a review create a status update, too. */
	updatesForCompleted: boolean;
	/** A job keeps its status when all its requests are cancelled. */
	jobStaysWhenCancelled: boolean;
	honourOrderBy: boolean;
	honourFilter: boolean;
	honourLabelsFilter: boolean;
	honourAggregate: boolean;
	honourStatusFilter: boolean;
	/** Several `statusCode` of a request list: `all` count, or only the last. */
	repeatedStatuses: 'all' | 'last';
	honourIdFilter: boolean;
	honourCustomData: boolean;
	honourConnectorVersion: boolean;
	honourRejectNote: boolean;
	honourInlineContent: boolean;
	quotaShape:
		| 'object'
		| 'list'
		| 'wrappedObject'
		| 'wrappedList'
		| 'limitAndUsed'
		| 'limitAndUsedByName'
		| 'limitAndUsedList';
	quotas: Record<string, number>;
	errorShape: 'json' | 'numericCode' | 'text' | 'html' | 'empty';
	/** The answer of `retrievefile` without `Accept: application/octet-stream`. */
	withoutOctetStream: 'forbidden' | 'base64';
	/**
	 * Translated key/value pairs come as a page of `requests` or `translationContent`, or
	 * unpaged.
	 */
	retrieveShape: 'page' | 'translationContent' | 'object' | 'array';
	sourceFileRedirects: boolean;
	/** Returns `{fmsFileId, fileName, size}` or `{id, name, contentType, size}`. */
	uploadAnswer: 'fms' | 'file';
	/** Deleting a job returns the job, 204, or 200 without a body. */
	deleteAnswer: 'job' | 'noContent' | 'empty';
	/** Browsers may read answers of all hosts except SOAP; preflights are answered. */
	cors: boolean;
	/** The answer of the token endpoint to a wrong login. */
	wrongLogin: 'json' | 'signInPage';
	tokenLifetimeSeconds: number;
	throttle: { perSecond: number; retryAfter: 'seconds' | 'date' | 'absent' } | null;
	/** Added to every REST call. */
	latencyMs: number;
	sendingMs: number;
	acceptMs: number;
	translateDelayMs: number;
	/** The share of texts in which the provider makes a mistake, and what chooses them. */
	defects: number;
	seed: number;
	/** The provider delivers without `deliver`. */
	autoDeliver: boolean;
	archiveMs: number;
	/** The list of listeners omits the last two letters of types. */
	shortListenerTypes: boolean;
	/** Listeners show commas unescaped, even if they were sent as `%2C`. */
	plainListenerCommas: boolean;
	hideListenerCodes: boolean;
	/** A PATCH of a listener without its address is refused. */
	listenerPatchNeedsUri: boolean;
	/** `down`: updates are acknowledged, but the listener is never called. */
	callbacks: 'normal' | 'twice' | 'outOfOrder' | 'down';
	callbackRequestIds: 'list' | 'null';
	/** Disables a listener after this many failed callbacks in a row; 0 = never. */
	disableListenerAfter: number;
	downloadLinkSeconds: number;
	/** Downloads are compressed, whatever the caller accepts. */
	filesCompressed: 'gzip' | false;
	/** `chunked`: downloads do not state their length. */
	downloadLength: 'told' | 'chunked';
	/** `path`: the Location of a TUS upload has no host. */
	tusLocation: 'address' | 'path';
	/** The TUS host stores only this many bytes of each PATCH and confirms those; null = all. */
	tusAccepts: number | null;
	/** How far off the service's clock is: in its dates and in all comparisons of dates. */
	clockOffsetMs: number;
	/** How far off the Date header of a gateway is; null = it shows the service's clock. */
	dateHeaderOffsetMs: number | null;
	/** Answers have a Date header. */
	dateHeader: boolean;
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
	emptyListeners: 'likeOthers',
	listLagMs: 0,
	labelLagMs: 0,
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
	metadataTaken: 'extendedMetadata',
	nullMetadata: false,
	archivalDateField: 'estArchivalDate',
	labelsShape: 'asSent',
	labelsShown: 'everywhere',
	nameForm: 'asSent',
	contentIdsInLists: true,
	unknownFields: false,
	unknownStatus: null,
	errorStatus: null,
	errorField: 'hasError',
	aggregateShape: 'object',
	jobDatesMoveWithRequests: true,
	archiveFields: 'shown',
	updatesForCompleted: false,
	jobStaysWhenCancelled: false,
	honourOrderBy: true,
	honourFilter: true,
	honourLabelsFilter: true,
	honourAggregate: true,
	honourStatusFilter: true,
	repeatedStatuses: 'all',
	honourIdFilter: true,
	honourCustomData: true,
	honourConnectorVersion: true,
	honourRejectNote: true,
	honourInlineContent: true,
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
	defects: 0,
	seed: 0,
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
	downloadLength: 'told',
	tusLocation: 'address',
	tusAccepts: null,
	clockOffsetMs: 0,
	dateHeaderOffsetMs: null,
	dateHeader: true,
});

const NOT_OF_ONE_TYPE = [
	'throttle',
	'unknownStatus',
	'errorStatus',
	'filesCompressed',
	'tusAccepts',
	'dateHeaderOffsetMs',
];

/** Refuses an unknown switch: a test that sets one would test nothing. */
export function applyVariants(variants: Variants, changes: Partial<Variants>): void {
	for (const [name, value] of Object.entries(changes)) {
		if (!(name in variants))
			throw badRequest(`There is no switch "${name}". Known: ${Object.keys(variants).join(', ')}.`);
		const current = variants[name as keyof Variants];
		if (!NOT_OF_ONE_TYPE.includes(name) && typeof value !== typeof current)
			throw badRequest(`Switch "${name}" takes a ${typeof current}.`);
	}
	if (changes.refuses) checkRefusedGuesses(changes.refuses);
	Object.assign(
		variants,
		changes,
		changes.quotas ? { quotas: { ...variants.quotas, ...changes.quotas } } : {},
	);
}
