import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readFlag } from './parameters';

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The service's bookkeeping, of no use in a workflow. What is not known here is always passed on. */
const BOOKKEEPING = new Set(['siteId', 'creatorId', 'connectorName', 'connectorVersion', '_links']);

/** Leaves out bookkeeping and fields without a value. */
export function simplified(resource: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(resource).filter(([name, value]) => !BOOKKEEPING.has(name) && value !== null && value !== undefined && value !== ''));
}

/** What to do with each result, as the item's Simplify says. */
export function readSimplify(context: IExecuteFunctions, itemIndex: number): (resource: IDataObject) => IDataObject {
	return readFlag(context, 'simplify', itemIndex, true) ? simplified : (resource) => resource;
}
