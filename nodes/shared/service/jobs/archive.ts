import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../rules/isRecord';
import { serverMs } from '../../rules/time/serverTime';
import type { Client } from '../../transport/client';
import { unlessGone } from '../../transport/pipeline/errors';
import { EXPECTED } from '../answers';
import { filterTime } from './jobFilter';
import { getJob, listJobs } from './jobs';
import { type Job, readJob } from '../resources';
import { pollUntil } from '../pollUntil';
import { PATHS } from '../wire';

const SECOND_MS = 1_000;

/** By the job's own word. Not every service shows it, so a "no" may only mean that nothing is said: see isInArchive. */
export function saysArchived(job: Job): boolean {
	return job.archived === true || job.archiveStatus === 'ARCHIVED';
}

const isUnderWay = ({ archiveStatus }: Job) => archiveStatus?.endsWith('ING') === true;
/** Whether a job tells at all where it is. */
const tells = ({ archived, archiveStatus }: Job) => typeof archived === 'boolean' || typeof archiveStatus === 'string';

/** The job in the list of active or of archived ones, if it is there: the only place where the service has to show it. */
async function findListed(client: Client, jobId: string, archived: boolean, createdDate?: string): Promise<Job | undefined> {
	const created = serverMs(createdDate);
	const around = created === undefined ? {} : { createdAfter: filterTime(created - 2 * SECOND_MS, 'Created After'), createdBefore: filterTime(created + 2 * SECOND_MS, 'Created Before') };
	for await (const job of listJobs(client, { archived, filter: around })) if (job.jobId === jobId) return job;
	return undefined;
}

/** Whether a job is archived, by its own word or by the list it stands in. */
export async function isInArchive(client: Client, job: Job): Promise<boolean> {
	if (tells(job)) return saysArchived(job);
	return (await findListed(client, job.jobId, true, job.createdDate)) !== undefined;
}

/** The job as it is now, and whether it is proved to be where it was to go. */
async function look(client: Client, jobId: string, archived: boolean, before?: Job): Promise<{ job?: Job; hasArrived: boolean }> {
	const job = await readUnlessGone(client, jobId);
	if (job && tells(job) && saysArchived(job) === archived && !isUnderWay(job)) return { job, hasArrived: true };
	if (job && isUnderWay(job)) return { job, hasArrived: false };
	// A service may hide an archived job everywhere but in its list.
	const listed = await findListed(client, jobId, archived, (job ?? before)?.createdDate);
	return { job: job ?? listed, hasArrived: listed !== undefined };
}

/** Undefined where the service hides archived jobs. */
const readUnlessGone = async (client: Client, jobId: string) => await unlessGone(client.context.getNode(), async () => await getJob(client, jobId));

/** The service archives and unarchives in the background, so its answer proves nothing yet and may be empty. */
async function moveLater(client: Client, jobId: string, path: string, archived: boolean): Promise<Job> {
	const findEffect = async (asking: Client) => {
		const { job, hasArrived } = await look(asking, jobId, archived);
		return hasArrived || job?.archiveStatus === (archived ? 'ARCHIVING' : 'UNARCHIVING') ? job : undefined;
	};
	const answer = await client.call<IDataObject | undefined>({ method: 'PUT', path, about: { jobId }, expects: EXPECTED.jobOrNothing(jobId), findEffect });
	if (isRecord(answer) && Object.keys(answer).length > 0) return readJob(answer);
	return (await readUnlessGone(client, jobId)) ?? (await findListed(client, jobId, archived)) ?? readJob({ jobId });
}

export async function archiveJob(client: Client, jobId: string): Promise<Job> {
	return await moveLater(client, jobId, PATHS.archive(jobId), true);
}

export async function unarchiveJob(client: Client, jobId: string): Promise<Job> {
	return await moveLater(client, jobId, PATHS.unarchive(jobId), false);
}

export async function waitUntilArchived(client: Client, before: Job, archived: boolean, limitMs: number): Promise<Job> {
	const { jobId } = before;
	const what = `${archived ? 'Archiving' : 'Unarchiving'} job ${jobId}`;
	const { job } = await pollUntil(client, { read: async () => await look(client, jobId, archived, before), until: ({ hasArrived }) => hasArrived, limitMs, what });
	return job!;
}
