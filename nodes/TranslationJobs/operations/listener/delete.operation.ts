import type { INodeProperties } from 'n8n-workflow';

import { deleteListener } from '../../../api/listeners';
import { optionsWith } from '../../../form/commonOptions';
import { listenerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';

export const description: INodeProperties[] = [
	{
		...listenerRLC,
		description: 'The listener to delete. A trigger that uses it receives no more callbacks.',
	},
	optionsWith(),
];

export const execute: Execute = async function (client, itemIndex) {
	const listenerId = readLocator(this, 'listenerId', itemIndex);
	await deleteListener(client, listenerId);
	return { listenerId, deleted: true };
};
