import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Sandbox } from '../sandbox/launch';
import { downloadWithCurl, uploadWithCurl, type Usage } from './curl';
import type { Report } from './figures';
import { median, short } from './measure';
import type { Measured } from './nodeProcess';
import { byId, type Call, connect, createJob, deliver, warmUp, withService } from './service';

const MIB = 1_048_576;
const GIB = 1024 * MIB;
const ROUNDS = 5;

/** Measures 1 GiB up and down, in turn with curl. */
export async function measureLargeFile(report: Report): Promise<void> {
	await withLargeFile(async (path, sha256) => {
		await measureUpload(report, path);
		await measureDownload(report, path, sha256);
	});
}

/** Random data, so that nothing on the way can compress it. */
export async function withLargeFile(
	work: (path: string, sha256: string) => Promise<void>,
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-bench-'));
	const path = join(folder, 'large.bin');
	try {
		const hash = createHash('sha256');
		const file = openSync(path, 'w');
		for (let written = 0; written < GIB; written += MIB) {
			const block = randomBytes(MIB);
			hash.update(block);
			writeSync(file, block);
		}
		closeSync(file);
		await work(path, hash.digest('hex'));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** In this process, so that the measured one only downloads. */
export async function expectContent(path: string, sha256: string): Promise<void> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
	if (hash.digest('hex') !== sha256)
		throw new Error('The downloaded file differs from the uploaded one.');
}

interface Uploaded extends Usage {
	jobId: string;
	fmsFileId: unknown;
}

export async function uploadToJob(sandbox: Sandbox, call: Call, path: string): Promise<Uploaded> {
	const jobId = await createJob(sandbox);
	const transfer = await call('POST', `/jobs/${jobId}/sourcefiles?fileName=large.bin`);
	return { ...uploadWithCurl(path, GIB, transfer), jobId, fmsFileId: transfer.fmsFileId };
}

/** Has the file translated, which pseudo-translation leaves as it is, and says where it is then. */
export async function translate(
	sandbox: Sandbox,
	call: Call,
	{ jobId, fmsFileId }: Uploaded,
): Promise<{ jobId: string; requestId: string; path: string }> {
	await call('POST', `/jobs/${jobId}/requests/add`, {
		requestName: 'large',
		sourceNativeLanguageCode: 'en-us',
		targetNativeLanguageCodes: ['fr-fr'],
		fmsFileId,
	});
	await call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	const [requestId = ''] = await deliver(sandbox, jobId);
	return { jobId, requestId, path: `/jobs/${jobId}/requests/${requestId}/retrievefile` };
}

async function measureUpload(report: Report, path: string): Promise<void> {
	await withService(async (sandbox, worker) => {
		const call = await connect(sandbox);
		await warmUp(worker);
		await worker.ask('store', path);
		await measureRounds(report, 'upload', {
			curl: async () => await uploadToJob(sandbox, call, path),
			async nodes() {
				const jobId = byId(await createJob(sandbox));
				const upload = { resource: 'file', operation: 'upload', jobId, uploadMode: 'resumable' };
				return await worker.ask('run', [upload]);
			},
		});
	});
}

async function measureDownload(report: Report, path: string, sha256: string): Promise<void> {
	await withService(async (sandbox, worker) => {
		const call = await connect(sandbox);
		const request = await translate(sandbox, call, await uploadToJob(sandbox, call, path));
		await warmUp(worker);
		await measureRounds(report, 'download', {
			async curl() {
				const { location } = await call('GET', request.path);
				const usage = downloadWithCurl(String(location), `${path}.copy`);
				rmSync(`${path}.copy`);
				return usage;
			},
			async nodes() {
				const { jobId, requestId } = request;
				const of = { jobId: byId(jobId), requestId: byId(requestId) };
				const measured = await worker.ask('run', [
					{ resource: 'file', operation: 'downloadTranslation', ...of },
				]);
				const stored = await worker.ask('storedPath');
				await expectContent(stored, sha256);
				rmSync(stored);
				return measured;
			},
		});
	});
	report('files.roundTrip', GIB, 'the file on the disk, after each download');
}

async function measureRounds(
	report: Report,
	direction: 'upload' | 'download',
	turns: { curl(): Promise<Usage>; nodes(): Promise<Measured> },
): Promise<void> {
	const curl: Usage[] = [];
	const nodes: Measured[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		curl.push(await turns.curl());
		nodes.push(await turns.nodes());
	}
	const of = `files.${direction}`;
	const [ours, theirs] = [best(nodes), best(curl)];
	const times = listOf(({ seconds }: Usage) => seconds);
	report(
		`${of}.time`,
		ours / theirs,
		`1 GiB took ${short(ours)} s to curl's ${short(theirs)} s, the best of ${ROUNDS} each (${times(nodes)} to ${times(curl)})`,
	);
	const processor = ({ processorSeconds }: Usage) => processorSeconds;
	report(
		`${of}.processor`,
		median(nodes.map(processor)),
		`curl's ${short(median(curl.map(processor)))} s, the median of ${ROUNDS} each (${listOf(processor)(nodes)})`,
	);
	const collections = ({ fullCollections }: Measured) => fullCollections;
	report(
		`${of}.collections`,
		median(nodes.map(collections)),
		`the median of ${ROUNDS} (${listOf(collections)(nodes)})`,
	);
	report(
		`${of}.memory`,
		Math.max(...nodes.map(({ growthMiB }) => growthMiB)),
		`the same process before the first of ${ROUNDS} transfers of 1024 MiB`,
	);
}

/** Other work on the machine can only make a time longer. */
const best = (rounds: Usage[]): number => Math.min(...rounds.map(({ seconds }) => seconds));

/** Lists one figure of each round. */
const listOf =
	<Round>(figure: (round: Round) => number) =>
	(rounds: Round[]): string =>
		rounds.map((round) => short(figure(round))).join(', ');
