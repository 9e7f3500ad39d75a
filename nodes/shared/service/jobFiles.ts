/** Files that go with a job: support assets for its translators and updates of a translation memory. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../rules/isRecord';
import type { Client } from '../transport/client';
import type { ExpectedRecord } from '../transport/expected';
import { pages } from '../transport/pages';
import { EXPECTED } from './answers';
import { mayBe, oneAtATime } from './takenEffect';
import { PATHS } from './wire';

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

interface Addition {
	jobId: string;
	path: string;
	idName: 'supportassetId' | 'tmupdateId';
	body: NewSupportAsset | NewTmUpdate;
	list: (client: Client) => AsyncIterable<IDataObject>;
	expects: ExpectedRecord;
}

/**
 * Several entries may refer to one file, e.g. one for each language. Those of one file are therefore made one
 * after the other, and after a lost answer only an entry that reads as it was sent is taken for this one.
 */
async function add(client: Client, { jobId, path, idName, body, list, expects }: Addition): Promise<IDataObject> {
	const post = async (made: readonly string[]) => {
		const findEffect = async (look: Client) => {
			for await (const item of list(look)) if (!made.includes(String(item[idName])) && isSent(body, item)) return item;
			return undefined;
		};
		return withId(await client.call<IDataObject>({ method: 'POST', path, body, about: { jobId }, expects, findEffect }), idName);
	};
	return await oneAtATime(`${client.baseUrl} ${path} ${body.fmsFileId}`, client.cancelSignal, post, (item) => [String(item[idName])]);
}

function isSent({ fmsFileId, ...sent }: NewSupportAsset | NewTmUpdate, item: IDataObject): boolean {
	return (item.fmsFileId ?? item.fileId) === fmsFileId && mayBe(comparable(sent), comparable(item));
}

/** Codes may come back in other letter case, and lists in another order. */
function comparable(fields: object): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]: [string, unknown]) => {
			const plain = (each: unknown) => (name.includes('LanguageCode') ? String(each).toLowerCase() : String(each));
			return [name, Array.isArray(value) ? value.map(plain).sort() : typeof value === 'string' ? plain(value) : value];
		}),
	);
}

export async function* listSupportAssets(client: Client, jobId: string): AsyncGenerator<IDataObject> {
	const call = { method: 'GET' as const, path: PATHS.supportAssets(jobId), about: { jobId }, expects: EXPECTED.supportAssets };
	for await (const raw of pages<IDataObject>(client, call)) yield readSupportAsset(raw);
}

export async function addSupportAsset(client: Client, jobId: string, body: NewSupportAsset): Promise<IDataObject> {
	return await add(client, { jobId, path: PATHS.supportAssets(jobId), idName: 'supportassetId', body, expects: EXPECTED.newSupportAsset, list: (look) => listSupportAssets(look, jobId) });
}

export async function getSupportAsset(client: Client, jobId: string, id: string): Promise<IDataObject> {
	return readSupportAsset(await client.call<IDataObject>({ method: 'GET', path: PATHS.supportAsset(jobId, id), about: { jobId }, expects: EXPECTED.supportAsset(id) }));
}

export async function deleteSupportAsset(client: Client, jobId: string, id: string): Promise<IDataObject> {
	const findEffect = async (look: Client) => {
		for await (const asset of listSupportAssets(look, jobId)) if (asset.supportassetId === id) return undefined;
		return { supportassetId: id };
	};
	const answer = await client.call<IDataObject | undefined>({ method: 'DELETE', path: PATHS.supportAsset(jobId, id), about: { jobId }, expects: EXPECTED.supportAssetOrNothing(id), findEffect });
	return { supportassetId: id, ...(isRecord(answer) ? answer : {}) };
}

export async function* listTmUpdates(client: Client, jobId: string): AsyncGenerator<IDataObject> {
	const call = { method: 'GET' as const, path: PATHS.tmUpdates(jobId), about: { jobId }, expects: EXPECTED.tmUpdates };
	for await (const raw of pages<IDataObject>(client, call)) yield readTmUpdate(raw);
}

export async function addTmUpdate(client: Client, jobId: string, body: NewTmUpdate): Promise<IDataObject> {
	return await add(client, { jobId, path: PATHS.tmUpdates(jobId), idName: 'tmupdateId', body, expects: EXPECTED.newTmUpdate, list: (look) => listTmUpdates(look, jobId) });
}

export async function getTmUpdate(client: Client, jobId: string, id: string): Promise<IDataObject> {
	return readTmUpdate(await client.call<IDataObject>({ method: 'GET', path: PATHS.tmUpdate(jobId, id), about: { jobId }, expects: EXPECTED.tmUpdate(id) }));
}
