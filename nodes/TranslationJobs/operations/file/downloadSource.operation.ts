import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { downloadSource } from '../../../api/files/downloadSource';
import { optionsWith } from '../../../form/commonOptions';
import { downloadedItem, outputBinaryField, readOutputField } from '../../../form/downloadFields';
import { idleField, readIdleMs } from '../../../form/fileFields';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readText } from '../../../form/parameters';

export const description: INodeProperties[] = [
	jobFromInput,
	{
		displayName: 'File ID',
		name: 'fmsFileId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 0f3c9a52-6a55-4b61-9d6e-0f1b7c5e2a90',
		description: 'The fmsFileId that the upload returned. Requests call it fileId.',
	},
	outputBinaryField,
	optionsWith(idleField),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const fmsFileId = readText(this, 'fmsFileId', itemIndex);
	const field = readOutputField(this, itemIndex);
	const file = await downloadSource(this, client, jobId, fmsFileId, {
		idleMs: readIdleMs(this, itemIndex),
		language: sourceLanguageInInput(this, itemIndex, fmsFileId),
	});
	return downloadedItem(field, { jobId, fmsFileId }, file);
};

/** An item of a request says the language of its source. */
function sourceLanguageInInput(
	context: IExecuteFunctions,
	itemIndex: number,
	wanted: string,
): string | undefined {
	const { fileId, fmsFileId, sourceNativeLanguageCode } =
		context.getInputData()[itemIndex]?.json ?? {};
	return [fileId, fmsFileId].includes(wanted) && typeof sourceNativeLanguageCode === 'string'
		? sourceNativeLanguageCode
		: undefined;
}
