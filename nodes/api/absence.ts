/** Confirms a 404 that may not be the service's own word: the list lacks what was asked for. */
import type { IDataObject } from 'n8n-workflow';

import { Once, perRun } from '../core/caches';
import type { Client } from '../http/client';
import { asError, isGone } from '../http/errors';
import type { ExpectedList } from '../http/expected';
import { eachItem } from '../http/pages';
import { EXPECTED } from './responses';
import { PATHS } from './wire';

/** Which list shows what a call is about. The list's path and the id are parts of the call. */
const LISTED: ReadonlyArray<[call: RegExp, expects: ExpectedList]> = [
	[
		/^(?:GET|DELETE|PATCH) (?<list>\/jobs\/[^/]+\/requests)\/(?<id>[^/]+)$/,
		EXPECTED.requestsOfAnyJob,
	],
	[
		/^(?:GET|DELETE|PATCH) (?<list>\/jobs\/[^/]+\/supportassets)\/(?<id>[^/]+)$/,
		EXPECTED.supportAssets,
	],
	[/^(?:GET|DELETE|PATCH) (?<list>\/jobs\/[^/]+\/tmupdates)\/(?<id>[^/]+)$/, EXPECTED.tmUpdates],
	[/^(?:GET|DELETE|PATCH) (?<list>\/statusupdates\/listeners)\/(?<id>[^/]+)$/, EXPECTED.listeners],
	[/^PUT (?<list>\/statusupdates)\/(?<id>[^/]+)\/acknowledge$/, EXPECTED.statusUpdates],
];
const JOB = /^(GET|DELETE) \/jobs\/(?<id>[^/]+)$/;
/** The service locks what belongs to an archived job. */
const OF_JOB = /^GET \/jobs\/(?<id>[^/]+)\/(requests|supportassets|tmupdates)$/;

/** Undefined if no list shows what the call is about. */
export async function isAbsent(
	client: Client,
	method: string,
	path: string,
): Promise<boolean | undefined> {
	const call = `${method} ${path}`;
	if (path === PATHS.archivedJobs) return undefined;
	for (const [pattern, expects] of LISTED) {
		const { list = '', id } = pattern.exec(call)?.groups ?? {};
		if (id !== undefined) return await isMissingIn(client, list, expects, id);
	}
	const ofJob = OF_JOB.exec(call)?.groups?.id;
	if (ofJob !== undefined) return !(await isListedJob(client, PATHS.jobs, ofJob));
	const jobId = JOB.exec(call)?.groups?.id;
	if (jobId === undefined) return undefined;
	for (const list of [PATHS.jobs, PATHS.archivedJobs])
		if (await isListedJob(client, list, jobId)) return false;
	return true;
}

async function isMissingIn(
	client: Client,
	list: string,
	expects: ExpectedList,
	id: string,
): Promise<boolean> {
	try {
		return !(await readIds(client, list, expects)).has(decodeURIComponent(id));
	} catch (error) {
		// The whole job is gone, which was confirmed in the same way.
		if (isGone(error)) return true;
		throw asError(error);
	}
}

async function readIds(client: Client, path: string, expects: ExpectedList): Promise<Set<string>> {
	const ids = new Set<string>();
	for await (const raw of eachItem<IDataObject>(client, { method: 'GET', path, expects }))
		for (const name of expects.id ?? []) if (raw[name] !== undefined) ids.add(String(raw[name]));
	return ids;
}

/** Several jobs may be gone at once, and the lists are long. */
const LISTED_MS = 5 * 60_000;
const listedJobs = perRun(() => new Once<Set<string>>({ maxAgeMs: LISTED_MS }));

async function isListedJob(client: Client, list: string, jobId: string): Promise<boolean> {
	const read = async () => await readIds(client, list, EXPECTED.jobs);
	return (await listedJobs(client.context).get(list, read)).has(decodeURIComponent(jobId));
}

/** For a run that has made a job since. */
export const forgetListedJobs = (client: Client): void => {
	for (const list of [PATHS.jobs, PATHS.archivedJobs]) listedJobs(client.context).forget(list);
};
