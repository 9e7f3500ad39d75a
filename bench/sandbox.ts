import { readFileSync } from 'node:fs';

import type { Sandbox } from '../sandbox/launch';
import { downloadWithCurl } from './curl';
import type { Report } from './figures';
import { expectContent, translate, uploadToJob, withLargeFile } from './largeFile';
import { mebibytes } from './measure';
import { connect, withSandbox } from './service';

const JOBS = 10_000;

/** Measures the memory for the largest file, and the speed with ten thousand jobs. */
export async function run(report: Report): Promise<void> {
	await withLargeFile(async (path, sha256) => {
		await withSandbox({}, async (sandbox) => {
			const call = await connect(sandbox);
			const before = memoryOf(sandbox, 'VmRSS');
			const growth = () => mebibytes(memoryOf(sandbox, 'VmHWM') - before);
			// In one PATCH: the hardest case for a server that must not hold it.
			const uploaded = await uploadToJob(sandbox, call, path);
			report('sandbox: memory growth, 1 GiB upload by TUS', growth());
			const { location } = await call('GET', (await translate(sandbox, call, uploaded)).path);
			downloadWithCurl(String(location), `${path}.copy`);
			report('sandbox: memory growth, 1 GiB upload and download', growth());
			await expectContent(`${path}.copy`, sha256);
		});
	});
	await withSandbox({}, async (sandbox) => await measureLists(report, sandbox));
}

/** As the operating system counts the memory of a process: now, or at its peak. */
function memoryOf({ pid }: Sandbox, which: 'VmRSS' | 'VmHWM'): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
}

async function measureLists(report: Report, sandbox: Sandbox): Promise<void> {
	const call = await connect(sandbox);
	const started = performance.now();
	await sandbox.seed({ jobs: JOBS, requestsPerJob: 2 });
	const seeded = performance.now();
	report('sandbox: 10,000 jobs seeded', Math.round(seeded - started));
	let next: string | undefined = '';
	let read = 0;
	while (next !== undefined) {
		const path = `/jobs?orderBy=modifiedDate%20desc${next && `&navNext=${next}`}`;
		const { jobs, pagination } = (await call('GET', path)) as {
			jobs: unknown[];
			pagination: { navNext?: string };
		};
		read += jobs.length;
		next = pagination.navNext || undefined;
	}
	if (read !== JOBS) throw new Error(`${read} jobs read instead of ${JOBS}`);
	const took = Math.round(performance.now() - seeded);
	report(`sandbox: ${JOBS} jobs read in ${JOBS / 50} pages`, took);
}
