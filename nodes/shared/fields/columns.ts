import type { IDataObject } from 'n8n-workflow';

/** What a simplified output shows, and in which order. Unknown fields are always passed on. */
export interface Columns {
	/** What people look for first. Everything else follows. */
	first: readonly string[];
	leftOut: ReadonlySet<string>;
	/** Nothing, in addition to null and ''. */
	saysNothing?: (value: unknown, name: string) => boolean;
}

const INTERNAL = ['siteId', 'creatorId', 'connectorName', 'connectorVersion', '_links'];

/** Fields whose value stands under another name, too. */
const SECOND_SPELLINGS = ['id', 'status', 'fmsFileId', 'sourcecontentId', 'ExtendedMetadata'];

const BOOKKEEPING = [
	'labels',
	'fileType',
	'createdDate',
	'modifiedDate',
	'activityDate',
	'estArchivalDate',
	'estimatedArchivalDate',
	'archiveStatus',
];

/** Get and Get Many. */
export const RESOURCE: Columns = { first: [], leftOut: new Set(INTERNAL) };

const SENT = {
	leftOut: new Set([...INTERNAL, ...SECOND_SPELLINGS, ...BOOKKEEPING]),
	saysNothing: (value: unknown) => value === false,
};

/** Send for Translation. */
export const SENT_JOB: Columns = {
	...SENT,
	first: [
		'jobName',
		'targetLanguages',
		'statusCode',
		'hasError',
		'latestErrorMessage',
		'itemCount',
		'requestCount',
		'jobId',
		'providerId',
		'globalTrackingId',
		'sendOutcome',
	],
};

/** Send for Translation, with one output per request. */
export const SENT_REQUEST: Columns = {
	...SENT,
	first: [
		'requestName',
		'targetNativeLanguageCode',
		'statusCode',
		'hasError',
		'latestErrorMessage',
		'fileName',
		'sourceNativeLanguageCode',
		'jobName',
		'requestId',
		'jobId',
		'fileId',
		'sourceContentId',
		'sourceNativeId',
		'sendOutcome',
	],
};

/** Collect Translations. Everything that tells of a failure stays. */
export const TRANSLATION: Columns = {
	first: [
		'requestName',
		'targetNativeLanguageCode',
		'statusCode',
		'fileName',
		'storeName',
		'fileSize',
		'mimeType',
		'content',
		'placeholderProblems',
		'jobId',
		'requestId',
		'sourceNativeId',
		'deliveryKey',
	],
	leftOut: new Set([
		...INTERNAL,
		...SECOND_SPELLINGS,
		'createdDate',
		'fileType',
		'providerReference',
	]),
	saysNothing: (value, name) => name === 'hasError' && value === false,
};

/** The triggers. */
export const EVENT: Columns = {
	first: [
		'event',
		'jobName',
		'requestName',
		'targetNativeLanguageCode',
		'sourceNativeLanguageCode',
		'statusCode',
		'hasError',
		'latestErrorMessage',
		'errorMessage',
		'requestCount',
		'counts',
		'supportAsset',
		'translationMemory',
		'requestReadable',
		'jobReadable',
		'fileName',
		'attempt',
		'jobId',
		'requestId',
		'deliveryKey',
		'sourceNativeId',
		'providerId',
		'updateId',
		'labels',
		'extendedMetadata',
		'arrivedBy',
		'environment',
	],
	leftOut: new Set(),
	saysNothing: (value) => typeof value === 'object' && Object.keys(value ?? {}).length === 0,
};

export function arrange(
	resource: IDataObject,
	{ first, leftOut, saysNothing = () => false }: Columns,
): IDataObject {
	const kept = Object.fromEntries(
		Object.entries(resource).filter(
			([name, value]) =>
				value !== null &&
				value !== undefined &&
				value !== '' &&
				!leftOut.has(name) &&
				!saysNothing(value, name),
		),
	);
	const arranged = first.filter((name) => name in kept).map((name) => [name, kept[name]]);
	return { ...Object.fromEntries(arranged), ...kept };
}
