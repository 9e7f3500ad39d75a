import { CANCELLED, COMPLETED, CREATED, IN_REVIEW, JOB_STATUSES } from '../../rules/statuses';
import { toArray } from '../../transport/pages';
import { isTemporary, unlessGone } from '../../transport/pipeline/errors';
import { isMarkedArchived } from '../jobs/archive';
import { getJob, listJobs } from '../jobs/jobs';
import { readCounts } from '../jobs/requestCounts';
import { listRequests } from '../requests/requests';
import type { Job, TranslationRequest } from '../resources';
import { CallsSpent, type Look, readWhatCan } from './look';

const OPEN = JOB_STATUSES.filter((status) => status !== COMPLETED);
/** In progress first. */
const LAST = ['', CREATED, CANCELLED];
/** The service is out of order then, and each further try takes minutes. */
const MAX_FAILURES = 3;

/** Without requests: they could not be read, or the calls were spent. */
export interface OpenJob {
	job: Job;
	requests?: TranslationRequest[];
}

export interface OpenJobs {
	jobs: OpenJob[];
	/** False if the list could not be read to its end. */
	isWhole: boolean;
}

/** The jobs that are not completed, with their requests. Read once for all checks. */
export const openJobs = async (look: Look): Promise<OpenJobs> =>
	await look.once('openJobs', async () => {
		const { jobs, isWhole } = await listOpen(look);
		const order = ({ statusCode }: Job) => LAST.indexOf(statusCode);
		jobs.sort((one, other) => order(one) - order(other));
		let failures = 0;
		const read = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
			if (failures >= MAX_FAILURES) return undefined;
			try {
				return await work();
			} catch (error) {
				if (isTemporary(error) || error instanceof CallsSpent) failures += 1;
				return undefined;
			}
		};
		const listsShowLabels = jobs.some(({ labels }) => labels !== undefined);
		const opened: OpenJob[] = [];
		for (const listed of jobs) {
			const { jobId, statusCode } = listed;
			const needsLabels = statusCode === CREATED && !listsShowLabels;
			const job =
				(needsLabels && (await read(async () => await getJob(look.client, jobId)))) || listed;
			const requests = mayBeLeft(job)
				? await read(
						async () =>
							(await unlessGone(async () => await toArray(listRequests(look.client, jobId)))) ?? [],
					)
				: [];
			opened.push({ job, requests });
		}
		return { jobs: opened, isWhole };
	});

/** Cancelled jobs pile up, and most of them leave nothing. */
function mayBeLeft(job: Job): boolean {
	const counts = job.statusCode === CANCELLED ? readCounts(job) : undefined;
	return !counts || (counts[IN_REVIEW] ?? 0) > 0;
}

async function listOpen({ client }: Look): Promise<{ jobs: Job[]; isWhole: boolean }> {
	const { items, isWhole } = await readWhatCan(
		listJobs(client, { filter: { statuses: OPEN }, aggregate: true }),
	);
	const jobs = items.filter((job) => job.statusCode !== COMPLETED && !isMarkedArchived(job));
	return { jobs, isWhole };
}
