import type { WorkflowInput } from '../../scripts/n8n/run/rest';
import { byId, manualWorkflow, translationJobs } from './workflows';

/** Fetches a file from an address and sends it to the provider, one step after the other. */
export function sendFile(url: string, name: string): WorkflowInput {
	const job = byId('={{ $("Create").item.json.jobId }}');
	return manualWorkflow(
		`Send ${name}`,
		translationJobs('Create', 'job', 'create', { jobName: name }),
		{
			name: 'Fetch',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url, options: { response: { response: { responseFormat: 'file' } } } },
		},
		translationJobs('Upload', 'file', 'upload', { jobId: job }),
		translationJobs('Add', 'request', 'addFile', {
			jobId: job,
			fileFrom: 'id',
			fmsFileId: '={{ $json.fmsFileId }}',
			requestName: name,
			sourceNativeId: name,
			sourceLanguage: 'en-us',
			targetLanguages: ['de-de'],
		}),
		translationJobs('Submit', 'job', 'submit', { jobId: job, providerId: byId('pseudo') }),
	);
}

export function downloadFile(jobId: string, requestId: string): WorkflowInput {
	return manualWorkflow(
		'Download',
		translationJobs('Download', 'file', 'downloadTranslation', {
			jobId: byId(jobId),
			requestId: byId(requestId),
		}),
	);
}
