import type { Client } from '../../transport/client';
import type { KeyValue } from '../resources';
import type { TranslationRequest } from '../resources';
import { createSourceContent } from '../sourceContent';
import { addRequests } from './addRequests';
import type { RequestDetails } from './requests';

/** One request per target language refers to the content. */
export async function addContent(
	client: Client,
	jobId: string,
	request: RequestDetails,
	pairs: KeyValue[],
	known?: Set<string>,
): Promise<TranslationRequest[]> {
	const { sourceContentId } = await createSourceContent(client, jobId, pairs);
	const item = { ...request, sourcecontentId: sourceContentId };
	return await addRequests(client, jobId, item, { known, isNewContent: true });
}
