import { hasLabels, hasOurLabels } from '../../rules/labels';
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
import { findJobs } from '../jobs/jobs';
import { isMissing } from '../jobs/requestCounts';
import { countByStatus, type Job } from '../resources';
import { MAX_IDS, TEST_JOB_LABEL } from './finding';
import { type Kind, tell } from './kind';
import type { Check, Look } from './look';
import { type OpenJob, openJobs } from './openJobs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const isOver = ({ job }: OpenJob) => JOB_OVER.includes(job.statusCode);
const isTestJob = ({ labels }: Job) => hasLabels(labels, [{ name: TEST_JOB_LABEL }]);
const idIf = (id: string, isLeft: boolean | undefined) =>
	isLeft === undefined ? undefined : isLeft ? [id] : [];

/** Undefined without a date. */
function isOlder({ nowMs }: Look, date: unknown, ms: number): boolean | undefined {
	const time = serverMs(date);
	return time === undefined ? undefined : nowMs - time > ms;
}

/** One job, if the test is true of it and its requests. */
export const jobIf =
	(test: (open: Required<OpenJob>, look: Look) => boolean | undefined): Kind<OpenJob>[3] =>
	({ job, requests }, look) =>
		requests && idIf(job.jobId, test({ job, requests }, look));

export const LEFT_JOBS: ReadonlyArray<Kind<OpenJob>> = [
	[
		'unsubmittedJobs',
		'Jobs of these nodes, not submitted for over a day',
		'Their runs stopped halfway. Run them again, or delete the jobs.',
		({ job }, look) =>
			job.statusCode === CREATED && hasOurLabels(job.labels) && !isTestJob(job)
				? idIf(job.jobId, isOlder(look, job.createdDate, DAY_MS))
				: [],
	],
	[
		'testJobs',
		'Test jobs of Check-Up that were left behind',
		'Delete them.',
		({ job }) => idIf(job.jobId, job.statusCode === CREATED && isTestJob(job)),
	],
	[
		'sending',
		'Jobs in SENDING for over an hour',
		'Ask whoever runs the service.',
		({ job }, look) =>
			job.statusCode === SENDING
				? idIf(job.jobId, isOlder(look, job.modifiedDate ?? job.createdDate, HOUR_MS))
				: [],
	],
	[
		'inReview',
		"Requests in review for longer than 'Days in Review'",
		'Approve or reject them. Check that the workflow that collects them runs.',
		({ requests }, look) => {
			const ids = requests?.map(({ requestId, statusCode, modifiedDate }) =>
				statusCode === IN_REVIEW
					? idIf(requestId, isOlder(look, modifiedDate, look.settings.daysInReview * DAY_MS))
					: [],
			);
			return ids?.every(Boolean) ? (ids.flat() as string[]) : undefined;
		},
	],
	[
		'notCompleted',
		'Jobs with all requests approved that are not completed',
		'Complete them.',
		jobIf(
			({ job, requests }) =>
				!isOver({ job }) &&
				requests.some(({ statusCode }) => ACCEPTED.includes(statusCode)) &&
				requests.every(({ statusCode }) => FINISHED.includes(statusCode)),
		),
	],
	[
		'requestErrors',
		'Requests in error',
		'Get them to see their messages, and ask the provider.',
		({ requests }) =>
			requests
				?.filter(({ hasError, statusCode }) => hasError && !FINISHED.includes(statusCode))
				.map(({ requestId }) => requestId),
	],
	[
		'overdue',
		'Jobs past their due date that lack translations',
		'Ask the provider.',
		jobIf(
			({ job, requests }, { nowMs }) =>
				!isOver({ job }) && isPastDue(job.dueDate, nowMs) && isMissing(countByStatus(requests)),
		),
	],
];

const ARCHIVED_SOON: Kind<OpenJob> = [
	'archival',
	'Jobs that the service archives within 30 days',
	'Fetch what you still need. An archived job must be unarchived first.',
	({ job }, look) => idIf(job.jobId, isOlder(look, job.estimatedArchivalDate, -30 * DAY_MS)),
];

/** Completed jobs, too: those that are archived first. */
export const archival: Check = {
	name: ARCHIVED_SOON[0],
	run: async (look) => {
		const { all, isWhole } = await openJobs(look);
		const search = {
			filter: { statuses: [COMPLETED] },
			order: { field: 'estArchivalDate', descending: false },
		};
		const completed = await findJobs(look.client, search, MAX_IDS);
		return tell(
			look,
			{ all: [...all, ...completed.map((job) => ({ job }))], isWhole },
			ARCHIVED_SOON,
		);
	},
};
