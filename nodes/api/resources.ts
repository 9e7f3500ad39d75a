import type { IDataObject } from 'n8n-workflow';

import { omit } from '../../l10n/json';
import { isErrorStatus, type JobStatus, type RequestStatus } from '../rules/statuses';
import { INLINE_TEXTS } from './wire';

/**
 * The fields the nodes work with. All others stay in the object and are passed on unchanged. Types
 * rather than interfaces, so that they count as n8n's IDataObject.
 */

/** A value whose form differs between services. */
type AnyForm = IDataObject[string];

export type Job = {
	jobId: string;
	jobName?: string;
	statusCode: JobStatus;
	providerId?: string;
	labels?: AnyForm;
	createdDate?: string;
	modifiedDate?: string;
	submittedDate?: string;
	dueDate?: string;
	archived?: boolean;
	archiveStatus?: string;
	estimatedArchivalDate?: string;
	aggregateRequests?: AnyForm;
	extendedMetadata?: IDataObject;
};

export type TranslationRequest = {
	requestId: string;
	jobId: string;
	statusCode: RequestStatus;
	requestName?: string;
	fileName?: string;
	fileId?: string;
	sourceContentId?: string;
	[INLINE_TEXTS]?: AnyForm;
	sourceNativeId?: string;
	sourceNativeLanguageCode?: string;
	targetNativeLanguageCode?: string;
	hasError?: boolean;
	latestErrorMessage?: string;
	createdDate?: string;
	modifiedDate?: string;
	extendedMetadata?: IDataObject;
};

export type Provider = {
	providerId: string;
	providerName: string;
	status?: string;
	extendedMetadataSchema?: IDataObject;
	capabilities?: IDataObject;
};

export type StatusUpdate = {
	updateId: string;
	jobId?: string;
	requestIds: string[];
	statusCode: JobStatus | RequestStatus;
	updateTime?: string;
	hasError?: boolean;
	errorMessage?: string;
};

export type Listener = {
	listenerId: string;
	uri: string;
	type: string;
	statusCodes: string[];
	disabled: boolean;
	acknowledgeStatusUpdate?: boolean;
	authType?: string;
	onSupportAssetCreate?: boolean;
	onTmUpdateCreate?: boolean;
};

type Raw = Record<string, unknown>;

/** The first spelling that has a value. */
const first = (raw: Raw, ...names: string[]) =>
	names.map((name) => raw[name]).find((value) => value !== undefined && value !== null);

const text = (value: unknown) =>
	value === undefined || value === null ? undefined : String(value);

/** Other spellings of a field, by the service or the version of it. */
const SPELLINGS = [
	...['jobId', 'requestId', 'providerId', 'updateId', 'listenerId'].map((id) => ['id', id]),
	['status', 'statusCode'],
	['estArchivalDate', 'estimatedArchivalDate'],
	['fmsFileId', 'fileId'],
	['sourcecontentId', 'sourceContentId'],
	['SourceContent', INLINE_TEXTS],
	['ExtendedMetadata', 'extendedMetadata'],
] as const;

/** Puts fields under their usual names, each value once. Keeps everything else. */
function alias(raw: Raw, names: Record<string, unknown>): Raw {
	const added = Object.fromEntries(
		Object.entries(names).filter(([, value]) => value !== undefined),
	);
	const isTwin = ([other, usual]: (typeof SPELLINGS)[number]) =>
		usual in added && (added[usual] === raw[other] || added[usual] === text(raw[other]));
	return { ...omit(raw, ...SPELLINGS.filter(isTwin).map(([other]) => other)), ...added };
}

const statusOf = (raw: Raw): string => text(first(raw, 'statusCode', 'status')) ?? '';

/** Undefined if nothing speaks of an error. */
export const showsError = (raw: Raw): true | undefined =>
	raw.hasError === true || raw.isError === true || isErrorStatus(statusOf(raw)) || undefined;

export function readJob(raw: Raw): Job {
	return alias(raw, {
		jobId: text(first(raw, 'jobId', 'id')) ?? '',
		statusCode: statusOf(raw),
		hasError: showsError(raw),
		extendedMetadata: first(raw, 'extendedMetadata', 'ExtendedMetadata'),
		estimatedArchivalDate: first(raw, 'estimatedArchivalDate', 'estArchivalDate'),
	}) as Job;
}

export function readRequest(raw: Raw, jobId?: string): TranslationRequest {
	return alias(raw, {
		requestId: text(first(raw, 'requestId', 'id')) ?? '',
		jobId: text(first(raw, 'jobId')) ?? jobId,
		statusCode: statusOf(raw),
		hasError: showsError(raw),
		fileId: text(first(raw, 'fileId', 'fmsFileId')),
		sourceContentId: text(first(raw, 'sourceContentId', 'sourcecontentId')),
		[INLINE_TEXTS]: first(raw, INLINE_TEXTS, 'SourceContent'),
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
		statusCode: statusOf(raw),
		hasError: showsError(raw),
		requestIds: readIds(raw.requestIds),
	}) as StatusUpdate;
}

/** Accepts null, a single id and numbers. */
export function readIds(value: unknown): string[] {
	if (Array.isArray(value))
		return value.filter((id) => id !== null && id !== undefined && id !== '').map(String);
	return typeof value === 'string' && value !== '' ? [value] : [];
}

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

export type KeyValue = {
	key: string;
	value: string;
};
