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

/** Fields whose value stands under another name, too. */
export const SECOND_SPELLINGS = [
	'id',
	'status',
	'fmsFileId',
	'sourcecontentId',
	'ExtendedMetadata',
];

/** Simplifies, and puts the columns that people look for first. Unknown fields stay. */
export function arrange(
	resource: IDataObject,
	columns: readonly string[],
	isLeftOut: (name: string, value: unknown) => boolean,
): IDataObject {
	const kept = Object.fromEntries(
		Object.entries(simplified(resource)).filter(([name, value]) => !isLeftOut(name, value)),
	);
	const first = columns.filter((name) => name in kept).map((name) => [name, kept[name]]);
	return { ...Object.fromEntries(first), ...kept };
}

export function readSimplify(
	context: IExecuteFunctions,
	itemIndex: number,
): (resource: IDataObject) => IDataObject {
	return readFlag(context, 'simplify', itemIndex, true) ? simplified : (resource) => resource;
}
