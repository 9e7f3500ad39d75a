import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { addTmUpdate } from '../../../api/translationMemory';
import { additionalFields, optionsWith } from '../../../form/commonOptions';
import { fileFields, fileOptions, readFile, shortenFileNameOption } from '../../../form/fileId';
import { readJobId } from '../../../form/givenIds';
import {
	languageOptions,
	readSourceLanguage,
	readTargetLanguage,
	sourceLanguage,
	targetLanguage,
} from '../../../form/languages';
import { jobFromInput } from '../../../form/locators';
import { metadataJson } from '../../../form/metadata';
import type { Execute } from '../../../form/operations';
import { readGroup } from '../../../form/parameters';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job that the file belongs to' },
	...fileFields,
	{ ...sourceLanguage, required: true },
	{ ...targetLanguage, required: true },
	additionalFields(metadataJson),
	optionsWith(shortenFileNameOption, ...languageOptions, ...fileOptions),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const update = {
		sourceNativeLanguageCode: readSourceLanguage(this, itemIndex),
		targetNativeLanguageCode: readTargetLanguage(this, itemIndex),
		...readGroup<{ extendedMetadata?: IDataObject }>(this, 'additionalFields', itemIndex),
	};
	const provideFile = await readFile(this, client, jobId, itemIndex);
	return await addTmUpdate(client, jobId, { fmsFileId: await provideFile(), ...update });
};
