import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../rules/limits';
import { readDocumentedQuotas } from '../../rules/quotas';
import { CANCELLED, CREATED, REQUEST_STATUSES, RETRIEVABLE } from '../../rules/statuses';
import { serverMs } from '../../rules/time/serverTime';
import { type ExpectedList } from '../../transport/http/expected';
import type { Query } from '../../transport/http/types';
import { itemsByPage } from '../../transport/pages';
import { asError } from '../../transport/pipeline/errors';
import { REFUSALS } from '../guesses';
import { readCounts, sumOf, totalOf } from '../jobs/requestCounts';
import { readJob, readProvider, readRequest } from '../resources';
import { EXPECTED } from '../responses';
import { type Guess, GUESSES, NEWEST_CREATED, PATHS, QUERY } from '../wire';
import { attention, type Found, ok, unknown } from './finding';
import type { Check, Look } from './look';
import { which } from './observed';

/** Jobs whose requests are read, until one has what the checks need. */
const MAX_JOBS_TRIED = 5;
/** Two pages show how pages follow each other. */
const PAGES = 2;

/** What is there stays, even if the next page cannot be read. */
async function read(
	{ client }: Look,
	path: string,
	expects: ExpectedList,
	query: Query = {},
	pages = 1,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let left = pages;
	const goOn = () => (left -= 1) > 0;
	try {
		const call = { method: 'GET' as const, path, query, expects };
		for await (const items of itemsByPage<IDataObject>(client, call, { goOn }))
			found.push(...items);
	} catch (error) {
		if (left === pages) throw asError(error);
	}
	return found;
}

const readJobs = async (look: Look, query?: Query, pages?: number) =>
	await read(look, PATHS.jobs, EXPECTED.jobs, query, pages);

export const readRequests = async (look: Look, jobId: string, query?: Query, pages?: number) =>
	await read(look, PATHS.requests(jobId), EXPECTED.requests(jobId), query, pages);

const jobsOf = async (look: Look) =>
	await look.once('jobs', async () => await readJobs(look, {}, PAGES));

interface Sample {
	jobId: string;
	requests: IDataObject[];
}

const isReady = (raw: IDataObject) => RETRIEVABLE.includes(readRequest(raw).statusCode);

/** A job with several requests, one of them delivered, if there is one. */
const sampleOf = async (look: Look): Promise<Sample | undefined> =>
	await look.once('sample', async () => {
		const isIdle = (raw: IDataObject) => [CREATED, CANCELLED].includes(readJob(raw).statusCode);
		const jobs = await jobsOf(look);
		const inOrder = [...jobs.filter((raw) => !isIdle(raw)), ...jobs.filter(isIdle)];
		let best: Sample | undefined;
		const worth = ({ requests }: Sample) =>
			Math.min(requests.length, 3) + (requests.some(isReady) ? 2 : 0);
		for (const job of inOrder.slice(0, MAX_JOBS_TRIED)) {
			const { jobId } = readJob(job);
			const tried = { jobId, requests: await readRequests(look, jobId, {}, PAGES) };
			if (!best || worth(tried) > worth(best)) best = tried;
			if (worth(best) === 5) break;
		}
		if (best) await compare(look, jobs, best);
		return best;
	});

/** What the lists show of a job and a request, against what these show themselves. */
async function compare(
	look: Look,
	jobs: IDataObject[],
	{ jobId, requests }: Sample,
): Promise<void> {
	const job = await get(look, PATHS.job(jobId), EXPECTED.job(jobId));
	noteLabels(
		look,
		jobs.find((raw) => readJob(raw).jobId === jobId),
		job,
	);
	const [first] = requests;
	if (!first) return;
	const { requestId } = readRequest(first);
	const request = await get(
		look,
		PATHS.request(jobId, requestId),
		EXPECTED.request(jobId, requestId),
	);
	const changed = Math.max(
		...requests.filter(isReady).map((raw) => serverMs(raw.modifiedDate) ?? NaN),
	);
	const moved = serverMs(job.modifiedDate) ?? NaN;
	look.observed.note({
		contentIdsInLists: showsContent(first) || (showsContent(request) ? false : undefined),
		jobDatesMoveWithRequests:
			changed > moved ? false : changed > (serverMs(job.createdDate) ?? NaN) || undefined,
	});
}

const showsContent = (raw: IDataObject) =>
	which(raw, 'fileId', 'fmsFileId', 'sourcecontentId', 'sourceContentId') !== undefined;

