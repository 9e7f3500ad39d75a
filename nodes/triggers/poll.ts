import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	NodeError,
} from 'n8n-workflow';

import { connect } from '../api/connect';
import { KeyedQueue } from '../core/caches';
import { forEachConcurrent } from '../core/concurrency';
import { toItemError } from '../core/errors';
import type { Client } from '../http/client';
import { askedWaitMs } from '../http/errors';
import { inWords } from '../http/outcome';
import type { RetryLimits } from '../http/types';
import { openStore, saveCopy } from './nodeStore';
import { readItemForm } from './simplifyItem';

/** Older versions of n8n set no limit. This one keeps polls from overlapping. */
const WITHOUT_LIMIT_MS = 5 * 60_000;
/** Time kept for running calls and for the hand-over. */
const RESERVE = 0.25;
/** n8n gives up a publication after 84 seconds, and the first poll is part of it. */
const MAX_POLL_MS = 60_000;
const MAX_WAIT_MS = 30_000;
/** A call that hangs must not use up the poll, and a slow call must not fail. */
const MIN_TRY_MS = 10_000;
const MAX_TRY_MS = 60_000;
const CONCURRENCY = 10;

export interface PollBudget {
	/** True if this share of the time is used up. */
	isUsedUp(share?: number): boolean;
	/** Limits for each call of this poll. */
	retry: Pick<RetryLimits, 'maxWaitMs' | 'tryMs' | 'until'>;
}

function pollBudget(context: IPollFunctions, startedAt = Date.now()): PollBudget {
	// Older versions of n8n do not have it.
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const total = getPollBudgetMs?.call(context) ?? WITHOUT_LIMIT_MS;
	const usable = Math.min(MAX_POLL_MS, total * (1 - RESERVE));
	const retry = {
		maxWaitMs: Math.min(MAX_WAIT_MS, total * RESERVE),
		tryMs: Math.min(MAX_TRY_MS, Math.max(MIN_TRY_MS, total * RESERVE)),
		until: startedAt + usable,
	};
	return { isUsedUp: (share = 1) => Date.now() >= startedAt + usable * share, retry };
}

/** While there is time, and for a few in any case, so that every poll makes progress. */
export async function forEachInTime<Entry>(
	budget: PollBudget,
	entries: readonly Entry[],
	work: (entry: Entry, index: number) => Promise<void>,
	goOn: () => boolean = () => true,
): Promise<void> {
	let begun = 0;
	await forEachConcurrent(
		entries,
		CONCURRENCY,
		async (entry, index) => {
			begun += 1;
			await work(entry, index);
		},
		() => goOn() && (begun < CONCURRENCY || !budget.isUsedUp()),
	);
}

/** The wait that the service asks for (Retry-After), if it is longer than this poll may wait. */
export function tooLongAWait(
	error: unknown,
	{ maxWaitMs }: Pick<RetryLimits, 'maxWaitMs'>,
): number | undefined {
	const asked = askedWaitMs(error);
	return asked !== undefined && asked > maxWaitMs ? asked : undefined;
}

/**
 * n8n 2.37 and later delays the next poll by `failure.retryAfterMs`. Older versions poll as usual.
 */
function pollError(node: INode, error: unknown, limits?: PollBudget['retry']): NodeError {
	const failed = toItemError(node, error, 0);
	const wait = limits && tooLongAWait(error, limits);
	if (wait === undefined) return failed;
	failed.description = `${failed.message}. ${failed.description ?? ''}`.trim();
	failed.message = `The service asks to wait ${inWords(wait)}. A later poll tries again`;
	return failed;
}

/** n8n may start a poll while the previous one is still running. */
const polls = new KeyedQueue();

interface Work<Settings> {
	readSettings: (context: IPollFunctions) => Settings;
	/** Returns a few items for a test run and remembers nothing. */
	sample: (client: Client, settings: Settings) => Promise<INodeExecutionData[]>;
	/** `key` identifies the node. `store` is what n8n saves for it. */
	poll: (
		client: Client,
		settings: Settings,
		budget: PollBudget,
		key: string,
		store: IDataObject,
	) => Promise<INodeExecutionData[]>;
}

/** What every poll does, whatever it looks for. */
export async function runPoll<Settings>(
	context: IPollFunctions,
	{ readSettings, sample, poll }: Work<Settings>,
): Promise<INodeExecutionData[][] | null> {
	const budget = pollBudget(context);
	const isTest = context.getMode() === 'manual';
	try {
		const client = await connect(context, { retry: budget.retry });
		const settings = readSettings(context);
		const toItems = readItemForm(context);
		if (isTest) return [toItems(await sample(client, settings))];
		const key = `${context.getWorkflow().id} ${context.getNode().id}`;
		const items = await polls.run(key, async () => {
			const store = openStore(context);
			const found = await poll(client, settings, budget, key, store);
			if (found.length > 0) saveCopy(context, store);
			return found;
		});
		return items.length > 0 ? [toItems(items)] : null;
	} catch (error) {
		throw pollError(context.getNode(), error, isTest ? undefined : budget.retry);
	}
}
