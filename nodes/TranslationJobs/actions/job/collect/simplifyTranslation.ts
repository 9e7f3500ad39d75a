import type { IDataObject } from 'n8n-workflow';

import { simplified } from '../../../../shared/fields/simplify';

/** In the order in which people look for them. */
const FIRST = [
	'requestName',
	'targetNativeLanguageCode',
	'statusCode',
	'fileName',
	'fileSize',
	'mimeType',
	'content',
	'jobId',
	'requestId',
	'sourceNativeId',
	'deliveryKey',
];

/** Second spellings of fields that stay, and what says nothing about the translation. */
const LEFT_OUT = [
	'id',
	'status',
	'fmsFileId',
	'sourcecontentId',
	'ExtendedMetadata',
	'createdDate',
	'fileType',
	'providerReference',
];

/** Fields that nobody foresaw stay, and so does everything that tells of a failure. */
export function simplifyTranslation(translation: IDataObject): IDataObject {
	const rest = simplified(translation);
	const first = FIRST.filter((name) => name in rest).map((name) => [name, rest[name]]);
	const others = Object.entries(rest).filter(
		([name, value]) =>
			!FIRST.includes(name) &&
			!LEFT_OUT.includes(name) &&
			!(name === 'hasError' && value === false),
	);
	return Object.fromEntries([...first, ...others]) as IDataObject;
}
