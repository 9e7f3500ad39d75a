import { formatCount } from '../../../l10n/counted';
import { isMarkedArchived } from '../../api/archive';
import { getJob, listJobs } from '../../api/jobs';
import { isMissing, readCounts, sumOf, totalOf } from '../../api/requestCounts';
import { listRequests } from '../../api/requests';
import {
	countByStatus,
	type Job,
	type Listener,
	readListener,
	type TranslationRequest,
} from '../../api/resources';
import { isLocal } from '../../http/address';
import { isTemporary, originOf, unlessGone } from '../../http/errors';
import { toArray } from '../../http/pages';
import { isPastDue, serverMs } from '../../rules/dates';
import { hasOurLabels } from '../../rules/labels';
import { LIMITS } from '../../rules/limits';
import { readDocumentedQuotas } from '../../rules/quotas';
import {
	ACCEPTED,
	CANCELLED,
	COMPLETED,
	CREATED,
	FINISHED,
	IN_REVIEW,
	JOB_OVER,
	JOB_STATUSES,
	SENDING,
} from '../../rules/statuses';
import { attention, ok, TELL_SERVICE, unknown } from './finding';
import {
	CallsSpent,
	type Check,
	checksOf,
	type Kinds,
	type Probe,
	readWhatCan,
	type Subjects,
} from './probe';

/** Where updates are acknowledged, few wait. More of them are not counted: it takes many calls. */
const MANY_UPDATES = 0.25;
const PUBLISH = 'publish their workflows again.';

const LISTENERS: Kinds<Listener & { id: string }> = {
	'Disabled listeners': [
		`Their events are lost. Check that the service reaches this n8n, and ${PUBLISH}`,
		({ disabled }) => disabled,
	],
	'Doubled listeners': [
		'Events come twice. Delete all but one.',
		({ id, type, uri }, _, all) =>
			all.some(
				(other) => other.id !== id && other.type === type && originOf(other.uri) === originOf(uri),
			),
	],
	'Listeners at other addresses than this n8n': [
		`If they are its own from earlier, delete them, and ${PUBLISH}`,
		({ uri }, { settings: { ownOrigin } }) => (ownOrigin ? originOf(uri) !== ownOrigin : undefined),
	],
	'Listeners over plain http': [
		`Set WEBHOOK_URL of this n8n to an address with https, and ${PUBLISH}`,
		({ uri }) => uri.startsWith('http:') && URL.canParse(uri) && !isLocal(new URL(uri)),
	],
};

