import type { Client } from '../http/client';
import { addRequests } from './addRequests';
import { storeTexts } from './inlineTexts';
import type { RequestDetails } from './requests';
import type { KeyValue, TranslationRequest } from './resources';

/** One request per target language refers to the content. */
export async function addContent(
	client: Client,
	jobId: string,
	request: RequestDetails,
	pairs: KeyValue[],
	known?: Set<string>,
): Promise<TranslationRequest[]> {
	const item = { ...request, ...(await storeTexts(client, jobId, pairs)) };
	return await addRequests(client, jobId, item, { known, isNewContent: true });
}
