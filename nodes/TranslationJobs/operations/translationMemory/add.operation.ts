import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { addTmUpdate } from '../../../api/translationMemory';
import { optionsWith } from '../../../form/commonOptions';
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
import { metadataJson, parseMetadata } from '../../../form/metadata';
import { readGroup } from '../../../form/parameters';
import type { Client } from '../../../http/client';

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