export const noteLabels = (
	{ observed }: Look,
	listed: IDataObject | undefined,
	single: IDataObject,
) =>
	observed.note({
		labelsShown: listed?.labels ? 'everywhere' : listed && single.labels ? 'notInLists' : undefined,
	});

export const get = async (
	{ client }: Look,
	path: string,
	expects: ReturnType<typeof EXPECTED.job>,
	query?: Query,
) => await client.call<IDataObject>({ method: 'GET', path, query, expects });

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
	{ guess, honour, without }: { guess: string; honour?: string; without: string },
	ask: () => Promise<Answer>,
): Promise<Found> {
	let answer: Answer;
	const status = await refusalOf(look, async () => (answer = await ask()));
	if (status) {
		look.observed.noteRefusal(guess, status);
		return ok(`Refused (HTTP ${status}). Instead, ${without}.`);
	}
	if (typeof answer === 'object') return answer;
	if (answer === undefined) return unknown(TOO_LITTLE, LOOK_AGAIN);
	if (honour) look.observed.note({ [honour]: answer });
	return ok(answer ? 'Honoured.' : `Ignored. Instead, ${without}.`);
}

const TOO_LITTLE = 'There is too little at the service to see it.';
const LOOK_AGAIN = 'Look again when there is a job with three requests, and a translation.';

const probe = (
	guess: Guess,
	honour: string | undefined,
	ask: (look: Look) => Promise<Answer>,
): Check => ({
	name: `${GUESSES[guess].sent} (${GUESSES[guess].sure})`,
	run: async (look) =>
		await tryOut(
			look,
			{ guess, honour, without: GUESSES[guess].without },
			async () => await ask(look),
		),
});

/** True if the service leaves out every job that does not match. */
async function findsNone(look: Look, filter: string): Promise<boolean | undefined> {
	if ((await jobsOf(look)).length === 0) return undefined;
	return (await readJobs(look, { [QUERY.filter]: filter })).length === 0;
}

const isAscending = (times: readonly number[]) =>
	times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));

async function seeOrder(look: Look): Promise<Answer> {
	const timesIn = async (orderBy: string) =>
		(await readJobs(look, { [QUERY.orderBy]: orderBy })).flatMap(
			(raw) => serverMs(raw.createdDate) ?? [],
		);
	const newest = await timesIn(NEWEST_CREATED);
	const oldest = await timesIn(NEWEST_CREATED.replace('desc', 'asc'));
	if (new Set([...newest, ...oldest]).size < 2) return undefined;
	return isAscending(oldest) && isAscending(newest.reverse());
}

async function seeCounts(look: Look): Promise<Answer> {
	const { jobId, requests } = (await sampleOf(look)) ?? { jobId: '', requests: [] };
	if (requests.length === 0) return undefined;
	const job = await get(look, PATHS.job(jobId), EXPECTED.job(jobId), { [QUERY.aggregate]: true });
	const shown: unknown = job.aggregateRequests;
	if (shown === undefined) return false;
	const counts = readCounts(readJob(job));
	const names = Object.keys(shown ?? {});
	const isStale =
		counts &&
		totalOf(counts) === requests.length &&
		sumOf(counts, RETRIEVABLE) < requests.filter(isReady).length;
	const form = Array.isArray(shown)
		? names.length > 0
			? 'list'
			: 'emptyList'
		: names.length > 0
			? 'object'
			: 'empty';
	look.observed.note({
		honourAggregate: true,
		aggregateShape: isStale
			? 'stale'
			: counts
				? form
				: names.includes('total')
					? 'totals'
					: form === 'object'
						? 'camelCase'
						: form,
	});
	if (isStale)
		return attention(
			'The counts of a job are older than its requests.',
			'Tell whoever runs the service.',
			[jobId],
		);
	return counts
		? true
		: ok(`Honoured, in an unknown form. Instead, ${GUESSES.aggregateRequests.without}.`);
}

async function seeStatusFilter(look: Look): Promise<Answer> {
	const { jobId, requests } = (await sampleOf(look)) ?? { jobId: '', requests: [] };
	const shown = requests.map((raw) => readRequest(raw).statusCode);
	const other = REQUEST_STATUSES.find((status) => !shown.includes(status));
	if (shown.length === 0 || !other) return undefined;
	const found = await readRequests(look, jobId, { [QUERY.status]: other });
	return found.every((raw) => readRequest(raw).statusCode === other);
}

async function seeIds(look: Look): Promise<Answer> {
	const { jobId, requests } = (await sampleOf(look)) ?? { jobId: '', requests: [] };
	const idsOf = (raws: IDataObject[]) => raws.map((raw) => readRequest(raw).requestId).sort();
	const ids = idsOf(requests.slice(1, 3));
	if (ids.length < 2) return undefined;
	return idsOf(await readRequests(look, jobId, { [QUERY.requestId]: ids })).join() === ids.join();
}

