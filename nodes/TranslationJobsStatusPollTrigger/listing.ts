import type { StatusUpdate } from '../api/resources';
import { listStatusUpdates } from '../api/statusUpdates';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import type { NextPage } from '../http/pages';
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

/**
 * Lists updates while there is time. If the list is longer, each poll continues where the previous
 * one stopped. Filtered-out updates stay listed, and they must not hide the ones after them.
 */
export async function listUpdates(
	client: Client,
	memory: Memory,
	budget: PollBudget,
): Promise<Listing> {
	const from = memory.takeNextPage();
	const updates = new Map<string, StatusUpdate>();
	let hasWork = false;
	let isWhole = true;
	let stoppedAt: NextPage | undefined;
	const goOn = (next: NextPage) => {
		if (budget.isUsedUp(hasWork ? LISTING_SHARE : 1)) stoppedAt = next;
		return stoppedAt === undefined;
	};
	const onOddEntries = () => (isWhole = false);
	let failure: Error | undefined;
	try {
		for await (const update of listStatusUpdates(client, { from, goOn, onOddEntries })) {
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
	if (stoppedAt) {
		// If this poll found work, the next one reads the same pages, to acknowledge it.
		memory.continueAt(hasWork ? from : stoppedAt);
		logOf(client.context).warn(
			`Translation Jobs: the service lists more status updates than one poll can read. ${updates.size} were listed. The next poll continues.`,
		);
	}
	const isComplete = isWhole && !from && !stoppedAt && !failure;
	return { updates: [...updates.values()], isComplete, failure };
}
