/**
 * The specification writes `ExtendedMetadata`, connectors in production send `extendedMetadata`. A
 * service that knows the other spelling ignores ours without a word. So what is sent first is read
 * back, and sent in the other spelling if it is missing.
 */
import type { IDataObject } from 'n8n-workflow';

import { warn } from '../core/notices';
import type { Client } from '../http/client';
import { isChangeRefused } from '../http/errors';
import { isRefused, rememberRefusal } from './guesses';

interface WithMetadata {
	extendedMetadata?: IDataObject | null;
}

const OTHER_SPELLING = 'ExtendedMetadata';
const NOT_SHOWN =
	'The service does not show the extended metadata that it was sent, neither as "extendedMetadata" nor as "ExtendedMetadata", so the provider may not get it. Ask whoever runs the service.';

/** The fields as this service takes them. */
export const spelled = <T extends WithMetadata>(client: Client, fields: T): T => {
	const { extendedMetadata, ...others } = fields;
	return extendedMetadata !== undefined && isRefused(client, 'extendedMetadata')
		? ({ ...others, [OTHER_SPELLING]: extendedMetadata } as unknown as T)
		: fields;
};

const isShown = ({ extendedMetadata: shown }: WithMetadata): boolean =>
	Object.keys(shown ?? {}).length > 0;

/** Looks once per service. What cannot be read is looked for again next time. */
export async function keepMetadata<T extends WithMetadata>(
	client: Client,
	sent: WithMetadata,
	made: T,
	{ read, change }: { read(): Promise<T>; change(fields: IDataObject): Promise<unknown> },
): Promise<T> {
	if (!isShown(sent) || isRefused(client, 'readMetadataBack')) return made;
	try {
		let seen = isShown(made) ? made : await read();
		if (!isShown(seen)) {
			const isTaken = await change({ [OTHER_SPELLING]: sent.extendedMetadata }).then(
				() => true,
				(error: unknown) => !isChangeRefused(error) && Promise.reject(error),
			);
			if (isTaken) seen = await read();
			if (isShown(seen)) rememberRefusal(client, 'extendedMetadata');
			else warn(client.context, NOT_SHOWN, { service: client.session.baseUrl });
		}
		rememberRefusal(client, 'readMetadataBack');
		return seen;
	} catch {
		return made;
	}
}
