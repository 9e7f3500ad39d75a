import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { TranslationRequest } from '../../api/resources';
import { InvalidInput } from '../../rules/invalidInput';
import { type Delivered, isMerging, Merges, readEntry } from '../changes/mergeInto';
import { askingItem, type JobGroup } from './readGroups';

/** Puts the texts into the entry of their item. Nothing, if 'Merge Into' is empty. */
export async function mergeEntry(
	context: IExecuteFunctions,
	group: JobGroup,
	request: TranslationRequest,
	listed: Promise<readonly TranslationRequest[]>,
	read: () => Promise<Delivered>,
): Promise<IDataObject> {
	if (!isMerging(context)) return {};
	const { items } = group;
	const itemOf = (one: TranslationRequest) =>
		askingItem(context, group, one) ?? (items.length === 1 ? items[0] : undefined);
	const item = itemOf(request);
	const isNamed = () => context.getInputData()[item ?? 0]?.json.requestId === request.requestId;
	// The item holds one entry, so it cannot stand for several.
	const isAlone = async () => {
		const ofItem = (await listed).filter((one) => !one.fileId && itemOf(one) === item);
		return new Set(ofItem.map(({ sourceNativeId }) => sourceNativeId)).size < 2;
	};
	if (item === undefined || !(isNamed() || (await isAlone())))
		throw new InvalidInput(
			`No input item is for request ${request.requestId} alone, so its entry is not known`,
			"Give the node one item for each request, with its requestId and its entry, or leave 'Merge Into' empty.",
			'Merge Into',
		);
	return new Merges(context).mergeAlone(item, ownEntry(context, item), await read());
}

/** A failed expression concerns the translations of this item alone. */
function ownEntry(context: IExecuteFunctions, item: number): IDataObject {
	try {
		return readEntry(context, item);
	} catch (error) {
		const { message, description } = error as InvalidInput;
		throw error instanceof InvalidInput
			? error
			: new InvalidInput(`Merge Into cannot be read: ${message}`, description, 'Merge Into');
	}
}
