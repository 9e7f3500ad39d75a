import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestsFromInput } from '../../../shared/fields/locators';
import { readText } from '../../../shared/fields/parameters';
import { showHint } from '../../../shared/notices/notices';
import { rejectRequests } from '../../../shared/service/requests/decideRequests';
import type { Client } from '../../../shared/transport/client';
import { counted } from '../commonFields/hints';
import { decideInBatches } from './decide';

export const description: INodeProperties[] = [
	jobFromInput,
	requestsFromInput,
	{
		displayName: 'Note',
		name: 'note',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. The product name must not be translated',
		description: 'Tells the translators why you reject the translation',
	},
	optionsWith(),
];

export async function executeAll(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	const noteOf = (itemIndex: number) => readText(this, 'note', itemIndex);
	const outputs = await decideInBatches(this, client, { decide: rejectRequests, noteOf });
	const rejected = outputs.filter(({ error, json }) => !error && json.requestId).length;
	if (rejected > 0)
		showHint(
			this,
			`${counted(rejected, 'translation')} went back to the provider. When ${rejected === 1 ? 'it is' : 'they are'} delivered again, a Translations Ready Trigger hands ${rejected === 1 ? 'it' : 'them'} over again.`,
		);
	return outputs;
}
