import type { IExecuteFunctions } from 'n8n-workflow';

import { downloadSource } from '../../api/files/downloadSource';
import { downloadTranslation, requestIfReadable } from '../../api/files/downloadTranslation';
import { uploadFile } from '../../api/files/uploadFile';
import { getRequest } from '../../api/requests';
import { optionsWith } from '../../form/commonOptions';
import {
	downloadedItem,
	outputBinaryField,
	outputFileNameField,
	readFileNamePattern,
	readOutputField,
} from '../../form/downloadFields';
import {
	idleField,
	inputBinaryField,
	readIdleMs,
	readInputFile,
	readUploadOptions,
	uploadModeField,
	uploadOptionFields,
} from '../../form/fileFields';
import { readJobId, readRequestId } from '../../form/givenIds';
import { shortenNamesOption } from '../../form/jobFields';
import { jobFromInput, requestFromInput } from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readText } from '../../form/parameters';
import { needsLanguage } from '../../rules/fileNames';

export const file = defineResource(
	'file',
	{
		downloadTranslation: {
			name: 'Download Translation',
			description: 'Download the translation of a request',
			action: 'Download translation',
			fields: [
				jobFromInput,
				requestFromInput,
				outputBinaryField,
				optionsWith(outputFileNameField, idleField),
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const requestId = readRequestId(this, itemIndex);
				const pattern = readFileNamePattern(this, itemIndex);
				const field = readOutputField(this, itemIndex);
				const { language, sourceName } = requestInInput(this, itemIndex, requestId);
				const readRequest = needsLanguage(pattern) ? getRequest : requestIfReadable;
				const isKnown = language !== undefined && sourceName !== undefined;
				const request = isKnown ? undefined : await readRequest(client, jobId, requestId);
				const file = await downloadTranslation(this, client, jobId, requestId, {
					idleMs: readIdleMs(this, itemIndex),
					request,
					language: language ?? request?.targetNativeLanguageCode,
					sourceName: request?.fileName ?? sourceName,
					pattern,
				});
				return downloadedItem(field, { jobId, requestId }, file);
			},
		},
		upload: {
			name: 'Upload',
			description: 'Upload a file to a job. Add it as a request afterwards.',
			action: 'Upload file',
			fields: [
				jobFromInput,
				inputBinaryField,
				uploadModeField,
				optionsWith(shortenNamesOption, ...uploadOptionFields),
			],
			async execute(client, itemIndex) {
				return await uploadFile(
					client,
					readJobId(this, itemIndex),
					await readInputFile(this, itemIndex),
					readUploadOptions(this, itemIndex),
				);
			},
		},
		downloadSource: {
			name: 'Download Source',
			description: 'Download an uploaded source file',
			action: 'Download source file',
			fields: [
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
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const fmsFileId = readText(this, 'fmsFileId', itemIndex);
				const field = readOutputField(this, itemIndex);
				const file = await downloadSource(this, client, jobId, fmsFileId, {
					idleMs: readIdleMs(this, itemIndex),
					language: sourceLanguageInInput(this, itemIndex, fmsFileId),
				});
				return downloadedItem(field, { jobId, fmsFileId }, file);
			},
		},
	},
	'upload',
);

/** An item of this request may say its language and file name, which saves a call. */
function requestInInput(
	context: IExecuteFunctions,
	itemIndex: number,
	wanted: string,
): { language?: string; sourceName?: string } {
	const { requestId, targetNativeLanguageCode, fileName } =
		context.getInputData()[itemIndex]?.json ?? {};
	if (requestId !== wanted) return {};
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
	return { language: text(targetNativeLanguageCode), sourceName: text(fileName) };
}

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
