import type { INodeProperties } from 'n8n-workflow';

import { getListener } from '../../../api/listeners';
import { optionsWith } from '../../../form/commonOptions';
import { listenerRLC, readLocator } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { shownListener } from './listenerFields';

export const description: INodeProperties[] = [listenerRLC, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	return shownListener(await getListener(client, readLocator(this, 'listenerId', itemIndex)));
};
