import { findJobs } from '../../api/jobs';
import { isMissing } from '../../api/requestCounts';
import { countByStatus, type Job } from '../../api/resources';
import { isPastDue, serverMs } from '../../rules/dates';
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
import { MAX_IDS, TELL_SERVICE, TEST_JOB_LABEL } from './finding';
import { type Check, type Kind, type Look, tell } from './look';
import { type OpenJob, openJobs } from './openJobs';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const isOver = ({ statusCode }: Job) => JOB_OVER.includes(statusCode);
const isTestJob = ({ labels }: Pick<Job, 'labels'>) =>
	hasLabels(labels, [{ name: TEST_JOB_LABEL }]);
const idIf = (id: string, isLeft: boolean | undefined) =>
	isLeft === undefined ? undefined : isLeft ? [id] : [];

/** Undefined without a date. */
function isOlder({ nowMs }: Look, date: unknown, ms: number): boolean | undefined {
	const time = serverMs(date);
	return time === undefined ? undefined : nowMs - time > ms;
}

/** One job, if the test is true of it and its requests. */
export const jobIf =
	(test: (open: Required<OpenJob>, look: Look) => boolean | undefined): Kind<OpenJob>[2] =>
	({ job, requests }, look) =>
		requests && idIf(job.jobId, test({ job, requests }, look));

const createdIf =
	(test: (job: Job, look: Look) => boolean | undefined): Kind<OpenJob>[2] =>
	({ job, requests }, look) =>
		job.statusCode === CREATED ? requests && idIf(job.jobId, test(job, look)) : [];

export const LEFT_JOBS: ReadonlyArray<Kind<OpenJob>> = [
	[
		'Jobs not submitted for over a day',
		'Their runs stopped halfway. Run them again, or delete the jobs.',
		createdIf(({ createdDate, labels }, look) =>
			hasOurLabels(labels) && !isTestJob({ labels }) ? isOlder(look, createdDate, DAY_MS) : false,
		),
	],
	['Test jobs of Check-Up', 'Delete them.', createdIf(isTestJob)],
	[
		'Jobs in SENDING for over an hour',
		TELL_SERVICE,
		({ job }, look) =>
			job.statusCode === SENDING
				? idIf(job.jobId, isOlder(look, job.modifiedDate ?? job.createdDate, HOUR_MS))
				: [],
	],
	[
		'Requests in review for too long',
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
		'Approved jobs that are not completed',
		'Complete them.',
		jobIf(
			({ job, requests }) =>
				!isOver(job) &&
				requests.some(({ statusCode }) => ACCEPTED.includes(statusCode)) &&
				requests.every(({ statusCode }) => FINISHED.includes(statusCode)),
		),
	],
	[
		'Requests that went wrong',
		'Get them to see their messages, and ask the provider.',
		({ requests }) =>
			requests
				?.filter(({ hasError, statusCode }) => hasError && !FINISHED.includes(statusCode))
				.map(({ requestId }) => requestId),
	],
	[
		'Jobs past their due date',
		'Ask the provider.',
		jobIf(
			({ job, requests }, { nowMs }) =>
				!isOver(job) && isPastDue(job.dueDate, nowMs) && isMissing(countByStatus(requests)),
		),
	],
];

/** Completed jobs, too: those that are archived first. */
export const archival: Check = {
	name: 'Jobs archived within 30 days',
	run: async (look) => {
		const { all, unread } = await openJobs(look);
		const search = {
			filter: { statuses: [COMPLETED] },
			order: { field: 'estArchivalDate', descending: false },
		};
		const completed = await findJobs(look.client, search, MAX_IDS);
		return tell(
			look,
			{ all: [...all.map(({ job }) => job), ...completed], unread },
			'Fetch what you still need. An archived job must be unarchived first.',
			({ jobId, estimatedArchivalDate }) =>
				idIf(jobId, isOlder(look, estimatedArchivalDate, -30 * DAY_MS)),
		);
	},
};
