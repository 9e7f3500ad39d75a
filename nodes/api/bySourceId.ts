import type { Client } from '../http/client';
import { sameName } from '../rules/names';
import type { TranslationRequest } from './resources';

type Read = (client: Client, jobId: string, requestId: string) => Promise<TranslationRequest>;

/**
 * Those with one of these source IDs. A list may hide them: if it shows none at all, the requests
 * are read by themselves, unless the first one has none either.
 */
export async function* bySourceId(
	client: Client,
	listed: AsyncIterable<TranslationRequest>,
	wanted: readonly string[],
	read: Read,
): AsyncGenerator<TranslationRequest> {
	const isWanted = ({ sourceNativeId }: TranslationRequest) =>
		hasSourceId({ sourceNativeId }) && wanted.some((id) => sameName(id, String(sourceNativeId)));
	let areHidden = true;
	const without: TranslationRequest[] = [];
	for await (const request of listed) {
		if (!hasSourceId(request)) {
			if (areHidden) without.push(request);
			continue;
		}
		areHidden = false;
		if (isWanted(request)) yield request;
	}
	if (!areHidden) return;
	for (const { jobId, requestId } of without) {
		const request = await read(client, jobId, requestId);
		if (!hasSourceId(request) && requestId === without[0]!.requestId) return;
		if (isWanted(request)) yield request;
	}
}

const hasSourceId = ({ sourceNativeId }: Pick<TranslationRequest, 'sourceNativeId'>): boolean =>
	sourceNativeId !== undefined && sourceNativeId !== null && sourceNativeId !== '';
