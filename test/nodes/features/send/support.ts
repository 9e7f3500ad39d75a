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

/** As if another sender worked on the job. */
export const withSender = (labels: unknown, heartbeat = 0): string[] =>
	namesOf(labels).map((label) =>
		label.startsWith('n8n-state-')
			? label
					.replace(/-s[0-9a-f]{12}-\d+/, '')
					.replace(/^n8n-state(-\d+of\d+)?/, `$&-s0123456789ab-${heartbeat}`)
			: label,
	);

/** The next lists show this job alone, each with what `change` makes of it. */
export async function listOnly(
	harness: Harness,
	jobId: string,
	change: (job: IDataObject, list: number) => IDataObject,
): Promise<void> {
	const get = { resource: 'job', operation: 'get', jobId: byId(jobId), simplify: false };
	const [job] = await harness.json(get);
	for (let list = 0; list < LISTS; list += 1)
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: '^/jobs$',
			status: 200,
			body: { jobs: [change(job!, list)] },
		});
}

/** More than a node makes while it waits for another sender. */
const LISTS = 60;

/** Of labels in either form. */
export const namesOf = (labels: unknown): string[] =>
	Array.isArray(labels) ? (labels as string[]) : Object.keys(labels as object);
