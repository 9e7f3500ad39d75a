import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import { eachItem } from '../http/pages';
import { isRecord } from '../rules/json';
import { addJobFile, withId } from './jobFiles';
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

const readSupportAsset = (raw: IDataObject) => withId(raw, 'supportassetId');

export async function* listSupportAssets(
	client: Client,
	jobId: string,
): AsyncGenerator<IDataObject> {
	const call = {
		method: 'GET' as const,
		path: PATHS.supportAssets(jobId),
		about: { jobId },
		expects: EXPECTED.supportAssets,
	};
	for await (const raw of eachItem<IDataObject>(client, call)) yield readSupportAsset(raw);
}

export async function addSupportAsset(
	client: Client,
	jobId: string,
	body: NewSupportAsset,
): Promise<IDataObject> {
	return await addJobFile(client, {
		jobId,
		path: PATHS.supportAssets(jobId),
		idName: 'supportassetId',
		body,
		expects: EXPECTED.newSupportAsset,
		list: (probe) => listSupportAssets(probe, jobId),
	});
}

export async function getSupportAsset(
	client: Client,
	jobId: string,
	id: string,
): Promise<IDataObject> {
	return readSupportAsset(
		await client.call<IDataObject>({
			method: 'GET',
			path: PATHS.supportAsset(jobId, id),
			about: { jobId },
			expects: EXPECTED.supportAsset(id),
		}),
	);
}

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
