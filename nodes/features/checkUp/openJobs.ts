import { isMarkedArchived } from '../../api/archive';
import { getJob, listJobs } from '../../api/jobs';
import { readCounts, sumOf, totalOf } from '../../api/requestCounts';
import { listRequests } from '../../api/requests';
import type { Job, TranslationRequest } from '../../api/resources';
import { isTemporary, unlessGone } from '../../http/errors';
import { toArray } from '../../http/pages';
import { CANCELLED, COMPLETED, CREATED, FINISHED, JOB_STATUSES } from '../../rules/statuses';
import { CallsSpent, type Look, readWhatCan, type Subjects } from './look';

const OPEN = JOB_STATUSES.filter((status) => status !== COMPLETED);
const LAST = ['', CREATED, CANCELLED];
export const inProgressFirst = (one: Job, other: Job) =>
	LAST.indexOf(one.statusCode) - LAST.indexOf(other.statusCode);
/** The service is out of order then, and each further try takes minutes. */
const MAX_FAILURES = 3;

/** Without requests: they or its labels could not be read. */
export interface OpenJob {
	job: Job;
	requests?: TranslationRequest[];
}

/** The jobs that are not completed, with their requests. Read once for all checks. */
export const openJobs = async (look: Look): Promise<Subjects<OpenJob>> =>
	await look.once('openJobs', async () => {
		const { all, unread } = await readWhatCan(
			listJobs(look.client, { filter: { statuses: OPEN }, aggregate: true }),
		);
		const jobs = all
			.filter((job) => job.statusCode !== COMPLETED && !isMarkedArchived(job))
			.sort(inProgressFirst);
		return { all: await addRequests(look, jobs), unread };
	});

async function addRequests({ client }: Look, jobs: readonly Job[]): Promise<OpenJob[]> {
	let failures = 0;
	const attempt = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
		try {
			return failures < MAX_FAILURES ? await read() : undefined;
		} catch (error) {
			if (isTemporary(error) || error instanceof CallsSpent) failures += 1;
			return undefined;
		}
	};
	const listsShowLabels = jobs.some(({ labels }) => labels);
	const opened: OpenJob[] = [];
	for (const listed of jobs) {
		const { jobId, statusCode } = listed;
		const lacksLabels = statusCode === CREATED && !listsShowLabels;
		const read = lacksLabels && (await attempt(async () => await getJob(client, jobId)));
		const requests = !mayBeLeft(listed)
			? []
			: lacksLabels && !read
				? undefined
				: await attempt(
						async () =>
							(await unlessGone(async () => await toArray(listRequests(client, jobId)))) ?? [],
					);
		opened.push({ job: read || listed, requests });
	}
	return opened;
}

/** Cancelled jobs pile up, and most of them leave nothing. */
function mayBeLeft(job: Job): boolean {
	const counts = job.statusCode === CANCELLED ? readCounts(job) : undefined;
	return !counts || totalOf(counts) > sumOf(counts, FINISHED);
}
