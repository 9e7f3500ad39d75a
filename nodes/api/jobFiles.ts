/** Support assets and translation memory updates: entries of a job that refer to a file. */
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import type { ExpectedRecord } from '../http/expected';
import { EffectUnclear } from '../http/retry';
import { comparableName } from '../rules/names';
import { mayMatchSent, rememberingIds } from './effects';
import { spelled } from './extendedMetadata';

export const withId = (raw: IDataObject, name: string): IDataObject => ({
	...raw,
	[name]: raw[name] ?? raw.id,
});

interface Addition {
	jobId: string;
	path: string;
	idName: 'supportassetId' | 'tmupdateId';
	body: { fmsFileId: string; extendedMetadata?: IDataObject };
	list: (client: Client) => AsyncIterable<IDataObject>;
	expects: ExpectedRecord;
}

/**
 * Several entries may refer to one file, e.g. one per language. So those of one file are added one
 * after another, and only an identical entry counts as the effect.
 */
export async function addJobFile(
	client: Client,
	{ jobId, path, idName, body, list, expects }: Addition,
): Promise<IDataObject> {
	const post = async (made: readonly string[]) => {
		const findEffect = async (probe: Client) => {
			for await (const item of list(probe))
				if (!made.includes(String(item[idName])) && isSent(body, item)) return item;
			return undefined;
		};
		return withId(
			await client.call<IDataObject>({
				method: 'POST',
				path,
				body: spelled(client, body),
				about: { jobId },
				expects,
				findEffect,
			}),
			idName,
		);
	};
	return await rememberingIds(
		`${client.session.baseUrl} ${path} ${body.fmsFileId}`,
		client.cancelSignal,
		post,
		(item) => [String(item[idName])],
	);
}

function isSent({ fmsFileId, ...sent }: Addition['body'], item: IDataObject): boolean {
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
