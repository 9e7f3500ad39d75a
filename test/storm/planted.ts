/** Defects that connectors have had, to show that the checker finds them. */
import type { Defect } from '../../scripts/mutants/defect';

export const PLANTED: readonly Defect[] = [
	{
		name: 'one question after a lost answer',
		file: 'nodes/http/retry.ts',
		search: '[500, 1_500, 3_000, 5_000, 10_000, 15_000, 15_000, 15_000, 15_000, 15_000]',
		replacement: '[500]',
	},
	{
		name: 'a creating call is repeated without a question',
		file: 'nodes/http/retry.ts',
		search: "if (isUnknown && call.kind === 'creates') {",
		replacement: 'if (!call) {',
	},
	{
		name: 'Send does not find the job of an earlier run',
		file: 'nodes/features/send/claim/search.ts',
		search: 'if (!mark || !run.isMarkedBy(mark)) return undefined;',
		replacement: 'if (!mark || !run.openJobs.has(job.jobId)) return undefined;',
	},
	{
		name: 'the list need not show a new job',
		file: 'nodes/features/send/claim/line.ts',
		search: 'if (this.seen.some(({ job }) => job.jobId === own.jobId)) return true;',
		replacement: 'return true;',
	},
	{
		name: 'the order of keys is content',
		file: 'nodes/rules/runLabels.ts',
		search: '.update(canonicalJson(value))',
		replacement: '.update(JSON.stringify(value))',
	},
	{
		name: 'of two senders neither gives way',
		file: 'nodes/features/send/claim/line.ts',
		search: 'if (!first || first.job.jobId === own?.jobId)',
		replacement: 'if (!first || own)',
	},
	{
		name: 'a refused submission counts as done',
		file: 'nodes/features/send/sendPart.ts',
		search: 'if (job && job.statusCode !== CREATED) return job;',
		replacement: 'if (job) return job;',
	},
	{
		name: 'a date marks what was handed over',
		file: 'nodes/TranslationJobsContentPollTrigger/handOver.ts',
		search:
			'		for (const request of requests.filter((listed) => passesRequest(settings.filters, listed))) {',
		replacement: `		const marked = memory as typeof memory & { mark?: number };
		const { mark = 0 } = marked;
		marked.mark = now;
		for (const request of requests.filter((listed) => (serverMs(listed.modifiedDate) ?? 0) > mark)) {`,
	},
	{
		name: 'every delivery is handed over once',
		file: 'nodes/TranslationJobsContentPollTrigger/handOver.ts',
		search: 'const repeats = settings.untilApproved && statusCode === IN_REVIEW;',
		replacement: 'const repeats = false;',
	},
	{
		name: 'updates are acknowledged when they are handed over',
		file: 'nodes/TranslationJobsStatusPollTrigger/poll.ts',
		search: "memory.handOver(updatesTo('handOver').map(({ updateId }) => updateId));",
		replacement: "await acknowledgeAll(client, updatesTo('handOver'), budget);",
	},
	{
		name: 'a hand-over counts although its process was killed',
		file: 'nodes/triggers/handOvers.ts',
		search: 'randomUUID()',
		replacement: "'always the same'",
	},
	{
		name: 'a decision whose answer was lost counts as made',
		file: 'nodes/api/decideRequests.ts',
		search: 'return isDone(requests) ? requests : undefined;',
		replacement: 'return requests.map((request) => ({ ...request, statusCode: decided }));',
	},
	{
		name: 'a job is completed with requests still to come',
		file: 'nodes/TranslationJobs/operations/request/approve.ts',
		search: 'if (!FINISHED.includes(statusCode)) return false;',
		replacement: '',
	},
	{
		name: 'a cancelled job is sent again unasked',
		file: 'nodes/features/send/claim/line.ts',
		search: "if (cancelled && run.options.onCancelled !== 'sendAgain')",
		replacement: 'if (cancelled && !run)',
	},
	{
		name: 'what comes again is never divided',
		file: 'nodes/TranslationJobsContentPollTrigger/poll.ts',
		search: 'if (!settings.dividesRepeated) return',
		replacement: 'if (settings.dividesRepeated) return',
	},
	{
		name: 'what ended its process comes again as if it were new',
		file: 'nodes/triggers/handOvers.ts',
		search: "known.set(hash, { attempt, due, mark: next, run: '' });",
		replacement: 'known.delete(hash);',
	},
	{
		name: 'a trigger with another name has forgotten everything',
		file: 'nodes/triggers/nodeStore.ts',
		search: 'const kept = copiesOf(context)[id];',
		replacement: 'const kept = undefined;',
	},
	{
		name: 'Collect fails as a whole for one bad translation',
		file: 'nodes/features/collect/fetchJob.ts',
		search: 'if (this.options.partial && (await concernsOne(this.client, request, error)))',
		replacement: 'if (!this.client)',
	},
	{
		name: 'the access token goes to the file host',
		file: 'nodes/http/transfers/fileHost.ts',
		search: '			url,\n			headers,\n',
		replacement:
			'			url,\n			headers: { ...headers, Authorization: `Bearer ${[...client.session.secrets].at(-1)}` },\n',
	},
	{
		name: 'nothing limits the rate',
		file: 'nodes/http/pace.ts',
		search: 'const delay = this.delay(performance.now());',
		replacement: 'const delay = 0;',
	},
	{
		name: 'a text in translation is sent again when its entry changed',
		file: 'nodes/features/send/known/inTranslation.ts',
		search: 'if (isOurs && !JOB_OVER.includes(job.statusCode) && !without.includes(job.jobId))',
		replacement: 'if (isOurs && job.statusCode === CREATED)',
	},
	{
		name: 'a known translation stays when its text changed',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'return own?.source === source ? own : undefined;',
		replacement: 'return own;',
	},
	{
		name: 'a merge overwrites the edits of people',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'return isEdit(now)\n',
		replacement: 'return now.isMissing\n',
	},
];
