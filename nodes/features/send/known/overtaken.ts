/**
 * Two executions may find the same text new. Both add their requests before they look again, so at
 * least one of them sees the other.
 */
import type { Job } from '../../../api/resources';
import { wait } from '../../../core/clock';
import type { Client } from '../../../http/client';
import { serverMs } from '../../../rules/dates';
import { IdleWatch, sentByAnother } from '../claim/line';
import type { Run } from '../claim/run';
import { type Held, isUnsubmitted, requestsIn } from './inTranslation';
import type { KnownEntries } from './knownEntries';

/** Another execution has sent a part of it meanwhile. This one looks anew what is left. */
export class Overtaken extends Error {
	override readonly name = 'Overtaken';
}

/** Fails if this run has to give way. Waits for one that goes first, as long as its job changes. */
export async function refuseOvertaken(run: Run, known: KnownEntries, own: Job): Promise<void> {
	const { takeOverMs, otherRunWaitMs } = run.options;
	const watch = new IdleWatch(run.client, takeOverMs);
	// A look may take long, and the other job counts as idle only in a second one.
	let deadline: number | undefined;
	let first: Job | undefined;
	do {
		const held = await known.rivals(run, own);
		const isSent = (one: Held) => !isUnsubmitted(one) || one.run?.isLeft !== false;
		if (held.some(isSent)) throw new Overtaken('Another execution has sent some of these texts');
		first = await firstBefore(run.client, own, held, watch);
		if (!first) return;
		deadline ??= Date.now() + otherRunWaitMs;
	} while (Date.now() < deadline && (await wait(watch.pauseMs, run.client.cancelSignal)));
	throw sentByAnother(first);
}

/**
 * The run that had all its requests first goes first. One that is not seen yet has its last request
 * after this look, and will see ours.
 */
async function firstBefore(
	client: Client,
	own: Job,
	held: readonly Held[],
	watch: IdleWatch,
): Promise<Job | undefined> {
	const jobs = new Map(held.map(({ job }) => [job.jobId, job]));
	if (jobs.size === 0) return undefined;
	const ready = await readySince(client, own);
	for (const other of jobs.values()) {
		if (await watch.isIdle(other)) continue;
		const otherReady = await readySince(client, other);
		if (otherReady < ready || (otherReady === ready && other.jobId < own.jobId)) return other;
	}
	return undefined;
}

/** When the last request was added, by the service's clock. */
async function readySince(client: Client, job: Job): Promise<number> {
	const added = (await requestsIn(client, job)).map(
		({ createdDate }) => serverMs(createdDate) ?? 0,
	);
	return Math.max(0, ...added);
}
