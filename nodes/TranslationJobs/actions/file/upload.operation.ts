import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { readChoice } from '../../../shared/fields/parameters';
import { uploadFile } from '../../../shared/service/files/uploadFile';
import type { Client } from '../../../shared/transport/client';
import { binarySource } from '../../../shared/transport/files/fileSource';
import {
	inputBinaryField,
	readUploadOptions,
	uploadModeField,
	uploadOptionFields,
} from '../fields/fileFields';
import { readJobId } from '../fields/givenIds';
import { shortenNamesOption } from '../fields/jobFields';

const properties: INodeProperties[] = [
	jobFromInput,
	inputBinaryField,
	uploadModeField,
	optionsWith(shortenNamesOption, ...uploadOptionFields),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['file'], operation: ['upload'] } },
	properties,
);

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const source = await binarySource(
		this,
		itemIndex,
		readChoice(this, 'binaryPropertyName', itemIndex, 'data'),
	);
	const uploaded = await uploadFile(
		client,
		readJobId(this, itemIndex),
		source,
		readUploadOptions(this, itemIndex),
	);
	return this.helpers.returnJsonArray(uploaded);
}
