import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import { downloadWithCurl, uploadWithCurl, type Usage } from './curl';
import type { Pair } from './filesChart';
import type { Measured } from './nodeProcess';
import { buildCommit } from './otherCommit';
import type { Report } from './report';
import { connect, type Service } from './sandbox';
import { byId, createJob, startWorker, warmUp } from './setUp';
import type { Worker } from './worker';

const MIB = 1_048_576;
export const GIB = 1024 * MIB;
const ROUNDS = 5;
const MAX_RATIO = { upload: 1.2, download: 1.5 };
const MAX_PROCESSOR_SECONDS = 3;
const MAX_GROWTH_MIB = 32;

type Direction = 'upload' | 'download';

interface Setting {
	report: Report;
	sandbox: Sandbox;
	service: Service;
	/** Of the code to compare with. */
	otherFolder?: string;
	otherName?: string;
}

/** What the rounds of one direction took. */
interface Rounds {
	curl: Usage[];
	nodes: Measured[];
	other: Measured[];
}

/** Measures 1 GiB up and down, in turn with curl and, if wanted, with the code of a commit. */
export async function measureLargeFile(
	report: Report,
	compare: string | undefined,
): Promise<Record<Direction, Pair>> {
	const otherFolder = compare === undefined ? undefined : buildCommit(compare);
	const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-bench-'));
	const path = join(folder, 'large.bin');
	const sandbox = await startSandbox({ variants: { translateDelayMs: 0 } });
	try {
		const sent = createLargeFile(path);
		const service = await connect(sandbox);
		const setting = { report, sandbox, service, otherFolder, otherName: compare };
		const { uploaded, ...upload } = await measureUpload(setting, path);
		const request = await createTranslation(sandbox, service, uploaded);
		const download = await measureDownload(setting, folder, request, sent);
		return { upload: bestTimes(upload), download: bestTimes(download) };
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

/** In this process, so that the measured one only downloads. */
async function hashOf(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
	return hash.digest('hex');
}

interface Uploaded {
	jobId: string;
	fmsFileId: string;
}

async function measureUpload(
	setting: Setting,
	path: string,
): Promise<Rounds & { uploaded: Uploaded }> {
	const { service } = setting;
	const uploaded: Uploaded = { jobId: '', fmsFileId: '' };
	const rounds = await measureRounds(setting, 'upload', {
		prepare: async (worker) =>
			void (await worker.ask('store', {
				path,
				name: 'large.bin',
				type: 'application/octet-stream',
			})),
		curl: async () => {
			const transfer = `/jobs/${await createJob(service)}/sourcefiles?fileName=large.bin`;
			return uploadWithCurl(path, GIB, await service('POST', transfer));
		},
		nodes: async (worker) => {
			const jobId = await createJob(service);
			const measured = await worker.ask('run', [
				{ resource: 'file', operation: 'upload', jobId: byId(jobId), uploadMode: 'resumable' },
			]);
			Object.assign(uploaded, { jobId, fmsFileId: String(measured.output[0]!.fmsFileId) });
			return measured;
		},
	});
	return { ...rounds, uploaded };
}

interface TranslatedRequest {
	jobId: string;
	requestId: string;
}

async function measureDownload(
	setting: Setting,
	folder: string,
	{ jobId, requestId }: TranslatedRequest,
	sent: string,
): Promise<Rounds> {
	const { report, service } = setting;
	const copy = join(folder, 'copy.bin');
	const rounds = await measureRounds(setting, 'download', {
		prepare: async () => {},
		curl: async () => {
			const link = await service.location(`/jobs/${jobId}/requests/${requestId}/retrievefile`);
			const usage = downloadWithCurl(link, copy);
			rmSync(copy);
			return usage;
		},
		nodes: async (worker) => {
			const measured = await worker.ask('run', [
				{
					resource: 'file',
					operation: 'downloadTranslation',
					jobId: byId(jobId),
					requestId: byId(requestId),
				},
			]);
			const stored = await worker.ask('storedPath');
			if ((await hashOf(stored)) !== sent)
				throw new Error('The downloaded file differs from the uploaded one.');
			rmSync(stored);
			return measured;
		},
	});
	report({
		name: 'files.roundTrip',
		value: GIB,
		unit: 'bytes there and back',
		target: 'equal SHA-256',
		ok: true,
		comparedWith: 'the file on the disk, after each download',
	});
	return rounds;
}

interface Turns {
	prepare(worker: Worker): Promise<void>;
	curl(): Promise<Usage>;
	nodes(worker: Worker): Promise<Measured>;
}

async function measureRounds(
	setting: Setting,
	direction: Direction,
	{ prepare, curl, nodes }: Turns,
): Promise<Rounds> {
	const { sandbox, otherFolder } = setting;
	const worker = await startWorker(sandbox);
	const otherWorker =
		otherFolder === undefined
			? undefined
			: await startWorker(sandbox, { packageFolder: otherFolder });
	const rounds: Rounds = { curl: [], nodes: [], other: [] };
	for (const each of [otherWorker, worker]) {
		if (!each) continue;
		await warmUp(each);
		await prepare(each);
	}
	for (let round = 0; round < ROUNDS; round++) {
		rounds.curl.push(await curl());
		if (otherWorker) rounds.other.push(await nodes(otherWorker));
		rounds.nodes.push(await nodes(worker));
	}
	await worker.stop();
	await otherWorker?.stop();
	reportRounds(setting, direction, rounds);
	return rounds;
}

function reportRounds(
	{ report, otherName }: Setting,
	direction: Direction,
	{ curl, nodes, other }: Rounds,
) {
	const limit = MAX_RATIO[direction];
	const ratio = best(nodes) / best(curl);
	const beside = (of: (rounds: Measured[]) => string) =>
		other.length > 0 ? `; ${otherName}: ${of(other)}` : '';
	const times = listOf(({ seconds }: Usage) => seconds);
	const processorTimes = listOf(({ processorSeconds }: Usage) => processorSeconds);
	const collections = listOf(({ fullCollections }: Measured) => fullCollections);
	report({
		name: `files.${direction}.time`,
		value: rounded(ratio),
		unit: "× curl's time",
		target: `<= ${limit}`,
		ok: ratio <= limit,
		comparedWith: `curl; 1 GiB took ${rounded(best(nodes))} s to curl's ${rounded(best(curl))} s, the best of ${ROUNDS} each (${times(nodes)} to ${times(curl)}${beside(times)})`,
	});
	const processor = median(nodes.map(({ processorSeconds }) => processorSeconds));
	report({
		name: `files.${direction}.processor`,
		value: rounded(processor),
		unit: 'processor seconds for 1 GiB',
		target: `<= ${MAX_PROCESSOR_SECONDS}`,
		ok: processor <= MAX_PROCESSOR_SECONDS,
		comparedWith: `curl's ${rounded(median(curl.map(({ processorSeconds }) => processorSeconds)))} s, the median of ${ROUNDS} each (${processorTimes(nodes)}${beside(processorTimes)})`,
	});
	report({
		name: `files.${direction}.collections`,
		value: median(nodes.map(({ fullCollections }) => fullCollections)),
		unit: 'full garbage collections for 1 GiB',
		target: 'reported only',
		ok: true,
		comparedWith: `the median of ${ROUNDS} (${collections(nodes)}${beside(collections)})`,
	});
	const growth = (rounds: Measured[]) => Math.max(...rounds.map(({ growthMiB }) => growthMiB));
	report({
		name: `files.${direction}.memory`,
		value: growth(nodes),
		unit: 'MiB growth',
		target: `<= ${MAX_GROWTH_MIB}`,
		ok: growth(nodes) <= MAX_GROWTH_MIB,
		comparedWith: `the same process before the first of ${ROUNDS} transfers of 1024 MiB${beside((rounds) => String(growth(rounds)))}`,
	});
}

/**
 * Creates a request whose translation is the large file itself: pseudo-translation passes it
 * through.
 */
async function createTranslation(
	sandbox: Sandbox,
	service: Service,
	{ jobId, fmsFileId }: Uploaded,
): Promise<TranslatedRequest> {
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

/** Other work on the machine can only make a time longer. */
const best = (rounds: Usage[]): number => Math.min(...rounds.map(({ seconds }) => seconds));

const bestTimes = ({ curl, nodes }: Rounds): Pair => ({ curl: best(curl), nodes: best(nodes) });

/** Lists one figure of each round. */
const listOf =
	<Round>(figure: (round: Round) => number) =>
	(rounds: Round[]): string =>
		rounds.map((round) => rounded(figure(round))).join(', ');

function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const rounded = (value: number) => Math.round(value * 100) / 100;
