import { perRun } from '../../memory/perRun';
import { LIMITS } from '../../rules/limits';
import { type DocumentedQuotas, type JobQuota, quotaExceeded } from '../../rules/quotas';
import type { Client } from '../../transport/client';
import { readQuotas } from '../quotas';
import { JobContents } from './jobContents';

interface Run {
	/** By job and quota. */
	added: Map<string, number>;
	before: Map<string, JobContents>;
	quotas?: Promise<DocumentedQuotas>;
}

const inThisRun = perRun((): Run => ({ added: new Map(), before: new Map() }));

/**
 * Adds to a job unless it would exceed its quota. What the job holds is counted once, before this
 * run adds anything. Raised quotas are read only when the usual one is reached.
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
		if (total > LIMITS.quotas[name]) {
			const limit = (await (run.quotas ??= readQuotas(client)))[name];
			if (total > limit)
				throw quotaExceeded(name, total, limit, 'Spread the work over several jobs.');
		}
		const result = await add(before);
		isAdded = true;
		return result;
	} finally {
		if (!isAdded) run.added.set(key, (run.added.get(key) ?? 0) - count);
	}
}
