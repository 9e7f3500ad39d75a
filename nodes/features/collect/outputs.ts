/** The items that Collect hands on. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import { requestDeliveryKey } from '../../api/deliveryKey';
import { sentPaths } from '../../api/requestTexts';
import type { TranslationRequest } from '../../api/resources';
import { toErrorOutput, toItemError } from '../../core/errors';
import { shape, TRANSLATION } from '../../form/simplify';
import type { Fetched, FetchedOne } from './fetchJob';
import { type Delivered, type MergedOutput, type Merges, readTarget } from './merges';
import { askingItem, type JobGroup } from './readGroups';

/** @param requests - All that were asked for. */
export async function outputOf(
	context: IExecuteFunctions,
	merges: Merges,
	group: JobGroup,
	requests: readonly TranslationRequest[],
	{ request, result: fetched }: FetchedOne<Fetched>,
): Promise<INodeExecutionData> {
	const json: IDataObject = { deliveryKey: requestDeliveryKey(request), ...request };
	const pairedItem = pairingOf(context, group, request);
	if (fetched.kind === 'toMerge') {
		const { content, delivered, whole, found } = fetched;
		const merged = await mergeEntry(context, merges, group, requests, delivered);
		const usesKnown = merges.usesKnown || sentPaths(whole).length > 0;
		const columns = usesKnown && !merged.json.leftOut ? TRANSLATION.known : TRANSLATION.entry;
		const named = merged.file
			? columns.map((name) => (name === 'entry' ? 'storeName' : name))
			: columns;
		return {
			json: shape({ ...json, ...merged.json, content, ...found }, named, group.output),
			...(merged.file ? { binary: { [group.field]: merged.file } } : {}),
			pairedItem,
		};
	}
	const texts = fetched.kind === 'texts' ? { content: fetched.content } : {};
	if (!fetched.file)
		return {
			json: shape({ ...json, ...texts, ...fetched.found }, TRANSLATION.texts, group.output),
			pairedItem,
		};
	const { binary, ...facts } = fetched.file;
	return {
		json: shape({ ...json, ...facts, ...texts, ...fetched.found }, TRANSLATION.file, group.output),
		binary: { [group.field]: binary },
		pairedItem,
	};
}

/** Puts the texts into the entry or the file of their item. */
async function mergeEntry(
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

function pairingOf(context: IExecuteFunctions, group: JobGroup, request: TranslationRequest) {
	const item = askingItem(context, group, request);
	return item === undefined ? group.paired : { item };
}

export function failedOutput(
	context: IExecuteFunctions,
	group: JobGroup,
	request: TranslationRequest,
	error: unknown,
): INodeExecutionData {
	const output = toErrorOutput(
		context,
		toItemError(context.getNode(), error, group.items[0]!),
		group.items[0]!,
	);
	const { error: message, description: advice } = output.json;
	return {
		...output,
		json: {
			...shape(request, TRANSLATION.file, group.output),
			error: message,
			description: advice,
		},
		pairedItem: pairingOf(context, group, request),
	};
}
