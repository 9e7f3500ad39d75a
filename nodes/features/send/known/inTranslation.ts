import { digestOfSource } from '../../../../l10n/lock/lock';
import { comparableName } from '../../../../l10n/names';
import { listJobs } from '../../../api/jobs';
import { listRequests } from '../../../api/requests';
import { SentTexts, withContent } from '../../../api/requestTexts';
import type { Job, TranslationRequest } from '../../../api/resources';
import { forEachConcurrent } from '../../../core/concurrency';
import type { Client } from '../../../http/client';
import { unlessGone, withAdvice } from '../../../http/errors';
import { toArray } from '../../../http/pages';
import { readLabels } from '../../../rules/labels';
import {
	isSentBy,
	isSentByNode,
	readRunMark,
	refuseNewerState,
	type RunMark,
	sendingNode,
	workflowLabel,
} from '../../../rules/runLabels';
import { APPROVED, CREATED, isLost, JOB_OVER, JOB_STATUSES } from '../../../rules/statuses';
import type { SendOptions } from '../claim/run';
import type { EntryText, KnownEntry, TextsInTranslation } from './knownEntry';

const OPEN = JOB_STATUSES.filter((status) => !JOB_OVER.includes(status));

/** A request with texts of an entry, and its job. */
export interface Held {
	job: Job;
	run?: RunMark;
	request: TranslationRequest;
	sources: ReadonlySet<string>;
}

export const isUnsubmitted = ({ job }: Pick<Held, 'job'>): boolean => job.statusCode === CREATED;

/** Not by item: several may be of one entry. */
const keyOf = (sourceId: string, language: string): string =>
	JSON.stringify([comparableName(sourceId), language.toLowerCase()]);

/** What unfinished jobs of this node hold. The service is the memory of it. */
export class InTranslation {
	/**
	 * @param held - By entry and language.
	 * @param jobs - Those that were read.
	 * @param broken - Runs of which a part is sent anew. So they are not this one.
	 */
	constructor(
		private readonly held: ReadonlyMap<string, readonly Held[]> = new Map(),
		readonly jobs: readonly Job[] = [],
		private readonly broken: ReadonlySet<string> = new Set(),
	) {}

	/** The runs that sent it, by the digests of their keys. */
	runsSince(ms: number): string[] {
		const marks = [...this.held.values()].flat().flatMap(({ run }) => run ?? []);
		const recent = marks.filter(
			({ digest, startedAt = Infinity }) => startedAt >= ms && !this.broken.has(digest),
		);
		return [...new Set(recent.map(({ digest }) => digest))];
	}

	/** Without what one run sent. */
	except(run: string | undefined): InTranslation {
		const others = [...this.held].map(
			([key, held]) => [key, held.filter((one) => !run || one.run?.digest !== run)] as const,
		);
		return new InTranslation(new Map(others), this.jobs);
	}

	holdersOf({ sourceId }: KnownEntry, language: string, { source }: EntryText): Held[] {
		const held = this.held.get(keyOf(sourceId, language)) ?? [];
		return held.filter(({ sources }) => sources.has(source));
	}

	/** What needs no translation stays in its job without an approval, after it was merged, too. */
	readonly of: TextsInTranslation = (entry, language) => (text) =>
		this.holdersOf(entry, language, text).some(
			({ request }) => !entry.hasMerged(language, text, request.requestId),
		);
}

interface Look extends Pick<SendOptions, 'providerId' | 'concurrency' | 'anyNode' | 'onCancelled'> {
	/** Counts jobs that another execution is filling. */
	withUnderWay?: boolean;
	/** The ids of jobs that need not be read. */
	without?: readonly string[];
}

