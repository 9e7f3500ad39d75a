import type { IDataObject } from 'n8n-workflow';

import {
	CANCELLED,
	CREATED,
	isErrorStatus,
	KNOWN_REQUEST_STATUSES,
	LISTED_STATUSES,
	REQUEST_STATUSES,
	RETRIEVABLE,
} from '../../rules/statuses';
import { serverMs } from '../../rules/time/serverTime';
import { type Expected, type ExpectedList, readList } from '../../transport/http/expected';
import type { Query } from '../../transport/http/types';
import { asError } from '../../transport/pipeline/errors';
import { REFUSALS } from '../guesses';
import { readCounts, sumOf } from '../jobs/requestCounts';
import { readJob, readProvider, readRequest, type TranslationRequest } from '../resources';
import { EXPECTED } from '../responses';
import { type Guess, GUESSES, NEWEST_CREATED, PATHS, QUERY } from '../wire';
import { attention, type Found, ok, unknown } from './finding';
import type { Check, Look } from './look';
import { firstPage } from './reads';

/** Jobs whose requests are read, until one has what the checks need. */
const MAX_JOBS_TRIED = 5;

const TOO_LITTLE = 'There is too little at the service to see it.';
const LATER = 'Look again when there are jobs with several requests.';

export const get = async ({ client }: Look, path: string, expects: Expected, query?: Query) =>
	await client.call<IDataObject>({ method: 'GET', path, query, expects });

const firstOf = async (look: Look, path: string, expects: ExpectedList, query?: Query) =>
	readList(await get(look, path, expects, query), expects) ?? [];

const jobsOf = async (look: Look) =>
	(readList(await firstPage(look, 'jobs'), EXPECTED.jobs) ?? []).map(readJob);

const readJobs = async (look: Look, query: Query) =>
	(await firstOf(look, PATHS.jobs, EXPECTED.jobs, query)).map(readJob);

const readRequests = async (look: Look, jobId: string, query?: Query) =>
	(await firstOf(look, PATHS.requests(jobId), EXPECTED.requests(jobId), query)).map((raw) =>
		readRequest(raw),
	);

const isReady = ({ statusCode }: TranslationRequest) => RETRIEVABLE.includes(statusCode);

