import type { Job, TranslationRequest } from './model';
import type { State } from './state';

type GivenFields =
	| 'requestName'
	| 'sourceNativeId'
	| 'sourceNativeLanguageCode'
	| 'targetNativeId'
	| 'fmsFileId'
	| 'sourcecontentId'
	| 'hasInlineContent'
	| 'wordCount'
	| 'extendedMetadata';

type NewRequest = Partial<Pick<TranslationRequest, GivenFields>> & { target: string };

export function createRequest(
	state: State,
	job: Job,
	{ target, ...fields }: NewRequest,
): TranslationRequest {
	const now = state.now();
	const request: TranslationRequest = {
		seq: state.nextSeq(),
		requestId: state.newId(),
		jobId: job.jobId,
		requestName: '',
		sourceNativeLanguageCode: '',
		...fields,
		status: 'CREATED',
		hasError: false,
		targetNativeLanguageCode: target,
		created: now,
		modified: now,
		deliveries: 0,
	};
	job.requests.push(request);
	state.requests.set(request.requestId, request);
	return request;
}
