/**
 * Two executions may find the same text new. Both add their requests before they look again, so at
 * least one of them sees the other.
 */
import type { Job } from '../../../api/resources';
import { wait } from '../../../core/clock';
import type { Client } from '../../../http/client';
import { serverMs } from '../../../rules/dates';
import { readRunMark } from '../../../rules/runLabels';
import { Heartbeat, MAX_POLL_MS, sentByAnother } from '../claim/claimJob';
import type { Run } from '../claim/run';
import { type Held, isUnsubmitted, requestsIn } from './inTranslation';
import type { KnownEntries } from './knownEntries';

/** Another execution has sent a part of it meanwhile. This one looks anew what is left. */
export class Overtaken extends Error {
	override readonly name = 'Overtaken';
}

/** Fails if this run has to give way. Waits for one that goes first, as long as it is alive. */
export async function refuseOvertaken(
	run: Run,
	known: KnownEntries,
	own: readonly Job[],
): Promise<void> {
	const { leaseMs, otherRunWaitMs } = run.options;
	const heartbeat = new Heartbeat(leaseMs);
	let deadline: number | undefined;
	for (;;) {
		const { held, jobs } = await known.rivals(run, own);
		const isSent = (one: Held) => !isUnsubmitted(one) || !one.run?.sender;
		if (held.some(isSent)) throw new Overtaken('Another execution has sent some of these texts');
		const alive = held.filter(({ job, run: mark }) => !heartbeat.isAbandoned({ job, mark: mark! }));
		const other = await firstBefore(run, own, alive, jobs);
		if (!other) return;
		deadline ??= Date.now() + otherRunWaitMs;
		if (Date.now() > deadline) throw sentByAnother(other);
		if (!(await wait(Math.min(MAX_POLL_MS, leaseMs / 4), run.client.cancelSignal)))
			throw sentByAnother(other);
	}
}

/**
 * The run that had all its requests first goes first. One that is not seen yet has its last request
 * after this look, and will see ours.
 */
async function firstBefore(
	{ client, sender }: Run,
	own: readonly Job[],
	alive: readonly Held[],
	jobs: readonly Job[],
): Promise<Held | undefined> {
	if (alive.length === 0) return undefined;
	const ready = await readySince(client, own);
	for (const other of alive) {
		const { id } = other.run!.sender!;
		const ofOther = jobs.filter(({ labels }) => readRunMark(labels)?.sender?.id === id);
		const otherReady = await readySince(client, ofOther);
		if (otherReady < ready || (otherReady === ready && id < sender.id)) return other;
	}
	return undefined;
}

/** When the last request was added, by the service's clock. */
async function readySince(client: Client, jobs: readonly Job[]): Promise<number> {
	let latest = 0;
	for (const job of jobs)
		for (const { createdDate } of await requestsIn(client, job))
			latest = Math.max(latest, serverMs(createdDate) ?? 0);
	return latest;
}
