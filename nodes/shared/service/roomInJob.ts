import { LIMITS, type QuotaName, checkQuota } from '../rules/limits';
import type { Client } from '../transport/client';
import { readQuotas } from './quota';
import { type Quota } from './readQuota';

interface Run {
	/** What this run has added, by job and quota. */
	added: Map<string, number>;
	quota?: Promise<Quota>;
}

const runs = new WeakMap<object, Run>();

/**
 * Adds to a job unless this run alone would go beyond the quota of a job. The service is asked for
 * raised quotas only when the usual one is reached; what others added it counts itself.
 */
export async function withRoomInJob<T>(client: Client, jobId: string, name: QuotaName, count: number, add: () => Promise<T>): Promise<T> {
	const run = runs.get(client.context) ?? { added: new Map<string, number>() };
	runs.set(client.context, run);
	const key = `${name} ${jobId}`;
	const change = (by: number) => run.added.set(key, (run.added.get(key) ?? 0) + by);
	change(count);
	let isAdded = false;
	try {
		const total = run.added.get(key)!;
		if (total > LIMITS.quotas[name]) checkQuota(name, total, (await (run.quota ??= readQuotas(client)))[name]);
		const result = await add();
		isAdded = true;
		return result;
	} finally {
		if (!isAdded) change(-count);
	}
}
