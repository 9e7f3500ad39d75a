import type { IDataObject } from 'n8n-workflow';

import { CALLS } from './calls';
import { callsFor } from './jobFiles';

export interface NewTmUpdate {
	fmsFileId: string;
	sourceNativeLanguageCode: string;
	targetNativeLanguageCode: string;
	extendedMetadata?: IDataObject;
}

export const {
	list: listTmUpdates,
	get: getTmUpdate,
	add: addTmUpdate,
} = callsFor<NewTmUpdate>({
	idName: 'tmupdateId',
	listCall: CALLS.tmUpdates,
	addCall: CALLS.addTmUpdate,
	getCall: CALLS.tmUpdate,
});
