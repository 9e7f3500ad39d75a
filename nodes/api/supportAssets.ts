import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import { isRecord } from '../rules/json';
import { callsFor } from './jobFiles';
import { EXPECTED } from './responses';
import { PATHS } from './wire';

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
	path: PATHS.supportAssets,
	pathOf: PATHS.supportAsset,
	expects: {
		list: EXPECTED.supportAssets,
		made: EXPECTED.newSupportAsset,
		one: EXPECTED.supportAsset,
	},
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
		method: 'DELETE',
		path: PATHS.supportAsset(jobId, id),
		about: { jobId },
		expects: EXPECTED.supportAssetOrNothing(id),
		findEffect,
	});
	return { supportassetId: id, ...(isRecord(response) ? response : {}) };
}
