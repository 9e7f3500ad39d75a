import type { INodeProperties } from 'n8n-workflow';

import { listListeners } from '../../../api/listeners';
import { optionsWith } from '../../../form/commonOptions';
import { limit, readLimit, returnAll } from '../../../form/lists';
import type { Execute } from '../../../form/operations';
import { toArray } from '../../../http/pages';
import { shownListener } from './listenerFields';

export const description: INodeProperties[] = [returnAll, limit, optionsWith()];

export const execute: Execute = async function (client, itemIndex) {
	const listeners = await toArray(listListeners(client), readLimit(this, itemIndex));
	return listeners.map(shownListener);
};
