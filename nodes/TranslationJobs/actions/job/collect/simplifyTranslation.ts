import type { IDataObject } from 'n8n-workflow';

import { arrange, SECOND_SPELLINGS } from '../../../../shared/fields/simplify';

/** In the order in which people look for them. */
const FIRST = [
	'requestName',
	'targetNativeLanguageCode',
	'statusCode',
	'fileName',
	'fileSize',
	'mimeType',
	'content',
	'placeholderProblems',
	'jobId',
	'requestId',
	'sourceNativeId',
	'deliveryKey',
];

/** Second spellings, and what says nothing about the translation. */
const LEFT_OUT = [...SECOND_SPELLINGS, 'createdDate', 'fileType', 'providerReference'];

/** Everything that tells of a failure stays. */
export const simplifyTranslation = (translation: IDataObject): IDataObject =>
	arrange(
		translation,
		FIRST,
		(name, value) => LEFT_OUT.includes(name) || (name === 'hasError' && value === false),
	);
