import type { INodeProperties } from 'n8n-workflow';

import { createListener } from '../../../api/listeners';
import { additionalFields, optionsWith } from '../../../form/commonOptions';
import type { Execute } from '../../../form/operations';
import { readGroup, readText, readValue } from '../../../form/parameters';
import { IN_REVIEW } from '../../../rules/statuses';
import {
	callbackUrl,
	furtherListenerFields,
	listenerType,
	readListenerFields,
	shownListener,
	statusCodesOf,
} from './listenerFields';

export const description: INodeProperties[] = [
	{
		displayName:
			'To start a workflow from a callback, use the Translation Jobs Trigger. It creates, repairs and removes its own listener.',
		name: 'triggerNotice',
		type: 'notice',
		default: '',
	},
	{ ...callbackUrl, required: true },
	listenerType,
	{ ...statusCodesOf('JOB_STATUS_UPDATED'), required: true },
	{ ...statusCodesOf('REQUEST_STATUS_UPDATED'), required: true, default: [IN_REVIEW] },
	additionalFields(...furtherListenerFields),
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const uri = readText(this, 'uri', itemIndex);
	const type = readText(this, 'type', itemIndex);
	const fields = readListenerFields({
		...readGroup(this, 'additionalFields', itemIndex),
		uri,
		type,
		statusCodes: readValue(this, 'statusCodes', itemIndex) as string[],
	});
	return shownListener(await createListener(client, { ...fields, uri: fields.uri!, type }));
};
