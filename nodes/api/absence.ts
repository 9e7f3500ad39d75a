/** Confirms a 404 that may not be the service's own word: the lists of jobs lack the job. */
import type { IDataObject } from 'n8n-workflow';

import { Once, perRun } from '../core/caches';
import type { Client } from '../http/client';
import { eachItem } from '../http/pages';
import { CALLS } from './calls';
import { PATHS } from './wire';

const JOB = /^(?:GET|DELETE) \/jobs\/(?<id>[^/]+)$/;
/** The service locks what belongs to an archived job. */
const OF_JOB = /^GET \/jobs\/(?<id>[^/]+)\/(?:requests|supportassets|tmupdates)$/;

/** Undefined if a call is not about a job. */
export async function isAbsent(
	client: Client,
	method: string,
	path: string,
): Promise<boolean | undefined> {
	const call = `${method} ${path}`;
	if (path === PATHS.archivedJobs) return undefined;
	const ofJob = OF_JOB.exec(call)?.groups?.id;
	if (ofJob !== undefined) return !(await isListedJob(client, PATHS.jobs, ofJob));
	const jobId = JOB.exec(call)?.groups?.id;
	if (jobId === undefined) return undefined;
	for (const list of [PATHS.jobs, PATHS.archivedJobs])
		if (await isListedJob(client, list, jobId)) return false;
	return true;
}

/** Several jobs may be gone at once, and the lists are long. */
const LISTED_MS = 5 * 60_000;
const listedJobs = perRun(() => new Once<Set<string>>({ maxAgeMs: LISTED_MS }));

async function isListedJob(client: Client, list: string, jobId: string): Promise<boolean> {
	const read = async () => await readJobIds(client, list);
	return (await listedJobs(client.context).get(list, read)).has(decodeURIComponent(jobId));
}

async function readJobIds(client: Client, path: string): Promise<Set<string>> {
	const ids = new Set<string>();
	for await (const raw of eachItem<IDataObject>(client, { ...CALLS.jobs(), path }))
		ids.add(String(raw.jobId ?? raw.id));
	return ids;
}

/** For a run that has made a job since. */
export const forgetListedJobs = (client: Client): void => {
	for (const list of [PATHS.jobs, PATHS.archivedJobs]) listedJobs(client.context).forget(list);
};
