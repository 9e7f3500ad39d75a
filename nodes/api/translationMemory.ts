import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import { eachItem } from '../http/pages';
import { addJobFile, withId } from './jobFiles';
import { EXPECTED } from './responses';
import { PATHS } from './wire';

export interface NewTmUpdate {
	fmsFileId: string;
	sourceNativeLanguageCode: string;
	targetNativeLanguageCode: string;
	extendedMetadata?: IDataObject;
}

const readTmUpdate = (raw: IDataObject) => withId(raw, 'tmupdateId');

export async function* listTmUpdates(client: Client, jobId: string): AsyncGenerator<IDataObject> {
	const call = {
		method: 'GET' as const,
		path: PATHS.tmUpdates(jobId),
		about: { jobId },
		expects: EXPECTED.tmUpdates,
	};
	for await (const raw of eachItem<IDataObject>(client, call)) yield readTmUpdate(raw);
}

export async function addTmUpdate(
	client: Client,
	jobId: string,
	body: NewTmUpdate,
): Promise<IDataObject> {
	return await addJobFile(client, {
		jobId,
		path: PATHS.tmUpdates(jobId),
		idName: 'tmupdateId',
		body,
		expects: EXPECTED.newTmUpdate,
		list: (probe) => listTmUpdates(probe, jobId),
	});
}

export async function getTmUpdate(client: Client, jobId: string, id: string): Promise<IDataObject> {
	return readTmUpdate(
		await client.call<IDataObject>({
			method: 'GET',
			path: PATHS.tmUpdate(jobId, id),
			about: { jobId },
			expects: EXPECTED.tmUpdate(id),
		}),
	);
}
