import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { perRun } from './caches';

export type ItemWork = (itemIndex: number) => Promise<INodeExecutionData[]>;

export type ItemResult =
	{ output: INodeExecutionData[]; error?: undefined } | { error: unknown; output?: undefined };

/** Processes several items together. An item without a result counts as not started. */
export type GroupWork = (items: readonly number[]) => Promise<Map<number, ItemResult>>;

/** If the work throws, every item of the group failed. */
export async function resultsOf(
	group: readonly number[],
	work: GroupWork,
): Promise<Map<number, ItemResult>> {
	try {
		return await work(group);
	} catch (error) {
		return new Map(group.map((itemIndex) => [itemIndex, { error }]));
	}
}

const dataOf = (item: INodeExecutionData): object => item.json ?? item;

/**
 * Kept as long as the data of the item. n8n passes the same object to every try, also to those of an
 * AI tool, of which each has an item and a run of its own.
 */
const outputsOf = perRun(() => new Map<string, INodeExecutionData[]>());

/**
 * With "Retry On Fail", n8n runs the whole node again with the same items. Items that succeeded
 * must not take effect twice, so they return the output they had.
 */
export function skipDoneItems(context: IExecuteFunctions, work: GroupWork): GroupWork {
	const items = context.getInputData();
	const keyOf = items.length > 0 ? keysOf(context) : undefined;
	if (!keyOf) return work;
	return async (group) => {
		const results = new Map<number, ItemResult>();
		for (const itemIndex of group) {
			const output = outputsOf(dataOf(items[itemIndex]!)).get(keyOf(itemIndex));
			if (output) results.set(itemIndex, { output });
		}
		const rest = group.filter((itemIndex) => !results.has(itemIndex));
		if (rest.length === 0) return results;
		for (const [itemIndex, result] of await resultsOf(rest, work)) {
			if (result.output) outputsOf(dataOf(items[itemIndex]!)).set(keyOf(itemIndex), result.output);
			results.set(itemIndex, result);
		}
		return results;
	};
}

/**
 * For work on all items together. n8n also repeats a success whose first output has a field
 * "error" of the service.
 */
export async function skipIfDone(
	context: IExecuteFunctions,
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const known = leftByEarlierTries<INodeExecutionData[]>(context, 0, 'outputs');
	if (known[0]) return known[0];
	const outputs = await work();
	// After an error of ours, the next try may do better.
	if (!outputs[0]?.error) known.push(outputs);
	return outputs;
}

/** What tries of this item leave for the next one, e.g. calls with an unknown outcome. */
const leftByTries = perRun(() => new Map<string, unknown[]>());

/** Empty outside of an execution, where n8n repeats nothing. */
export function leftByEarlierTries<T>(context: object, itemIndex: number, what: string): T[] {
	const item = isExecution(context) ? context.getInputData()[itemIndex] : undefined;
	const keyOf = isExecution(context) ? keysOf(context) : undefined;
	if (!item || !keyOf) return [];
	const left = leftByTries(dataOf(item));
	const key = `${keyOf(itemIndex)} ${what}`;
	const known = left.get(key) ?? [];
	left.set(key, known);
	return known as T[];
}

const isExecution = (context: object): context is IExecuteFunctions => 'getInputData' in context;

/** Names an item in this run of the node, also inside a loop. It stays the same for every try. */
function keysOf(context: IExecuteFunctions): ((itemIndex: number) => string) | undefined {
	const executionId = context.getExecutionId();
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	if (executionId === undefined || runIndex === undefined) return undefined;
	const { id, type } = context.getNode();
	// n8n ends the type of a tool so.
	const run = `${executionId} ${id} ${type.endsWith('Tool') ? '' : String(runIndex)}`;
	return (itemIndex) => `${run} ${itemIndex}`;
}
