import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import { checkContentSize } from '../rules/limits';
import { CALLS } from './calls';
import type { KeyValue } from './resources';

export type SourceContent = {
	sourceContentId: string;
	fields: KeyValue[];
};

const readSourceContent = (raw: IDataObject): SourceContent => ({
	...raw,
	sourceContentId: String(raw.sourceContentId ?? raw.sourcecontentId ?? raw.id ?? ''),
	fields: (raw.fields ?? []) as KeyValue[],
});

/** In any order. */
export function holdsPairs(
	stored: Pick<SourceContent, 'fields'>,
	pairs: readonly KeyValue[],
): boolean {
	const spell = (fields: ReadonlyArray<{ key?: unknown; value?: unknown }>) =>
		JSON.stringify(fields.map(({ key, value }) => [key, value]).sort());
	return spell(stored.fields) === spell(pairs);
}

/** Unused content does no harm, so a lost call is simply repeated. */
export async function createSourceContent(
	client: Client,
	jobId: string,
	fields: KeyValue[],
): Promise<SourceContent> {
	const body = { fields };
	checkContentSize(body);
	return readSourceContent(
		await client.call<IDataObject>({
			...CALLS.createSourceContent(jobId),
			body,
			repeatable: true,
		}),
	);
}

export async function getSourceContent(
	client: Client,
	jobId: string,
	id: string,
): Promise<SourceContent> {
	return readSourceContent(await client.call<IDataObject>(CALLS.sourceContent(jobId, id)));
}

export async function updateSourceContent(
	client: Client,
	jobId: string,
	id: string,
	fields: KeyValue[],
): Promise<SourceContent> {
	const body = { fields };
	checkContentSize(body);
	const findEffect = async (probe: Client) => {
		const stored = await getSourceContent(probe, jobId, id);
		return holdsPairs(stored, fields) ? stored : undefined;
	};
	const call = CALLS.changeSourceContent(jobId, id);
	return readSourceContent(await client.call<IDataObject>({ ...call, body, findEffect }));
}
