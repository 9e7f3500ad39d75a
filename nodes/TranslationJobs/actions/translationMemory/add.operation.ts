import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { readGroup } from '../../../shared/fields/parameters';
import { addTmUpdate } from '../../../shared/service/jobFiles/translationMemory';
import type { Client } from '../../../shared/transport/client';
import { fileFields, fileOptions, readFile, shortenFileNameOption } from '../commonFields/fileId';
import { readJobId } from '../commonFields/givenIds';
import {
	languageOptions,
	readSourceLanguage,
	readTargetLanguage,
	sourceLanguage,
	targetLanguage,
} from '../commonFields/languages';
import { metadataJson, parseMetadata } from '../commonFields/metadata';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job that the file belongs to' },
	...fileFields,
	{ ...sourceLanguage, required: true },
	{ ...targetLanguage, required: true },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [metadataJson],
	},
	optionsWith(shortenFileNameOption, ...languageOptions, ...fileOptions),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const { extendedMetadata } = readGroup(this, 'additionalFields', itemIndex);
	const update = {
		sourceNativeLanguageCode: readSourceLanguage(this, itemIndex),
		targetNativeLanguageCode: readTargetLanguage(this, itemIndex),
		extendedMetadata: parseMetadata(extendedMetadata),
	};
	const provideFile = await readFile(this, client, jobId, itemIndex);
	return this.helpers.returnJsonArray(
		await addTmUpdate(client, jobId, { fmsFileId: await provideFile(), ...update }),
	);
}
