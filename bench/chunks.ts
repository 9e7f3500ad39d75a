import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox } from '../sandbox/launch';
import { uploadWithCurl } from './curl';
import { createLargeFile, GIB } from './largeFile';
import type { Report } from './report';
import { connect } from './sandbox';
import { byId, createJob, startWorker, warmUp } from './setUp';

const SIZES_MIB = [1, 4, 8, 16, 32, 64, 1024];
const ROUNDS = 3;
const MAX_RATIO = 1.5;

/** Measures a resumable upload of 1 GiB with different chunk sizes; the best of three each. */
export async function run(report: Report): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-bench-'));
	const path = join(folder, 'large.bin');
	createLargeFile(path);
	const sandbox = await startSandbox();
	const service = await connect(sandbox);
	const worker = await startWorker(sandbox);
	try {
		await warmUp(worker);
		await worker.ask('store', { path, name: 'large.bin', type: 'application/octet-stream' });
		const best = new Map<number, number>();
		let curl = Infinity;
		for (let round = 0; round < ROUNDS; round++) {
			const transfer = await service(
				'POST',
				`/jobs/${await createJob(service)}/sourcefiles?fileName=large.bin`,
			);
			curl = Math.min(curl, uploadWithCurl(path, GIB, transfer).seconds);
			for (const chunkSizeMiB of SIZES_MIB) {
				const jobId = byId(await createJob(service));
				const { seconds } = await worker.ask('run', [
					{
						resource: 'file',
						operation: 'upload',
						jobId,
						uploadMode: 'resumable',
						options: { advanced: { chunkSizeMiB } },
					},
				]);
				best.set(chunkSizeMiB, Math.min(best.get(chunkSizeMiB) ?? Infinity, seconds));
			}
			await sandbox.reset();
		}
		for (const [size, seconds] of best) {
			const name = size === 1024 ? 'chunks.whole' : `chunks.${size}MiB`;
			report({
				name,
				value: round(seconds),
				unit: 's for 1 GiB',
				target: `<= ${MAX_RATIO} × curl`,
				ok: seconds <= curl * MAX_RATIO,
				comparedWith: `${round(curl)} s with curl in one call`,
			});
		}
	} finally {
		await worker.stop();
		await sandbox.stop();
		rmSync(folder, { recursive: true });
	}
}

const round = (value: number) => Math.round(value * 100) / 100;
