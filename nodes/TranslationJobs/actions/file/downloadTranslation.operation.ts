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
	const language = targetLanguageInInput(this, itemIndex, requestId);
	const readRequest = needsLanguage(pattern) ? getRequest : requestIfReadable;
	const request = language === undefined ? await readRequest(client, jobId, requestId) : undefined;
	const file = await downloadTranslation(this, client, jobId, requestId, {
		idleMs: readIdleMs(this, itemIndex),
		request,
		language: language ?? request?.targetNativeLanguageCode,
		pattern,
	});
	return downloadedItem(this, itemIndex, { jobId, requestId }, file);
}

/** An item of this request says its language, which saves a call. */
function targetLanguageInInput(
	context: IExecuteFunctions,
	itemIndex: number,
	wanted: string,
): string | undefined {
	const { requestId, targetNativeLanguageCode } = context.getInputData()[itemIndex]?.json ?? {};
	return requestId === wanted && typeof targetNativeLanguageCode === 'string'
		? targetNativeLanguageCode
		: undefined;
}
