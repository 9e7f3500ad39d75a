/** Support assets and translation memory updates: entries of a job that refer to a file. */
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../l10n/json';
import { comparableName } from '../../l10n/names';
import type { Client, ServiceCall } from '../http/client';
import { eachItem, type ListCall } from '../http/pages';
import { EffectUnclear } from '../http/retry';
import { CALLS } from './calls';
import { mayMatchSent, rememberingIds } from './effects';
import { withMetadata } from './guesses';

interface NewFile {
	fmsFileId: string;
	extendedMetadata?: IDataObject;
}

interface Kind {
	idName: 'supportassetId' | 'tmupdateId';
	listCall: (jobId: string) => ListCall;
	addCall: (jobId: string) => ServiceCall<never>;
	getCall: (jobId: string, id: string) => ServiceCall<never>;
}

/** The calls that both kinds have. */
function callsFor<Body extends NewFile>({ idName, listCall, addCall, getCall }: Kind) {
	const withId = (raw: IDataObject): IDataObject => ({ ...raw, [idName]: raw[idName] ?? raw.id });

	async function* list(client: Client, jobId: string): AsyncGenerator<IDataObject> {
		for await (const raw of eachItem<IDataObject>(client, listCall(jobId))) yield withId(raw);
	}

	const get = async (client: Client, jobId: string, id: string): Promise<IDataObject> =>
		withId(await client.call<IDataObject>(getCall(jobId, id)));

	/**
	 * Several entries may refer to one file, e.g. one per language. So those of one file are added
	 * one after another, and only an identical entry counts as the effect.
	 */
	const add = async (client: Client, jobId: string, body: Body): Promise<IDataObject> => {
		const send = async (sent: Body, made: readonly string[]) =>
			await client.call<IDataObject>({
				...addCall(jobId),
				body: sent,
				findEffect: async (probe) => {
					for await (const item of list(probe, jobId))
						if (!made.includes(String(item[idName])) && isSent(body, item)) return item;
					return undefined;
				},
			});
		return await rememberingIds(
			`${client.session.baseUrl} ${addCall(jobId).path} ${body.fmsFileId}`,
			client.cancelSignal,
			async (made) =>
				withId(await withMetadata(client, body, async (sent) => await send(sent, made))),
			(item) => [String(item[idName])],
		);
	};

	return { list, get, add };
}

function isSent({ fmsFileId, ...sent }: NewFile, item: IDataObject): boolean {
	const fileId = item.fmsFileId ?? item.fileId ?? undefined;
	if (fileId !== undefined && fileId !== fmsFileId) return false;
	const mayBeSent = mayMatchSent(comparable(sent), comparable(item));
	if (mayBeSent && fileId === undefined) throw new EffectUnclear();
	return mayBeSent;
}

/** Codes may come back in another letter case, lists in another order, texts changed. */
function comparable(fields: object): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]: [string, unknown]) => {
			const plain = (entry: unknown) =>
				name.includes('LanguageCode') ? String(entry).toLowerCase() : comparableName(String(entry));
			return [
				name,
				Array.isArray(value)
					? value.map(plain).sort()
					: typeof value === 'string'
						? plain(value)
						: value,
			];
		}),
	);
}

interface NewSupportAsset {
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

interface NewTmUpdate {
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
