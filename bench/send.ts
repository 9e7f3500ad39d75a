import { FILE_BYTES, measureManyFiles } from './manyFiles';
import type { Report } from './report';
import { byId } from './setUp';

/** Reserve and add for each file; a job needs the rest once. */
const CALLS_PER_FILE = 2;
const CALLS_PER_JOB = 25;

/** Measures many small files through one Send for Translation. */
export async function run(report: Report): Promise<void> {
	await measureManyFiles(report, {
		name: 'send',
		callsFor: (count) => CALLS_PER_FILE * count + CALLS_PER_JOB,
		async prepare(count, _sandbox, worker) {
			await worker.ask('storeMany', { count, bytes: FILE_BYTES });
			return {
				resource: 'job',
				operation: 'send',
				providerId: byId('pseudo'),
				jobName: `${count} files`,
				sourceLanguage: 'en-us',
				targetLanguages: ['fr-fr'],
				translate: 'file',
			};
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
