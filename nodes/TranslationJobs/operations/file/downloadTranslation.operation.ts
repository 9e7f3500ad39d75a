import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { downloadTranslation, requestIfReadable } from '../../../api/files/downloadTranslation';
import { getRequest } from '../../../api/requests';
import { optionsWith } from '../../../form/commonOptions';
import {
	downloadedItem,
	outputBinaryField,
	outputFileNameField,
	readFileNamePattern,
	readOutputField,
} from '../../../form/downloadFields';
import { idleField, readIdleMs } from '../../../form/fileFields';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { jobFromInput, requestFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { needsLanguage } from '../../../rules/fileNames';

export const description: INodeProperties[] = [
	jobFromInput,
	requestFromInput,
	outputBinaryField,
	optionsWith(outputFileNameField, idleField),
];

export const execute: Execute = async function (client, itemIndex) {
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
};

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
