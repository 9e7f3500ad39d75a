import type { IRun } from 'n8n-workflow';

import { type Engine, PACKAGE } from '../../../../../scripts/engine';

/** A workflow of two nodes: upload a file, then add it to the job. */
export async function uploadAndAdd(engine: Engine, jobId: string, file: Buffer): Promise<IRun> {
	const job = { __rl: true, mode: 'id', value: jobId };
	const common = {
		type: `${PACKAGE}.translationJobs`,
		typeVersion: 1,
		credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
	};
	const upload = {
		resource: 'file',
		operation: 'upload',
		jobId: job,
		uploadMode: 'resumable',
		options: { advanced: { chunkSizeMiB: 1 } },
	};
	const add = {
		resource: 'request',
		operation: 'addFile',
		jobId: job,
		fileFrom: 'id',
		fmsFileId: '={{ $json.fmsFileId }}',
		requestName: 'Item',
		sourceLanguage: 'en-us',
		targetLanguages: ['fr-fr'],
	};
	return await engine.run(
		{
			nodes: [
				{ ...common, id: '1', name: 'File', position: [0, 0], parameters: {} },
				{ ...common, id: '2', name: 'Upload', position: [200, 0], parameters: upload },
				{ ...common, id: '3', name: 'Add', position: [400, 0], parameters: add },
			],
			connections: {
				File: { main: [[{ node: 'Upload', type: 'main', index: 0 }]] },
				Upload: { main: [[{ node: 'Add', type: 'main', index: 0 }]] },
			},
		},
		{
			startNode: 'File',
			pinData: {
				File: [
					{
						json: {},
						binary: {
							data: await engine.storeBinary(file, 'file.bin', 'application/octet-stream'),
						},
					},
				],
			},
		},
	);
}
