import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Job, StatusUpdate, TranslationRequest } from '../service/resources';

interface Emitted {
	event: string;
	job?: Job;
	request?: TranslationRequest & { extendedMetadata?: IDataObject };
	update?: StatusUpdate;
}

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);

/** Flat, every fact once, and what people look for first. */
function simplifyJson(json: IDataObject): IDataObject {
	const { event, job, request, update, ...rest } = json as IDataObject & Emitted;
	const { attempt, jobId, requestId, deliveryKey, environment, arrivedBy, ...others } = rest;
	const subject: Partial<TranslationRequest & Job> = request ?? (update ? {} : job) ?? {};
	const { latestErrorMessage } = subject;
	const fields = {
		event,
		jobName: job?.jobName,
		requestName: request?.requestName,
		targetNativeLanguageCode: request?.targetNativeLanguageCode,
		sourceNativeLanguageCode: request?.sourceNativeLanguageCode,
		statusCode: subject.statusCode ?? update?.statusCode,
		hasError: subject.hasError || update?.hasError || undefined,
		latestErrorMessage,
		errorMessage: update?.errorMessage === latestErrorMessage ? undefined : update?.errorMessage,
		...others,
		fileName: request?.fileName,
		attempt,
		jobId,
		requestId,
		deliveryKey,
		sourceNativeId: request?.sourceNativeId,
		providerId: job?.providerId,
		updateId: update?.updateId,
		labels: job?.labels,
		extendedMetadata: subject.extendedMetadata,
		arrivedBy,
		environment,
	};
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** As the parameter `simplify` says. */
export function readItemForm(
	context: IPollFunctions | IWebhookFunctions,
): (items: INodeExecutionData[]) => INodeExecutionData[] {
	if (context.getNodeParameter('simplify', true) === false) return (items) => items;
	return (items) => items.map((item) => ({ ...item, json: simplifyJson(item.json) }));
}
