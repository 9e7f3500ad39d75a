/** Names the translations that could not be fetched. */
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { counted, listed } from '../../../l10n/counted';
import { InvalidInput } from '../../../l10n/invalidInput';
import type { TranslationRequest } from '../../api/resources';
import { logOf } from '../../core/notices';
import { hideSecrets } from '../../core/redact';
import { asError } from '../../http/errors';
import type { CollectedJob, FetchedJob } from './fetchJob';

type Failed = FetchedJob<INodeExecutionData>['failed'];

/** Every item of the job repeats the list. */
const MAX_LISTED = 20;
const MAX_SHOWN = 5;
const MAX_REASON_LENGTH = 300;

const reasonOf = (context: IExecuteFunctions, error: unknown): string =>
	hideSecrets(context, wordsOf(asError(error))).slice(0, MAX_REASON_LENGTH);

/** Nobody else says what to do about a translation that does not fit. */
const wordsOf = (error: Error): string =>
	error instanceof InvalidInput ? `${error.message}. ${error.description ?? ''}` : error.message;

/** The first failure, if the whole run fetched nothing. */
export function whyNothing(results: readonly CollectedJob[]) {
	if (results.some(({ result }) => result.fetched.length > 0)) return undefined;
	const { group, result } = results.find(({ result: { failed } }) => failed.length > 0) ?? {};
	return group && result && { group, ...result.failed[0]! };
}

/**
 * Writes them into the log, and on the items of their job. If their job has no items, all items
 * name them.
 */
export function noteNotFetched(context: IExecuteFunctions, results: readonly CollectedJob[]): void {
	const failed = results.flatMap(({ result }) => result.failed);
	for (const { request, error } of failed)
		logOf(context).warn(
			`Translation Jobs: request ${request.requestId} of job ${request.jobId} could not be fetched`,
			{ jobId: request.jobId, requestId: request.requestId, reason: reasonOf(context, error) },
		);
	const withItems = new Set(
		results.filter(({ result }) => result.fetched.length > 0).map(({ group }) => group.jobId),
	);
	for (const { group, result } of results) {
		const named = failed.filter(
			({ request: { jobId } }) => jobId === group.jobId || !withItems.has(jobId),
		);
		if (named.length === 0) continue;
		const notFetched = named.slice(0, MAX_LISTED).map((each) => toEntry(context, each));
		for (const { result: output } of result.fetched) output.json.notFetched = notFetched;
	}
}

const toEntry = (context: IExecuteFunctions, { request, error }: Failed[number]) => ({
	jobId: request.jobId,
	requestId: request.requestId,
	requestName: request.requestName,
	targetNativeLanguageCode: request.targetNativeLanguageCode,
	reason: reasonOf(context, error),
});

export function describeNotFetched(context: IExecuteFunctions, failed: Failed): string {
	const names = failed.map(
		({ request, error }) => `${titleOf(request)} (${reasonOf(context, error)})`,
	);
	return `${counted(failed.length, 'translation')} could not be fetched: ${listed(names, MAX_SHOWN)}`;
}

const titleOf = ({
	requestName,
	requestId,
	targetNativeLanguageCode: language,
}: TranslationRequest) => `"${requestName ?? requestId}"${language ? ` into ${language}` : ''}`;
