import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { arrange, RESOURCE } from './columns';
import { readFlag } from './parameters';

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export function readSimplify(
	context: IExecuteFunctions,
	itemIndex: number,
): (resource: IDataObject) => IDataObject {
	return readFlag(context, 'simplify', itemIndex, true)
		? (resource) => arrange(resource, RESOURCE)
		: (resource) => resource;
}
