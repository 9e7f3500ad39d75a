import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import type { Client } from '../http/client';
import { CALLS } from './calls';
import { callsFor } from './jobFiles';

export interface NewSupportAsset {
	fmsFileId: string;
	description?: string;
	sourceNativeIds?: string[];
	sourceNativeLanguageCode?: string;
	targetNativeLanguageCodes?: string[];
	extendedMetadata?: IDataObject;
}

export const {
	list: listSupportAssets,
	get: getSupportAsset,
	add: addSupportAsset,
} = callsFor<NewSupportAsset>({
	idName: 'supportassetId',
	listCall: CALLS.supportAssets,
	addCall: CALLS.addSupportAsset,
	getCall: CALLS.supportAsset,
});

export async function deleteSupportAsset(
	client: Client,
	jobId: string,
	id: string,
): Promise<IDataObject> {
	const findEffect = async (probe: Client) => {
		for await (const asset of listSupportAssets(probe, jobId))
			if (asset.supportassetId === id) return undefined;
		return { supportassetId: id };
	};
	const response = await client.call<IDataObject | undefined>({
		...CALLS.deleteSupportAsset(jobId, id),
		findEffect,
	});
	return { supportassetId: id, ...(isRecord(response) ? response : {}) };
}
