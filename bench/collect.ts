import type { Sandbox } from '../sandbox/launch';
import { FILE_BYTES, measureManyFiles } from './manyFiles';
import type { Report } from './report';
import { connect, type Service } from './sandbox';
import { byId, createJob } from './setUp';

const PAGE = 50;
const AT_ONCE = 20;

/** Measures the translations of many small files through one Collect Translations. */
export async function run(report: Report): Promise<void> {
	await measureManyFiles(report, {
		name: 'collect',
		callsFor: (count) => count + Math.ceil(count / PAGE),
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

async function deliveredJob(sandbox: Sandbox, count: number): Promise<string> {
	const service = await connect(sandbox);
	const jobId = await createJob(service);
	let next = 0;
	const addNext = async () => {
		for (let at = next++; at < count; at = next++) await addFile(service, jobId, at);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, addNext));
	await service('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	// Gives the job time to reach its provider.
	await sandbox.advance(1_000);
	const delivered = await sandbox.deliver(jobId);
	if (delivered.length !== count)
		throw new Error(`${delivered.length} translations delivered instead of ${count}`);
	return jobId;
}

async function addFile(service: Service, jobId: string, at: number): Promise<void> {
	const transfer = await service('POST', `/jobs/${jobId}/sourcefiles?fileName=file-${at}.txt`);
	const form = new FormData();
	form.append(
		'file',
		new Blob([Buffer.alloc(FILE_BYTES, `File ${at}. `)], { type: 'text/plain' }),
		`file-${at}.txt`,
	);
	const uploaded = await fetch(String(transfer.fmsPostMultipartUrl), {
		method: 'POST',
		body: form,
	});
	if (!uploaded.ok) throw new Error(`The upload was answered with ${uploaded.status}.`);
	await uploaded.arrayBuffer();
	await service('POST', `/jobs/${jobId}/requests/add`, {
		requestName: `file-${at}.txt`,
		sourceNativeId: `file-${at}`,
		sourceNativeLanguageCode: 'en-us',
		targetNativeLanguageCodes: ['fr-fr'],
		fmsFileId: transfer.fmsFileId,
	});
}
