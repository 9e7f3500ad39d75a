import { formatSeconds } from '../shared/rules/isoTime';
import { getJob, listJobs, type JobQuery } from '../shared/service/jobs';
import type { Job } from '../shared/service/resources';
import { NEWEST_CREATED, NEWEST_MODIFIED } from '../shared/service/wire';
import type { Client } from '../shared/transport/client';
import { isStatus, passOn } from '../shared/transport/errors';
import { ifReadable } from '../shared/triggers/readBack';

/** The order and the counts are asked for where the service knows them; a service that refuses them is asked without. */
async function withoutExtras<T>(client: Client, ask: () => Promise<T>, askPlainly: () => Promise<T>): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		if (!isStatus(error, 400, 422)) throw passOn(client.context.getNode(), error);
		return await askPlainly();
	}
}

async function* listActiveJobs(client: Client, query: JobQuery): AsyncGenerator<Job> {
	let jobs = listJobs(client, { ...query, aggregate: true });
	const first = await withoutExtras(
		client,
		async () => await jobs.next(),
		async () => await (jobs = listJobs(client)).next(),
	);
	if (first.done) return;
	yield first.value;
	yield* jobs;
}

export const newestChangedJobs = (client: Client) => listActiveJobs(client, { orderBy: NEWEST_MODIFIED });

/** In an order that does not change while the pages are read, from a time of creation on downwards. */
export function allJobs(client: Client, createdBefore?: number): AsyncGenerator<Job> {
	// The filter knows whole seconds.
	const filter = createdBefore === undefined ? undefined : `createdDate lt '${formatSeconds(Math.ceil(createdBefore / 1000) + 1)}'`;
	return listActiveJobs(client, { orderBy: NEWEST_CREATED, filter });
}

export async function* oneJob(client: Client, jobId: string): AsyncGenerator<Job> {
	const read = async (aggregate: boolean) => await getJob(client, jobId, { aggregate });
	const job = await ifReadable(client, `job ${jobId}`, async () => await withoutExtras(client, async () => await read(true), async () => await read(false)));
	if (job) yield job;
}
