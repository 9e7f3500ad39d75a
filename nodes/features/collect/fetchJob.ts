import { type IExecuteFunctions, type INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { plainFileName } from '../../../l10n/names';
import { downloadTranslation } from '../../api/files/downloadTranslation';
import { type DownloadedFile, storeFile } from '../../api/files/storeFile';
import { listRequests } from '../../api/requests';
import { inlineTexts, withContent } from '../../api/requestTexts';
import type { TranslationRequest } from '../../api/resources';
import { requireTranslatedContent } from '../../api/translatedContent';
import type { Semaphore } from '../../core/concurrency';
import { OperationFailed } from '../../core/errors';
import { readIdleMs } from '../../form/fileFields';
import type { Client } from '../../http/client';
import { asError, isStatus } from '../../http/errors';
import { toArray } from '../../http/pages';
import { applyFileNamePattern, storeName } from '../../rules/fileNames';
import { wantedStatuses } from '../../rules/statuses';
import type { Found, Problems } from '../quality/problems';
import { type Delivered, isMerging } from './merges';
import type { JobGroup } from './readGroups';

/** What came for a request. Its output is made in the order of the deliveries. */
export type Fetched = { whole: TranslationRequest; found: Found } & (
	| { kind: 'file'; file: DownloadedFile }
	| { kind: 'texts'; content: Record<string, string>; file?: DownloadedFile }
	| { kind: 'toMerge'; content: Record<string, string>; delivered: Delivered }
);

export interface FetchedOne<Result> {
	request: TranslationRequest;
	result: Result;
}

/** Failures that concern one translation. */
interface FailedOne {
	request: TranslationRequest;
	error: unknown;
}

export interface FetchedJob<Result> {
	fetched: Array<FetchedOne<Result>>;
	failed: FailedOne[];
	/** All that were asked for, ready or not. */
	requests: TranslationRequest[];
}

export interface CollectedJob {
	group: JobGroup;
	result: FetchedJob<INodeExecutionData>;
}

interface FetchOptions {
	fetch(request: TranslationRequest): Promise<Fetched>;
	slots: Semaphore;
	/** Go on without what cannot be fetched. */
	partial: boolean;
}

/**
 * Fetches the translations that are ready. Changes nothing at the service. What concerns all of
 * them is thrown.
 */
export async function fetchJob(
	client: Client,
	group: JobGroup,
	options: FetchOptions,
): Promise<FetchedJob<Fetched>> {
	const { jobId, targets, requestIds: ids } = group;
	const ready = wantedStatuses(group.includeApproved);
	const requests: TranslationRequest[] = [];
	const fetches = new Fetches(client, options);
	try {
		// Fetching starts with the first page of a long list.
		for await (const request of listRequests(client, jobId, { targets, ids })) {
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
	return { fetched, failed, requests };
}

/** `begin` never throws; `all` returns the failures, and `reason` is why it stopped. */
class Fetches {
	private readonly begun: Array<Promise<FetchedOne<Fetched> | FailedOne | undefined>> = [];
	/** Fetches that still wait do not start. */
	stopped = false;
	reason?: { error: unknown };

	constructor(
		private readonly client: Client,
		private readonly options: FetchOptions,
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

	private async one(
		request: TranslationRequest,
	): Promise<FetchedOne<Fetched> | FailedOne | undefined> {
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

export async function fetchTranslation(
	context: IExecuteFunctions,
	client: Client,
	group: JobGroup,
	request: TranslationRequest,
	problems: Problems,
): Promise<Fetched> {
	const { jobId, requestId } = request;
	const whole = await withContent(client, request);
	if ((whole.sourceContentId || inlineTexts(whole)) && !whole.fileId)
		return await fetchTexts(context, client, group, whole, problems);
	const file = await downloadTranslation(context, client, jobId, requestId, {
		request,
		idleMs: readIdleMs(context, group.items[0]!),
		pattern: group.pattern,
	});
	const found = await problems.compareFile(client, whole, file, group.checks);
	return { kind: 'file', whole, file, found };
}

async function fetchTexts(
	context: IExecuteFunctions,
	client: Client,
	group: JobGroup,
	whole: TranslationRequest,
	problems: Problems,
): Promise<Fetched> {
	const { content, fields: translated } = await requireTranslatedContent(
		client,
		whole.jobId,
		whole.requestId,
	);
	const readSent = async (reader: Client) => ({
		request: whole,
		source: await problems.sent.of(reader, whole),
	});
	const sent = isMerging(context) ? await readSent(client) : undefined;
	const found = await problems.compareIfReadable(
		async () => await readSent(client.forProbe()),
		translated,
		group.checks,
	);
	if (sent) return { kind: 'toMerge', whole, content, delivered: { ...sent, translated }, found };
	const file = group.textsAsFile ? await storeTexts(context, group, whole, content) : undefined;
	return { kind: 'texts', whole, content, file, found };
}

/** For a store that takes files alone. */
async function storeTexts(
	context: IExecuteFunctions,
	{ pattern }: JobGroup,
	{ jobId, requestId, requestName, targetNativeLanguageCode }: TranslationRequest,
	content: Record<string, string>,
): Promise<DownloadedFile> {
	const language = plainFileName(targetNativeLanguageCode);
	const title = String(requestName ?? '').replace(/[/\\]/g, '_');
	const fileName = `${plainFileName(title.replace(/\.json$/i, '')) ?? 'texts'}.json`;
	async function* bytes() {
		yield Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
	}
	const stored = await storeFile(context, bytes(), {
		fileName: pattern ? applyFileNamePattern(pattern, { fileName, language }) : fileName,
		mimeType: 'application/json',
		language,
	});
	return { ...stored, storeName: storeName({ fileName, ids: [jobId, requestId], language }) };
}
