import type { StatusUpdate } from '../shared/service/resources';
import { listStatusUpdates } from '../shared/service/statusUpdates';
import type { Client } from '../shared/transport/client';
import type { NextPage } from '../shared/transport/pages';
import type { PollBudget } from '../shared/triggers/pollBudget';

/** The share of a poll for listing once there is work, so that time remains for the hand-over. */
const LISTING_SHARE = 0.5;

interface Listing {
	updates: StatusUpdate[];
	isComplete: boolean;
}

/** Where the next poll continues if this one runs out of time. */
const resumePages = new Map<string, NextPage>();

/**
 * Lists updates while there is time. If the list is longer, each poll continues where the previous
 * one stopped. Filtered-out updates stay listed, and they must not hide the ones after them.
 */
export async function listUpdates(
	client: Client,
	key: string,
	budget: PollBudget,
	isWork: (updateId: string) => boolean,
): Promise<Listing> {
	const from = resumePages.get(key);
	// If this poll fails, perhaps because of this page, the next one starts from the beginning.
	resumePages.delete(key);
	const updates = new Map<string, StatusUpdate>();
	let hasWork = false;
	let stoppedAt: NextPage | undefined;
	const goOn = (next: NextPage) => {
		if (budget.isUsedUp(hasWork ? LISTING_SHARE : 1)) stoppedAt = next;
		return stoppedAt === undefined;
	};
	for await (const update of listStatusUpdates(client, { from, goOn })) {
		if (!update.updateId) continue;
		updates.set(update.updateId, update);
		hasWork ||= isWork(update.updateId);
	}
	if (stoppedAt) continueLater(client, key, hasWork ? from : stoppedAt, updates.size);
	return { updates: [...updates.values()], isComplete: !from && !stoppedAt };
}

/** If this poll found work, the next one reads the same pages, to acknowledge it. */
function continueLater(client: Client, key: string, place: NextPage | undefined, listed: number) {
	if (place) resumePages.set(key, place);
	client.context.logger.warn(
		`Translation Jobs: the service lists more status updates than one poll can read. ${listed} were listed. The next poll continues.`,
	);
}
