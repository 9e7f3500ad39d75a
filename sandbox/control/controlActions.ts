import { rm } from 'node:fs/promises';

import type { LogEntry, LogFilter } from '../calls/log';
import { badRequest, notFound } from '../calls/refusal';
import type { Violation } from '../calls/violations';
import type { Fault } from '../faults/faults';
import { approve, archiveOldJobs, cancelByProvider, deliver, fail } from '../model/lifecycle';
import type {
	DeliveredStatus,
	Job,
	Listener,
	Mail,
	Provider,
	SentCallback,
	SourceFile,
	StatusUpdate,
	TranslationRequest,
} from '../model/model';
import type { Preset } from '../model/presets';
import { type Seed, seed, type Seeded } from '../model/seed';
import type { State } from '../model/state';
import { applyVariants, type Variants } from '../model/variants';
import { type Overview, overview } from './overview';
import { type TestActions, testActions } from './testActions';
import { type TranslationView, translationView } from './translationView';

/** A job without its requests, files and other parts. */
export type JobSnapshot = Omit<
	Job,
	'requests' | 'files' | 'contents' | 'supportAssets' | 'tmUpdates'
> & { requestCount: number };

/** Everything that can be done to the sandbox from outside: name → input and result. */
export interface ControlActions extends TestActions {
	configure(changes: Partial<Variants>): Variants;
	fault(fault: Fault): void;
	seed(seed: Seed): Seeded;
	reset(to: { preset?: Preset }): Promise<void>;
	log(filter: LogFilter): LogEntry[];
	clearLog(): void;
	violations(): Violation[];
	jobs(): JobSnapshot[];
	requests(of: { jobId?: string }): TranslationRequest[];
	files(of: { jobId?: string }): SourceFile[];
	updates(): StatusUpdate[];
	listeners(): Listener[];
	callbacks(): SentCallback[];
	/** Shows a mail in the page: the sandbox has no mail server of its own. */
	addMail(mail: Omit<Mail, 'at'>): void;
	providers(): Provider[];
	/**
	 * Delivers requests that the provider has: all of a job by default, and for review. Returns
	 * their ids.
	 */
	deliver(of: { jobId: string; requestIds?: string[]; status?: DeliveredStatus }): string[];
	deliverAll(as: { status?: DeliveredStatus }): string[];
	redeliver(of: { requestIds: string[]; status?: DeliveredStatus }): string[];
	/** Approves as a person in the service would; skips what is not in review. */
	approve(of: { requestIds: string[] }): void;
	cancelRequests(of: { requestIds: string[] }): void;
	failRequests(of: { requestIds: string[]; message: string }): void;
	advance(by: { ms: number }): Promise<void>;
	/** A delivered translation beside its source. */
	translation(of: { requestId: string }): Promise<TranslationView>;
	/** What the page in the browser shows. */
	overview(of: { sinceCall?: number }): Overview;
}

export function controlActions(state: State): ControlActions {
	return {
		configure(changes) {
			applyVariants(state.variants, changes);
			return state.variants;
		},
		fault: (fault) => state.faults.add(fault),
		seed: (wanted) => seed(state, wanted),
		async reset({ preset }) {
			const paths = [...state.files.values()].flatMap(({ path }) => path ?? []);
			state.reset(preset);
			await Promise.all(paths.map((path) => rm(path, { force: true })));
		},
		log: (filter) => state.log.find(filter),
		clearLog: () => state.log.clear(),
		violations: () => state.violations.all(),
		jobs: () =>
			state.jobOrder.map(
				({
					requests,
					files: _files,
					contents: _contents,
					supportAssets: _assets,
					tmUpdates: _tm,
					...job
				}) => ({
					...job,
					requestCount: requests.length,
				}),
			),
		requests: ({ jobId }) =>
			jobId === undefined ? [...state.requests.values()] : findJob(state, jobId).requests,
		files: ({ jobId }) =>
			jobId === undefined ? [...state.files.values()] : findJob(state, jobId).files,
		updates: () => [...state.updates.values()],
		listeners: () => [...state.listeners.values()],
		callbacks: () => state.callbacks,
		addMail: (mail) => void state.mails.push({ ...mail, at: state.now() }),
		providers: () => [...state.providers.values()],
		deliver({ jobId, requestIds, status }) {
			const job = findJob(state, jobId);
			const wanted =
				requestIds === undefined
					? undelivered(job)
					: groupByJob(state, requestIds).flatMap(([, requests]) => requests);
			return idsOf(deliver(state, job, wanted, status));
		},
		deliverAll: ({ status }) =>
			state.jobOrder.flatMap((job) => idsOf(deliver(state, job, undelivered(job), status))),
		redeliver: ({ requestIds, status }) =>
			groupByJob(state, requestIds).flatMap(([job, requests]) =>
				idsOf(deliver(state, job, requests, status)),
			),
		approve({ requestIds }) {
			for (const [job, requests] of groupByJob(state, requestIds))
				approve(
					state,
					job,
					requests.filter(({ status }) => status === 'REVIEW_TRANSLATION'),
				);
		},
		cancelRequests({ requestIds }) {
			for (const [job, requests] of groupByJob(state, requestIds))
				cancelByProvider(state, job, requests);
		},
		failRequests({ requestIds, message }) {
			for (const [job, requests] of groupByJob(state, requestIds))
				fail(state, job, requests, message);
		},
		async advance({ ms }) {
			if (typeof ms !== 'number') throw badRequest('advance takes {ms}.');
			await state.advance(ms);
			archiveOldJobs(state);
		},
		translation: async ({ requestId }) => await translationView(state, requestId),
		overview: (of) => overview(state, of),
		...testActions(state),
	};
}

function findJob(state: State, jobId: string): Job {
	const job = state.jobs.get(jobId);
	if (!job) throw notFound('Job', jobId);
	return job;
}

function groupByJob(
	state: State,
	requestIds: readonly string[],
): Array<[Job, TranslationRequest[]]> {
	const groups = new Map<Job, TranslationRequest[]>();
	for (const requestId of requestIds) {
		const request = state.requests.get(requestId);
		if (!request) throw notFound('Request', requestId);
		const job = findJob(state, request.jobId);
		groups.set(job, [...(groups.get(job) ?? []), request]);
	}
	return [...groups];
}

const idsOf = (requests: readonly TranslationRequest[]): string[] =>
	requests.map(({ requestId }) => requestId);

const AT_PROVIDER = ['IN_TRANSLATION', 'SENT_TO_PROVIDER', 'TRANSLATION_REJECTED'];

const undelivered = ({ requests }: Job): TranslationRequest[] =>
	requests.filter(({ status }) => AT_PROVIDER.includes(status));
