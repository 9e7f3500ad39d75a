import type { INodeProperties } from 'n8n-workflow';

import { rejectRequests } from '../../../api/decideRequests';
import { showHint } from '../../../core/notices';
import { optionsWith } from '../../../form/commonOptions';
import { counted } from '../../../form/hints';
import { jobFromInput, requestsFromInput } from '../../../form/locators';
import type { ExecuteAll } from '../../../form/operations';
import { readText } from '../../../form/parameters';
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

export const executeAll: ExecuteAll = async function (client) {
	const noteOf = (itemIndex: number) => readText(this, 'note', itemIndex);
	const outputs = await decideInBatches(this, client, { decide: rejectRequests, noteOf });
	const rejected = outputs.filter(({ error, json }) => !error && json.requestId).length;
	if (rejected > 0)
		showHint(
			this,
			`${counted(rejected, 'translation')} went back to the provider. When ${rejected === 1 ? 'it is' : 'they are'} delivered again, a Translations Ready Trigger hands ${rejected === 1 ? 'it' : 'them'} over again.`,
		);
	return outputs;
};
