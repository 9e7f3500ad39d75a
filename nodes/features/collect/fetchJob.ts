import { NodeApiError } from 'n8n-workflow';

import type { RequestCounts } from '../../api/requestCounts';
import { listRequests } from '../../api/requests';
import { countByStatus, type TranslationRequest } from '../../api/resources';
import type { Semaphore } from '../../core/concurrency';
import { OperationFailed } from '../../core/errors';
import type { Client } from '../../http/client';
import { asError, isStatus } from '../../http/errors';
import { toArray } from '../../http/pages';
import { wantedStatuses } from '../../rules/statuses';

interface FetchOptions<Fetched> {
	includeApproved: boolean;
	requestIds?: readonly string[];
	targets?: string[];
	fetch(request: TranslationRequest): Promise<Fetched>;
	slots: Semaphore;
	/** Go on without what cannot be fetched. */
	partial: boolean;
}

export interface FetchedOne<Fetched> {
	request: TranslationRequest;
	result: Fetched;
}

export interface FetchedJob<Fetched> {
	fetched: Array<FetchedOne<Fetched>>;
	/** Failures that concern one translation each. */
	failed: Array<{ request: TranslationRequest; error: unknown }>;
	/** All that were asked for, ready or not. */
	requests: TranslationRequest[];
	/** Other requests of the job by status, where it has none of those asked for. */
	others?: RequestCounts;
}

/**
 * Fetches the translations that are ready. Changes nothing at the service. What concerns all of
 * them is thrown.
 */
export async function fetchJob<Fetched>(
	client: Client,
	jobId: string,
	options: FetchOptions<Fetched>,
): Promise<FetchedJob<Fetched>> {
	const ready = wantedStatuses(options.includeApproved);
	const requests: TranslationRequest[] = [];
	const fetches = new Fetches(client, options);
	try {
		// Fetching starts with the first page of a long list.
		for await (const request of listRequests(client, jobId, {
			targets: options.targets,
			ids: options.requestIds && [...options.requestIds],
		})) {
			if (fetches.stopped) break;
			requests.push(request);
			if (ready.includes(request.statusCode)) fetches.begin(request);
		}
	} catch (error) {
		fetches.stopped = true;
		await fetches.all();
		throw asError(error);
	}
	const { fetched, failed } = await fetches.all();
	if (fetches.reason) throw asError(fetches.reason.error);
	return {
		fetched,
		failed,
		requests,
		...(requests.length === 0 && isFiltered(options)
			? { others: await countOthers(client, jobId) }
			: {}),
	};
}

export const isFiltered = ({
	requestIds = [],
	targets = [],
}: Pick<FetchOptions<unknown>, 'requestIds' | 'targets'>): boolean =>
	requestIds.length > 0 || targets.length > 0;

/** Only explains an empty result, so a failure does not matter. */
async function countOthers(client: Client, jobId: string): Promise<RequestCounts | undefined> {
	try {
		return countByStatus(await toArray(listRequests(client.forProbe(), jobId)));
	} catch {
		return undefined;
	}
}

type Outcome<Fetched> = FetchedOne<Fetched> | FetchedJob<Fetched>['failed'][number];

/** `begin` never throws; `all` returns the failures, and `reason` is why it stopped. */
class Fetches<Fetched> {
	private readonly begun: Array<Promise<Outcome<Fetched> | undefined>> = [];
	/** Fetches that still wait do not start. */
	stopped = false;
	reason?: { error: unknown };

	constructor(
		private readonly client: Client,
		private readonly options: Pick<FetchOptions<Fetched>, 'fetch' | 'slots' | 'partial'>,
	) {}

	begin(request: TranslationRequest): void {
		this.begun.push(this.options.slots.run(async () => await this.one(request)));
	}

	async all(): Promise<Pick<FetchedJob<Fetched>, 'fetched' | 'failed'>> {
		const outcomes = (await Promise.all(this.begun)).filter((outcome) => outcome !== undefined);
		return {
			fetched: outcomes.flatMap((outcome) => ('result' in outcome ? [outcome] : [])),
			failed: outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : [])),
		};
	}

	private async one(request: TranslationRequest): Promise<Outcome<Fetched> | undefined> {
		if (this.stopped || this.client.cancelSignal?.aborted) return undefined;
		try {
			return { request, result: await this.options.fetch(request) };
		} catch (error) {
			if (this.options.partial && (await concernsOne(this.client, request, error)))
				return { request, error };
			this.stopped = true;
			this.reason ??= { error };
			return undefined;
		}
	}
}

/** The service answers, but not to us or not now. */
const CONCERN_ALL = [401, 429];

/**
 * Whether a failed fetch concerns this translation alone, whatever its status. It does if the
 * service still answers about the request. Otherwise the next fetch would fail as well.
 */
async function concernsOne(
	client: Client,
	{ jobId, requestId }: TranslationRequest,
	error: unknown,
): Promise<boolean> {
	// Anything else comes from n8n, e.g. a full disk.
	const isAboutFetch = error instanceof NodeApiError || error instanceof OperationFailed;
	if (!isAboutFetch || isStatus(error, ...CONCERN_ALL)) return false;
	try {
		await toArray(listRequests(client.forProbe(), jobId, { ids: [requestId] }), 1);
		return client.cancelSignal?.aborted !== true;
	} catch {
		return false;
	}
}
