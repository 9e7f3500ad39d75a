import { forEachConcurrent } from '../../../concurrency/forEachConcurrent';
import { digestOfText } from '../../../rules/entries/known/value';
import { hasLabels, readLabels } from '../../../rules/labels';
import { sameCode } from '../../../rules/languages/codes';
import { comparableName } from '../../../rules/names';
import { APPROVED, CANCELLED, CREATED, JOB_OVER, JOB_STATUSES } from '../../../rules/statuses';
import type { Client } from '../../../transport/client';
import { withAdvice } from '../../../transport/pipeline/errors';
import { listJobs } from '../../jobs/jobs';
import { withContent } from '../../requests/inlineTexts';
import { listRequests } from '../../requests/requests';
import { SentTexts } from '../../requests/sentTexts';
import type { Job, TranslationRequest } from '../../resources';
import { readRunMark, type RunMark, senderLabel } from '../plan/runKey';
import type { IsInTranslation, KnownEntry } from './knownEntry';

/** Nothing more is expected of these. What was approved, is known. */
const NOT_IN_TRANSLATION: readonly string[] = [APPROVED, CANCELLED];
const NOT_OPEN: readonly string[] = [CREATED, ...JOB_OVER];

const OPEN = JOB_STATUSES.filter((status) => !NOT_OPEN.includes(status));

interface Held {
	run?: RunMark;
	entry: KnownEntry;
	language: string;
	sources: ReadonlySet<string>;
}

/** What submitted, unfinished jobs of this node hold. The service is the memory of it. */
export class InTranslation {
	constructor(private readonly held: readonly Held[] = []) {}

	/** The runs that sent it, by the digests of their keys. */
	runsSince(ms: number): string[] {
		const recent = this.held.filter(({ run }) => run && (run.startedAt ?? Infinity) >= ms);
		return [...new Set(recent.map(({ run }) => run!.digest))];
	}

	/** Without what one run sent. */
	except(run: string): InTranslation {
		return new InTranslation(this.held.filter((held) => held.run?.digest !== run));
	}

	readonly has: IsInTranslation = (entry, language, { source }) =>
		this.held.some(
			(held) => held.entry === entry && held.language === language && held.sources.has(source),
		);
}

/** Reads only what concerns entries with unknown texts. */
export async function findInTranslation(
	client: Client,
	entries: readonly KnownEntry[],
	concurrency: number,
): Promise<InTranslation> {
	const unsure = entries.filter((entry) =>
		entry.languages.some((language) => entry.hasUnknown(language)),
	);
	if (unsure.length === 0) return new InTranslation();
	/** Several items may hold one entry, each for other languages. */
	const byId = new Map<string, KnownEntry[]>();
	for (const entry of unsure) {
		const id = comparableName(entry.sourceId);
		byId.set(id, [...(byId.get(id) ?? []), entry]);
	}
	const held: Held[] = [];
	const sent = new SentTexts();
	const read = async (job: Job) => {
		for await (const request of listRequests(client.forDecision(), job.jobId)) {
			if (NOT_IN_TRANSLATION.includes(request.statusCode)) continue;
			for (const entry of byId.get(comparableName(request.sourceNativeId ?? '')) ?? []) {
				const language = entry.languages.find((target) =>
					sameCode(request.targetNativeLanguageCode, target),
				);
				if (language === undefined || !entry.hasUnknown(language)) continue;
				const sources = await readSources(client, sent, request);
				held.push({ run: readRunMark(job.labels), entry, language, sources });
			}
		}
	};
	await forEachConcurrent(await openJobs(client), concurrency, read);
	return new InTranslation(held);
}

/**
 * By status: how the service compares labels is not known. One that does not return them cannot say
 * whose job it is. Then every one counts.
 */
async function openJobs(client: Client): Promise<Job[]> {
	const { context } = client;
	const labels = [{ name: senderLabel(context.getWorkflow().id, context.getNode().id) }];
	const jobs: Job[] = [];
	for await (const job of listJobs(client.forDecision(), { filter: { statuses: OPEN } })) {
		const isOurs = readLabels(job.labels).length === 0 || hasLabels(job.labels, labels);
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
