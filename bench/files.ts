import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import { downloadWithCurl, uploadWithCurl } from './curl';
import { drawFilesChart, type Pair } from './filesChart';
import type { Charts, Report } from './report';
import { connect, type Service } from './sandbox';
import { Worker } from './worker';

const MIB = 1_048_576;
export const GIB = 1024 * MIB;
const ROUNDS = 5;
const MAX_RATIO = 1.5;
const MAX_GROWTH_MIB = 64;

const SMALL_FILES = 1_000;
const SMALL_BYTES = 20_000;
const PER_SECOND = 20;
const LATENCY_MS = 100;
/** One file at a time takes long, so this measures a part and extrapolates. */
const ONE_AT_A_TIME = 100;

/** Measures a large file against curl, then many small files against the throttle. */
export async function run(report: Report): Promise<Charts> {
	const large = await largeFile(report);
	const small = await smallFiles(report);
	return { 'files-benchmark.svg': drawFilesChart({ ...large, ...small }) };
}

async function largeFile(report: Report): Promise<{ upload: Pair; download: Pair }> {
	const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-bench-'));
	const path = join(folder, 'large.bin');
	const sandbox = await startSandbox({ variants: { translateDelayMs: 0 } });
	try {
		const sent = createLargeFile(path);
		const service = await connect(sandbox);
		const upload = await measureUpload(report, sandbox, service, path);
		const request = await createTranslation(sandbox, service, upload.jobId, upload.fmsFileId);
		const download = await measureDownload(report, sandbox, service, folder, request, sent);
		return { upload: upload.times, download };
	} finally {
		await sandbox.stop();
		rmSync(folder, { recursive: true });
	}
}

/** Random data, so that nothing on the way can compress it. */
export function createLargeFile(path: string): string {
	const hash = createHash('sha256');
	const file = openSync(path, 'w');
	for (let written = 0; written < GIB; written += MIB) {
		const block = randomBytes(MIB);
		hash.update(block);
		writeSync(file, block);
	}
	closeSync(file);
	return hash.digest('hex');
}

async function measureUpload(report: Report, sandbox: Sandbox, service: Service, path: string) {
	const worker = await startWorker(sandbox);
	const times: Pair[] = [];
	let growthMiB = 0;
	let last = { jobId: '', fmsFileId: '' };
	await warmUp(worker);
	await worker.ask('store', { path, name: 'large.bin', type: 'application/octet-stream' });
	for (let round = 0; round < ROUNDS; round++) {
		const jobId = await createJob(service);
		const curl = uploadWithCurl(
			path,
			GIB,
			await service('POST', `/jobs/${jobId}/sourcefiles?fileName=large.bin`),
		);
		const {
			seconds,
			growthMiB: growth,
			output,
		} = await worker.ask('run', [
			{ resource: 'file', operation: 'upload', jobId: byId(jobId), uploadMode: 'resumable' },
		]);
		times.push({ curl, nodes: seconds });
		growthMiB = Math.max(growthMiB, growth);
		last = { jobId, fmsFileId: String(output[0]!.fmsFileId) };
	}
	await worker.stop();
	reportTransfer(report, 'upload', times, growthMiB);
	return { ...last, times: best(times) };
}

async function measureDownload(
	report: Report,
	sandbox: Sandbox,
	service: Service,
	folder: string,
	request: { jobId: string; requestId: string },
	sent: string,
): Promise<Pair> {
	const worker = await startWorker(sandbox);
	const times: Pair[] = [];
	let growthMiB = 0;
	await warmUp(worker);
	for (let round = 0; round < ROUNDS; round++) {
		const link = await service.location(
			`/jobs/${request.jobId}/requests/${request.requestId}/retrievefile`,
		);
		const copy = join(folder, 'copy.bin');
		const curl = downloadWithCurl(link, copy);
		rmSync(copy);
		const { seconds, growthMiB: growth } = await worker.ask('run', [
			{
				resource: 'file',
				operation: 'downloadTranslation',
				jobId: byId(request.jobId),
				requestId: byId(request.requestId),
			},
		]);
		times.push({ curl, nodes: seconds });
		growthMiB = Math.max(growthMiB, growth);
	}
	const received = await worker.ask('hash');
	await worker.stop();
	if (received !== sent) throw new Error('The downloaded file differs from the uploaded one.');
	report({
		name: 'files.roundTrip',
		value: GIB,
		unit: 'bytes there and back',
		target: 'equal SHA-256',
		ok: true,
		comparedWith: 'the file on the disk',
	});
	reportTransfer(report, 'download', times, growthMiB);
	return best(times);
}

