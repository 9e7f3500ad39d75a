import type { IBinaryData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId, type Harness } from '../../../support/harness';

/** The parameters of a sending that is good as it is. */
export const sending = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'send',
	providerId: byId('pseudo'),
	jobName: 'Spring catalogue',
	sourceLanguage: 'en-us',
	targetLanguages: ['de-de', 'fr-fr'],
	contentMode: 'json',
	contentJson: '={{ $json.texts }}',
	...changes,
});

export const textItem = (title: string, json: IDataObject = {}): INodeExecutionData => ({
	json: { texts: { title }, ...json },
});

export const textItems = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => textItem(`Text number ${index + 1}`));

export const fileItem = (fileName: string, text: string, field = 'data'): INodeExecutionData => {
	const file: IBinaryData = {
		data: Buffer.from(text).toString('base64'),
		fileName,
		mimeType: 'text/plain',
	};
	return { json: {}, binary: { [field]: file } };
};

/** As if another run filled the job, or had crashed. */
export async function markAsFilled(harness: Harness, jobId: string): Promise<void> {
	const job = (await harness.sandbox.jobs()).find((each) => each.jobId === jobId)!;
	const labels = namesOf(job.labels).map((label) => label.replace('n8n-state-left', 'n8n-state'));
	const { connectorName, connectorVersion } = job;
	await harness.withClient(
		async (client) =>
			await client.call({
				method: 'PATCH',
				path: `/jobs/${jobId}`,
				body: { labels, connectorName, connectorVersion },
				expects: 'json',
			}),
	);
}

/** The service takes no submission, and does not delete the job then. */
export async function leaveUnsubmitted(harness: Harness, run: () => Promise<unknown>) {
	const refused = { origin: 'rest', status: 403, times: 100 } as const;
	await harness.sandbox.fault({ ...refused, method: 'PUT', path: 'submit$' });
	await harness.sandbox.fault({ ...refused, method: 'DELETE', path: 'jobs/[^/]+$' });
	await run();
	await harness.sandbox.clearFaults();
}

/** Of labels in either form. */
export const namesOf = (labels: unknown): string[] =>
	Array.isArray(labels) ? (labels as string[]) : Object.keys(labels as object);
