import { waitUntilSent } from '../../api/jobs';
import { leftByEarlierTries } from '../../core/retryOnFail';
import type { Client } from '../../http/client';
import { SENDING } from '../../rules/statuses';
import { isResult, useSubmitted } from './adopt';
import { findEarlier, Line } from './claim/line';
import { Run, type SendOptions } from './claim/run';
import { cleanUp, failParts } from './cleanUp';
import { isSupportAsset } from './content';
import {
	countOf,
	isSent,
	isSentNow,
	type ItemFailures,
	type JobResult,
	partsLeft,
	type SentJob,
} from './jobProgress';
import type { KnownEntries } from './known/knownEntries';
import { Overtaken } from './known/overtaken';
import { SendFailed } from './plan/failures';
import type { Plan } from './plan/plan';
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
