import type { IDataObject } from 'n8n-workflow';

import { withinJobQuota } from '../../api/jobContents';
import {
	addSupportAsset,
	deleteSupportAsset,
	getSupportAsset,
	listSupportAssets,
} from '../../api/supportAssets';
import { additionalFields, optionsWith } from '../../form/commonOptions';
import { fileFields, fileOptions, readFile, shortenFileNameOption } from '../../form/fileId';
import { readJobId } from '../../form/givenIds';
import { metadataJson } from '../../form/jobFields';
import {
	languageOptions,
	readLanguageOptions,
	resolveEntered,
	sourceLanguage,
	targetLanguages,
} from '../../form/languages';
import { jobFromInput, jobRLC, readLocator, supportAssetId } from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readGroup } from '../../form/parameters';

export const supportAsset = defineResource('supportAsset', {
	add: {
		name: 'Add',
		description: 'Add a file that helps the translators, e.g. a style guide',
		action: 'Add support asset',
		fields: [
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
		],
		async execute(client, itemIndex) {
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
		},
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many support assets of a job',
		action: 'Get many support assets',
		fields: [jobFromInput],
		list(client, itemIndex) {
			return listSupportAssets(client, readJobId(this, itemIndex));
		},
	},
	get: {
		name: 'Get',
		description: 'Get one support asset',
		action: 'Get support asset',
		fields: [jobFromInput, supportAssetId, optionsWith()],
		async execute(client, itemIndex) {
			return await getSupportAsset(
				client,
				readJobId(this, itemIndex),
				readLocator(this, 'supportAssetId', itemIndex),
			);
		},
	},
	delete: {
		name: 'Delete',
		description: 'Remove a support asset from its job',
		action: 'Delete support asset',
		fields: [
			{ ...jobRLC, description: 'The job of the support asset. It must not be submitted yet.' },
			supportAssetId,
			optionsWith(),
		],
		async execute(client, itemIndex) {
			const asset = await deleteSupportAsset(
				client,
				readLocator(this, 'jobId', itemIndex),
				readLocator(this, 'supportAssetId', itemIndex),
			);
			return { ...asset, deleted: true };
		},
	},
});
