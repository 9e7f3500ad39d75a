import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readFlag } from './parameters';

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Internal fields of the service. Unknown fields are always passed on. */
const INTERNAL_FIELDS = new Set([
	'siteId',
	'creatorId',
	'connectorName',
	'connectorVersion',
	'_links',
]);

export function simplified(resource: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(resource).filter(
			([name, value]) =>
				!INTERNAL_FIELDS.has(name) && value !== null && value !== undefined && value !== '',
		),
	);
}

export function readSimplify(
	context: IExecuteFunctions,
	itemIndex: number,
): (resource: IDataObject) => IDataObject {
	return readFlag(context, 'simplify', itemIndex, true) ? simplified : (resource) => resource;
}
