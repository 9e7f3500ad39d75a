import type { IDataObject } from 'n8n-workflow';

import { callsFor } from './jobFiles';
import { EXPECTED } from './responses';
import { PATHS } from './wire';

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
	path: PATHS.tmUpdates,
	pathOf: PATHS.tmUpdate,
	expects: { list: EXPECTED.tmUpdates, made: EXPECTED.newTmUpdate, one: EXPECTED.tmUpdate },
});
