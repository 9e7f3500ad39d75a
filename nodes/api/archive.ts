import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import type { Client } from '../http/client';
import { unlessGone } from '../http/errors';
import { serverMs } from '../rules/dates';
import { CALLS } from './calls';
import { pollUntil } from './effects';
import { filterTime } from './jobFilter';
import { getJob, listJobs } from './jobs';
import { type Job, readJob } from './resources';

const SECOND_MS = 1_000;

/** Not every service shows it, so false may mean unknown: see isInArchive. */
export function isMarkedArchived(job: Job): boolean {
	return job.archived === true || job.archiveStatus === 'ARCHIVED';
}

const isUnderWay = ({ archiveStatus }: Job) => archiveStatus?.endsWith('ING') === true;
/** True if the job shows whether it is archived. */
const tells = ({ archived, archiveStatus }: Job) =>
	typeof archived === 'boolean' || typeof archiveStatus === 'string';

/** The lists always show where a job is; the job itself may not. */
async function findListed(
	client: Client,
	jobId: string,
	archived: boolean,
	createdDate?: string,
): Promise<Job | undefined> {
	const created = serverMs(createdDate);
	const around =
		created === undefined
			? {}
			: {
					createdAfter: filterTime(created - 2 * SECOND_MS, 'Created After'),
					createdBefore: filterTime(created + 2 * SECOND_MS, 'Created Before'),
				};
	for await (const job of listJobs(client, { archived, filter: around }))
		if (job.jobId === jobId) return job;
	return undefined;
}

/** By the job itself, or by the list that holds it. */
export async function isInArchive(client: Client, job: Job): Promise<boolean> {
	if (tells(job)) return isMarkedArchived(job);
	return (await findListed(client, job.jobId, true, job.createdDate)) !== undefined;
}

/** `hasArrived` only if it is proved. */
async function findJob(
	client: Client,
	jobId: string,
	archived: boolean,
	before?: Job,
): Promise<{ job?: Job; hasArrived: boolean }> {
	const job = await readUnlessGone(client, jobId);
	if (job && tells(job) && isMarkedArchived(job) === archived && !isUnderWay(job))
		return { job, hasArrived: true };
	if (job && isUnderWay(job)) return { job, hasArrived: false };
	// A service may show an archived job only in its list.
	const listed = await findListed(client, jobId, archived, (job ?? before)?.createdDate);
	return { job: job ?? listed, hasArrived: listed !== undefined };
}

const readUnlessGone = async (client: Client, jobId: string) =>
	await unlessGone(async () => await getJob(client, jobId));

/** The service works in the background, so its response proves nothing and may be empty. */
async function moveLater(client: Client, jobId: string, archived: boolean): Promise<Job> {
	const findEffect = async (asking: Client) => {
		const { job, hasArrived } = await findJob(asking, jobId, archived);
		return hasArrived || job?.archiveStatus === (archived ? 'ARCHIVING' : 'UNARCHIVING')
			? job
			: undefined;
	};
	const call = archived ? CALLS.archive(jobId) : CALLS.unarchive(jobId);
	const response = await client.call<IDataObject | undefined>({ ...call, findEffect });
	if (isRecord(response) && Object.keys(response).length > 0) return readJob(response);
	return (
		(await readUnlessGone(client, jobId)) ??
		(await findListed(client, jobId, archived)) ??
		readJob({ jobId })
	);
}

export async function archiveJob(client: Client, jobId: string): Promise<Job> {
	return await moveLater(client, jobId, true);
}

export async function unarchiveJob(client: Client, jobId: string): Promise<Job> {
	return await moveLater(client, jobId, false);
}

export async function waitUntilArchived(
	client: Client,
	before: Job,
	archived: boolean,
	limitMs: number,
): Promise<Job> {
	const { jobId } = before;
	const what = `${archived ? 'Archiving' : 'Unarchiving'} job ${jobId}`;
	const read = async () => {
		const { job, hasArrived } = await findJob(client, jobId, archived, before);
		return hasArrived ? job : undefined;
	};
	return await pollUntil(client, { read, limitMs, what });
}
