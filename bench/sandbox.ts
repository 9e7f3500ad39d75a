import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import type { Report } from './report';

const GIB = 1_073_741_824;
const BLOCK = Buffer.alloc(1_048_576, 'Streams never hold a whole file. ');
const COMPARED = 'the file itself has 1024 MiB';

/** Measures the memory for the largest file, and the speed with ten thousand jobs. */
export async function run(report: Report): Promise<void> {
	const sandbox = await startSandbox({ variants: { translateDelayMs: 0 } });
	try {
		const service = await connect(sandbox);
		await files(sandbox, service, report);
		await lists(sandbox, service, report);
	} finally {
		await sandbox.stop();
	}
}

async function files(sandbox: Sandbox, service: Service, report: Report): Promise<void> {
	const connector = {
		connectorName: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b bench 1.0.0',
		connectorVersion: '1.0.0',
	};
	const { jobId } = await service('POST', '/jobs', { jobName: 'Large', ...connector });
	const transfer = await service('POST', `/jobs/${jobId}/sourcefiles?fileName=large.bin`);
	const before = residentBytes(sandbox.pid);
	const watch = watchMemory(sandbox.pid);
	const sent = await upload(String(transfer.fmsUploadUrl), String(transfer.fmsSASToken));
	report({ name: 'sandbox: memory growth, 1 GiB upload by TUS', ...growth(watch.peak(), before) });

	const { requests } = await service('POST', `/jobs/${jobId}/requests/add`, {
		requestName: 'large',
		sourceNativeLanguageCode: 'en-us',
		targetNativeLanguageCodes: ['fr-fr'],
		fmsFileId: transfer.fmsFileId,
	});
	const { requestId } = (requests as Array<{ requestId: string }>)[0] ?? { requestId: '' };
	await service('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	while (
		(await service('GET', `/jobs/${jobId}/requests/${requestId}`)).status !== 'REVIEW_TRANSLATION'
	)
		await new Promise((resolve) => setTimeout(resolve, 50));
	const received = await download(
		await service.location(`/jobs/${jobId}/requests/${requestId}/retrievefile`),
	);
	report({
		name: 'sandbox: memory growth, 1 GiB upload and download',
		...growth(watch.peak(), before),
	});
	watch.stop();
	if (received !== sent) throw new Error('The downloaded file differs from the uploaded one.');
}

async function lists(sandbox: Sandbox, service: Service, report: Report): Promise<void> {
	await sandbox.reset();
	const started = performance.now();
	await sandbox.seed({ jobs: 10_000, requestsPerJob: 2 });
	const seeded = performance.now();
	report({
		name: 'sandbox: 10,000 jobs seeded',
		value: Math.round(seeded - started),
		unit: 'ms',
		target: '≤ 1000',
		comparedWith: 'through the control host',
		ok: seeded - started <= 1000,
	});
	let next = '';
	let jobs = 0;
	do {
		const page = (await service('GET', `/jobs?orderBy=modifiedDate%20desc${next}`)) as {
			jobs: unknown[];
			pagination: { navNext?: string };
		};
		jobs += page.jobs.length;
		next = page.pagination.navNext ? `&navNext=${page.pagination.navNext}` : '';
	} while (next !== '');
	const took = performance.now() - seeded;
	report({
		name: `sandbox: ${jobs} jobs read in ${jobs / 50} pages`,
		value: Math.round(took),
		unit: 'ms',
		target: '≤ 4000',
		comparedWith: 'one page after the other',
		ok: took <= 4000 && jobs === 10_000,
	});
}

function growth(peak: number, before: number) {
	const mebibytes = Math.round((peak - before) / 1_048_576);
	return {
		value: mebibytes,
		unit: 'MiB',
		target: '< 100',
		comparedWith: COMPARED,
		ok: mebibytes < 100,
	};
}

/** The memory of the process, as the operating system counts it. */
function residentBytes(pid: number): number {
	const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kibibytes) * 1024;
}

function watchMemory(pid: number) {
	let highest = 0;
	const look = () => (highest = Math.max(highest, residentBytes(pid)));
	const timer = setInterval(look, 20);
	return { peak: look, stop: () => clearInterval(timer) };
}

export interface Service {
	(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
	location(path: string): Promise<string>;
}

export async function connect({
	authUrl,
	baseUrl,
	clientId,
	clientSecret,
}: Sandbox): Promise<Service> {
	const form = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: clientId,
		client_secret: clientSecret,
	});
	const { access_token: token } = (await (
		await fetch(`${authUrl}/connect/token`, { method: 'POST', body: form })
	).json()) as { access_token: string };
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
	const call = async (method: string, path: string, body?: unknown) => {
		const answer = await fetch(baseUrl + path, {
			method,
			headers,
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as Record<string, unknown>;
	};
	const location = async (path: string) => {
		const answer = await fetch(baseUrl + path, {
			headers: { ...headers, Accept: 'application/octet-stream' },
			redirect: 'manual',
		});
		return answer.headers.get('location') ?? '';
	};
	return Object.assign(call, { location });
}

/** Sends the whole file in one PATCH: the hardest case for a server that must not hold it. */
async function upload(url: string, sastoken: string): Promise<string> {
	const common = { 'Tus-Resumable': '1.0.0', sastoken };
	const encode = (text: string) => Buffer.from(text).toString('base64');
	const metadata = `name ${encode('large.bin')},contentType ${encode('application/octet-stream')},chunkSize ${encode('1048576')}`;
	const created = await fetch(url, {
		method: 'POST',
		headers: { ...common, 'Upload-Length': String(GIB), 'Upload-Metadata': metadata },
	});
	const patch = request(created.headers.get('location') ?? '', {
		method: 'PATCH',
		headers: {
			...common,
			'Upload-Offset': '0',
			'Content-Type': 'application/offset+octet-stream',
			'Content-Length': GIB,
		},
	});
	const answered = once(patch, 'response') as Promise<[IncomingMessage]>;
	const hash = createHash('sha256');
	for (let sent = 0; sent < GIB; sent += BLOCK.length) {
		hash.update(BLOCK);
		if (!patch.write(BLOCK)) await once(patch, 'drain');
	}
	patch.end();
	const [answer] = await answered;
	answer.resume();
	if (answer.statusCode !== 204)
		throw new Error(`The upload was answered with ${answer.statusCode}.`);
	return hash.digest('hex');
}

async function download(url: string): Promise<string> {
	const call = request(url).end();
	const [answer] = (await once(call, 'response')) as [IncomingMessage];
	const hash: Hash = createHash('sha256');
	for await (const chunk of answer as AsyncIterable<Buffer>) hash.update(chunk);
	return hash.digest('hex');
}
