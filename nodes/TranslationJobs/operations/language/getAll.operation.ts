import type { INodeProperties } from 'n8n-workflow';

import { limit, readLimit, returnAll } from '../../../form/lists';
import type { Execute } from '../../../form/operations';
import { readText } from '../../../form/parameters';
import { acceptedLanguages } from '../../../rules/languages/codes';

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

export const execute: Execute = async function (_client, itemIndex) {
	const wanted = readText(this, 'search', itemIndex).toLowerCase();
	const found = acceptedLanguages().filter((language) =>
		Object.values(language).some((text) => String(text).toLowerCase().includes(wanted)),
	);
	return found.slice(0, readLimit(this, itemIndex)).map((language) => ({ ...language }));
};
