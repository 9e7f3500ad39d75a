import { extname } from 'node:path';

import { archivalDate } from '../model/lifecycle';
import {
	type Job,
	type JsonObject,
	type Listener,
	type Provider,
	signatureOf,
	type SourceContent,
	type SourceFile,
	type StatusUpdate,
	type SupportAsset,
	type TmUpdate,
	type TranslationRequest,
} from '../model/model';
import { SITE_ID, type State } from '../model/state';
import type { Variants } from '../model/variants';

const date = ({ datesWithZone }: Variants, ms: number): string =>
	new Date(ms).toISOString().slice(0, datesWithZone ? undefined : -1);

const status = ({ variants, isProduction }: State, value: string): JsonObject => ({
	[isProduction ? 'statusCode' : 'status']:
		variants.unknownStatus !== null && value === 'IN_TRANSLATION' ? variants.unknownStatus : value,
});

/** Nobody knows the name of the error state, nor whether there is one. */
const shownStatus = ({ errorStatus }: Variants, value: string, hasError: boolean): string =>
	hasError ? (errorStatus ?? value) : value;

const error = ({ errorField }: Variants, hasError: boolean): JsonObject =>
	errorField === 'none' ? {} : { [errorField]: hasError };

const metadata = (variants: Variants, value: JsonObject | undefined): JsonObject => ({
	[variants.metadataField]: value ?? (variants.unknownFields ? null : undefined),
});

const unknownFields = (variants: Variants): JsonObject =>
	variants.unknownFields
		? { riskScore: 0.25, workflowStage: { code: 'QX-7', steps: ['a', 'b'] }, previewUrl: null }
		: {};

function labels(variants: Variants, value: Job['labels']): Job['labels'] {
	if (value === undefined || variants.labelsShape === 'asSent') return value;
	const isList = Array.isArray(value);
	if (variants.labelsShape === 'list')
		return isList
			? value
			: Object.entries(value).map(([name, content]) => (content ? `${name}=${content}` : name));
	return isList ? Object.fromEntries(value.map((name) => [name, ''])) : value;
}

function labelsIn(variants: Variants, value: Job['labels'], inList: boolean): Job['labels'] {
	const { labelsShown } = variants;
	const isHidden = labelsShown === 'nowhere' || (labelsShown === 'notInLists' && inList);
	return isHidden ? undefined : labels(variants, value);
}