async function listeners(probe: Probe) {
	const { all, unread } = await readWhatCan(probe.entries('listeners'));
	const read = all.map(readListener);
	return { all: read.map((listener) => ({ ...listener, id: listener.listenerId })), unread };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPEN = JOB_STATUSES.filter((status) => status !== COMPLETED);
const LAST = ['', CREATED, CANCELLED];
export const inProgressFirst = (one: Job, other: Job) =>
	LAST.indexOf(one.statusCode) - LAST.indexOf(other.statusCode);
/** The service is out of order then, and each further try takes minutes. */
const MAX_FAILURES = 3;

/** Without requests: they or its labels could not be read. */
interface OpenJob {
	id: string;
	job: Job;
	requests?: TranslationRequest[];
}

/** The jobs that are not completed, with their requests. Read once for all checks. */
const openJobs = async (probe: Probe): Promise<Subjects<OpenJob>> =>
	await probe.once('openJobs', async () => {
		const { all, unread } = await readWhatCan(
			listJobs(probe.client, { filter: { statuses: OPEN }, aggregate: true }),
		);
		const jobs = all
			.filter((job) => job.statusCode !== COMPLETED && !isMarkedArchived(job))
			.sort(inProgressFirst);
		return { all: await addRequests(probe, jobs), unread };
	});

/** Makes reads until too many have failed. Undefined for those. */
function limitFailures() {
	let failures = 0;
	return async <T>(read: () => Promise<T>): Promise<T | undefined> => {
		try {
			return failures < MAX_FAILURES ? await read() : undefined;
		} catch (error) {
			if (isTemporary(error) || error instanceof CallsSpent) failures += 1;
			return undefined;
		}
	};
}

async function addRequests({ client }: Probe, jobs: readonly Job[]): Promise<OpenJob[]> {
	const attempt = limitFailures();
	const listsShowLabels = jobs.some(({ labels }) => labels);
	const opened: OpenJob[] = [];
	for (const listed of jobs) {
		const id = listed.jobId;
		const lacksLabels = listed.statusCode === CREATED && !listsShowLabels;
		const job = lacksLabels ? await attempt(async () => await getJob(client, id)) : listed;
		const readRequests = async () =>
			(await unlessGone(async () => await toArray(listRequests(client, id)))) ?? [];
		const requests = mayBeLeft(listed) ? job && (await attempt(readRequests)) : [];
		opened.push({ id, job: job ?? listed, requests });
	}
	return opened;
}

/** Cancelled jobs pile up, and most of them leave nothing. */
function mayBeLeft(job: Job): boolean {
	const counts = job.statusCode === CANCELLED ? readCounts(job) : undefined;
	return !counts || totalOf(counts) > sumOf(counts, FINISHED);
}

const isOver = ({ statusCode }: Job) => JOB_OVER.includes(statusCode);

/** Undefined without a date. */
function isOlder({ nowMs }: Probe, date: unknown, ms: number): boolean | undefined {
	const time = serverMs(date);
	return time === undefined ? undefined : nowMs - time > ms;
}

const LEFT_JOBS: Kinds<OpenJob> = {
	'Jobs not submitted for over a day': [
		'Their runs stopped halfway. Run them again, or delete the jobs.',
		({ job, requests }, probe) =>
			job.statusCode === CREATED &&
			requests &&
			hasOurLabels(job.labels) &&
			isOlder(probe, job.createdDate, DAY_MS),
	],
	'Jobs in SENDING for over an hour': [
		TELL_SERVICE,
		({ job }, probe) =>
			job.statusCode === SENDING && isOlder(probe, job.modifiedDate ?? job.createdDate, HOUR_MS),
	],
	'Requests in review for too long': [
		'Approve or reject them. Check that the workflow that collects them runs.',
		({ requests }, probe) => {
			const inReview = requests?.filter(({ statusCode }) => statusCode === IN_REVIEW);
			const isLate = ({ modifiedDate }: TranslationRequest) =>
				isOlder(probe, modifiedDate, probe.settings.daysInReview * DAY_MS);
			return inReview?.some((request) => isLate(request) === undefined)
				? undefined
				: inReview?.filter(isLate).map(({ requestId }) => requestId);
		},
	],
	'Approved jobs that are not completed': [
		'Complete them.',
		({ job, requests }) =>
			requests &&
			!isOver(job) &&
			requests.some(({ statusCode }) => ACCEPTED.includes(statusCode)) &&
			requests.every(({ statusCode }) => FINISHED.includes(statusCode)),
	],
	'Requests that went wrong': [
		'Get them to see their messages, and ask the provider.',
		({ requests }) =>
			requests
				?.filter(({ hasError, statusCode }) => hasError && !FINISHED.includes(statusCode))
				.map(({ requestId }) => requestId),
	],
	'Jobs past their due date': [
		'Ask the provider.',
		({ job, requests }, { nowMs }) =>
			requests &&
			!isOver(job) &&
			isPastDue(job.dueDate, nowMs) &&
			isMissing(countByStatus(requests)),
	],
	'Jobs archived within 30 days': [
		'Fetch what you still need. An archived job must be unarchived first.',
		({ job }, probe) => isOlder(probe, job.estimatedArchivalDate, -30 * DAY_MS),
	],
};

/** Long lists come last: the calls may not suffice for them. */
export const LEFT_TO_DO: readonly Check[] = [
	...checksOf(LISTENERS, listeners),
	...checksOf(LEFT_JOBS, openJobs),
	{
		name: 'Status updates that wait',
		run: async (probe) => {
			const quota = await probe.firstPage('quota').catch(() => undefined);
			const { MaxStatusUpdatesPerSite: limit = LIMITS.quotas.MaxStatusUpdatesPerSite } =
				readDocumentedQuotas(quota);
			const enough = Math.ceil(limit * MANY_UPDATES);
			const { all, unread } = await readWhatCan(probe.entries('statusUpdates'), enough);
			const count = `${formatCount(all.length)} of ${formatCount(limit)}.`;
			const advice = 'Acknowledge them: above the limit, updates are lost.';
			if (all.length >= enough) return attention(`At least ${count}`, advice);
			return unread ? unknown(`At least ${count}`, unread) : ok(count);
		},
	},
];
