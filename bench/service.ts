import { type Sandbox, startSandbox } from '../sandbox/launch';
import type { Variants } from '../sandbox/model/variants';
import { Worker } from './worker';

/** The service does nothing of its own accord. */
const QUIET = { autoDeliver: false, sendingMs: 5, acceptMs: 5, tokenLifetimeSeconds: 86_400 };

/** A sandbox for as long as the work takes. */
export async function withSandbox<T>(
	variants: Partial<Variants>,
	work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
	const sandbox = await startSandbox({ variants: { ...QUIET, ...variants } });
	try {
		return await work(sandbox);
	} finally {
		await sandbox.stop();
	}
}

/** A sandbox, and a process that runs the nodes. */
export async function withService<T>(
	work: (sandbox: Sandbox, worker: Worker) => Promise<T>,
	{ requestsPerSecond, ...variants }: Partial<Variants> & { requestsPerSecond?: number } = {},
): Promise<T> {
	return await withSandbox(variants, async (sandbox) => {
		const worker = await Worker.start(sandbox, requestsPerSecond);
		try {
			return await work(sandbox, worker);
		} finally {
			await worker.stop();
		}
	});
}

/** The limit of the service, and how long it takes for a call. */
export const PER_SECOND = 20;
export const LATENCY_MS = 100;
export const THROTTLE: Variants['throttle'] = { perSecond: PER_SECOND, retryAfter: 'seconds' };

export async function createJob(sandbox: Sandbox): Promise<string> {
	const { jobIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 0, status: 'CREATED' });
	return jobIds[0]!;
}

/** What was sent comes back, once it has reached its provider. */
export async function deliver(sandbox: Sandbox, jobId: string): Promise<string[]> {
	await sandbox.advance(1_000);
	return await sandbox.deliver(jobId);
}

export type Call = (
	method: string,
	path: string,
	body?: unknown,
) => Promise<Record<string, unknown>>;

/** Calls the service without the nodes. A redirect is returned as its location. */
export async function connect(sandbox: Sandbox): Promise<Call> {
	const { token } = await sandbox.issueToken(sandbox.clientId);
	return async (method, path, body) => {
		const answer = await fetch(sandbox.baseUrl + path, {
			method,
			headers: {
				Authorization: `Bearer ${token}`,
				'Content-Type': 'application/json',
				Accept: path.endsWith('file') ? 'application/octet-stream' : 'application/json',
			},
			body: JSON.stringify(body),
			redirect: 'manual',
		});
		const location = answer.headers.get('location');
		if (location && !answer.ok) return { location };
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return (await answer.json()) as Record<string, unknown>;
	};
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Loads and compiles everything, so that only what follows is measured. */
export async function warmUp(worker: Worker): Promise<void> {
	await worker.ask('storeMany', { count: 1, bytes: 2 * 2 ** 20 });
	const { output } = await worker.ask('run', [
		{ resource: 'job', operation: 'create', jobName: 'Warm-up' },
	]);
	const jobId = byId(String(output[0]!.jobId));
	await worker.ask('run', [
		{ resource: 'file', operation: 'upload', jobId, uploadMode: 'resumable' },
		{ resource: 'file', operation: 'downloadSource', jobId, fmsFileId: '={{ $json.fmsFileId }}' },
	]);
	await worker.ask('settle');
}
