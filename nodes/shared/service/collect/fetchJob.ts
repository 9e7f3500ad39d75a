import type { Client } from '../../transport/client';
import { passOn } from '../../transport/errors';
import { collect } from '../../transport/pages';
import type { Slots } from '../../slots';
import { listRequests } from '../requests';
import { type TranslationRequest, countByStatus } from '../resources';
import { APPROVED, CANCELLED, IN_REVIEW } from '../wire';
import { NO_REVIEW_NEEDED } from './noReview';

export interface FetchOptions<Fetched> {
	includeApproved: boolean;
	/** Only these; all if undefined. */
	requestIds?: readonly string[];
	targets?: string[];
	fetch(request: TranslationRequest): Promise<Fetched>;
	slots: Slots;
	/** Whether to go on with others when one cannot be fetched. */
	partial: boolean;
}

export interface FetchedJob<Fetched> {
	/** In the order of the job. */
	fetched: Array<{ request: TranslationRequest; result: Fetched }>;
	failed: Array<{ request: TranslationRequest; error: unknown }>;
	/** How many there are in each status that is not ready. */
	notReady: Record<string, number>;
	withError: number;
}

/** Fetches every translation of a job that is there, and waits for none. Changes nothing at the service. */
export async function fetchJob<Fetched>(client: Client, jobId: string, options: FetchOptions<Fetched>): Promise<FetchedJob<Fetched>> {
	const requests = await collect(listRequests(client, jobId, { targets: options.targets, ids: options.requestIds && [...options.requestIds] }));
	const ready = [IN_REVIEW, ...NO_REVIEW_NEEDED, ...(options.includeApproved ? [APPROVED] : [])];
	const wanted = requests.filter(({ statusCode }) => ready.includes(statusCode));
	const { fetched, failed } = await fetchAll(client, wanted, options);
	if (failed[0] && !options.partial) throw passOn(client.context.getNode(), failed[0].error);
	return {
		fetched,
		failed,
		notReady: countByStatus(requests.filter(({ statusCode }) => ![...ready, APPROVED, CANCELLED].includes(statusCode))),
		withError: requests.filter(({ hasError }) => hasError === true).length,
	};
}

type Outcome<Fetched> = FetchedJob<Fetched>['fetched'][number] | FetchedJob<Fetched>['failed'][number];

async function fetchAll<Fetched>(client: Client, requests: readonly TranslationRequest[], { fetch, slots, partial }: FetchOptions<Fetched>): Promise<Pick<FetchedJob<Fetched>, 'fetched' | 'failed'>> {
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
