import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { splitEntries } from '../../../shared/fields/textLists';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { checkRequestName } from '../../../shared/rules/limits';
import type { NewRequests, RequestFields } from '../../../shared/service/requests/requests';
import { readLanguageOptions, readSourceLanguage, readTargetLanguages, resolveEntered, sourceLanguage, targetLanguage, targetLanguages } from './languages';
import { metadataJson, parseMetadata } from './metadata';

export const requestName: INodeProperties = {
	displayName: 'Request Name',
	name: 'requestName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Product page 4711',
	description: 'What this content is called at the provider. At most 250 bytes; letters other than a–z take two to four bytes each.',
};

export const sourceNativeId: INodeProperties = {
	displayName: 'Source ID',
	name: 'sourceNativeId',
	type: 'string',
	default: '',
	placeholder: 'e.g. page-4711',
	description: 'ID of the content in your own system. It comes back with the translation.',
};

export const wordCount: INodeProperties = {
	displayName: 'Word Count',
	name: 'wordCount',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Number of words, if you know it',
};

/** What a new request needs whether its content is a file or text; it goes before and after the content. */
export const newRequestFields: INodeProperties[] = [
	{ ...requestName, required: true },
	{ ...sourceLanguage, required: true },
	{ ...targetLanguages, required: true },
];

export const newRequestAdditions: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		metadataJson,
		sourceNativeId,
		{
			displayName: 'Target IDs',
			name: 'targetNativeIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. page-4711-de, page-4711-fr',
			description: 'IDs of the translations in your own system, comma-separated and in the order of the target languages',
		},
		wordCount,
	],
};

/** Everything about a new request but its content. */
export function readNewRequest(context: IExecuteFunctions, itemIndex: number): NewRequests {
	const { extendedMetadata, sourceNativeId: nativeId, targetNativeIds, wordCount: words } = context.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject;
	const shorten = context.getNodeParameter('options.shortenNames', itemIndex, false) as boolean;
	const targets = readTargetLanguages(context, itemIndex);
	const metadata = parseMetadata(extendedMetadata);
	return {
		requestName: checkRequestName(context.getNodeParameter('requestName', itemIndex, ''), { shorten }),
		sourceNativeLanguageCode: readSourceLanguage(context, itemIndex),
		targetNativeLanguageCodes: targets,
		...(nativeId ? { sourceNativeId: String(nativeId) } : {}),
		...(targetNativeIds && String(targetNativeIds) ? { targetNativeIds: readTargetIds(targetNativeIds, targets) } : {}),
		...(words === undefined || words === '' ? {} : { wordCount: readWordCount(words) }),
		...(metadata ? { extendedMetadata: metadata } : {}),
	};
}

function readTargetIds(entered: unknown, targets: string[]): string[] {
	const ids = splitEntries(entered);
	if (ids.length !== targets.length) {
		throw new InvalidInput(`Target IDs: ${ids.length} are given for ${targets.length} target languages`, 'Give one for each target language, in the same order.', 'Target IDs');
	}
	return ids;
}

export function readWordCount(entered: unknown): number {
	const count = Number(entered);
	if (!Number.isInteger(count) || count < 0) throw new InvalidInput(`Word Count: "${String(entered)}" is not a whole number`, 'Enter a number such as 250, or leave it out.', 'Word Count');
	return count;
}

/** What can be changed on requests that were not submitted yet. */
export const requestUpdateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		metadataJson,
		{
			displayName: 'File ID',
			name: 'fmsFileId',
			type: 'string',
			default: '',
			description: 'ID of an uploaded file that takes the place of the content',
		},
		requestName,
		{
			displayName: 'Source Content ID',
			name: 'sourceContentId',
			type: 'string',
			default: '',
			description: 'ID of stored source content that takes the place of the content',
		},
		sourceNativeId,
		sourceLanguage,
		targetLanguage,
	],
};

export function readRequestUpdate(context: IExecuteFunctions, itemIndex: number): RequestFields {
	const entered = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const shorten = context.getNodeParameter('options.shortenNames', itemIndex, false) as boolean;
	const { source, target } = resolveEntered(entered, readLanguageOptions(context, itemIndex));
	const metadata = parseMetadata(entered.extendedMetadata);
	if (entered.fmsFileId && entered.sourceContentId) {
		throw new InvalidInput('File ID and Source Content ID are both given', 'A request is either a file or text: remove one of the two.');
	}
	const fields: RequestFields = {
		...(entered.requestName === undefined ? {} : { requestName: checkRequestName(entered.requestName, { shorten }) }),
		...(entered.sourceNativeId === undefined ? {} : { sourceNativeId: String(entered.sourceNativeId) }),
		...(source ? { sourceNativeLanguageCode: source } : {}),
		...(target ? { targetNativeLanguageCode: target } : {}),
		...(entered.fmsFileId ? { fmsFileId: String(entered.fmsFileId) } : {}),
		...(entered.sourceContentId ? { sourcecontentId: String(entered.sourceContentId) } : {}),
		...(metadata ? { extendedMetadata: metadata } : {}),
	};
	if (Object.keys(fields).length === 0) throw new InvalidInput('There is nothing to change', 'Add at least one of the fields under "Update Fields".');
	return fields;
}