/** Reads only what concerns entries with unknown texts. */
export async function findInTranslation(
	client: Client,
	entries: readonly KnownEntry[],
	look: Look,
): Promise<InTranslation> {
	const { concurrency, onCancelled } = look;
	const unsure = new Set(
		entries.flatMap((entry) =>
			entry.languages
				.filter((language) => entry.hasUnknown(language))
				.map((language) => keyOf(entry.sourceId, language)),
		),
	);
	if (unsure.size === 0) return new InTranslation();
	const found: Array<Omit<Held, 'sources'> & { key: string }> = [];
	const broken = new Set<string>();
	const jobs = await openJobs(client, look);
	await forEachConcurrent(jobs, concurrency, async (job) => {
		const run = readRunMark(job.labels);
		const ofJob: typeof found = [];
		let isPartLost = false;
		for (const request of await requestsIn(client, job)) {
			const key = keyOf(request.sourceNativeId ?? '', request.targetNativeLanguageCode ?? '');
			// Approved requests are already in knownTranslations.
			if (!unsure.has(key) || request.statusCode === APPROVED) continue;
			if (isLost(request, onCancelled)) isPartLost = true;
			else ofJob.push({ key, job, run, request });
		}
		if (run && isPartLost && ofJob.length > 0) broken.add(run.digest);
		found.push(...ofJob);
	});
	const held = new Map<string, Held[]>();
	const sent = new SentTexts();
	await forEachConcurrent(found, concurrency, async ({ key, ...one }) => {
		const read = async () => await readSources(client, sent, one.request);
		const sources = await unlessDeleted(one.job, read);
		if (sources) held.set(key, [...(held.get(key) ?? []), { ...one, sources }]);
	});
	return new InTranslation(held, jobs, broken);
}

/** Another execution may delete its unsubmitted job at any time. */
const unlessDeleted = async <T>(job: Job, read: () => Promise<T>): Promise<T | undefined> =>
	isUnsubmitted({ job }) ? await unlessGone(read) : await read();

export const requestsIn = async (client: Client, job: Job): Promise<TranslationRequest[]> =>
	(await unlessDeleted(
		job,
		async () => await toArray(listRequests(client.forDecision(), job.jobId)),
	)) ?? [];

/**
 * By status: how the service compares labels is not known. One that does not return them cannot say
 * whose job it is. Then every one counts.
 */
async function openJobs(
	client: Client,
	{ anyNode, providerId, withUnderWay, without = [] }: Look,
): Promise<Job[]> {
	const { context } = client;
	const { id } = context.getWorkflow();
	const [workflow, node] = [workflowLabel(id), sendingNode(id, context.getNode().id)];
	const isFromHere = (labels: unknown) =>
		anyNode ? isSentBy(labels, workflow) : isSentByNode(labels, node);
	// One that a crashed run has left is never submitted, so nobody may wait for it.
	const counts = (job: Job) =>
		!isUnsubmitted({ job }) ||
		(readRunMark(job.labels)?.isLeft === false ? withUnderWay === true : providerId === undefined);
	const jobs: Job[] = [];
	for await (const job of listJobs(client.forDecision(), { filter: { statuses: OPEN } })) {
		if (isSentBy(job.labels, workflow)) refuseNewerState(job.jobId, job.labels);
		const isUnmarked = !isUnsubmitted({ job }) && readLabels(job.labels).length === 0;
		const isOurs = (isUnmarked || isFromHere(job.labels)) && counts(job);
		if (isOurs && !JOB_OVER.includes(job.statusCode) && !without.includes(job.jobId))
			jobs.push(job);
	}
	return jobs;
}

async function readSources(
	client: Client,
	sent: SentTexts,
	listed: TranslationRequest,
): Promise<ReadonlySet<string>> {
	const request = await withContent(client, listed);
	if (request.fileId || request.fileName) return new Set();
	try {
		const texts = await sent.of(client, request);
		return new Set(texts.map(({ value }) => digestOfSource(value)));
	} catch (error) {
		throw withAdvice(
			error,
			"Nothing was sent, because the same texts might be translated twice. Try again, or remove 'Known Translations' to send everything.",
		);
	}
}
