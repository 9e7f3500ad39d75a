import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import type { Harness } from '../../support/harness';
import { sending } from '../features/send/support';

/** Sends one job of entries and waits for the provider. Returns the requests. */
export async function sendEntries(
	harness: Harness,
	entries: IDataObject[],
	fieldsToTranslate: string,
	targetLanguages = ['de-de'],
	options: INodeParameters = {},
): Promise<IDataObject[]> {
	const requests = await harness.json(
		sending({
			translate: 'fields',
			fieldsToTranslate,
			targetLanguages,
			itemFields: { sourceNativeId: '=entry {{ $itemIndex }}' },
			options: { output: 'requests', ...options },
		}),
		{ input: entries.map((json) => ({ json })) },
	);
	await delivered(harness);
	return requests;
}

export const delivered = async (harness: Harness): Promise<void> =>
	await eventually(async () =>
		(await harness.sandbox.requests()).every(({ status }) => status === 'REVIEW_TRANSLATION'),
	);

/** Each request with the entry that it belongs to, as a workflow would look it up. */
export const withEntries = (requests: IDataObject[], entries: IDataObject[]) =>
	requests.map(({ jobId, requestId, sourceNativeId }) => ({
		json: { jobId, requestId, entry: entries[Number(String(sourceNativeId).split(' ')[1])] },
	}));

export const merging = (options: IDataObject = {}) => ({
	resource: 'job',
	operation: 'collect',
	simplify: false,
	mergeInto: '={{ $json.entry }}',
	options: options as never,
});
