import { hasLabels, hasOurLabels } from '../../rules/labels';
import { formatCount } from '../../rules/limits';
import {
	ACCEPTED,
	COMPLETED,
	CREATED,
	FINISHED,
	IN_REVIEW,
	JOB_OVER,
	SENDING,
} from '../../rules/statuses';
import { isPastDue, serverMs } from '../../rules/time/serverTime';
import { listJobs } from '../jobs/jobs';
import { isMissing } from '../jobs/requestCounts';
import { countByStatus, type Job } from '../resources';
import { type Found, TEST_JOB_LABEL } from './finding';
import { type Check, type Look, readWhatCan } from './look';
import { type OpenJob, openJobs } from './openJobs';
import { tell } from './tell';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ARCHIVAL_DAYS = 30;
/** So many are read at least, to see that the service orders them. */
const IN_ORDER = 200;

/** The ids of what is left. Undefined if that cannot be told. */
type Find = (open: OpenJob, look: Look) => readonly string[] | undefined;

/** Undefined without a date. */
const isOlder = (look: Look, date: unknown, ms: number): boolean | undefined => {
	const time = serverMs(date);
	return time === undefined ? undefined : look.nowMs - time > ms;
};

const idIf = ({ jobId }: Job, isLeft: boolean | undefined) =>
	isLeft === undefined ? undefined : isLeft ? [jobId] : [];

const isTestJob = ({ labels }: Job) => hasLabels(labels, [{ name: TEST_JOB_LABEL }]);

const JOB_KINDS: Record<string, [what: (look: Look) => string, advice: string, find: Find]> = {
	unsubmittedJobs: [
		() => 'Jobs of these nodes that are not submitted for over a day',
		'Their runs stopped halfway. Run them again, or delete the jobs.',
		({ job }, look) =>
			job.statusCode === CREATED && hasOurLabels(job.labels) && !isTestJob(job)
				? idIf(job, isOlder(look, job.createdDate, DAY_MS))
				: [],
	],
	testJobs: [
		() => 'Test jobs of a check-up that were left behind',
		'Delete them.',
		({ job }) => idIf(job, job.statusCode === CREATED && isTestJob(job)),
	],
	sending: [
		() => 'Jobs that are being sent for over an hour',
		'Ask whoever runs the service.',
		({ job }, look) =>
			job.statusCode === SENDING
				? idIf(job, isOlder(look, job.modifiedDate ?? job.createdDate, HOUR_MS))
				: [],
	],
	inReview: [
		({ settings }) => `Requests in review for over ${settings.daysInReview} days`,
		'Approve or reject them. Check that the workflow that collects them runs.',
		({ requests }, look) => {
			const limitMs = look.settings.daysInReview * DAY_MS;
			const ages = requests
				?.filter(({ statusCode }) => statusCode === IN_REVIEW)
				.map(({ requestId, modifiedDate }) => ({
					requestId,
					isOld: isOlder(look, modifiedDate, limitMs),
				}));
			return ages?.some(({ isOld }) => isOld === undefined)
				? undefined
				: ages?.flatMap(({ requestId, isOld }) => (isOld ? [requestId] : []));
		},
	],
	notCompleted: [
		() => 'Jobs whose requests are all approved and that are not completed',
		'Complete them.',
		({ job, requests }) =>
			JOB_OVER.includes(job.statusCode)
				? []
				: requests &&
					idIf(
						job,
						requests.some(({ statusCode }) => ACCEPTED.includes(statusCode)) &&
							requests.every(({ statusCode }) => FINISHED.includes(statusCode)),
					),
	],
	requestErrors: [
		() => 'Requests in error',
		'Get the requests to see their messages, and ask the provider.',
		({ requests }) =>
			requests?.flatMap(({ hasError, statusCode, requestId }) =>
				hasError === true && !FINISHED.includes(statusCode) ? [requestId] : [],
			),
	],
	overdue: [
		() => 'Jobs whose due date has passed while translations are missing',
		'Ask the provider.',
		({ job, requests }, look) =>
			JOB_OVER.includes(job.statusCode) || !isPastDue(job.dueDate, look.nowMs)
				? []
				: requests && idIf(job, isMissing(countByStatus(requests))),
	],
};

async function lookAtJobs(
	look: Look,
	[what, advice, find]: (typeof JOB_KINDS)[string],
): Promise<Found> {
	const { jobs, isWhole } = await openJobs(look);
	const results = jobs.map((open) => find(open, look));
	const ids = results.flatMap((found) => found ?? []);
	const unseen = results.filter((found) => found === undefined).length;
	return tell(what(look), advice, ids, {
		seen: `${formatCount(jobs.length - unseen)} jobs`,
		unseen: [
			...(unseen > 0 ? [`${formatCount(unseen)} others`] : []),
			...(isWhole ? [] : ['the rest of the list']),
		],
	});
}

/** Completed jobs, too: what was not fetched yet is locked then. */
async function lookAtArchival(look: Look): Promise<Found> {
	const { jobs, isWhole } = await openJobs(look);
	const completed = await readWhatCan(soonestArchived(look));
	const all = [...jobs.map(({ job }) => job), ...completed.items];
	const results = all.map((job) => idIf(job, isArchivedSoon(look, job)));
	const undated = results.filter((found) => found === undefined).length;
	return tell(
		`Jobs that the service archives within ${ARCHIVAL_DAYS} days`,
		'Fetch what you still need. An archived job must be unarchived first.',
		results.flatMap((found) => found ?? []),
		{
			seen: `${formatCount(all.length - undated)} jobs`,
			unseen: [
				...(undated > 0 ? [`${formatCount(undated)} without a date`] : []),
				...(isWhole && completed.isWhole ? [] : ['the rest of the list']),
			],
		},
	);
}

const isArchivedSoon = (look: Look, { estimatedArchivalDate }: Job) =>
	isOlder(look, estimatedArchivalDate, -ARCHIVAL_DAYS * DAY_MS);

/** All completed jobs, unless the service orders them and the rest is archived later. */
async function* soonestArchived(look: Look): AsyncGenerator<Job> {
	const query = { filter: { statuses: [COMPLETED] }, orderBy: 'estArchivalDate asc' };
	let count = 0;
	let last = -Infinity;
	let isInOrder = true;
	for await (const job of listJobs(look.client, query)) {
		if (job.statusCode !== COMPLETED) continue;
		yield job;
		const date = serverMs(job.estimatedArchivalDate) ?? NaN;
		isInOrder &&= date >= last;
		last = date;
		count += 1;
		if (isInOrder && count >= IN_ORDER && isArchivedSoon(look, job) === false) return;
	}
}

export const archival: Check = { name: 'archival', run: lookAtArchival };

export const JOBS_LEFT: readonly Check[] = Object.entries(JOB_KINDS).map(([name, kind]) => ({
	name,
	run: async (look) => await lookAtJobs(look, kind),
}));
