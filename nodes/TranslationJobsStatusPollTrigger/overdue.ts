import type { INodeExecutionData } from 'n8n-workflow';

import { isMarkedArchived } from '../api/archive';
import { jobDeliveryKey } from '../api/deliveryKey';
import { filterTime } from '../api/jobFilter';
import { getJob, listJobsByPage } from '../api/jobs';
import { isMissing, readCounts } from '../api/requestCounts';
import { countByStatus, type Job } from '../api/resources';
import { afterOneBatch, inBatches } from '../core/concurrency';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError, unlessGone } from '../http/errors';
import { isPastDue } from '../rules/dates';
import { JOB_OVER, JOB_STATUSES } from '../rules/statuses';
import { mayPassJob, passesJob } from '../triggers/filters';
import { jobItem } from '../triggers/item';
import type { PollBudget } from '../triggers/pollBudget';
import { requestsUnlessArchived } from '../triggers/readJobsAndRequests';
import type { Memory } from './memory';
import type { Reader } from './readUpdate';
import type { Settings } from './settings';

const CONCURRENCY = 10;
const AGGREGATE = { aggregate: true };
const DAY_MS = 24 * 60 * 60_000;
/** The share of a poll for listing, so that time remains for reading. */
const LISTING_SHARE = 0.5;
const OPEN = JOB_STATUSES.filter((status) => !JOB_OVER.includes(status));

/** Once for each due date. */
const keyOf = ({ jobId, dueDate }: Job): string =>
	jobDeliveryKey({ jobId, event: 'jobOverdue', latestRequestModified: dueDate });

/** Open jobs whose due date has passed, by their keys. The filter only saves pages. */
async function listPastDue(
	client: Client,
	{ filters }: Settings,
	budget: PollBudget,
): Promise<{ jobs: Map<string, Job>; isComplete: boolean }> {
	const jobs = new Map<string, Job>();
	const dueBefore = filterTime(Date.now() + DAY_MS, 'Due Before');
	const query = { filter: { statuses: OPEN, dueBefore }, ...AGGREGATE };
	for await (const page of listJobsByPage(client, query)) {
		const now = client.session.serverTime(Date.now());
		for (const job of page)
			if (
				isPastDue(job.dueDate, now) &&
				!JOB_OVER.includes(job.statusCode) &&
				!isMarkedArchived(job) &&
				mayPassJob(filters, job)
			)
				jobs.set(keyOf(job), job);
		if (budget.isUsedUp(LISTING_SHARE)) {
			logOf(client.context).warn(
				'Translation Jobs: the service lists more jobs than one poll can read. Some overdue jobs may be missing.',
			);
			return { jobs, isComplete: false };
		}
	}
	return { jobs, isComplete: true };
}

/** Undefined if none is missing, a filter excludes the job, or it cannot be read for now. */
async function readOverdue(
	{ client, reads }: Reading,
	{ filters }: Settings,
	listed: Job,
): Promise<INodeExecutionData | undefined> {
	const { jobId, dueDate } = listed;
	const read = await reads.read(
		jobId,
		async () =>
			await unlessGone(async () => {
				const job = passesJob(filters, listed) ? listed : await getJob(client, jobId, AGGREGATE);
				if (!passesJob(filters, job)) return undefined;
				return { job, requests: await requestsUnlessArchived(client, jobId, {}) };
			}),
	);
	const { job = listed, requests = [] } = read ?? {};
	const counts = countByStatus(requests);
	if (!isMissing(counts)) return undefined;
	const origin = { environment: client.session.environment, arrivedBy: 'statusPoll' as const };
	return jobItem(origin, {
		event: 'jobOverdue',
		job,
		latestRequestModified: dueDate,
		details: { dueDate, requestCount: requests.length, counts },
	});
}

interface Found {
	/** The keys of what is listed, reported or not. */
	listed: string[];
	isComplete: boolean;
	items: INodeExecutionData[];
}

const NONE = { listed: [], items: [] };
type Reading = Pick<Reader, 'client' | 'reads'>;

/** If overdue jobs cannot be read, the updates still come. */
export async function findOverdue(
	reader: Reading,
	settings: Settings,
	...rest: [Memory, PollBudget, number]
): Promise<Found> {
	if (!settings.wantsOverdue) return { ...NONE, isComplete: true };
	try {
		return await readAllOverdue(reader, settings, ...rest);
	} catch (error) {
		if (!settings.wantsUpdates) throw asError(error);
		logOf(reader.client.context).warn(
			`Translation Jobs: overdue jobs could not be read; the next poll tries again. ${asError(error).message}`,
		);
		return { ...NONE, isComplete: false };
	}
}

/**
 * Like updates that nobody acknowledges: each comes once, and once more if its execution may not
 * have started.
 */
async function readAllOverdue(
	reader: Reading,
	settings: Settings,
	memory: Memory,
	budget: PollBudget,
	limit: number,
): Promise<Found> {
	const { jobs, isComplete } = await listPastDue(reader.client, settings, budget);
	const listed = [...jobs.keys()];
	memory.confirm(listed.filter((key) => memory.isHandedOver(key)));
	const fresh = [...jobs].filter(([key]) => memory.isWork(key));
	const results = await inBatches(
		fresh.slice(0, limit),
		CONCURRENCY,
		afterOneBatch(() => budget.isUsedUp()),
		async ([key, job]) => {
			// Counts save the first read, and decide nothing for good.
			const counts = readCounts(job);
			const isSettled = memory.triesOf(key) === 0 && counts && !isMissing(counts);
			return { key, item: isSettled ? undefined : await readOverdue(reader, settings, job) };
		},
	);
	reader.reads.throwIfNoneWorked();
	for (const { key, item } of results)
		if (item) memory.handOverOnce(key);
		else memory.skipUnreadable(key);
	return { listed, isComplete, items: results.flatMap(({ item }) => item ?? []) };
}

/** A few for a test run. */
export async function sampleOverdue(
	reader: Reading,
	settings: Settings,
	budget: PollBudget,
	limit: number,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const { jobs } = await listPastDue(reader.client, settings, budget);
	for (const job of jobs.values()) {
		if (items.length >= limit) break;
		const item = await readOverdue(reader, settings, job);
		if (item) items.push(item);
	}
	return items;
}
