import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { uploadFile } from '../../../shared/service/files/uploadFile';
import type { Client } from '../../../shared/transport/client';
import {
	inputBinaryField,
	readUploadOptions,
	uploadModeField,
	uploadOptionFields,
} from '../commonFields/fileFields';
import { readJobId } from '../commonFields/givenIds';
import { readInputFile } from '../commonFields/inputFile';
import { shortenNamesOption } from '../commonFields/jobFields';

export const description: INodeProperties[] = [
	jobFromInput,
	inputBinaryField,
	uploadModeField,
	optionsWith(shortenNamesOption, ...uploadOptionFields),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const uploaded = await uploadFile(
		client,
		readJobId(this, itemIndex),
		await readInputFile(this, itemIndex),
		readUploadOptions(this, itemIndex),
	);
	return this.helpers.returnJsonArray(uploaded);
}
