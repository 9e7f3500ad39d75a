import type { IDataObject } from 'n8n-workflow';

import { simplified } from '../../../../shared/fields/simplify';

const JOB_COLUMNS = [
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
];

const REQUEST_COLUMNS = [
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
];

/** Second spellings, and the bookkeeping of the service. Unknown fields are passed on. */
const LEFT_OUT = new Set([
	'id',
	'status',
	'fmsFileId',
	'sourcecontentId',
	'ExtendedMetadata',
	'labels',
	'fileType',
	'createdDate',
	'modifiedDate',
	'activityDate',
	'estArchivalDate',
	'estimatedArchivalDate',
	'archiveStatus',
]);

function arrange(record: IDataObject, columns: readonly string[]): IDataObject {
	const kept = Object.fromEntries(
		Object.entries(simplified(record)).filter(
			([name, value]) => !LEFT_OUT.has(name) && value !== false,
		),
	);
	const first = columns.filter((name) => name in kept).map((name) => [name, kept[name]]);
	return { ...Object.fromEntries(first), ...kept };
}

export const simplifiedJob = (job: IDataObject): IDataObject => arrange(job, JOB_COLUMNS);

export const simplifiedRequest = (request: IDataObject): IDataObject =>
	arrange(request, REQUEST_COLUMNS);
