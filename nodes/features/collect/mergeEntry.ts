import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { TranslationRequest } from '../../api/resources';
import { giveWay } from '../../core/concurrency';
import { InvalidInput } from '../../rules/invalidInput';
import type { Delivered, MergedOutput, Merges } from '../changes/mergeInto';
import { readTarget } from '../changes/target';
import type { FetchedJob } from './fetchJob';
import { askingItem, type JobGroup } from './readGroups';

/** Makes the output of a translation, once all requests that were asked for are known. */
export type ToOutput = (
	requests: readonly TranslationRequest[],
	merges: Merges,
) => Promise<INodeExecutionData>;

/**
 * Makes the outputs in their order, because a delivery of an entry adds to those before it. Texts
 * that do not fit into their entry concern their translation alone.
 */
export async function makeOutputs(
	{ fetched, failed, ...job }: FetchedJob<ToOutput>,
	merges: Merges,
	{ partial }: { partial: boolean },
): Promise<FetchedJob<INodeExecutionData>> {
	const made: FetchedJob<INodeExecutionData> = { ...job, fetched: [], failed: [...failed] };
	for (const { request, result: toOutput } of fetched) {
		await giveWay();
		try {
			made.fetched.push({ request, result: await toOutput(job.requests, merges) });
		} catch (error) {
			if (!partial || !(error instanceof InvalidInput)) throw error as Error;
			made.failed.push({ request, error });
		}
	}
	return made;
}

/** Puts the texts into the entry or the file of their item. */
export async function mergeEntry(
	context: IExecuteFunctions,
	merges: Merges,
	group: JobGroup,
	requests: readonly TranslationRequest[],
	delivered: Delivered,
): Promise<MergedOutput> {
	const { request } = delivered;
	const { items } = group;
	const itemOf = (one: TranslationRequest) =>
		askingItem(context, group, one) ?? (items.length === 1 ? items[0] : undefined);
	const item = itemOf(request);
	const isNamed = () => context.getInputData()[item ?? 0]?.json.requestId === request.requestId;
	// The item holds one entry, so it cannot stand for several.
	const isAlone = () => {
		const ofItem = requests.filter((one) => !one.fileId && itemOf(one) === item);
		return new Set(ofItem.map(({ sourceNativeId }) => sourceNativeId)).size < 2;
	};
	if (item === undefined || !(isNamed() || isAlone()))
		throw new InvalidInput(
			`No input item is for request ${request.requestId} alone, so its entry is not known`,
			"Give the node one item for each request, with its requestId and its entry, or leave 'Merge Into' empty.",
		);
	return await merges.merge(item, await readTarget(context, item), delivered, group.pattern);
}
