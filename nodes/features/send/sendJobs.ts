import { listed } from '../../../l10n/counted';
import { waitUntilSent } from '../../api/jobs';
import { leftByEarlierTries } from '../../core/retryOnFail';
import type { Client } from '../../http/client';
import { withAdvice } from '../../http/errors';
import { SENDING } from '../../rules/statuses';
import { isResult, useSubmitted } from './adopt';
import { findEarlier, Line } from './claim/line';
import {
	countOf,
	type GivenUp,
	giveUp,
	isSent,
	isSentNow,
	type ItemFailures,
	type JobResult,
	partsLeft,
	Run,
	type SendOptions,
	type SentJob,
} from './claim/run';
import { type ContentItem, isSupportAsset } from './content';
import type { KnownEntries } from './known/knownEntries';
import { Overtaken } from './known/overtaken';
import { SendFailed } from './plan/failures';
import type { Plan, PlannedJob } from './plan/plan';
import { PartSender } from './sendPart';

export interface SendResult {
	jobs: SentJob[];
	failures: ItemFailures;
}

/**
 * Sends one job after the other, each complete in itself. Undefined if another execution has sent a
 * part of it meanwhile, and this one nothing yet.
 */
export async function sendJobs(
	client: Client,
	plan: Plan,
	options: SendOptions,
	known: KnownEntries,
): Promise<SendResult | undefined> {
	const run = new Run(client, plan, options);
	// What n8n's "Retry On Fail" must not send again, however far back the node looks.
	const submitted = leftByEarlierTries<SentJob>(client.context, 0, 'sent');
	const results: JobResult[] = [...submitted];
	const open = () => partsLeft(plan, results);
	try {
		const earlier = await findEarlier(run);
		// What was sent before must fit before the first job is made.
		for (const part of open()) {
			const found = await useSubmitted(run, part, new Line(run, part, earlier));
			if (isResult(found)) results.push(found);
		}
		refuseFailures(run, results);
		for (const part of open()) {
			const line = new Line(run, part, earlier);
			const result = await new PartSender(run, part, line, known).send();
			results.push(result);
			if (options.providerId !== undefined && isSentNow(result)) submitted.push(result);
			refuseFailures(run, results);
		}
		refuseIfNothingIsGood(run, results);
	} catch (error) {
		const reason = await cleanUp(run, results, open(), error);
		if (error instanceof Overtaken && !results.some(isSentNow)) return undefined;
		if (!options.partial || !results.some(isSent)) throw reason;
		results.push(...failParts(run, results, open(), reason));
	}
	results.sort((one, other) => one.slot.number - other.slot.number);
	const jobs = results.filter(isSent).map(async (sent) => await waitForProvider(run, sent));
	return { jobs: await Promise.all(jobs), failures: failuresOf(results) };
}

const failuresOf = (results: readonly JobResult[]): ItemFailures =>
	new Map(results.flatMap(({ failures }) => [...failures]));

function refuseFailures({ plan, options }: Run, results: readonly JobResult[]): void {
	const failures = failuresOf(results);
	if (failures.size > 0 && !options.partial) throw new SendFailed(failures, countOf(plan));
}

/** Where good items go on without the bad ones, one has to be good. */
function refuseIfNothingIsGood({ plan }: Run, results: readonly JobResult[]): void {
	const failures = failuresOf(results);
	const items = plan.jobs.flatMap(({ contentItems }) => contentItems);
	if (!items.some((item) => !isSupportAsset(item) && !failures.has(item)))
		throw new SendFailed(failures, countOf(plan));
}

async function waitForProvider(
	{ client, options: { providerId, waitMs } }: Run,
	sent: SentJob,
): Promise<SentJob> {
	if (providerId === undefined || waitMs === undefined || sent.job.statusCode !== SENDING)
		return sent;
	return { ...sent, job: await waitUntilSent(client, sent.job, waitMs) };
}

/** Deletes the unsubmitted job of this run after a failure. The error says what was sent and what not. */
async function cleanUp(
	run: Run,
	results: readonly JobResult[],
	open: readonly PlannedJob[],
	error: unknown,
): Promise<Error> {
	const sent = results.filter(isSentNow);
	const notes = sent.length > 0 ? [describeSent(run, sent, open)] : [];
	for (const jobId of run.openJobs) notes.push(await run.removeOwn(jobId));
	const left = notes.filter(Boolean).join(' ');
	return error instanceof SendFailed
		? error.toNodeError(run.node, left, sent.length > 0)
		: withAdvice(error, left);
}

/** The user must not send and pay twice for what was submitted. */
function describeSent(
	{ digest, options }: Run,
	sent: readonly SentJob[],
	open: readonly PlannedJob[],
) {
	const done = options.providerId === undefined ? 'was made' : 'was submitted';
	const stays = options.providerId === undefined ? 'stays' : 'stays submitted';
	const lines = sent.map(
		({ job, slot, requests }) =>
			`Job ${job.jobId} ("${slot.jobName}") ${done} before, with ${describeItems([...requests.keys()])}, and ${stays}.`,
	);
	const rest = open.map(
		({ slot, contentItems }) => `Not sent: "${slot.jobName}", with ${describeItems(contentItems)}.`,
	);
	const next =
		digest === undefined
			? "Leave out what was submitted when you run this again: 'Search Window' is 0, so it would be sent twice."
			: 'Run this again with the same content: only the rest is sent.';
	return [...lines, ...rest, next].join(' ');
}

const ITEMS_SHOWN = 20;

function describeItems(contentItems: readonly ContentItem[]): string {
	const items = [...new Set(contentItems.map(({ itemIndex }) => itemIndex))].sort((a, b) => a - b);
	return `item${items.length === 1 ? '' : 's'} ${listed(items.map(String), ITEMS_SHOWN)}`;
}

/** Fails the items of jobs that were not sent. */
function failParts(
	run: Run,
	results: readonly JobResult[],
	open: readonly PlannedJob[],
	reason: Error,
): GivenUp[] {
	const sent = new Set(results.filter(isSent).flatMap(({ contentItems }) => contentItems));
	// Support assets go with every job of the run.
	const isUnsent = (item: ContentItem) => !sent.has(item);
	return open.map((part) => giveUp(run, part, reason, part.contentItems.filter(isUnsent)));
}
