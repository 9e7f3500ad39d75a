import type { IDataObject } from 'n8n-workflow';

import { REFUSALS } from '../../api/guesses';
import { readCounts, sumOf } from '../../api/requestCounts';
import { readRequests } from '../../api/requests';
import { readJob, readProvider, type TranslationRequest } from '../../api/resources';
import { EXPECTED } from '../../api/responses';
import { type Guess, GUESSES, NEWEST_CREATED, PATHS, QUERY } from '../../api/wire';
import { asError } from '../../http/errors';
import { type Expected, readList } from '../../http/expected';
import type { Query } from '../../http/types';
import { serverMs } from '../../rules/dates';
import { REQUEST_STATUSES, RETRIEVABLE } from '../../rules/statuses';
import { attention, type Found, ok, TELL_SERVICE, unknown } from './finding';
import type { Check, Look } from './look';
import { inProgressFirst } from './openJobs';
import { firstEntries } from './reads';

/** Jobs whose requests are read, until one has what the checks need. */
const MAX_JOBS_TRIED = 5;

export const tooLittle = () =>
	unknown('There is too little at the service to see it.', 'Look again when there is more.');

export const get = async ({ client }: Look, path: string, expects: Expected, query?: Query) =>
	await client.call<IDataObject>({ method: 'GET', path, query, expects });

export const jobsOf = async (look: Look) => (await firstEntries(look, 'jobs')).map(readJob);

const listJobs = async (look: Look, query: Query) =>
	readList(await get(look, PATHS.jobs, EXPECTED.jobs, query), EXPECTED.jobs) ?? [];

const requestsOf = async (look: Look, jobId: string, query?: Query) =>
	readRequests(await get(look, PATHS.requests(jobId), EXPECTED.requests(jobId), query), jobId);

const isReady = ({ statusCode }: TranslationRequest) => RETRIEVABLE.includes(statusCode);
interface Sample {
	jobId: string;
	requests: TranslationRequest[];
	ready: TranslationRequest[];
}

/** A job with three requests, one of them delivered, or what comes next to it. */
export const sampleOf = async (look: Look): Promise<Sample> =>
	await look.once('sample', async () => {
		let best: Sample = { jobId: '', requests: [], ready: [] };
		const worth = ({ requests, ready }: Sample) =>
			Math.min(requests.length, 3) + Math.min(ready.length, 1) * 2;
		const jobs = (await jobsOf(look)).sort(inProgressFirst);
		for (const { jobId } of jobs.slice(0, MAX_JOBS_TRIED)) {
			const requests = await requestsOf(look, jobId);
			const tried = { jobId, requests, ready: requests.filter(isReady) };
			if (worth(tried) > worth(best)) best = tried;
			if (worth(best) === 5) break;
		}
		return best;
	});

/** The service honours it, ignores it, or nothing shows which. */
type Answer = boolean | undefined | Found;

/** The status with which the service refuses. Zero if it does not. */
export async function refusalOf({ observed }: Look, ask: () => Promise<unknown>): Promise<number> {
	observed.lastRefusal = 0;
	try {
		await ask();
		return 0;
	} catch (error) {
		const { httpCode }: Error & { httpCode?: unknown } = asError(error);
		// Of a web page or a doubtful 404, the error shows no status.
		const status = Number(httpCode ?? observed.lastRefusal);
		if (REFUSALS.includes(status)) return status;
		throw asError(error);
	}
}

/** Asks with a guess. A refusal is an answer, too. */
export async function tryOut(
	look: Look,
	guess: string,
	without: string,
	ask: () => Promise<Answer>,
): Promise<Found> {
	const { refuses, honours } = look.observed.preset;
	let answer: Answer;
	const status = await refusalOf(look, async () => (answer = await ask()));
	if (status) {
		refuses[guess] = status;
		return ok(`Refused (HTTP ${status}). Instead, ${without}.`);
	}
	if (typeof answer === 'object') return answer;
	if (answer === undefined) return tooLittle();
	honours[guess] = answer;
	return ok(answer ? 'Honoured.' : `Ignored. Instead, ${without}.`);
}

