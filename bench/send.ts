import type { Report } from './figures';
import { FILE_BYTES, measureManyFiles, sendFiles } from './manyFiles';

/** Measures many small files through one Send for Translation. */
export async function run(report: Report): Promise<void> {
	await measureManyFiles(report, {
		name: 'send',
		async prepare(count, _sandbox, worker) {
			await worker.ask('storeMany', { count, bytes: FILE_BYTES });
			return sendFiles(`${count} files`);
		},
		async check(count, sandbox) {
			const jobs = (await sandbox.jobs()).filter(
				({ jobName, status }) => jobName === `${count} files` && status !== 'CREATED',
			);
			if (jobs.length !== 1 || jobs[0]!.requestCount !== count)
				throw new Error(`Not one submitted job with ${count} requests: ${JSON.stringify(jobs)}`);
		},
	});
}
