import { join } from 'node:path';

import type { Sandbox } from '../sandbox/launch';
import type { Service } from './sandbox';
import { Worker } from './worker';

const MIB = 1_048_576;

/** Starts a process that runs the nodes of a package, by default of this checkout. */
export async function startWorker(
	sandbox: Sandbox,
	{ requestsPerSecond = 1_000, packageFolder = join(__dirname, '..') } = {},
): Promise<Worker> {
	const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
	const worker = new Worker();
	await worker.ask('start', {
		packageFolder,
		credential: {
			environment: 'production',
			baseUrl,
			authUrl,
			clientId,
			clientSecret,
			requestsPerSecond,
		},
	});
	return worker;
}

/** Loads and compiles everything, so that only the transfer is measured. */
export async function warmUp(worker: Worker) {
	await worker.ask('storeMany', { count: 1, bytes: 2 * MIB });
	const { output } = await worker.ask('run', [
		{ resource: 'job', operation: 'create', jobName: 'Warm-up' },
	]);
	const jobId = byId(String(output[0]!.jobId));
	const upload = { resource: 'file', operation: 'upload', jobId, uploadMode: 'resumable' };
	await worker.ask('run', [
		upload,
		{ resource: 'file', operation: 'downloadSource', jobId, fmsFileId: '={{ $json.fmsFileId }}' },
	]);
	await worker.ask('settle');
}

export async function createJob(service: Service): Promise<string> {
	const connector = {
		connectorName: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b bench 1.0.0',
		connectorVersion: '1.0.0',
	};
	return String((await service('POST', '/jobs', { jobName: 'Files', ...connector })).jobId);
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
