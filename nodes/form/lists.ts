import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InvalidInput } from '../rules/invalidInput';
import { statusTitle } from '../rules/statuses';
import { inOrder } from './commonOptions';
import { readFlag } from './parameters';

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
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	if (readFlag(context, 'returnAll', itemIndex)) return Infinity;
	const entered = context.getNodeParameter('limit', itemIndex, 50) as unknown;
	const wanted = Math.floor(Number(entered));
	if (!(wanted >= 1))
		throw new InvalidInput(
			`Limit: "${String(entered)}" is not a positive number`,
			'Enter 1 or more, or turn on Return All.',
			'Limit',
		);
	return wanted;
}

/** `SENT_TO_PROVIDER` as "Sent to Provider", sorted by name. */
export function statusOptions(statuses: readonly string[]): INodePropertyOptions[] {
	return statuses
		.map((value) => ({ name: statusTitle(value), value }))
		.sort((a, b) => inOrder(a.name, b.name));
}
