import type { IDataObject } from 'n8n-workflow';

import { addTmUpdate, getTmUpdate, listTmUpdates } from '../../api/translationMemory';
import { additionalFields, optionsWith } from '../../form/commonOptions';
import { fileFields, fileOptions, readFile, shortenFileNameOption } from '../../form/fileId';
import { readJobId } from '../../form/givenIds';
import { metadataJson } from '../../form/jobFields';
import {
	languageOptions,
	readSourceLanguage,
	readTargetLanguage,
	sourceLanguage,
	targetLanguage,
} from '../../form/languages';
import { jobFromInput, readLocator } from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readGroup } from '../../form/parameters';

export const translationMemory = defineResource('translationMemory', {
	add: {
		name: 'Add',
		description: 'Add a file with existing translations that the provider can reuse',
		action: 'Add translation memory update',
		fields: [
			{ ...jobFromInput, description: 'The job that the file belongs to' },
			...fileFields,
			{ ...sourceLanguage, required: true },
			{ ...targetLanguage, required: true },
			additionalFields(metadataJson),
			optionsWith(shortenFileNameOption, ...languageOptions, ...fileOptions),
		],
		async execute(client, itemIndex) {
			const jobId = readJobId(this, itemIndex);
			const update = {
				sourceNativeLanguageCode: readSourceLanguage(this, itemIndex),
				targetNativeLanguageCode: readTargetLanguage(this, itemIndex),
				...readGroup<{ extendedMetadata?: IDataObject }>(this, 'additionalFields', itemIndex),
			};
			const provideFile = await readFile(this, client, jobId, itemIndex);
			return await addTmUpdate(client, jobId, { fmsFileId: await provideFile(), ...update });
		},
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many translation memory updates of a job',
		action: 'Get many translation memory updates',
		fields: [jobFromInput],
		list(client, itemIndex) {
			return listTmUpdates(client, readJobId(this, itemIndex));
		},
	},
	get: {
		name: 'Get',
		description: 'Get one translation memory update',
		action: 'Get translation memory update',
		fields: [
			jobFromInput,
			{
				displayName: 'Memory Update ID',
				name: 'tmUpdateId',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. {{ $json.tmupdateId }}',
				description: 'ID of a translation memory update of this job',
			},
			optionsWith(),
		],
		async execute(client, itemIndex) {
			return await getTmUpdate(
				client,
				readJobId(this, itemIndex),
				readLocator(this, 'tmUpdateId', itemIndex),
			);
		},
	},
});
