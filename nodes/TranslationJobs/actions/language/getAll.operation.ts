import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { readText } from '../../../shared/fields/parameters';
import { acceptedLanguages } from '../../../shared/rules/languages/names';
import type { Client } from '../../../shared/transport/client';

export const description: INodeProperties[] = [
	// The list is part of this package, so it costs no call.
	{ ...returnAll, default: true },
	limit,
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. portuguese',
		description: 'Only languages whose code, name or region contains this text',
	},
];

export async function execute(
	this: IExecuteFunctions,
	_client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const wanted = readText(this, 'search', itemIndex).toLowerCase();
	const found = acceptedLanguages().filter((language) =>
		Object.values(language).some((text) => String(text).toLowerCase().includes(wanted)),
	);
	return found.slice(0, readLimit(this, itemIndex)).map((language) => ({ json: { ...language } }));
}
