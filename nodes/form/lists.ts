import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { statusTitle } from '../rules/statuses';
import { inOrder } from './commonOptions';
import { readFlag, readNumber } from './parameters';

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const readLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	readFlag(context, 'returnAll', itemIndex) ? Infinity : readNumber(context, 'limit', itemIndex);

/** `SENT_TO_PROVIDER` as "Sent to Provider", sorted by name. */
export function statusOptions(statuses: readonly string[]): INodePropertyOptions[] {
	return statuses
		.map((value) => ({ name: statusTitle(value), value }))
		.sort((a, b) => inOrder(a.name, b.name));
}
