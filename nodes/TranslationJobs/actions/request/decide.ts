import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readLocator, readRequestIds } from '../../../shared/fields/locators';
import { eachOnce } from '../../../shared/doneItems';
import { type ItemResult, runGroups } from '../../../shared/runItems';
import type { TranslationRequest } from '../../../shared/service/resources';
import type { Client } from '../../../shared/transport/client';
import { isRefused, passOn } from '../../../shared/transport/errors';
import { readCommonOptions } from '../../../shared/commonOptions';

/** How many requests one call decides on, unless a single item names more. */
const BATCH = 100;

interface Decision {
	itemIndex: number;
	jobId: string;
	requestIds: string[];
	note: string;
}

type Decide = (client: Client, jobId: string, requestIds: string[], note: string) => Promise<TranslationRequest[]>;

/**
 * Decides on the requests of the whole run, those of one job together. The service takes all
 * requests of a call or none, so a batch that it refuses is repeated item by item: each gets its own answer.
 */
export async function decideInBatches(context: IExecuteFunctions, client: Client, noteOf: (itemIndex: number) => string, decide: Decide): Promise<INodeExecutionData[]> {
	const { decisions, unreadable } = readDecisions(context, noteOf);
	const batches = batchesOf([...decisions.values()]);
	const groups = [...batches, ...[...unreadable.keys()].map((itemIndex) => [itemIndex])].sort((a, b) => a[0]! - b[0]!);

	const decideOn = async (client: Client, items: Decision[]): Promise<Map<number, ItemResult>> => {
		const { jobId, note } = items[0]!;
		const requests = await decide(client, jobId, [...new Set(items.flatMap(({ requestIds }) => requestIds))], note);
		return new Map(items.map(({ itemIndex, requestIds }) => [itemIndex, { output: outputOf(requests, requestIds) }]));
	};
	const oneByOne = async (items: Decision[]): Promise<Map<number, ItemResult>> => {
		const results = new Map<number, ItemResult>();
		for (const item of items) {
			try {
				for (const [itemIndex, result] of await decideOn(client.forItem(item.itemIndex), [item])) results.set(itemIndex, result);
			} catch (error) {
				results.set(item.itemIndex, { error });
				if (!context.continueOnFail()) break;
			}
		}
		return results;
	};

	const once = eachOnce(context, async (group) => {
		const [first] = group;
		if (unreadable.has(first!)) return new Map([[first!, { error: unreadable.get(first!) }]]);
		const items = group.map((itemIndex) => decisions.get(itemIndex)!);
		try {
			return await decideOn(client.forItem(first!), items);
		} catch (error) {
			if (items.length > 1 && isRefused(error)) return await oneByOne(items);
			throw passOn(context.getNode(), error);
		}
	});
	return await runGroups(context, readCommonOptions(context).concurrency, groups, once);
}

function outputOf(requests: TranslationRequest[], requestIds: string[]): INodeExecutionData[] {
	return requestIds.flatMap((id) => requests.filter(({ requestId }) => requestId === id).map((json) => ({ json })));
}

/** What each item asks for. Without "continue on fail", items behind one that cannot be read are left alone. */
function readDecisions(context: IExecuteFunctions, noteOf: (itemIndex: number) => string) {
	const decisions = new Map<number, Decision>();
	const unreadable = new Map<number, unknown>();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
		try {
			const jobId = readLocator(context, 'jobId', itemIndex);
			decisions.set(itemIndex, { itemIndex, jobId, requestIds: readRequestIds(context, itemIndex), note: noteOf(itemIndex) });
		} catch (error) {
			unreadable.set(itemIndex, error);
			if (!context.continueOnFail()) break;
		}
	}
	return { decisions, unreadable };
}

/** Items of the same job and note together, as many as fit into one call. */
function batchesOf(decisions: Decision[]): number[][] {
	const open = new Map<string, { items: number[]; size: number }>();
	const batches: number[][] = [];
	for (const { itemIndex, jobId, note, requestIds } of decisions) {
		const key = JSON.stringify([jobId, note]);
		let batch = open.get(key);
		if (!batch || batch.size + requestIds.length > BATCH) {
			batch = { items: [], size: 0 };
			open.set(key, batch);
			batches.push(batch.items);
		}
		batch.items.push(itemIndex);
		batch.size += requestIds.length;
	}
	return batches;
}
