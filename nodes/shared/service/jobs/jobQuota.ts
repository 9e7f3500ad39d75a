import { LIMITS } from '../../rules/limits';
import { type DocumentedQuotas, type JobQuota, quotaExceeded } from '../../rules/quotas';
import type { Client } from '../../transport/client';
import { JobContents } from './jobContents';
import { readQuotas } from '../quotas';

interface Run {
	/** What this run has added, by job and quota. */
	added: Map<string, number>;
	/** What jobs held before. */
	before: Map<string, JobContents>;
	quotas?: Promise<DocumentedQuotas>;
}

const runs = new WeakMap<object, Run>();

/**
 * Adds to a job unless it would hold more than its quota allows. What it holds is counted once, before this run adds
 * anything; what others add meanwhile the service counts itself. Raised quotas are asked for only when the usual one is reached.
 */
export async function withinJobQuota<T>(client: Client, jobId: string, name: JobQuota, count: number, add: () => Promise<T>): Promise<T> {
	const run: Run = runs.get(client.context) ?? { added: new Map(), before: new Map() };
	runs.set(client.context, run);
	const before = run.before.get(jobId) ?? new JobContents(client, jobId);
	run.before.set(jobId, before);
	const key = `${name} ${jobId}`;
	const change = (by: number) => run.added.set(key, (run.added.get(key) ?? 0) + by);
	change(count);
	// Before anything is waited for: of items that run at once, only the last ones find no room.
	const added = run.added.get(key)!;
	let isAdded = false;
	try {
		const total = added + ((await before.count(name)) ?? 0);
		if (total > LIMITS.quotas[name]) {
			const limit = (await (run.quotas ??= readQuotas(client)))[name];
			if (total > limit) throw quotaExceeded(name, total, limit, 'Spread the work over several jobs.');
		}
		const result = await add();
		isAdded = true;
		return result;
	} finally {
		if (!isAdded) change(-count);
	}
}
