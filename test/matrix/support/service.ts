/** Prepares the service for scenarios. */
import type { INodeExecutionData } from 'n8n-workflow';

import { leap } from '../../support/simulatedTime';
import type { Stage } from './stage';

export const LANGUAGES = { sourceLanguage: 'en-us', targetLanguages: ['de-de', 'fr-fr'] };
export const TEXTS = { content: { pair: [{ key: 'title', value: 'Hello world' }] } };

export const fileItem = (fileName = 'hello.txt', text = 'Hello world'): INodeExecutionData => ({
	json: {},
	binary: {
		data: { data: Buffer.from(text).toString('base64'), fileName, mimeType: 'text/plain' },
	},
});

interface SomeJob {
	jobId: string;
	requestIds: string[];
}

/** Not submitted, with texts. */
export async function filledJob(
	{ service }: Stage,
	targets = ['de-de', 'fr-fr'],
): Promise<SomeJob> {
	const jobId = await service.createJob();
	return { jobId, requestIds: idsOf(await service.addPairs(jobId, targets)) };
}

/** Not submitted, with a file that nothing refers to yet. */
export async function jobWithFile(
	{ service }: Stage,
	...file: [content?: string, fileName?: string]
): Promise<{ jobId: string; fmsFileId: string }> {
	const jobId = await service.createJob();
	return { jobId, fmsFileId: await service.uploadFile(jobId, ...file) };
}

/** With a file and texts, all translated and in review. */
export async function deliveredJob(
	stage: Stage,
	targets = ['de-de'],
	...file: [content?: string, fileName?: string]
): Promise<SomeJob & { fmsFileId: string }> {
	const { service, sandbox } = stage;
	const { jobId, fmsFileId } = await jobWithFile(stage, ...file);
	const ofFile = await service.addRequests(
		jobId,
		{ fmsFileId, requestName: 'A file', sourceNativeId: 'file-1' },
		targets,
	);
	const texts = [{ key: '/title', value: 'Hello world' }];
	const ofTexts = await service.addPairs(jobId, targets, texts);
	await service.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	await leap(10_000);
	await sandbox.deliver(jobId);
	return { jobId, fmsFileId, requestIds: idsOf([...ofFile, ...ofTexts]) };
}

const idsOf = (requests: ReadonlyArray<Record<string, unknown>>) =>
	requests.map(({ requestId }) => String(requestId));
