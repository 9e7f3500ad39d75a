import type { Client } from '../../transport/client';
import { passOn } from '../../transport/errors';
import { collect } from '../../transport/pages';
import type { Slots } from '../../slots';
import { completeJob, getJob } from '../jobs';
import { approveRequests, listRequests } from '../requests';
import type { Job, TranslationRequest } from '../resources';

const IN_REVIEW = 'REVIEW_TRANSLATION';
const APPROVED = 'TRANSLATION_APPROVED';
const CANCELLED = 'CANCELLED';
/** How many requests one call approves. */
const APPROVED_AT_ONCE = 100;

export interface CollectOptions<Fetched> {
	includeApproved: boolean;
	/** Only these; all if undefined. */
	requestIds?: readonly string[];
	targets?: string[];
	/** Whether this delivery was collected before. */
	isKnown(request: TranslationRequest): boolean;
	fetch(request: TranslationRequest): Promise<Fetched>;
	slots: Slots;
	/** Whether to go on with others when one cannot be fetched. Otherwise nothing is changed at the service. */
	partial: boolean;
	approve: boolean;
	complete: boolean;
}

export interface Collected<Fetched> {
	/** In the order of the job. */
	fetched: Array<{ request: TranslationRequest; result: Fetched }>;
	failed: Array<{ request: TranslationRequest; error: unknown }>;
	/** How many there are in each status that is not ready. */
	notReady: Record<string, number>;
	withError: number;
	known: number;
	approved: number;
	/** Only if it was completed by this. */
	completed?: Job;
}

/** Fetches every translation of a job that is there, and waits for none. */
export async function collectJob<Fetched>(client: Client, jobId: string, options: CollectOptions<Fetched>): Promise<Collected<Fetched>> {
	const requests = await collect(listRequests(client, jobId, { targets: options.targets, ids: options.requestIds && [...options.requestIds] }));
	const isReady = ({ statusCode }: TranslationRequest) => statusCode === IN_REVIEW || (options.includeApproved && statusCode === APPROVED);
	const ready = requests.filter(isReady);
	const wanted = ready.filter((request) => !options.isKnown(request));
	const { fetched, failed } = await fetchAll(client, wanted, options);
	if (failed[0] && !options.partial) throw passOn(client.context.getNode(), failed[0].error);

	const approved = options.approve ? await approveFetched(client, jobId, fetched.map(({ request }) => request)) : 0;
	return {
		fetched,
		failed,
		notReady: countByStatus(requests.filter(({ statusCode }) => ![IN_REVIEW, APPROVED, CANCELLED].includes(statusCode))),
		withError: requests.filter(({ hasError }) => hasError === true).length,
		known: ready.length - wanted.length,
		approved,
		completed: options.complete ? await completeIfDone(client, jobId) : undefined,
	};
}

type Outcome<Fetched> = Collected<Fetched>['fetched'][number] | Collected<Fetched>['failed'][number];

async function fetchAll<Fetched>(client: Client, requests: readonly TranslationRequest[], { fetch, slots, partial }: CollectOptions<Fetched>): Promise<Pick<Collected<Fetched>, 'fetched' | 'failed'>> {
	let stopped = false;
	const outcomes = await Promise.all(
		requests.map(async (request): Promise<Outcome<Fetched> | undefined> =>
			await slots.run(async () => {
				if (stopped || client.cancelSignal?.aborted) return undefined;
				try {
					return { request, result: await fetch(request) };
				} catch (error) {
					stopped = !partial;
					return { request, error };
				}
			}),
		),
	);
	const begun = outcomes.filter((outcome) => outcome !== undefined);
	return {
		fetched: begun.flatMap((outcome) => ('result' in outcome ? [outcome] : [])),
		failed: begun.flatMap((outcome) => ('error' in outcome ? [outcome] : [])),
	};
}

/** Approves what was fetched, and not what the provider has delivered anew in the meantime. */
async function approveFetched(client: Client, jobId: string, fetched: readonly TranslationRequest[]): Promise<number> {
	const seen = new Map(fetched.filter(({ statusCode }) => statusCode === IN_REVIEW).map(({ requestId, modifiedDate }) => [requestId, modifiedDate]));
	if (seen.size === 0) return 0;
	const current = await collect(listRequests(client, jobId, { ids: [...seen.keys()] }));
	const ids = current.filter(({ requestId, statusCode, modifiedDate }) => statusCode === IN_REVIEW && modifiedDate === seen.get(requestId)).map(({ requestId }) => requestId);
	for (let at = 0; at < ids.length; at += APPROVED_AT_ONCE) await approveRequests(client, jobId, ids.slice(at, at + APPROVED_AT_ONCE));
	return ids.length;
}

async function completeIfDone(client: Client, jobId: string): Promise<Job | undefined> {
	let count = 0;
	for await (const { statusCode } of listRequests(client, jobId)) {
		if (statusCode !== APPROVED && statusCode !== CANCELLED) return undefined;
		count += 1;
	}
	if (count === 0 || (await getJob(client, jobId)).statusCode === 'COMPLETED') return undefined;
	return await completeJob(client, jobId);
}

function countByStatus(requests: readonly TranslationRequest[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { statusCode } of requests) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
	return counts;
}
