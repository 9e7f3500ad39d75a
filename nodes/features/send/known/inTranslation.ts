import { withContent } from '../../../api/inlineTexts';
import { listJobs } from '../../../api/jobs';
import { listRequests } from '../../../api/requests';
import type { Job, TranslationRequest } from '../../../api/resources';
import { SentTexts } from '../../../api/sentTexts';
import { forEachConcurrent } from '../../../core/concurrency';
import type { Client } from '../../../http/client';
import { withAdvice } from '../../../http/errors';
import { readLabels } from '../../../rules/labels';
import { comparableName } from '../../../rules/names';
import {
	isSentBy,
	isSentByNode,
	readRunMark,
	type RunMark,
	sendingNode,
	workflowLabel,
} from '../../../rules/runLabels';
import { APPROVED, CANCELLED, CREATED, JOB_OVER, JOB_STATUSES } from '../../../rules/statuses';
import { digestOfText } from '../../changes/value';
import type { KnownEntry, TextsInTranslation } from './knownEntry';

/** Approved requests are already in knownTranslations. */
const NOT_IN_TRANSLATION: readonly string[] = [APPROVED, CANCELLED];
const NOT_OPEN: readonly string[] = [CREATED, ...JOB_OVER];

const OPEN = JOB_STATUSES.filter((status) => !NOT_OPEN.includes(status));

interface Held {
	run?: RunMark;
	sources: ReadonlySet<string>;
}

/** Not by item: several may be of one entry. */
const keyOf = (sourceId: string, language: string): string =>
	JSON.stringify([comparableName(sourceId), language.toLowerCase()]);

/** What submitted, unfinished jobs of this node hold. The service is the memory of it. */
export class InTranslation {
	/** @param held - By entry and language. */
	constructor(private readonly held: ReadonlyMap<string, readonly Held[]> = new Map()) {}

	/** The runs that sent it, by the digests of their keys. */
	runsSince(ms: number): string[] {
		const marks = [...this.held.values()].flat().flatMap(({ run }) => run ?? []);
		const recent = marks.filter(({ startedAt = Infinity }) => startedAt >= ms);
		return [...new Set(recent.map(({ digest }) => digest))];
	}

	/** Without what one run sent. */
	except(run: string): InTranslation {
		const others = [...this.held].map(
			([key, held]) => [key, held.filter((one) => one.run?.digest !== run)] as const,
		);
		return new InTranslation(new Map(others));
	}

	readonly of: TextsInTranslation = ({ sourceId }, language) => {
		const held = this.held.get(keyOf(sourceId, language)) ?? [];
		return ({ source }) => held.some(({ sources }) => sources.has(source));
	};
}

/** Reads only what concerns entries with unknown texts. */
export async function findInTranslation(
	client: Client,
	entries: readonly KnownEntry[],
	{ concurrency, anyNode }: { concurrency: number; anyNode?: boolean },
): Promise<InTranslation> {
	const unsure = new Set(
		entries.flatMap((entry) =>
			entry.languages
				.filter((language) => entry.hasUnknown(language))
				.map((language) => keyOf(entry.sourceId, language)),
		),
	);
	if (unsure.size === 0) return new InTranslation();
	const found: Array<{ key: string; run?: RunMark; request: TranslationRequest }> = [];
	await forEachConcurrent(await openJobs(client, anyNode), concurrency, async (job) => {
		const run = readRunMark(job.labels);
		for await (const request of listRequests(client.forDecision(), job.jobId)) {
			const key = keyOf(request.sourceNativeId ?? '', request.targetNativeLanguageCode ?? '');
			if (unsure.has(key) && !NOT_IN_TRANSLATION.includes(request.statusCode))
				found.push({ key, run, request });
		}
	});
	const held = new Map<string, Held[]>();
	const sent = new SentTexts();
	await forEachConcurrent(found, concurrency, async ({ key, run, request }) => {
		const sources = await readSources(client, sent, request);
		held.set(key, [...(held.get(key) ?? []), { run, sources }]);
	});
	return new InTranslation(held);
}

/**
 * By status: how the service compares labels is not known. One that does not return them cannot say
 * whose job it is. Then every one counts.
 */
async function openJobs(client: Client, anyNode?: boolean): Promise<Job[]> {
	const { context } = client;
	const { id } = context.getWorkflow();
	const [workflow, node] = [workflowLabel(id), sendingNode(id, context.getNode().id)];
	const isFromHere = (labels: unknown) =>
		anyNode ? isSentBy(labels, workflow) : isSentByNode(labels, node);
	const jobs: Job[] = [];
	for await (const job of listJobs(client.forDecision(), { filter: { statuses: OPEN } })) {
		const isOurs = readLabels(job.labels).length === 0 || isFromHere(job.labels);
		if (isOurs && !NOT_OPEN.includes(job.statusCode)) jobs.push(job);
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
		return new Set(texts.map(({ value }) => digestOfText(value)));
	} catch (error) {
		throw withAdvice(
			error,
			"Nothing was sent, because the same texts might be translated twice. Try again, or remove 'Known Translations' to send everything.",
		);
	}
}
