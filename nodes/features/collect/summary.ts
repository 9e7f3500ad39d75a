import type { IExecuteFunctions } from 'n8n-workflow';

import { counted } from '../../../l10n/counted';
import { describeProgress, type RequestCounts, sumOf } from '../../api/requestCounts';
import { countByStatus, type TranslationRequest } from '../../api/resources';
import { showHint } from '../../core/notices';
import {
	APPROVED,
	BEING_TRANSLATED,
	CANCELLED,
	CREATED,
	NOT_MISSING,
	REJECTED,
	statusTitle,
} from '../../rules/statuses';
import type { CollectedJob } from './fetchJob';
import { describeNotFetched } from './notFetched';
import type { JobGroup } from './readGroups';

const JOBS_SHOWN = 10;
const LANGUAGES_SHOWN = 5;
const MESSAGES_SHOWN = 3;
const MAX_MESSAGE_LENGTH = 300;

export function addCollectSummary(context: IExecuteFunctions, jobs: readonly CollectedJob[]): void {
	const hint = (message: string, type: 'info' | 'warning' = 'info') =>
		showHint(context, message, type);
	const isWhole = ({ result }: CollectedJob) => Number(result.failed.length === 0);
	const incompleteFirst = [...jobs].sort((a, b) => isWhole(a) - isWhole(b));
	for (const job of incompleteFirst.slice(0, JOBS_SHOWN)) {
		const { fetched, failed, requests } = job.result;
		const title = titleOf(context, job.group);
		const isEmpty = fetched.length === 0 && failed.length === 0;
		hint(isEmpty ? describeEmpty(job, jobs.length > 1 ? title : '') : describeResult(job, title));
		const withError = requests.filter(({ hasError }) => hasError === true);
		if (failed.length > 0 || withError.length > 0) {
			const failures = [
				failed.length > 0 ? describeNotFetched(context, failed) : '',
				withError.length > 0 ? describeErrors(withError) : '',
			];
			hint(`${title}: ${failures.filter(Boolean).join(', ')}.`, 'warning');
		}
	}
	if (jobs.length > JOBS_SHOWN) hint(`… and ${counted(jobs.length - JOBS_SHOWN, 'further job')}.`);
}

/** 'the provider says of 2 requests: "The file is broken"' */
function describeErrors(requests: readonly TranslationRequest[]): string {
	const count = counted(requests.length, 'request');
	const messages = [...new Set(requests.map(({ latestErrorMessage }) => latestErrorMessage ?? ''))]
		.filter(Boolean)
		.slice(0, MESSAGES_SHOWN)
		.map((message) => `"${String(message).slice(0, MAX_MESSAGE_LENGTH)}"`);
	return messages.length > 0
		? `the provider says of ${count}: ${new Intl.ListFormat('en').format(messages)}`
		: `the provider cannot go on with ${count}, and does not say why`;
}

/** Its name, if an input item says it: to read it would cost a call. */
function titleOf(context: IExecuteFunctions, { jobId, items }: JobGroup): string {
	const input = context.getInputData();
	const names = items
		.map((item) => input[item]?.json)
		.filter((json) => json?.jobId === jobId)
		.map((json) => json?.jobName);
	const name = names.find((jobName) => typeof jobName === 'string' && jobName.trim() !== '');
	return name === undefined ? `Job ${jobId}` : String(name);
}

/** "Spring catalogue: 3 of 9 ready, de-de missing (6 In Translation). 3 translations collected." */
function describeResult({ group, result }: CollectedJob, title: string): string {
	const { fetched, requests } = result;
	const missing = requests.filter(({ statusCode }) => !NOT_MISSING.includes(statusCode));
	const found = new Set(requests.map(({ requestId }) => requestId));
	const absent = group.targets ? 0 : (group.requestIds ?? []).filter((id) => !found.has(id)).length;
	const progress = [
		describeProgress(countByStatus(requests)) ?? '',
		missing.length > 0
			? `${describeLanguages(missing.map((request) => request.targetNativeLanguageCode ?? ''))} missing (${describeCounts(countByStatus(missing))})`
			: '',
	];
	const steps = [
		`${counted(fetched.length, 'translation')} collected`,
		absent > 0 ? `${counted(absent, 'request')} asked for not found in this job` : '',
	];
	// Of the requests asked for, one after the other is ready: that says nothing about the job.
	const isProgress = missing.length > 0 || !(group.requestIds?.length || group.targets);
	const sentences = [...(isProgress ? [progress] : []), steps].map((parts) =>
		parts.filter(Boolean).join(', '),
	);
	return `${title}: ${sentences.join('. ')}.`;
}

function describeLanguages(codes: string[]): string {
	const languages = [...new Set(codes)].filter(Boolean).sort();
	return languages.length > 0 && languages.length <= LANGUAGES_SHOWN
		? new Intl.ListFormat('en').format(languages)
		: counted(languages.length || codes.length, languages.length ? 'language' : 'translation');
}

/** Says why there is nothing, and what would bring something. */
function describeEmpty({ group, result }: CollectedJob, title: string): string {
	const reason =
		result.requests.length > 0
			? describeStates(countByStatus(result.requests))
			: describeExcluded(group);
	return `Nothing to collect${title && ` from ${title}`}: ${reason}.`;
}

function describeStates(counts: RequestCounts): string {
	const { [APPROVED]: approved = 0, ...others } = counts;
	const again = `('Include Approved' brings ${approved === 1 ? 'it' : 'them'} again)`;
	const { [CREATED]: created = 0, [REJECTED]: rejected = 0, [CANCELLED]: cancelled = 0 } = counts;
	const known = [...BEING_TRANSLATED, CREATED, REJECTED, CANCELLED];
	const unknown = Object.fromEntries(
		Object.entries(others).filter(([status]) => !known.includes(status)),
	);
	return [
		`${approved} already approved${approved > 0 ? ` ${again}` : ''}`,
		`${sumOf(counts, BEING_TRANSLATED)} still being translated`,
		created > 0 ? `${created} not submitted yet` : '',
		rejected > 0 ? `${rejected} rejected and not delivered again yet` : '',
		cancelled > 0 ? `${cancelled} cancelled` : '',
		describeCounts(unknown),
	]
		.filter(Boolean)
		.join(', ');
}

function describeExcluded({ requestIds, targets }: JobGroup): string {
	const asked = [requestIds?.length ? 'requests' : '', targets ? 'languages' : ''].filter(Boolean);
	return asked.length === 0
		? 'the job has no requests'
		: `the job has none of the ${asked.join(' and ')} asked for`;
}

const describeCounts = (counts: RequestCounts): string =>
	Object.entries(counts)
		.map(([status, count]) => `${count} ${statusTitle(status)}`)
		.join(', ');
