/** Files that go with a job: support assets for its translators and updates of a translation memory. */
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../transport/client';
import { pages } from '../transport/pages';
import { COLLECTIONS, PATHS } from './wire';

export interface NewSupportAsset {
	fmsFileId: string;
	description?: string;
	sourceNativeIds?: string[];
	sourceNativeLanguageCode?: string;
	targetNativeLanguageCodes?: string[];
	extendedMetadata?: IDataObject;
}

export interface NewTmUpdate {
	fmsFileId: string;
	sourceNativeLanguageCode: string;
	targetNativeLanguageCode: string;
	extendedMetadata?: IDataObject;
}

const withId = (raw: IDataObject, name: string): IDataObject => ({ ...raw, [name]: raw[name] ?? raw.id });
const readSupportAsset = (raw: IDataObject) => withId(raw, 'supportassetId');
const readTmUpdate = (raw: IDataObject) => withId(raw, 'tmupdateId');

/** Each upload has a file id of its own, so what refers to it was made by this call. */
async function findByFile(items: AsyncIterable<IDataObject>, fmsFileId: string): Promise<IDataObject | undefined> {
	for await (const item of items) if (item.fmsFileId === fmsFileId || item.fileId === fmsFileId) return item;
	return undefined;
}

export async function* listSupportAssets(client: Client, jobId: string): AsyncGenerator<IDataObject> {
	const call = { method: 'GET' as const, path: PATHS.supportAssets(jobId), about: { jobId } };
	for await (const raw of pages<IDataObject>(client, call, COLLECTIONS.supportAssets)) yield readSupportAsset(raw);
}

export async function addSupportAsset(client: Client, jobId: string, body: NewSupportAsset): Promise<IDataObject> {
	const findEffect = async () => await findByFile(listSupportAssets(client, jobId), body.fmsFileId);
	return readSupportAsset(await client.call<IDataObject>({ method: 'POST', path: PATHS.supportAssets(jobId), body, about: { jobId }, findEffect }));
}

export async function getSupportAsset(client: Client, jobId: string, id: string): Promise<IDataObject> {
	return readSupportAsset(await client.call<IDataObject>({ method: 'GET', path: PATHS.supportAsset(jobId, id), about: { jobId } }));
}

export async function deleteSupportAsset(client: Client, jobId: string, id: string): Promise<IDataObject> {
	const findEffect = async () => {
		for await (const asset of listSupportAssets(client, jobId)) if (asset.supportassetId === id) return undefined;
		return { supportassetId: id };
	};
	const answer = await client.call<IDataObject | undefined>({ method: 'DELETE', path: PATHS.supportAsset(jobId, id), about: { jobId }, findEffect });
	return { supportassetId: id, ...(typeof answer === 'object' ? answer : {}) };
}

export async function* listTmUpdates(client: Client, jobId: string): AsyncGenerator<IDataObject> {
	const call = { method: 'GET' as const, path: PATHS.tmUpdates(jobId), about: { jobId } };
	for await (const raw of pages<IDataObject>(client, call, COLLECTIONS.tmUpdates)) yield readTmUpdate(raw);
}

export async function addTmUpdate(client: Client, jobId: string, body: NewTmUpdate): Promise<IDataObject> {
	const findEffect = async () => await findByFile(listTmUpdates(client, jobId), body.fmsFileId);
	return readTmUpdate(await client.call<IDataObject>({ method: 'POST', path: PATHS.tmUpdates(jobId), body, about: { jobId }, findEffect }));
}

export async function getTmUpdate(client: Client, jobId: string, id: string): Promise<IDataObject> {
	return readTmUpdate(await client.call<IDataObject>({ method: 'GET', path: PATHS.tmUpdate(jobId, id), about: { jobId } }));
}
