import { sleep } from 'n8n-workflow';

import type { Report } from './figures';
import { measureLargeFile } from './largeFile';
import { FILE_BYTES } from './manyFiles';
import { short } from './measure';
import { byId, createJob, LATENCY_MS, PER_SECOND, THROTTLE, withService } from './service';
import type { Worker } from './worker';

const FILES = 1_000;
/** One file at a time takes long, so this measures a part and extrapolates. */
const ONE_AT_A_TIME = 100;

/** Measures a large file against curl, then many small files against the throttle. */
export async function run(report: Report): Promise<void> {
	await measureLargeFile(report);
	await withService(
		async (sandbox, worker) => {
			const one = await uploadMany(worker, await createJob(sandbox), ONE_AT_A_TIME, {
				advanced: { concurrency: 1 },
			});
			await sleep(1_100);
			await sandbox.clearLog();
			const jobId = await createJob(sandbox);
			const seconds = await uploadMany(worker, jobId, FILES);
			const calls = await sandbox.log({ origin: 'rest' });
			const refused = calls.filter(({ status }) => status === 429).length;
			const { length } = await sandbox.requests(jobId);
			if (length !== FILES) throw new Error(`${length} requests instead of ${FILES}`);
			const allowed = (2 * FILES) / PER_SECOND;
			const oneByOne = Math.round(one * (FILES / ONE_AT_A_TIME));
			report(
				'files.many.time',
				seconds / allowed,
				`${2 * FILES} calls at ${PER_SECOND} per second take ${allowed} s; it took ${short(seconds)} s, one file at a time it would take ${oneByOne} s`,
			);
			report('files.many.refused', refused, `${calls.length} calls sent`);
		},
		{ requestsPerSecond: PER_SECOND, latencyMs: LATENCY_MS, throttle: THROTTLE },
	);
}

/** Runs two nodes: upload every file, then add each to the job. */
async function uploadMany(
	worker: Worker,
	jobId: string,
	count: number,
	options = {},
): Promise<number> {
	await worker.ask('storeMany', { count, bytes: FILE_BYTES });
	const { seconds } = await worker.ask('run', [
		{ resource: 'file', operation: 'upload', jobId: byId(jobId), options },
		{
			resource: 'request',
			operation: 'addFile',
			jobId: byId(jobId),
			fileFrom: 'id',
			fmsFileId: '={{ $json.fmsFileId }}',
			requestName: '={{ $json.fileName }}',
			sourceLanguage: 'en-us',
			targetLanguages: ['fr-fr'],
			options,
		},
	]);
	return seconds;
}
