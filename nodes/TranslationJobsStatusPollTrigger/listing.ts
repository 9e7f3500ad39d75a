import type { StatusUpdate } from '../api/resources';
import { listStatusUpdates } from '../api/statusUpdates';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { concernsAll } from '../triggers/isolatedReads';
import type { PollBudget } from '../triggers/poll';
import type { Memory } from './memory';

/** The share of a poll for listing once there is work, so that time remains for the hand-over. */
const LISTING_SHARE = 0.5;

export interface Listing {
	updates: StatusUpdate[];
	isComplete: boolean;
	/** Why a later page could not be read. */
	failure?: Error;
}

/** Lists updates while there is time. */
export async function listUpdates(
	client: Client,
	memory: Memory,
	budget: PollBudget,
): Promise<Listing> {
	const updates = new Map<string, StatusUpdate>();
	let hasWork = false;
	let isComplete = true;
	const onOddEntries = () => (isComplete = false);
	const goOn = () => {
		const hasTime = !budget.isUsedUp(hasWork ? LISTING_SHARE : 1);
		if (!hasTime) warnOfRest(client, updates.size);
		isComplete &&= hasTime;
		return hasTime;
	};
	let failure: Error | undefined;
	try {
		for await (const update of listStatusUpdates(client, { goOn, onOddEntries })) {
			if (!update.updateId) continue;
			updates.set(update.updateId, update);
			hasWork ||= memory.isWork(update.updateId);
		}
	} catch (error) {
		failure = asError(error);
		if (updates.size === 0 || concernsAll(error)) throw failure;
		logOf(client.context).warn(
			`Translation Jobs: not all status updates could be listed (${failure.message}). The next poll tries again.`,
		);
	}
	return { updates: [...updates.values()], isComplete: isComplete && !failure, failure };
}

const warnOfRest = ({ context }: Client, count: number) =>
	logOf(context).warn(
		`Translation Jobs: the service lists more status updates than one poll can read. ${count} were listed. What this node filters out stays in front of the others: choose 'Handed-Over and Filtered-Out Updates' under 'Acknowledge' if no other workflow needs it.`,
	);
