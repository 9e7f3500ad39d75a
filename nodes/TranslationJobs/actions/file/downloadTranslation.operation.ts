import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestFromInput } from '../../../shared/fields/locators';
import { needsLanguage } from '../../../shared/rules/fileNamePattern';
import {
	downloadTranslation,
	requestIfReadable,
} from '../../../shared/service/files/downloadTranslation';
import { getRequest } from '../../../shared/service/requests/requests';
import type { Client } from '../../../shared/transport/client';
import {
	idleField,
	outputBinaryField,
	outputFileNameField,
	readFileNamePattern,
	readIdleMs,
} from '../commonFields/fileFields';
import { readJobId, readRequestId } from '../commonFields/givenIds';
import { downloadedItem } from './downloadedItem';

export const description: INodeProperties[] = [
	jobFromInput,
	requestFromInput,
	outputBinaryField,
	optionsWith(outputFileNameField, idleField),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const requestId = readRequestId(this, itemIndex);
	const pattern = readFileNamePattern(this, itemIndex);
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
	return downloadedItem(this, itemIndex, { jobId, requestId }, file);
}

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
