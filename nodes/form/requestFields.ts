import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { RequestDetails, RequestFields } from '../api/requests';
import { INLINE_TEXTS } from '../api/wire';
import { InvalidInput } from '../rules/invalidInput';
import { checkRequestName } from '../rules/limits';
import { additionalFields, updateFields } from './commonOptions';
import { contentJson, parseContent } from './content';
import { metadataJson } from './jobFields';
import {
	readLanguageOptions,
	readSourceLanguage,
	readTargetLanguages,
	resolveEntered,
	sourceLanguage,
	targetLanguage,
	targetLanguages,
} from './languages';
import { readFlag, readGroup, readText, withoutUndefined } from './parameters';

export const requestName: INodeProperties = {
	displayName: 'Request Name',
	name: 'requestName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Product page 4711',
	description:
		'Name that the provider sees for this content. At most 250 bytes; non-ASCII characters take two to four bytes each.',
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
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description: 'Number of words, if you know it',
};

/** Every new request needs these, whether its content is a file or text. */
export const newRequestFields: INodeProperties[] = [
	{ ...requestName, required: true },
	{ ...sourceLanguage, required: true },
	{ ...targetLanguages, required: true },
];

export const newRequestAdditions = additionalFields(
	metadataJson,
	sourceNativeId,
	{
		displayName: 'Target IDs',
		name: 'targetNativeIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. page-4711-de, page-4711-fr',
		description:
			'IDs of the translations in your own system, comma-separated and in the order of the target languages',
	},
	wordCount,
);

export function readNewRequest(context: IExecuteFunctions, itemIndex: number): RequestDetails {
	const {
		extendedMetadata,
		sourceNativeId: nativeId,
		targetNativeIds,
		wordCount: words,
	} = readGroup(context, 'additionalFields', itemIndex);
	const shorten = readFlag(context, 'options.shortenNames', itemIndex);
	const targets = readTargetLanguages(context, itemIndex);
	return {
		requestName: checkRequestName(readText(context, 'requestName', itemIndex), { shorten }),
		sourceNativeLanguageCode: readSourceLanguage(context, itemIndex),
		targetNativeLanguageCodes: targets,
		sourceNativeId: (nativeId as string | undefined) || undefined,
		targetNativeIds:
			targetNativeIds === undefined
				? undefined
				: checkTargetIds(targetNativeIds as string[], targets),
		wordCount: words as number | undefined,
		extendedMetadata: extendedMetadata as IDataObject | undefined,
	} satisfies Record<keyof RequestDetails, unknown>;
}

function checkTargetIds(ids: string[], targets: string[]): string[] {
	if (ids.length !== targets.length) {
		throw new InvalidInput(
			`Target IDs: there are ${ids.length} for ${targets.length} target languages`,
			'Enter one ID for each target language, in the same order.',
		);
	}
	return ids;
}

export const requestUpdateFields = updateFields(
	{
		...contentJson,
		description: `Texts that replace the content. ${contentJson.description}`,
	},
	metadataJson,
	{
		displayName: 'File ID',
		name: 'fmsFileId',
		type: 'string',
		default: '',
		description: 'ID of an uploaded file that replaces the content',
	},
	requestName,
	{
		displayName: 'Source Content ID',
		name: 'sourceContentId',
		type: 'string',
		default: '',
		description: 'ID of stored source content that replaces the content',
	},
	sourceNativeId,
	sourceLanguage,
	targetLanguage,
);

export function readRequestUpdate(context: IExecuteFunctions, itemIndex: number): RequestFields {
	const entered = readGroup(context, 'updateFields', itemIndex);
	const shorten = readFlag(context, 'options.shortenNames', itemIndex);
	const { source, target } = resolveEntered(entered, readLanguageOptions(context, itemIndex));
	const contents = Object.entries({
		'Content (JSON)': entered.contentJson,
		'File ID': entered.fmsFileId,
		'Source Content ID': entered.sourceContentId,
	}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
	if (contents.length > 1) {
		throw new InvalidInput(
			`${contents.join(' and ')} are ${contents.length > 2 ? 'all' : 'both'} set`,
			'A request holds either a file or text. Keep one of them.',
		);
	}
	const { requestName: name, sourceNativeId: nativeId } = entered;
	const fields: RequestFields = withoutUndefined({
		requestName: name === undefined ? undefined : checkRequestName(name, { shorten }),
		sourceNativeId: nativeId as string | undefined,
		sourceNativeLanguageCode: source,
		targetNativeLanguageCode: target,
		fmsFileId: entered.fmsFileId as string | undefined,
		sourcecontentId: entered.sourceContentId as string | undefined,
		[INLINE_TEXTS]:
			entered.contentJson === undefined ? undefined : parseContent(entered.contentJson),
		extendedMetadata: entered.extendedMetadata as IDataObject | undefined,
	} satisfies Record<keyof RequestFields, unknown>);
	if (Object.keys(fields).length === 0)
		throw new InvalidInput(
			'There is nothing to change',
			"Add at least one field under 'Update Fields'.",
		);
	return fields;
}