function nameOf({ nameForm }: Variants, sent: string): string {
	switch (nameForm) {
		case 'asSent':
			return sent;
		case 'escaped':
			return sent.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
		case 'collapsed':
			return sent.trim().replace(/\s+/g, ' ');
		case 'nfc':
			return sent.normalize('NFC');
	}
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export function jobToJson(
	state: State,
	job: Job,
	withAggregate = false,
	inList = false,
): JsonObject {
	const { variants } = state;
	return {
		jobId: job.jobId,
		jobName: nameOf(variants, job.jobName),
		description: job.description,
		...status(state, job.status),
		hasError: job.hasError,
		latestErrorMessage: job.latestErrorMessage,
		providerId: job.providerId,
		creatorId: job.creatorId,
		siteId: SITE_ID,
		poReference: job.poReference,
		dueDate: job.dueDate,
		createdDate: date(variants, job.created),
		modifiedDate: date(variants, job.modified),
		activityDate: date(variants, job.activity),
		[variants.archivalDateField]: date(variants, archivalDate(job.activity)),
		...archival(variants, job),
		customData: job.customData,
		shouldQuote: job.shouldQuote,
		serviceType: job.serviceType,
		connectorName: job.connectorName || undefined,
		connectorVersion: job.connectorVersion || undefined,
		globalTrackingId: job.globalTrackingId,
		labels: labelsIn(variants, job.labels, inList),
		...metadata(variants, job.extendedMetadata),
		aggregateRequests: withAggregate ? aggregate(variants, job) : undefined,
		...unknownFields(variants),
	};
}

const archival = ({ archiveFields }: Variants, { archiveStatus }: Job): JsonObject =>
	archiveFields === 'hidden'
		? {}
		: { archived: archiveStatus === 'ARCHIVED' || archiveStatus === 'UNARCHIVING', archiveStatus };

function aggregate({ aggregateShape }: Variants, job: Job): JsonObject | JsonObject[] {
	const counts: Record<string, number> = {};
	for (const request of job.requests) counts[request.status] = (counts[request.status] ?? 0) + 1;
	const camelCase = (name: string) =>
		name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
	switch (aggregateShape) {
		case 'object':
			return counts;
		case 'list':
			return Object.entries(counts).map(([statusCode, count]) => ({ statusCode, count }));
		case 'camelCase':
			return Object.fromEntries(
				Object.entries(counts).map(([name, count]) => [camelCase(name), count]),
			);
		case 'totals':
			return { total: job.requests.length, review: counts.REVIEW_TRANSLATION ?? 0 };
		case 'empty':
			return {};
		case 'emptyList':
			return [];
		case 'stale':
			return { IN_TRANSLATION: job.requests.length, REVIEW_TRANSLATION: 0 };
	}
}

export function requestToJson(
	state: State,
	request: TranslationRequest,
	inList = false,
): JsonObject {
	const { variants, files, jobs } = state;
	const hasContentIds = variants.contentIdsInLists || !inList;
	const file = request.fmsFileId === undefined ? undefined : files.get(request.fmsFileId);
	return {
		requestId: request.requestId,
		jobId: request.jobId,
		requestName: nameOf(variants, request.requestName),
		...status(state, shownStatus(variants, request.status, request.hasError)),
		...error(variants, request.hasError),
		latestErrorMessage: request.latestErrorMessage,
		sourceNativeId: request.sourceNativeId,
		sourceNativeLanguageCode: request.sourceNativeLanguageCode,
		targetNativeId: request.targetNativeId,
		targetNativeLanguageCode: request.targetNativeLanguageCode,
		createdDate: date(variants, request.created),
		modifiedDate: date(variants, request.modified),
		wordCount: request.wordCount,
		fileName: file?.fileName,
		fileId: hasContentIds ? request.fmsFileId : undefined,
		fileType: state.isProduction
			? file && extname(file.fileName).slice(1).toLowerCase()
			: file?.contentType,
		...(request.hasInlineContent
			? {
					sourceContent: inList
						? undefined
						: jobs.get(request.jobId)?.contents.get(request.sourcecontentId ?? '')?.fields,
				}
			: { [variants.contentIdField]: hasContentIds ? request.sourcecontentId : undefined }),
		providerReference: request.providerReference,
		...metadata(variants, request.extendedMetadata),
		...unknownFields(variants),
	};
}

export const contentToJson = ({ variants }: State, content: SourceContent): JsonObject => ({
	[variants.contentIdField]: content.sourcecontentId,
	fields: content.fields,
});

export const transferToJson = ({ urls }: State, file: SourceFile): JsonObject => ({
	fmsFileId: file.fmsFileId,
	fmsPostMultipartUrl: `${urls.files}/fms/multipart/${file.fmsFileId}?signature=${signatureOf(file)}`,
	fmsUploadUrl: `${urls.files}/fms/tus/${file.fmsFileId}`,
	fmsSASToken: file.sasToken,
	fileName: file.fileName,
});

export const updateToJson = ({ variants }: State, update: StatusUpdate): JsonObject => ({
	updateId: update.updateId,
	jobId: update.jobId,
	requestIds: update.requestIds,
	statusCode: shownStatus(variants, update.statusCode, update.hasError),
	updateTime: date(variants, update.updateTime),
	...error(variants, update.hasError),
	errorMessage: update.errorMessage,
	...unknownFields(variants),
});

export const listenerToJson = (
	{ variants }: State,
	listener: Listener,
	inList = false,
): JsonObject => ({
	listenerId: listener.listenerId,
	uri:
		variants.listenersShown === 'plainCommas' ? listener.uri.replaceAll('%2C', ',') : listener.uri,
	type:
		inList && variants.listenersShown === 'shortened' ? listener.type.slice(0, -2) : listener.type,
	statusCodes: variants.listenersShown === 'shortened' ? undefined : listener.statusCodes,
	acknowledgeStatusUpdate: listener.acknowledgeStatusUpdate,
	disabled: listener.disabled,
	authType: listener.authType,
	onSupportAssetCreate: listener.onSupportAssetCreate,
	onTmUpdateCreate: listener.onTmUpdateCreate,
	...unknownFields(variants),
});

export const providerToJson = (
	{ variants, isProduction }: State,
	provider: Provider,
): JsonObject => ({
	[isProduction ? 'providerId' : 'id']: provider.id,
	[isProduction ? 'providerName' : 'name']: provider.name,
	siteId: provider.siteId,
	creatorId: provider.creatorId,
	status: provider.status,
	ExtendedMetadataSchema: provider.extendedMetadataSchema,
	capabilities: provider.capabilities,
	...unknownFields(variants),
});

export const assetToJson = (
	{ variants }: State,
	{ seq: _seq, created, extendedMetadata, ...asset }: SupportAsset | TmUpdate,
	inList = false,
): JsonObject => ({
	...asset,
	...('description' in asset && asset.description !== undefined
		? { description: nameOf(variants, asset.description) }
		: {}),
	fmsFileId: variants.contentIdsInLists || !inList ? asset.fmsFileId : undefined,
	createdDate: date(variants, created),
	...metadata(variants, extendedMetadata),
	...unknownFields(variants),
});
