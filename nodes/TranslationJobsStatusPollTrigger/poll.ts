import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { LIMITS } from '../shared/rules/limits';
import type { StatusUpdate } from '../shared/service/resources';
import { acknowledgeStatusUpdate, listStatusUpdates } from '../shared/service/statusUpdates';
import { Client } from '../shared/transport/client';
import { isGone, asError } from '../shared/transport/pipeline/errors';
import { toArray } from '../shared/transport/pages';
import { IsolatedReads } from '../shared/triggers/isolatedReads';
import { afterOneBatch, inBatches } from '../shared/concurrency/inBatches';
import { withKeyedLock } from '../shared/concurrency/keyedLock';
import { pollError, tooLongAWait } from '../shared/triggers/longWait';
import { type PollBudget, pollBudget } from '../shared/triggers/pollBudget';
import { PROCESS_RUN } from '../shared/triggers/processRun';
import { JobReader } from '../shared/triggers/readBack';
import { keepDates, recallDates } from './handedOverDates';
import { HandOver } from './handOver';
import { listUpdates } from './listing';
import { isSkipped, keepListed, triesOf, noteUnreadable, recallSkipped } from './skippedUpdates';
import { type Reader, type Reading, canReadOthers, readUpdate } from './readUpdate';
import { type Settings, readSettings } from './settings';

const AT_ONCE = 10;
const QUOTA = LIMITS.quotas.MaxStatusUpdatesPerSite;
const QUOTA_WARNING = 8_000;
const SAMPLES = 5;
const SAMPLED_UPDATES = 50;

export async function pollStatusUpdates(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = pollBudget(this);
	try {
		const client = await Client.create(this, { retry: budget.retry });
		const settings = readSettings(this);
		if (this.getMode() === 'manual') return [await sample(client, settings)];
		const key = `${this.getWorkflow().id} ${this.getNode().id}`;
		return await withKeyedLock(`status poll ${key}`, async () => await poll(this, client, settings, budget, key));
	} catch (error) {
		throw pollError(this.getNode(), error, this.getMode() === 'manual' ? undefined : budget.retry);
	}
}

async function poll(context: IPollFunctions, client: Client, settings: Settings, budget: PollBudget, key: string): Promise<INodeExecutionData[][] | null> {
	const store = context.getWorkflowStaticData('node');
	const handOver = new HandOver(store, PROCESS_RUN);
	recallDates(store);
	const leftAlone = recallSkipped(key, settings);
	const isWork = (updateId: string) => !handOver.isSeen(updateId) && !isSkipped(leftAlone, updateId);
	const { updates, isComplete } = await listUpdates(client, key, budget, isWork);
	warnOfQuota(client, settings, updates.length);

	const ours = updates.filter(({ updateId }) => handOver.isOurs(updateId));
	const handedOverBefore = new Set(ours.map(({ updateId }) => updateId));
	if (settings.acknowledge) handOver.forget(await acknowledgeAll(client, ours, budget));
	else handOver.confirm(handedOverBefore);

	const fresh = updates.filter(({ updateId }) => !handedOverBefore.has(updateId) && isWork(updateId));
	const reader = newReader(client);
	const stop = afterOneBatch(() => budget.isUsedUp());
	const results = await inBatches(fresh.slice(0, settings.limit), AT_ONCE, stop, async (update) => ({ update, ...(await readUpdate(reader, settings, update, triesOf(leftAlone, update.updateId))) }));
	await failIfNoneCanBeRead(reader, results);

	const those = (wanted: Reading['result']) => results.filter(({ result }) => result === wanted).map(({ update }) => update);
	if (settings.acknowledgeFiltered) await acknowledgeAll(client, those('heldBack'), budget);
	else for (const { updateId } of those('heldBack')) leftAlone.filtered.add(updateId);
	for (const { updateId } of those('unreadable')) noteUnreadable(leftAlone, updateId);

	const handedOn = results.filter(({ result }) => result === 'items' || result === 'forbidden');
	handOver.add(handedOn.map(({ update }) => update.updateId));
	if (isComplete) {
		const listed = new Set(updates.map(({ updateId }) => updateId));
		handOver.keepOnly(listed);
		keepListed(leftAlone, listed);
	}
	handOver.save();
	const items = withoutRepeats(handedOn.flatMap((result) => result.items));
	keepDates(store, items, handOver.isOpen);
	return items.length > 0 ? [items] : null;
}

/** A job that the service refuses to this client is one of somebody else; one that refuses all of them has a reason that people have to know. */
async function failIfNoneCanBeRead(reader: Reader, results: readonly Reading[]): Promise<void> {
	const refusal = results.find(({ result }) => result === 'forbidden')?.refusal;
	if (!refusal) reader.each.throwIfNoneWorked();
	else if (!(await canReadOthers(reader))) throw refusal;
}

const newReader = (client: Client): Reader => ({ client, jobs: new JobReader(client), each: new IsolatedReads(client) });

/** Several updates may be about the same state of a request. */
function withoutRepeats(items: INodeExecutionData[]): INodeExecutionData[] {
	const byKey = new Map(items.map((item) => [`${item.json.event} ${item.json.deliveryKey}`, item]));
	return [...byKey.values()];
}

/** Returns those acknowledged. One that fails is tried again by the next poll. */
async function acknowledgeAll(client: Client, updates: StatusUpdate[], budget: PollBudget): Promise<string[]> {
	const results = await inBatches(updates, AT_ONCE, afterOneBatch(() => budget.isUsedUp()), async ({ updateId }) => {
		try {
			await acknowledgeStatusUpdate(client, updateId);
		} catch (error) {
			// Gone already: acknowledged by somebody else, or together with its job.
			if (isGone(error)) return updateId;
			if (tooLongAWait(error, budget.retry) !== undefined) throw asError(client.context.getNode(), error);
			const reason = asError(client.context.getNode(), error).message;
			client.context.logger.warn(`Translation Jobs: status update ${updateId} could not be acknowledged; the next poll tries again. ${reason}`, { updateId });
			return undefined;
		}
		return updateId;
	});
	return results.filter((updateId) => updateId !== undefined);
}

async function sample(client: Client, settings: Settings): Promise<INodeExecutionData[]> {
	const reader = newReader(client);
	const items: INodeExecutionData[] = [];
	for (const update of await toArray(listStatusUpdates(client), SAMPLED_UPDATES)) {
		const reading = await readUpdate(reader, settings, update);
		if (reading.result === 'items') items.push(...reading.items);
		if (items.length >= SAMPLES) break;
	}
	reader.each.throwIfNoneWorked();
	if (items.length > 0) return items.slice(0, SAMPLES);
	throw new NodeOperationError(client.context.getNode(), 'There is no status update to show right now', {
		description:
			'The service has none that nobody acknowledged and that passes the events and filters of this node. Where a listener exists, updates are acknowledged at once: use the Translation Jobs Content Poll Trigger there.',
	});
}

function warnOfQuota(client: Client, { acknowledge }: Settings, listed: number) {
	if (listed < QUOTA_WARNING) return;
	const why = acknowledge ? 'Updates that the events and filters of this node hold back stay unacknowledged.' : 'This node is set to acknowledge none.';
	client.context.logger.warn(`Translation Jobs: the service holds ${listed} unacknowledged status updates and keeps ${QUOTA} at most. ${why}`);
}
