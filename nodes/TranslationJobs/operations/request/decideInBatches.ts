import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { listRequests } from '../../../api/requests';
import type { TranslationRequest } from '../../../api/resources';
import { giveWay } from '../../../core/concurrency';
import { type ItemResult, skipDoneItems } from '../../../core/retryOnFail';
import { readCommonOptions } from '../../../form/commonOptions';
import { readJobId, readRequestIds } from '../../../form/givenIds';
import { runGroups } from '../../../form/operations';
import { REQUEST, shape } from '../../../form/simplify';
import type { Client } from '../../../http/client';
import { asError, isChangeRefused } from '../../../http/errors';
import { toArray } from '../../../http/pages';

/** Requests per call. A single item can name more. */
const BATCH = 100;

interface Decision {
	itemIndex: number;
	jobId: string;
	requestIds: string[];
	note: string;
}

export interface DecisionOptions {
	decide: (
		client: Client,
		jobId: string,
		requestIds: string[],
		note: string,
	) => Promise<TranslationRequest[]>;
	noteOf?: (itemIndex: number) => string;
	settled?: readonly string[];
	/** Items whose request has one of these statuses are returned without a call. */
	passedThrough?: readonly string[];
}

/**
 * Decides on the requests of a job together. The service accepts or refuses a call as a whole, so
 * a refused batch is repeated item by item, without the settled requests.
 */
export async function decideInBatches(
	context: IExecuteFunctions,
	client: Client,
	{ decide, noteOf = () => '', settled = [], passedThrough = [] }: DecisionOptions,
): Promise<INodeExecutionData[]> {
	const { decisions, unreadable } = await readDecisions(context, noteOf);
	const input = context.getInputData();
	const needsNone = ({ itemIndex, requestIds }: Decision) => {
		const { requestId, statusCode } = input[itemIndex]!.json;
		return (
			requestIds.length === 1 &&
			requestIds[0] === requestId &&
			passedThrough.includes(String(statusCode))
		);
	};
	const passed = new Set(
		[...decisions.values()].filter(needsNone).map(({ itemIndex }) => itemIndex),
	);
	const batches = batchesOf([...decisions.values()].filter((decision) => !needsNone(decision)));
	const refused = [...unreadable.keys()].map((itemIndex) => [itemIndex]);
	const readable = [...batches, ...[...passed].map((itemIndex) => [itemIndex])];
	const isAllReadable = unreadable.size === 0 || context.continueOnFail();
	const groups = [...(isAllReadable ? readable : []), ...refused].sort((a, b) => a[0]! - b[0]!);

	const decideOn = async (client: Client, items: Decision[]): Promise<Map<number, ItemResult>> => {
		const { jobId, note } = items[0]!;
		const requests = await decide(client, jobId, idsOf(items), note);
		return new Map(
			items.map(({ itemIndex, requestIds }) => [
				itemIndex,
				{ output: outputOf(requests, requestIds) },
			]),
		);
	};
	const oneByOne = async (
		items: Decision[],
		done: TranslationRequest[],
	): Promise<Map<number, ItemResult>> => {
		const results = new Map<number, ItemResult>();
		for (const { itemIndex, jobId, requestIds, note } of items) {
			const open = requestIds.filter((id) => !done.some(({ requestId }) => requestId === id));
			try {
				const decided =
					open.length > 0 ? await decide(client.forItem(itemIndex), jobId, open, note) : [];
				results.set(itemIndex, { output: outputOf([...done, ...decided], requestIds) });
			} catch (error) {
				results.set(itemIndex, { error });
				if (!context.continueOnFail()) break;
			}
		}
		return results;
	};
	const readSettled = async (client: Client, items: Decision[]): Promise<TranslationRequest[]> => {
		if (settled.length === 0) return [];
		const requests = await toArray(listRequests(client, items[0]!.jobId, { ids: idsOf(items) }));
		return requests.filter(({ statusCode }) => settled.includes(statusCode));
	};

	const once = skipDoneItems(context, async (group) => {
		const [first] = group;
		if (unreadable.has(first!)) return new Map([[first!, { error: unreadable.get(first!) }]]);
		if (passed.has(first!)) {
			// The job may be set in the node alone.
			const json = { ...input[first!]!.json, jobId: decisions.get(first!)!.jobId };
			return new Map([[first!, { output: [{ json }] }]]);
		}
		const items = group.map((itemIndex) => decisions.get(itemIndex)!);
		const own = client.forItem(first!);
		try {
			return await decideOn(own, items);
		} catch (error) {
			const refusal = asError(error);
			if (!isChangeRefused(refusal)) throw refusal;
			const done = await readSettled(own, items);
			if (done.length === 0 && items.length === 1) throw refusal;
			return await oneByOne(items, done);
		}
	});
	return await runGroups(context, readCommonOptions(context).concurrency, groups, once);
}

const idsOf = (items: readonly Decision[]): string[] => [
	...new Set(items.flatMap(({ requestIds }) => requestIds)),
];

function outputOf(requests: TranslationRequest[], requestIds: string[]): INodeExecutionData[] {
	return requestIds.flatMap((id) =>
		requests
			.filter(({ requestId }) => requestId === id)
			.map((json) => ({ json: shape(json, REQUEST, 'raw') })),
	);
}

/** Without "continue on fail", reading stops at the first item that cannot be read. */
async function readDecisions(context: IExecuteFunctions, noteOf: (itemIndex: number) => string) {
	const decisions = new Map<number, Decision>();
	const unreadable = new Map<number, unknown>();
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex += 1) {
		await giveWay();
		try {
			const jobId = readJobId(context, itemIndex);
			decisions.set(itemIndex, {
				itemIndex,
				jobId,
				requestIds: readRequestIds(context, itemIndex),
				note: noteOf(itemIndex),
			});
		} catch (error) {
			unreadable.set(itemIndex, error);
			if (!context.continueOnFail()) break;
		}
	}
	return { decisions, unreadable };
}

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
