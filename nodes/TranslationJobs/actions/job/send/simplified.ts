import type { IDataObject } from 'n8n-workflow';

import { arrange, SECOND_SPELLINGS } from '../../../../shared/fields/simplify';

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
	...SECOND_SPELLINGS,
	'labels',
	'fileType',
	'createdDate',
	'modifiedDate',
	'activityDate',
	'estArchivalDate',
	'estimatedArchivalDate',
	'archiveStatus',
]);

const isLeftOut = (name: string, value: unknown) => LEFT_OUT.has(name) || value === false;

export const simplifiedJob = (job: IDataObject): IDataObject =>
	arrange(job, JOB_COLUMNS, isLeftOut);

export const simplifiedRequest = (request: IDataObject): IDataObject =>
	arrange(request, REQUEST_COLUMNS, isLeftOut);
