import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { groupBy } from '../../l10n/groupBy';
import { readQuotas } from '../api/quotas';
import type { StatusUpdate } from '../api/resources';
import { acknowledgeStatusUpdate, listStatusUpdates } from '../api/statusUpdates';
import { OperationFailed } from '../core/errors';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError, isGone, isStatus } from '../http/errors';
import { toArray } from '../http/pages';
import { forEachInTime, type PollBudget, runPoll, tooLongAWait } from '../triggers/poll';
import { listUpdates } from './listing';
import { Memory } from './memory';
import { Reader, type Reading, readUpdate } from './readUpdate';
import { readStatusPollSettings, type Settings } from './settings';

/** Warns at this share of the quota. */
const QUOTA_WARNING = 0.8;
const SAMPLES = 5;
const SAMPLED_UPDATES = 50;

export const pollStatusUpdates = async (context: IPollFunctions) =>
	await runPoll<Settings>(context, {
		readSettings: readStatusPollSettings,
		sample,
		poll: async (client, settings, budget, key, store) =>
			await poll(client, settings, budget, new Memory(store, key, settings)),
	});

async function poll(
	client: Client,
	settings: Settings,
	budget: PollBudget,
	memory: Memory,
): Promise<INodeExecutionData[]> {
	// An expression may choose none. Then nothing may be acknowledged as filtered out.
	if (settings.events.length === 0) return [];
	const { updates, isComplete, failure } = await listUpdates(client, memory, budget);
	await warnAboutQuota(client, settings, updates.length);

	const ours = updates.filter(({ updateId }) => memory.isHandedOver(updateId));
	// They are known until they are no longer listed.
	if (settings.acknowledge) await acknowledgeAll(client, ours, budget);

	const fresh = updates.filter(({ updateId }) => memory.isWork(updateId));
	const reader = new Reader(client);
	const results: Result[] = [];
	const turn = memory.takeTurn(fresh).slice(0, settings.limit);
	await forEachInTime(budget, turn, async (update, index) => {
		results[index] = { update, ...(await readUpdate(reader, settings, update)) };
	});
	await failIfNoneCanBeRead(reader, results);

	const fates = groupBy(results, (result) => fateOf(memory, settings, result));
	const updatesTo = (fate: Fate) => (fates.get(fate) ?? []).map(({ update }) => update);
	for (const { updateId } of updatesTo('postpone')) memory.postpone(updateId);
	for (const { updateId } of updatesTo('skip')) memory.skipFiltered(updateId);
	await acknowledgeAll(client, updatesTo('acknowledge'), budget);
	memory.handOver(updatesTo('handOver').map(({ updateId }) => updateId));
	if (isComplete) memory.forgetAllBut(new Set(updates.map(({ updateId }) => updateId)));
	const items = withoutRepeats((fates.get('handOver') ?? []).flatMap((result) => result.items));
	memory.save(items);
	if (failure && items.length === 0) throw failure;
	return items;
}

interface Result extends Reading {
	update: StatusUpdate;
}

type Fate = 'postpone' | 'skip' | 'acknowledge' | 'handOver';

function fateOf(
	memory: Memory,
	{ acknowledge, acknowledgeFiltered }: Settings,
	{ update, result, isIncomplete }: Result,
): Fate {
	const isLate = isIncomplete === true && memory.isToBeReadAgain(update.updateId);
	if (result === 'unreadable' || isLate) return 'postpone';
	if (result === 'items') return 'handOver';
	const isDone = result === 'outdated' ? acknowledge : acknowledgeFiltered;
	return isDone ? 'acknowledge' : 'skip';
}

/** One refused job must not block the others. If all are refused, people must know why. */
async function failIfNoneCanBeRead(reader: Reader, results: readonly Reading[]): Promise<void> {
	const refusal = results.find((result) => result.refusal)?.refusal;
	if (!refusal) reader.reads.throwIfNoneWorked();
	else if (!(await reader.canReadOthers())) throw refusal;
}

/** Several updates may report the same state of a request. */
function withoutRepeats(items: INodeExecutionData[]): INodeExecutionData[] {
	const byKey = new Map(items.map((item) => [`${item.json.event} ${item.json.deliveryKey}`, item]));
	return [...byKey.values()];
}

/** What is not acknowledged stays listed. The next poll retries it. */
async function acknowledgeAll(
	client: Client,
	updates: StatusUpdate[],
	budget: PollBudget,
): Promise<void> {
	await forEachInTime(budget, updates, async ({ updateId }) => {
		try {
			await acknowledgeStatusUpdate(client, updateId);
		} catch (error) {
			// Acknowledged by someone else, or deleted with its job.
			if (isGone(error)) return;
			if (isStatus(error, 429) && tooLongAWait(error, budget.retry)) throw asError(error);
			const reason = asError(error).message;
			logOf(client.context).warn(
				`Translation Jobs: status update ${updateId} could not be acknowledged; the next poll tries again. ${reason}`,
				{ updateId },
			);
		}
	});
}

async function sample(client: Client, settings: Settings): Promise<INodeExecutionData[]> {
	const reader = new Reader(client);
	const items: INodeExecutionData[] = [];
	const updates = await toArray(listStatusUpdates(client), SAMPLED_UPDATES);
	for (const update of updates) {
		const reading = await readUpdate(reader, settings, update);
		if (reading.result === 'items' && !reading.isIncomplete) items.push(...reading.items);
		if (items.length >= SAMPLES) break;
	}
	reader.reads.throwIfNoneWorked();
	if (items.length > 0) return items.slice(0, SAMPLES);
	throw new OperationFailed(
		updates.length === 0
			? 'There is no status update right now: nothing has happened, or all updates are acknowledged'
			: `None of the ${updates.length === SAMPLED_UPDATES ? 'first ' : ''}${updates.length} status updates passes the events and filters of this node`,
		'If a listener exists, the service acknowledges updates immediately. Use the Translations Ready Trigger then.',
	);
}

async function warnAboutQuota(client: Client, { acknowledge }: Settings, listed: number) {
	if (listed === 0) return;
	const { MaxStatusUpdatesPerSite: quota } = await readQuotas(client);
	if (listed < quota * QUOTA_WARNING) return;
	const why = acknowledge
		? 'This node does not acknowledge the updates that its events and filters exclude.'
		: 'This node is set to acknowledge no updates.';
	logOf(client.context).warn(
		`Translation Jobs: the service holds ${listed} unacknowledged status updates and keeps at most ${quota}. ${why}`,
	);
}
