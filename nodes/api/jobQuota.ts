import { perRun } from '../core/perRun';
import type { Client } from '../http/client';
import { type JobQuota, quotaExceeded } from '../rules/quotas';
import { JobContents } from './jobContents';
import { readQuotas } from './quotas';

interface Run {
	/** By job and quota. */
	added: Map<string, number>;
	before: Map<string, JobContents>;
}

const inThisRun = perRun((): Run => ({ added: new Map(), before: new Map() }));

/**
 * Adds to a job unless it would exceed its quota. What the job holds is counted once, before this
 * run adds anything.
 */
export async function withinJobQuota<T>(
	client: Client,
	jobId: string,
	name: JobQuota,
	count: number,
	add: (before: JobContents) => Promise<T>,
): Promise<T> {
	const run = inThisRun(client.context);
	const before = run.before.get(jobId) ?? new JobContents(client, jobId);
	run.before.set(jobId, before);
	const key = `${name} ${jobId}`;
	// Reserved before the first wait: of parallel items, only the last ones find no room.
	const added = (run.added.get(key) ?? 0) + count;
	run.added.set(key, added);
	let isAdded = false;
	try {
		const total = added + ((await before.count(name)) ?? 0);
		const limit = (await readQuotas(client, (quotas) => total <= quotas[name]))[name];
		if (total > limit)
			throw quotaExceeded(name, total, limit, 'Spread the work over several jobs.');
		const result = await add(before);
		isAdded = true;
		return result;
	} finally {
		if (!isAdded) run.added.set(key, (run.added.get(key) ?? 0) - count);
	}
}
