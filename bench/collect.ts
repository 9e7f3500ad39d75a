import type { Sandbox } from '../sandbox/launch';
import type { Report } from './figures';
import { FILE_BYTES, measureManyFiles, sendFiles } from './manyFiles';
import { byId, deliver } from './service';
import { Worker } from './worker';

/** Measures the translations of many small files through one Collect Translations. */
export async function run(report: Report): Promise<void> {
	await measureManyFiles(report, {
		name: 'collect',
		prepare: async (count, sandbox) => ({
			resource: 'job',
			operation: 'collect',
			simplify: false,
			jobId: byId(await deliveredJob(sandbox, count)),
		}),
		async check(count, _sandbox, output) {
			const collected = new Set(
				output
					.filter(({ fileSize }) => Number(fileSize) >= FILE_BYTES)
					.map(({ requestId }) => requestId),
			);
			if (collected.size !== count)
				throw new Error(`${collected.size} whole translations instead of ${count}`);
		},
	});
}

/** Sent by another process, which leaves the memory of the measured one as it is. */
async function deliveredJob(sandbox: Sandbox, count: number): Promise<string> {
	const sender = await Worker.start(sandbox);
	try {
		await sender.ask('storeMany', { count, bytes: FILE_BYTES });
		const { output } = await sender.ask('run', [sendFiles(`${count} files`)]);
		const jobId = String(output[0]!.jobId);
		const delivered = await deliver(sandbox, jobId);
		if (delivered.length !== count)
			throw new Error(`${delivered.length} translations delivered instead of ${count}`);
		return jobId;
	} finally {
		await sender.stop();
	}
}
