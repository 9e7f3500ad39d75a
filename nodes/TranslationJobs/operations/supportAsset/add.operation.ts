import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { withinJobQuota } from '../../../api/jobContents';
import { addSupportAsset } from '../../../api/supportAssets';
import { additionalFields, optionsWith } from '../../../form/commonOptions';
import { fileFields, fileOptions, readFile, shortenFileNameOption } from '../../../form/fileId';
import { readJobId } from '../../../form/givenIds';
import {
	languageOptions,
	readLanguageOptions,
	resolveEntered,
	sourceLanguage,
	targetLanguages,
} from '../../../form/languages';
import { jobFromInput } from '../../../form/locators';
import { metadataJson } from '../../../form/metadata';
import type { Execute } from '../../../form/operations';
import { readGroup } from '../../../form/parameters';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job that the file belongs to. It must not be submitted yet.',
	},
	...fileFields,
	additionalFields(
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			description: 'What the file is for, e.g. a style guide',
		},
		metadataJson,
		{
			displayName: 'Source IDs',
			name: 'sourceNativeIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. page-4711, page-4712',
			description:
				'IDs of the content that the file belongs to. Separate several with commas, or use an expression that returns a list. Without this field, the file is for all content.',
		},
		sourceLanguage,
		targetLanguages,
	),
	optionsWith(shortenFileNameOption, ...languageOptions, ...fileOptions),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const entered = readGroup(this, 'additionalFields', itemIndex);
	const { source, targets } = resolveEntered(entered, readLanguageOptions(this, itemIndex));
	const asset = {
		description: (entered.description as string | undefined) || undefined,
		sourceNativeIds: entered.sourceNativeIds as string[] | undefined,
		sourceNativeLanguageCode: source,
		targetNativeLanguageCodes: targets,
		extendedMetadata: entered.extendedMetadata as IDataObject | undefined,
	};
	const provideFile = await readFile(this, client, jobId, itemIndex);
	const add = async () =>
		await addSupportAsset(client, jobId, { fmsFileId: await provideFile(), ...asset });
	return await withinJobQuota(client, jobId, 'MaxSupportAssetsPerJob', 1, add);
};
