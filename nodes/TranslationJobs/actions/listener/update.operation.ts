import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { listenerRLC, readLocator } from '../../../shared/fields/locators';
import { readGroup } from '../../../shared/fields/parameters';
import { sortFields } from '../../../shared/fields/sortFields';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { updateListener } from '../../../shared/service/listeners';
import type { Client } from '../../../shared/transport/client';
import {
	callbackUrl,
	furtherListenerFields,
	readListenerFields,
	shownListener,
	statusCodes,
} from './listenerFields';

export const description: INodeProperties[] = [
	listenerRLC,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: sortFields([...furtherListenerFields, callbackUrl, statusCodes]),
	},
	optionsWith(),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const fields = readListenerFields(readGroup(this, 'updateFields', itemIndex));
	if (Object.keys(fields).length === 0)
		throw new InvalidInput(
			'There is nothing to change',
			"Add at least one field under 'Update Fields'.",
		);
	return this.helpers.returnJsonArray(
		shownListener(await updateListener(client, readLocator(this, 'listenerId', itemIndex), fields)),
	);
}
