import type { IDataObject } from 'n8n-workflow';

/** Fields the nodes work with; everything else the service sends is passed on unchanged. */
export interface Job extends IDataObject {
	jobId: string;
	jobName?: string;
	statusCode: string;
	providerId?: string;
	createdDate?: string;
	modifiedDate?: string;
	archived?: boolean;
	archiveStatus?: string;
	estimatedArchivalDate?: string;
	extendedMetadata?: IDataObject;
}

export interface TranslationRequest extends IDataObject {
	requestId: string;
	jobId: string;
	statusCode: string;
	requestName?: string;
	fileName?: string;
	fileId?: string;
	sourceContentId?: string;
	sourceNativeId?: string;
	sourceNativeLanguageCode?: string;
	targetNativeLanguageCode?: string;
	hasError?: boolean;
	latestErrorMessage?: string;
	createdDate?: string;
	modifiedDate?: string;
}

export interface Provider extends IDataObject {
	providerId: string;
	providerName: string;
	status?: string;
	extendedMetadataSchema?: IDataObject;
	capabilities?: IDataObject;
}

export interface StatusUpdate extends IDataObject {
	updateId: string;
	jobId?: string;
	requestIds: string[];
	statusCode: string;
	updateTime?: string;
	hasError?: boolean;
	errorMessage?: string;
}

export interface Listener extends IDataObject {
	listenerId: string;
	uri: string;
	type: string;
	statusCodes: string[];
	disabled: boolean;
}

type Raw = IDataObject;

/** The first of several spellings that has a value. */
const first = (raw: Raw, ...names: string[]) => names.map((name) => raw[name]).find((value) => value !== undefined && value !== null);

const text = (value: unknown) => (value === undefined || value === null ? undefined : String(value));

/** Adds a field under its usual name when it arrived under another one; leaves everything as it came otherwise. */
function alias(raw: Raw, names: Record<string, unknown>): Raw {
	const added = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
	return { ...raw, ...added } as Raw;
}

export function readJob(raw: Raw): Job {
	return alias(raw, {
		jobId: text(first(raw, 'jobId', 'id')) ?? '',
		statusCode: text(first(raw, 'statusCode', 'status')) ?? '',
		extendedMetadata: first(raw, 'extendedMetadata', 'ExtendedMetadata'),
		estimatedArchivalDate: first(raw, 'estimatedArchivalDate', 'estArchivalDate'),
	}) as Job;
}

export function readRequest(raw: Raw, jobId?: string): TranslationRequest {
	return alias(raw, {
		requestId: text(first(raw, 'requestId', 'id')) ?? '',
		jobId: text(first(raw, 'jobId')) ?? jobId,
		statusCode: text(first(raw, 'statusCode', 'status')) ?? '',
		fileId: text(first(raw, 'fileId', 'fmsFileId')),
		sourceContentId: text(first(raw, 'sourceContentId', 'sourcecontentId')),
		extendedMetadata: first(raw, 'extendedMetadata', 'ExtendedMetadata'),
	}) as TranslationRequest;
}

export function readProvider(raw: Raw): Provider {
	const providerId = text(first(raw, 'providerId', 'id')) ?? '';
	return alias(raw, {
		providerId,
		providerName: text(first(raw, 'providerName', 'name')) ?? providerId,
		extendedMetadataSchema: first(raw, 'extendedMetadataSchema', 'ExtendedMetadataSchema'),
	}) as Provider;
}

export function readStatusUpdate(raw: Raw): StatusUpdate {
	return alias(raw, {
		updateId: text(first(raw, 'updateId', 'id')) ?? '',
		statusCode: text(first(raw, 'statusCode', 'status')) ?? '',
		requestIds: readIds(raw.requestIds),
	}) as StatusUpdate;
}

/** Ids as a list, whatever a null, a single id or numbers were sent for them. */
export function readIds(value: unknown): string[] {
	if (Array.isArray(value)) return value.filter((id) => id !== null && id !== undefined && id !== '').map(String);
	return typeof value === 'string' && value !== '' ? [value] : [];
}

/** How many requests there are in each status. */
export function countByStatus(requests: Iterable<{ statusCode: string }>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { statusCode } of requests) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
	return counts;
}

export function readListener(raw: Raw): Listener {
	return alias(raw, {
		listenerId: text(first(raw, 'listenerId', 'id')) ?? '',
		uri: text(first(raw, 'uri', 'url')) ?? '',
		type: text(raw.type) ?? '',
		statusCodes: readIds(raw.statusCodes),
		disabled: raw.disabled === true,
	}) as Listener;
}

export interface KeyValue {
	key: string;
	value: string;
}