function reportTransfer(
	report: Report,
	what: 'upload' | 'download',
	times: Pair[],
	growthMiB: number,
) {
	const { curl, nodes } = best(times);
	const ratio = nodes / curl;
	const all = times.map((each) => `${round(each.nodes)} to ${round(each.curl)}`).join(', ');
	report({
		name: `files.${what}.time`,
		value: round(ratio),
		unit: "× curl's time",
		target: `<= ${MAX_RATIO}`,
		ok: ratio <= MAX_RATIO,
		comparedWith: `curl; 1 GiB took ${round(nodes)} s to curl's ${round(curl)} s, the best of ${ROUNDS} each (${all})`,
	});
	report({
		name: `files.${what}.memory`,
		value: growthMiB,
		unit: 'MiB growth',
		target: `<= ${MAX_GROWTH_MIB}`,
		ok: growthMiB <= MAX_GROWTH_MIB,
		comparedWith: `the same process before the first of ${ROUNDS} transfers of 1024 MiB`,
	});
}

async function smallFiles(
	report: Report,
): Promise<{ many: { allowed: number; nodes: number; oneByOne: number } }> {
	const sandbox = await startSandbox({
		variants: { latencyMs: LATENCY_MS, throttle: { perSecond: PER_SECOND, retryAfter: 'seconds' } },
	});
	try {
		const service = await connect(sandbox);
		const worker = await startWorker(sandbox, PER_SECOND);
		const one = await uploadMany(worker, await createJob(service), ONE_AT_A_TIME, {
			concurrency: 1,
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
			target: '<= 1.1',
			ok: nodes / allowed <= 1.1,
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
			fmsFileId: '={{ $json.fmsFileId }}',
			requestName: '={{ $json.fileName }}',
			sourceLanguage: 'en-us',
			targetLanguages: ['fr-fr'],
			options,
		},
	]);
	return seconds;
}

export async function startWorker(sandbox: Sandbox, requestsPerSecond = 1_000): Promise<Worker> {
	const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
	const worker = new Worker();
	await worker.ask('start', {
		environment: 'production',
		baseUrl,
		authUrl,
		clientId,
		clientSecret,
		requestsPerSecond,
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

/**
 * Creates a request whose translation is the large file itself: pseudo-translation passes it
 * through.
 */
async function createTranslation(
	sandbox: Sandbox,
	service: Service,
	jobId: string,
	fmsFileId: string,
): Promise<{ jobId: string; requestId: string }> {
	const item = {
		requestName: 'large',
		sourceNativeLanguageCode: 'en-us',
		targetNativeLanguageCodes: ['fr-fr'],
		fmsFileId,
	};
	const { requests } = (await service('POST', `/jobs/${jobId}/requests/add`, item)) as {
		requests: Array<{ requestId: string }>;
	};
	await service('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	const { requestId } = requests[0]!;
	while ((await sandbox.requests(jobId))[0]!.status !== 'REVIEW_TRANSLATION') await sleep(50);
	return { jobId, requestId };
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const round = (value: number) => Math.round(value * 100) / 100;

/** The best time of each: other load on the machine can only make them longer. */
function best(times: Pair[]): Pair {
	return {
		curl: Math.min(...times.map(({ curl }) => curl)),
		nodes: Math.min(...times.map(({ nodes }) => nodes)),
	};
}
