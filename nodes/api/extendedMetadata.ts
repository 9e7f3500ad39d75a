import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../http/client';
import { asError, isStatus } from '../http/errors';
import { isRefused, rememberRefusal } from './guesses';

interface WithMetadata {
	extendedMetadata?: IDataObject | null;
}

/** The specification writes it like this, connectors in production as we do. */
const OTHER_SPELLING = 'ExtendedMetadata';

const refusesFields = (error: unknown): boolean => isStatus(error, 400, 422);

/** Sends fields, with the other spelling if the service refuses ours. */
export async function withMetadata<T extends WithMetadata, Result>(
	client: Client,
	fields: T,
	send: (fields: T) => Promise<Result>,
): Promise<Result> {
	const { extendedMetadata, ...others } = fields;
	if (extendedMetadata === undefined || extendedMetadata === null) return await send(fields);
	const spelled = { ...others, [OTHER_SPELLING]: extendedMetadata } as unknown as T;
	if (isRefused(client, 'extendedMetadata')) return await send(spelled);
	try {
		return await send(fields);
	} catch (error) {
		if (!refusesFields(error)) throw asError(error);
		const result = await send(spelled).catch((again: unknown) => {
			// Then the spelling was not the reason.
			throw asError(refusesFields(again) ? error : again);
		});
		rememberRefusal(client, 'extendedMetadata');
		return result;
	}
}
