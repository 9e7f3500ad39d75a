import type { StatusUpdate } from '../shared/service/resources';
import { listStatusUpdates } from '../shared/service/statusUpdates';
import type { Client } from '../shared/transport/client';
import type { NextPage } from '../shared/transport/pages';
import type { PollBudget } from '../shared/triggers/pollBudget';

/** How much of a poll's time listing may take once there is something to do: what was listed is to be handed over as well. */
const LISTING_SHARE = 0.5;

interface Listing {
	updates: StatusUpdate[];
	/** From the first page to the last. */
	isComplete: boolean;
}

/** Where the next poll begins, if this one had no time for everything. */
const placesToGoOn = new Map<string, NextPage>();

/**
 * Lists updates for as long as there is time. Where the list is longer than that, each poll goes on where the one before
 * stopped: what is held back stays listed, and must not keep what comes after it from being seen.
 */
export async function listUpdates(client: Client, key: string, budget: PollBudget, isWork: (updateId: string) => boolean): Promise<Listing> {
	const from = placesToGoOn.get(key);
	// A poll that fails, perhaps because of this very place, is followed by one from the beginning.
	placesToGoOn.delete(key);
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
	if (stoppedAt) goOnLater(client, key, hasWork ? from : stoppedAt, updates.size);
	return { updates: [...updates.values()], isComplete: !from && !stoppedAt };
}

/** What this poll works on is looked at again by the next one, which acknowledges it. */
function goOnLater(client: Client, key: string, place: NextPage | undefined, listed: number) {
	if (place) placesToGoOn.set(key, place);
	client.context.logger.warn(`Translation Jobs: the service lists more status updates than one poll has time for. ${listed} were listed; the next poll goes on.`);
}
