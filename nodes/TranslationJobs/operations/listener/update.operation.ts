import type { INodeProperties } from 'n8n-workflow';

import { type ListenerFields, updateListener } from '../../../api/listeners';
import { optionsWith, sortFields, updateFields } from '../../../form/commonOptions';
import { listenerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readGroup } from '../../../form/parameters';
import { InvalidInput } from '../../../rules/invalidInput';
import {
	callbackUrl,
	furtherListenerFields,
	readListenerFields,
	shownListener,
	statusCodes,
} from './listenerFields';

export const description: INodeProperties[] = [
	listenerRLC,
	updateFields(...sortFields([...furtherListenerFields, callbackUrl, statusCodes])),
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const fields = readListenerFields(readGroup<ListenerFields>(this, 'updateFields', itemIndex));
	if (Object.keys(fields).length === 0)
		throw new InvalidInput(
			'There is nothing to change',
			"Add at least one field under 'Update Fields'.",
		);
	return shownListener(
		await updateListener(client, readLocator(this, 'listenerId', itemIndex), fields),
	);
};
