import type { Client } from '../../transport/client';
import type { KeyValue } from '../resources';
import type { NewRequests } from './requests';
import { addRequests } from './addRequests';
import type { TranslationRequest } from '../resources';
import { createSourceContent } from '../sourceContent';

/** Stores key/value content and adds a request for each target language that refers to it. */
export async function addContent(
	client: Client,
	jobId: string,
	request: Omit<NewRequests, 'fmsFileId' | 'sourcecontentId'>,
	pairs: KeyValue[],
): Promise<TranslationRequest[]> {
	const { sourceContentId } = await createSourceContent(client, jobId, pairs);
	return await addRequests(client, jobId, { ...request, sourcecontentId: sourceContentId });
}
