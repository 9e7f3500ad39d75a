import { sleep } from 'n8n-workflow';

import { startSandbox } from '../sandbox/launch';
import { drawFilesChart } from './filesChart';
import { measureLargeFile } from './largeFile';
import type { Charts, Options, Report } from './report';
import { connect } from './sandbox';
import { byId, createJob, startWorker } from './setUp';
import type { Worker } from './worker';

const SMALL_FILES = 1_000;
const SMALL_BYTES = 20_000;
const PER_SECOND = 20;
const LATENCY_MS = 100;
/** One file at a time takes long, so this measures a part and extrapolates. */
const ONE_AT_A_TIME = 100;

/**
 * Measures a large file against curl, then many small files against the throttle. With `compare`,
 * measures only the large file, and the same with the code of that commit in turn.
 */
export async function run(report: Report, { compare }: Options): Promise<Charts | void> {
	const large = await measureLargeFile(report, compare);
	if (compare !== undefined) return;
	const small = await smallFiles(report);
	return { 'files-benchmark.svg': drawFilesChart({ ...large, ...small }) };
}

async function smallFiles(
	report: Report,
): Promise<{ many: { allowed: number; nodes: number; oneByOne: number } }> {
	const sandbox = await startSandbox({
		variants: { latencyMs: LATENCY_MS, throttle: { perSecond: PER_SECOND, retryAfter: 'seconds' } },
	});
	try {
		const service = await connect(sandbox);
		const worker = await startWorker(sandbox, { requestsPerSecond: PER_SECOND });
		const one = await uploadMany(worker, await createJob(service), ONE_AT_A_TIME, {
			advanced: { concurrency: 1 },
		});
		await sleep(1_100);
		await sandbox.clearLog();
		const jobId = await createJob(service);
		const nodes = await uploadMany(worker, jobId, SMALL_FILES);
		await worker.stop();

		const calls = await sandbox.log({ origin: 'rest' });
		const refused = calls.filter(({ status }) => status === 429).length;
		const requests = await sandbox.requests(jobId);
		if (requests.length !== SMALL_FILES)
			throw new Error(`${requests.length} requests instead of ${SMALL_FILES}`);
		const allowed = (2 * SMALL_FILES) / PER_SECOND;
		const oneByOne = one * (SMALL_FILES / ONE_AT_A_TIME);
		report({
			name: 'files.many.time',
			value: Math.round((nodes / allowed) * 1000) / 1000,
			unit: '× what the throttle allows',
			target: '<= 1.03',
			ok: nodes / allowed <= 1.03,
			comparedWith: `${2 * SMALL_FILES} calls at ${PER_SECOND} per second take ${allowed} s; it took ${round(nodes)} s, one file at a time it would take ${Math.round(oneByOne)} s`,
		});
		report({
			name: 'files.many.refused',
			value: refused,
			unit: 'answers 429',
			target: '0',
			ok: refused === 0,
			comparedWith: `${calls.length} calls sent`,
		});
		return { many: { allowed, nodes, oneByOne } };
	} finally {
		await sandbox.stop();
	}
}

/** Runs two nodes: upload every file, then add each to the job. */
async function uploadMany(
	worker: Worker,
	jobId: string,
	count: number,
	options = {},
): Promise<number> {
	await worker.ask('storeMany', { count, bytes: SMALL_BYTES });
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

const round = (value: number) => Math.round(value * 100) / 100;
