import type { INodeProperties, IPairedItemData } from 'n8n-workflow';

import { rejectRequests } from '../../../api/decideRequests';
import { showHint, warn } from '../../../core/notices';
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
		description:
			'Tells the translators what to correct. Without it, they do not learn why you reject the translation.',
	},
	optionsWith(),
];

export const executeAll: ExecuteAll = async function (client) {
	const noteOf = (itemIndex: number) => readText(this, 'note', itemIndex);
	const outputs = await decideInBatches(this, client, { decide: rejectRequests, noteOf });
	const rejected = outputs.filter(({ error, json }) => !error && json.requestId).length;
	const noteless = outputs.filter(
		({ error, pairedItem }) => !error && noteOf((pairedItem as IPairedItemData).item) === '',
	).length;
	if (noteless > 0)
		warn(
			this,
			`${counted(noteless, 'translation')} ${noteless === 1 ? 'was' : 'were'} rejected without a note. Enter 'Note': without it, the translators do not learn what to correct.`,
			{},
		);
	if (rejected > 0)
		showHint(
			this,
			`${counted(rejected, 'translation')} went back to the provider. When ${rejected === 1 ? 'it is' : 'they are'} delivered again, a Translations Ready Trigger hands ${rejected === 1 ? 'it' : 'them'} over again.`,
		);
	return outputs;
};
