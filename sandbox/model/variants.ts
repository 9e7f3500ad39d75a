import { badRequest } from '../calls/refusal';
import {
	checkIgnoredGuesses,
	checkRefusedGuesses,
	type Guess,
	type RefusedGuesses,
} from './guessedParts';

/** How the service behaves where its descriptions differ. Switches can change at any time. */
export interface Variants {
	/** Guesses to refuse, each with its HTTP status. */
	refuses: RefusedGuesses;
	/** Guesses without an effect. */
	ignores: readonly Guess[];
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
	/**
	 * The next page is `right`; a `foreign` link in the shapes with links, where a client leaks its
	 * token; `repeated`: the page itself; `endless`: empty pages follow the last one for ever.
	 */
	nextPage: 'right' | 'foreign' | 'repeated' | 'endless';
	/** A token names the last item of its page, or an offset, which shifts. */
	pageToken: 'item' | 'offset';
	/** An empty list is `[]`, a page without its list, or 204. */
	emptyList: 'list' | 'omitted' | 'noContent';
	/** Job lists show a new job only after this time. */
	listLagMs: number;
	/** A filter by labels finds a new job only after this time. */
	labelLagMs: number;
	contentIdField: 'sourcecontentId' | 'sourceContentId';
	metadataField: 'extendedMetadata' | 'ExtendedMetadata';
	/** What is sent in another spelling is ignored. */
	metadataTaken: 'extendedMetadata' | 'ExtendedMetadata' | 'none';
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
	/** Objects have fields that no description mentions, and null for metadata that they lack. */
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
	/**
	 * Translated key/value pairs come as a page of `requests` or `translationContent`, or
	 * unpaged.
	 */
	retrieveShape: 'page' | 'translationContent' | 'object' | 'array';
	sourceFileRedirects: boolean;
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
	/**
	 * `plainCommas`: commas that were sent as `%2C`; `shortened`: without status codes, and in lists
	 * without the last two letters of types.
	 */
	listenersShown: 'asSent' | 'plainCommas' | 'shortened';
	/** `down`: updates are acknowledged, but the listener is never called. */
	callbacks: 'normal' | 'twice' | 'outOfOrder' | 'down';
	callbackRequestIds: 'list' | 'null';
	/** Disables a listener after this many failed callbacks in a row; 0 = never. */
	disableListenerAfter: number;
	downloadLinkSeconds: number;
	/** `chunked` downloads do not state their length. Compression asks no caller. */
	downloads: 'plain' | 'chunked' | 'gzip' | 'chunkedGzip';
	/** The TUS host stores only this many bytes of each PATCH and confirms those; null = all. */
	tusAccepts: number | null;
	/** How far off the service's clock is: in its dates and in all comparisons of dates. */
	clockOffsetMs: number;
	/** The Date header shows the clock of the service, or of a gateway that is so many ms off. */
	dateHeader: 'service' | number | 'none';
}

const DEFAULT_QUOTAS: Readonly<Record<string, number>> = {
	MaxStatusUpdatesPerSite: 10_000,
	MaxReqsPerJob: 2_000,
	MaxSupportAssetsPerJob: 1_000,
	MaxFilesPerJob: 1_000,
};

export const defaultVariants = (): Variants => ({
	refuses: {},
	ignores: [],
	datesWithZone: true,
	pageShape: 'spec',
	pageSize: 50,
	collectionCase: 'lower',
	lastPage: 'missing',
	nextPage: 'right',
	pageToken: 'item',
	emptyList: 'list',
	listLagMs: 0,
	labelLagMs: 0,
	contentIdField: 'sourcecontentId',
	metadataField: 'extendedMetadata',
	metadataTaken: 'extendedMetadata',
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
	quotaShape: 'object',
	quotas: { ...DEFAULT_QUOTAS },
	errorShape: 'json',
	retrieveShape: 'page',
	sourceFileRedirects: false,
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
	listenersShown: 'asSent',
	callbacks: 'normal',
	callbackRequestIds: 'list',
	disableListenerAfter: 5,
	downloadLinkSeconds: 300,
	downloads: 'plain',
	tusAccepts: null,
	clockOffsetMs: 0,
	dateHeader: 'service',
});

const NOT_OF_ONE_TYPE = ['throttle', 'unknownStatus', 'errorStatus', 'tusAccepts', 'dateHeader'];

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
	if (changes.ignores) checkIgnoredGuesses(changes.ignores);
	Object.assign(
		variants,
		changes,
		changes.quotas ? { quotas: { ...variants.quotas, ...changes.quotas } } : {},
	);
}