/** What it needs is read first: a refusal of that is none of the guess. */
const probe = <Needed>(
	guess: Guess,
	need: (look: Look) => Promise<Needed>,
	ask: (look: Look, needed: Needed) => Promise<Answer>,
): Check => {
	const { sent, sure, without } = GUESSES[guess];
	return {
		name: `${sent} (${sure})`,
		run: async (look) => {
			const needed = await need(look);
			return await tryOut(look, guess, without, async () => await ask(look, needed));
		},
	};
};

/** No job matches, so one that comes shows that the filter is ignored. */
const probeFilter = (guess: Guess, filter: string): Check =>
	probe(guess, jobsOf, async (look, jobs) =>
		jobs.length > 0 ? (await listJobs(look, { [QUERY.filter]: filter })).length === 0 : undefined,
	);

async function seeOrder(look: Look): Promise<Answer> {
	const timesIn = async (orderBy: string) =>
		(await listJobs(look, { [QUERY.orderBy]: orderBy })).flatMap(
			({ createdDate }) => serverMs(createdDate) ?? [],
		);
	const isSorted = (times: number[]) =>
		times.join() === [...times].sort((one, other) => one - other).join();
	const newest = await timesIn(NEWEST_CREATED);
	const oldest = await timesIn('createdDate asc');
	if (new Set([...newest, ...oldest]).size < 2) return undefined;
	return isSorted(oldest) && isSorted(newest.reverse());
}

async function seeCounts(look: Look, { jobId, requests, ready }: Sample): Promise<Answer> {
	if (requests.length === 0) return undefined;
	const job = await get(look, PATHS.job(jobId), EXPECTED.job(jobId), { [QUERY.aggregate]: true });
	if (job.aggregateRequests === undefined) return false;
	const { preset } = look.observed;
	preset.honours.aggregateRequests = true;
	const counts = readCounts(readJob(job));
	if (!counts)
		return ok(`Honoured, in an unknown form. Instead, ${GUESSES.aggregateRequests.without}.`);
	if (sumOf(counts, RETRIEVABLE) >= ready.length) return true;
	preset.aggregateShape = 'stale';
	return attention('The counts are older than the requests.', TELL_SERVICE, [jobId]);
}

async function seeStatusFilter(look: Look, { jobId, requests }: Sample): Promise<Answer> {
	const other = REQUEST_STATUSES.find(
		(status) => !requests.some(({ statusCode }) => statusCode === status),
	);
	if (requests.length === 0) return undefined;
	const found = await requestsOf(look, jobId, { [QUERY.status]: other });
	return found.every(({ statusCode }) => statusCode === other);
}

async function seeIds(look: Look, { jobId, requests }: Sample): Promise<Answer> {
	const idsOf = (some: TranslationRequest[]) => some.map(({ requestId }) => requestId).sort();
	const ids = idsOf(requests.slice(1, 3));
	if (ids.length < 2) return undefined;
	return idsOf(await requestsOf(look, jobId, { [QUERY.requestId]: ids })).join() === ids.join();
}

/** One that does not exist shows how the service refuses. */
async function seeProvider(look: Look, [first]: Array<Record<string, unknown>>): Promise<Answer> {
	const read = async (id: string) => await get(look, PATHS.provider(id), EXPECTED.provider(id));
	if (first) await read(readProvider(first).providerId);
	await read('n8n-check-up').catch(() => undefined);
	return first && true;
}

const providersOf = async (look: Look) => await firstEntries(look, 'providers');

/** What this service supports, by reading. The letters are those of docs/internals/wire-contract.md. */
export const SUPPORTS: readonly Check[] = [
	probeFilter('filter', "createdDate gt '2999-01-01T00:00:00'"),
	probeFilter('labelsFilter', "labels eq 'n8n-none'"),
	probe('orderBy', jobsOf, seeOrder),
	probe('aggregateRequests', sampleOf, seeCounts),
	probe('statusFilter', sampleOf, seeStatusFilter),
	probe('requestIds', sampleOf, seeIds),
	probe('getProvider', providersOf, seeProvider),
];