async function seeProvider(look: Look): Promise<Answer> {
	const [first] = await read(look, PATHS.providers, EXPECTED.providers);
	if (!first) return undefined;
	const { providerId } = readProvider(first);
	await get(look, PATHS.provider(providerId), EXPECTED.provider(providerId));
	return true;
}

async function seeErrors(look: Look): Promise<Found> {
	const none = 'n8n-check-up';
	const asked = {
		method: 'GET' as const,
		path: PATHS.provider(none),
		expects: EXPECTED.provider(none),
	};
	if (!look.observed.shapes.errorShape)
		await look.client
			.forProbe()
			.call(asked)
			.catch((error: unknown) => {
				if (!look.observed.shapes.errorShape) throw asError(error);
			});
	return ok(`Errors come as ${String(look.observed.shapes.errorShape)}.`);
}

const seeQuota = async (look: Look): Promise<Found> =>
	await tryOut(
		look,
		{ guess: 'quota', without: 'the quotas of the specification count' },
		async () => {
			const body = await look.client.call({
				method: 'GET',
				path: PATHS.quota,
				expects: EXPECTED.quota,
			});
			const count = Object.keys(readDocumentedQuotas(body)).length;
			return ok(
				`${count} of ${Object.keys(LIMITS.quotas).length} quotas can be read. The specification's count for the others.`,
			);
		},
	);

async function seeTexts(look: Look): Promise<Found | undefined> {
	const { jobId, requests } = (await sampleOf(look)) ?? { jobId: '', requests: [] };
	const ready = requests.find((raw) => isReady(raw) && !raw.fileName);
	if (!ready) return undefined;
	const path = PATHS.retrieveContent(jobId, readRequest(ready).requestId);
	await look.client.call({ method: 'GET', path, expects: EXPECTED.translatedContent });
	const { retrieveShape } = look.observed.shapes;
	return retrieveShape
		? ok(`Translated texts come as ${String(retrieveShape)}.`)
		: attention('Translated texts come in an unknown form.', 'Please report it.');
}

async function seeStatuses(look: Look): Promise<Found> {
	await sampleOf(look);
	const { shapes, unknownFields } = look.observed;
	const { unknownStatus, statusField } = shapes;
	const fields = `Unknown fields: ${[...unknownFields].join(', ') || 'none'}.`;
	if (unknownStatus)
		return attention(
			`The status ${String(unknownStatus)} is in no description. It counts as in progress.`,
			`Please report it. ${fields}`,
		);
	return statusField
		? ok(`The field is ${String(statusField)}.`, fields)
		: unknown('There is no job.');
}

async function seePages(look: Look): Promise<Found> {
	await jobsOf(look);
	const { pageShape, pageSize } = look.observed.shapes;
	return ok(
		`Pages are in the form ${String(pageShape)}${pageSize ? `, with up to ${Number(pageSize)} entries` : ''}.`,
	);
}

/** What this service supports, by reading. The letters are those of docs/wire-contract.md. */
export const SUPPORTS: readonly Check[] = [
	probe(
		'filter',
		'honourFilter',
		async (look) => await findsNone(look, "createdDate gt '2999-01-01T00:00:00'"),
	),
	probe('labelsFilter', 'honourLabelsFilter', async (look) =>
		look.observed.shapes.honourFilter
			? await findsNone(look, "labels eq 'n8n-none'")
			: ok('Not asked, as the filter itself is not honoured.'),
	),
	probe('orderBy', 'honourOrderBy', seeOrder),
	probe('aggregateRequests', 'honourAggregate', seeCounts),
	probe('statusFilter', 'honourStatusFilter', seeStatusFilter),
	probe('requestIds', 'honourIdFilter', seeIds),
	probe('getProvider', undefined, seeProvider),
	{ name: 'Form of errors (C)', run: seeErrors },
	{ name: 'Form of the quota (E)', run: seeQuota },
	{
		name: 'List of archived jobs (S)',
		run: async (look) => {
			const { length } = await read(look, PATHS.archivedJobs, EXPECTED.jobs);
			return ok(`It can be read. Its first page has ${length} jobs.`);
		},
	},
	{ name: 'Translated texts (C)', run: seeTexts },
	{ name: 'Names of statuses and fields (B)', run: seeStatuses },
	{ name: 'Form of pages (S)', run: seePages },
];
