import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Job, StatusUpdate, TranslationRequest } from '../api/resources';
import { readFlag } from '../form/parameters';
import { arrange, type Columns, EVENT } from '../form/simplify';

interface Emitted {
	job?: Job;
	request?: TranslationRequest;
	update?: StatusUpdate;
}

/** Flat, and every fact once. */
function flatten(json: IDataObject): IDataObject {
	const { job, request, update, ...about } = json as IDataObject & Emitted;
	const subject: Partial<TranslationRequest & Job> = request ?? (update ? {} : job) ?? {};
	return {
		...about,
		jobName: job?.jobName,
		requestName: request?.requestName,
		targetNativeLanguageCode: request?.targetNativeLanguageCode,
		statusCode: subject.statusCode ?? update?.statusCode,
		latestErrorMessage: subject.latestErrorMessage ?? update?.errorMessage,
		sourceNativeId: request?.sourceNativeId,
		updateId: update?.updateId,
	};
}

function columnsOf(json: IDataObject): Columns {
	const { arrivedBy, jobReadable, request, requestReadable, update } = json;
	if (jobReadable === false || requestReadable === false) return EVENT.unread;
	if (update) return request ? EVENT.requestUpdate : EVENT.jobUpdate;
	if (!request) return EVENT.job;
	return arrivedBy === 'contentPoll' ? EVENT.ready : EVENT.request;
}

/** As the parameter `simplify` says. */
export function readItemForm(
	context: IPollFunctions | IWebhookFunctions,
): (items: INodeExecutionData[]) => INodeExecutionData[] {
	if (!readFlag(context, 'simplify')) return (items) => items;
	return (items) =>
		items.map((item) => ({ ...item, json: arrange(flatten(item.json), columnsOf(item.json)) }));
}
