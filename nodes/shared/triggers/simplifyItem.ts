import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { arrange, EVENT } from '../fields/columns';
import type { Job, StatusUpdate, TranslationRequest } from '../service/resources';

interface Emitted {
	job?: Job;
	request?: TranslationRequest & { extendedMetadata?: IDataObject };
	update?: StatusUpdate;
}

/** Flat, and every fact once. */
function flatten(json: IDataObject): IDataObject {
	const { job, request, update, ...about } = json as IDataObject & Emitted;
	const subject: Partial<TranslationRequest & Job> = request ?? (update ? {} : job) ?? {};
	const { latestErrorMessage } = subject;
	return {
		...about,
		jobName: job?.jobName,
		requestName: request?.requestName,
		targetNativeLanguageCode: request?.targetNativeLanguageCode,
		sourceNativeLanguageCode: request?.sourceNativeLanguageCode,
		statusCode: subject.statusCode ?? update?.statusCode,
		hasError: subject.hasError || update?.hasError || undefined,
		latestErrorMessage,
		errorMessage: update?.errorMessage === latestErrorMessage ? undefined : update?.errorMessage,
		fileName: request?.fileName,
		sourceNativeId: request?.sourceNativeId,
		providerId: job?.providerId,
		updateId: update?.updateId,
		labels: job?.labels,
		extendedMetadata: subject.extendedMetadata,
	};
}

/** As the parameter `simplify` says. */
export function readItemForm(
	context: IPollFunctions | IWebhookFunctions,
): (items: INodeExecutionData[]) => INodeExecutionData[] {
	if (context.getNodeParameter('simplify', true) === false) return (items) => items;
	return (items) => items.map((item) => ({ ...item, json: arrange(flatten(item.json), EVENT) }));
}