/** A job with three requests, one of them delivered, or what comes next to it. */
const sampleOf = async (look: Look) =>
	await look.once('sample', async () => {
		let best = {
			jobId: '',
			requests: [] as TranslationRequest[],
			ready: [] as TranslationRequest[],
		};
		const worth = ({ requests, ready }: typeof best) =>
			Math.min(requests.length, 3) + Math.min(ready.length, 1) * 2;
		const isIdle = ({ statusCode }: { statusCode: string }) =>
			Number([CREATED, CANCELLED].includes(statusCode));
		const jobs = (await jobsOf(look)).sort((one, other) => isIdle(one) - isIdle(other));
		for (const { jobId } of jobs.slice(0, MAX_JOBS_TRIED)) {
			const requests = await readRequests(look, jobId);
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
	observed.lastStatus = 0;
	try {
		await ask();
		return 0;
	} catch (error) {
		// Of a web page or a doubtful 404, the error shows no status.
		if (REFUSALS.includes(observed.lastStatus)) return observed.lastStatus;
		throw asError(error);
	}
}

/** Asks with a guess. A refusal is an answer, too. */
export async function tryOut(
	look: Look,
	[guess, honour, without]: readonly [guess: string, honour: string, without: string],
	ask: () => Promise<Answer>,
): Promise<Found> {
	let answer: Answer;
	const status = await refusalOf(look, async () => (answer = await ask()));
	if (status) {
		look.observed.noteRefusal(guess, status);
		return ok(`Refused (HTTP ${status}). Instead, ${without}.`);
	}
	if (typeof answer === 'object') return answer;
	if (answer === undefined) return unknown(TOO_LITTLE, LATER);
	if (honour) look.observed.note({ [honour]: answer });
	return ok(answer ? 'Honoured.' : `Ignored. Instead, ${without}.`);
}

const probe = (guess: Guess, honour: string, ask: (look: Look) => Promise<Answer>): Check => ({
	name: `${GUESSES[guess].sent} (${GUESSES[guess].sure})`,
	run: async (look) =>
		await tryOut(look, [guess, honour, GUESSES[guess].without], async () => await ask(look)),
});

/** No job matches, so one that comes shows that the filter is ignored. */
const probeFilter = (guess: Guess, honour: string, filter: string): Check =>
	probe(guess, honour, async (look) =>
		(await jobsOf(look)).length > 0
			? (await readJobs(look, { [QUERY.filter]: filter })).length === 0
			: undefined,
	);

async function seeOrder(look: Look): Promise<Answer> {
	const timesIn = async (orderBy: string) =>
		(await readJobs(look, { [QUERY.orderBy]: orderBy })).flatMap(
			(job) => serverMs(job.createdDate) ?? [],
		);
	const isSorted = (times: number[]) =>
		times.join() === [...times].sort((one, other) => one - other).join();
	const newest = await timesIn(NEWEST_CREATED);
	const oldest = await timesIn('createdDate asc');
	if (new Set([...newest, ...oldest]).size < 2) return undefined;
	return isSorted(oldest) && isSorted(newest.reverse());
}

async function seeCounts(look: Look): Promise<Answer> {
	const { jobId, requests, ready } = await sampleOf(look);
	if (requests.length === 0) return undefined;
	const job = await get(look, PATHS.job(jobId), EXPECTED.job(jobId), { [QUERY.aggregate]: true });
	if (job.aggregateRequests === undefined) return false;
	look.observed.note({ honourAggregate: true });
	const counts = readCounts(readJob(job));
	if (!counts)
		return ok(`Honoured, in an unknown form. Instead, ${GUESSES.aggregateRequests.without}.`);
	if (sumOf(counts, RETRIEVABLE) >= ready.length) return true;
	look.observed.note({ aggregateShape: 'stale' });
	return attention('The counts are older than the requests.', 'Tell whoever runs the service.', [
		jobId,
	]);
}

async function seeStatusFilter(look: Look): Promise<Answer> {
	const { jobId, requests } = await sampleOf(look);
	const other = REQUEST_STATUSES.find(
		(status) => !requests.some(({ statusCode }) => statusCode === status),
	);
	if (requests.length === 0) return undefined;
	const found = await readRequests(look, jobId, { [QUERY.status]: other });
	return found.every(({ statusCode }) => statusCode === other);
}

async function seeIds(look: Look): Promise<Answer> {
	const { jobId, requests } = await sampleOf(look);
	const idsOf = (some: TranslationRequest[]) => some.map(({ requestId }) => requestId).sort();
	const ids = idsOf(requests.slice(1, 3));
	if (ids.length < 2) return undefined;
	return idsOf(await readRequests(look, jobId, { [QUERY.requestId]: ids })).join() === ids.join();
}

/** One that does not exist shows how the service refuses. */
async function seeProvider(look: Look): Promise<Answer> {
	const [first] = readList(await firstPage(look, 'providers'), EXPECTED.providers) ?? [];
	const read = async (id: string) => await get(look, PATHS.provider(id), EXPECTED.provider(id));
	if (first) await read(readProvider(first).providerId);
	await read('n8n-check-up').catch(() => undefined);
	return first && true;
}

/** What lists show against what a job and a request show themselves, and when a job changes. */
async function seeForms(look: Look): Promise<Found> {
	const { jobId, requests, ready } = await sampleOf(look);
	const [first] = requests;
	const [text] = ready.filter(({ fileName }) => !fileName);
	if (!first) return unknown(TOO_LITTLE, LATER);
	const { createdDate, modifiedDate } = readJob(
		await get(look, PATHS.job(jobId), EXPECTED.job(jobId)),
	);
	await get(look, PATHS.request(jobId, first.requestId), EXPECTED.request(jobId, first.requestId));
	const changed = Math.max(...ready.map((request) => serverMs(request.modifiedDate) ?? 0));
	if (changed > (serverMs(createdDate) ?? Infinity))
		look.observed.note({ jobDatesMoveWithRequests: changed <= (serverMs(modifiedDate) ?? 0) });
	if (text)
		await get(look, PATHS.retrieveContent(jobId, text.requestId), EXPECTED.translatedContent);
	const statuses = [...(await jobsOf(look)), ...requests].map(({ statusCode }) => statusCode);
	const strange = [...new Set(statuses)].filter(
		(status) =>
			![...LISTED_STATUSES, ...KNOWN_REQUEST_STATUSES].includes(status) && !isErrorStatus(status),
	);
	return strange.length > 0
		? attention(
				`${strange.length} statuses are in no description. They count as in progress.`,
				`Please report ${strange.join(', ')}.`,
			)
		: ok('The report has the fields of pages, jobs, requests, refusals and quotas.');
}

/** What this service supports, by reading. The letters are those of docs/wire-contract.md. */
export const SUPPORTS: readonly Check[] = [
	probeFilter('filter', 'honourFilter', "createdDate gt '2999-01-01T00:00:00'"),
	probeFilter('labelsFilter', 'honourLabelsFilter', "labels eq 'n8n-none'"),
	probe('orderBy', 'honourOrderBy', seeOrder),
	probe('aggregateRequests', 'honourAggregate', seeCounts),
	probe('statusFilter', 'honourStatusFilter', seeStatusFilter),
	probe('requestIds', 'honourIdFilter', seeIds),
	probe('getProvider', '', seeProvider),
	{ name: 'Fields and statuses (B)', run: seeForms },
];
