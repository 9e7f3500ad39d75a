import type { IDataObject } from 'n8n-workflow';

import { EXPECTED } from '../../api/calls';
import { REFUSALS } from '../../api/guesses';
import { readCounts, sumOf } from '../../api/requestCounts';
import { readRequests } from '../../api/requests';
import { readJob, readProvider, type TranslationRequest } from '../../api/resources';
import { type Guess, GUESSES, NEWEST_CREATED, PATHS, QUERY } from '../../api/wire';
import { asError } from '../../http/errors';
import { type Expected, readList } from '../../http/expected';
import type { Query } from '../../http/types';
import { serverMs } from '../../rules/dates';
import { REQUEST_STATUSES, RETRIEVABLE } from '../../rules/statuses';
import { attention, type Found, ok, TELL_SERVICE, tooLittle } from './finding';
import { inProgressFirst } from './leftToDo';
import type { Check, Entry, Probe } from './probe';

/** Jobs whose requests are read, until one has what the checks need. */
const MAX_JOBS_TRIED = 5;

const get = async ({ client }: Probe, path: string, expects: Expected, query?: Query) =>
	await client.call<IDataObject>({ method: 'GET', path, query, expects });

const jobsOf = async (probe: Probe) => (await probe.firstEntries('jobs')).map(readJob);

const listJobs = async (probe: Probe, query: Query) =>
	readList(await get(probe, PATHS.jobs, EXPECTED.jobs, query), EXPECTED.jobs) ?? [];

const requestsOf = async (probe: Probe, jobId: string, query?: Query) =>
	readRequests(await get(probe, PATHS.requests(jobId), EXPECTED.requests(jobId), query), jobId);

interface Sample {
	jobId: string;
	requests: TranslationRequest[];
}

const readyIn = ({ requests }: Sample): number =>
	requests.filter(({ statusCode }) => RETRIEVABLE.includes(statusCode)).length;
/** Of the jobs tried, that with the most requests. Three are enough. */
const sampleOf = async (probe: Probe): Promise<Sample> =>
	await probe.once('sample', async () => {
		let best: Sample = { jobId: '', requests: [] };
		const jobs = (await jobsOf(probe)).sort(inProgressFirst).slice(0, MAX_JOBS_TRIED);
		for (const { jobId } of jobs) {
			const requests = await requestsOf(probe, jobId);
			if (requests.length > best.requests.length) best = { jobId, requests };
			if (requests.length >= 3) break;
		}
		return best;
	});

/** The service honours it, ignores it, or nothing shows which. */
type Answer = boolean | undefined | Found;

/** What it needs is read first: a refusal of that is none of the guess. */
const guessCheck = <Needed>(
	guess: Guess,
	need: (probe: Probe) => Promise<Needed>,
	ask: (probe: Probe, needed: Needed) => Promise<Answer>,
): Check => {
	const { sent, without } = GUESSES[guess];
	return {
		name: sent,
		run: async (probe) => {
			const needed = await need(probe);
			probe.lastRefusal = 0;
			try {
				const answer = await ask(probe, needed);
				if (typeof answer === 'object') return answer;
				if (answer === undefined) return tooLittle();
				return ok(answer ? 'Honoured.' : `Ignored. Instead, ${without}.`);
			} catch (error) {
				return ok(`Refused (HTTP ${refusalOf(probe, error)}). Instead, ${without}.`);
			}
		},
	};
};

/** The status of a refusal, which is an answer, too. Anything else is thrown on. */
function refusalOf(probe: Probe, error: unknown): number {
	const { httpCode }: Error & { httpCode?: unknown } = asError(error);
	// Of a web page or a doubtful 404, the error shows no status.
	const status = Number(httpCode ?? probe.lastRefusal);
	if (REFUSALS.includes(status)) return status;
	throw asError(error);
}

/** No job matches, so one that comes shows that the filter is ignored. */
const filterCheck = (guess: Guess, filter: string): Check =>
	guessCheck(guess, jobsOf, async (probe, jobs) =>
		jobs.length > 0 ? (await listJobs(probe, { [QUERY.filter]: filter })).length === 0 : undefined,
	);

async function probeOrder(probe: Probe): Promise<Answer> {
	const timesIn = async (orderBy: string) =>
		(await listJobs(probe, { [QUERY.orderBy]: orderBy })).flatMap(
			({ createdDate }) => serverMs(createdDate) ?? [],
		);
	const isSorted = (times: number[]) =>
		times.every((time, index) => time >= (times[index - 1] ?? time));
	const newest = await timesIn(NEWEST_CREATED);
	const oldest = await timesIn('createdDate asc');
	if (new Set([...newest, ...oldest]).size < 2) return undefined;
	return isSorted(oldest) && isSorted(newest.reverse());
}

async function probeCounts(probe: Probe, sample: Sample): Promise<Answer> {
	const { jobId, requests } = sample;
	if (requests.length === 0) return undefined;
	const job = await get(probe, PATHS.job(jobId), EXPECTED.job(jobId), { [QUERY.aggregate]: true });
	if (job.aggregateRequests === undefined) return false;
	const counts = readCounts(readJob(job));
	if (!counts)
		return ok(`Honoured, in an unknown form. Instead, ${GUESSES.aggregateRequests.without}.`);
	if (sumOf(counts, RETRIEVABLE) >= readyIn(sample)) return true;
	return attention('The counts are older than the requests.', TELL_SERVICE, [jobId]);
}

async function probeStatusFilter(probe: Probe, { jobId, requests }: Sample): Promise<Answer> {
	if (requests.length === 0) return undefined;
	const shown = requests.map(({ statusCode }) => statusCode);
	const other = REQUEST_STATUSES.find((status) => !shown.includes(status));
	const found = await requestsOf(probe, jobId, { [QUERY.status]: other });
	return found.every(({ statusCode }) => statusCode === other);
}

async function probeIds(probe: Probe, { jobId, requests }: Sample): Promise<Answer> {
	const idsOf = (some: TranslationRequest[]) => some.map(({ requestId }) => requestId).sort();
	const ids = idsOf(requests.slice(1, 3));
	if (ids.length < 2) return undefined;
	return idsOf(await requestsOf(probe, jobId, { [QUERY.requestId]: ids })).join() === ids.join();
}

async function probeProvider(probe: Probe, [first]: Entry[]): Promise<Answer> {
	if (!first) return undefined;
	const { providerId } = readProvider(first);
	await get(probe, PATHS.provider(providerId), EXPECTED.provider(providerId));
	return true;
}

const providersOf = async (probe: Probe) => await probe.firstEntries('providers');

/** What this service supports, by reading. */
export const SUPPORTS: readonly Check[] = [
	filterCheck('filter', "createdDate gt '2999-01-01T00:00:00'"),
	filterCheck('labelsFilter', "labels eq 'n8n-none'"),
	guessCheck('orderBy', jobsOf, probeOrder),
	guessCheck('aggregateRequests', sampleOf, probeCounts),
	guessCheck('statusFilter', sampleOf, probeStatusFilter),
	guessCheck('requestIds', sampleOf, probeIds),
	guessCheck('getProvider', providersOf, probeProvider),
];
