import { type LogEntry, REST_BASE_PATH } from '../calls/log';
import type { Violation } from '../calls/violations';
import {
	COMPLETED_STATUSES,
	type Job,
	type Listener,
	type Mail,
	type SentCallback,
	type TranslationRequest,
} from '../model/model';
import { type Preset, presetVariants } from '../model/presets';
import { SITE_ID, type State } from '../model/state';
import { firstSteps } from './walkthrough';

const SHOWN_JOBS = 60;
const SHOWN_REQUESTS = 200;
const SHOWN_CALLS = 150;
const SHOWN_CALLBACKS = 30;
const SHOWN_MAILS = 20;
/** An older violation is no news; `violations()` still has it. */
const SHOWN_VIOLATION_MS = 600_000;

type Call = Pick<
	LogEntry,
	| 'seq'
	| 'at'
	| 'origin'
	| 'method'
	| 'path'
	| 'query'
	| 'status'
	| 'durationMs'
	| 'bytesIn'
	| 'bytesOut'
	| 'jobId'
	| 'throttled'
	| 'fault'
	| 'lateStatus'
>;

interface ShownJob {
	jobId: string;
	jobName: string;
	/** The status, or what is left to do once the provider has delivered everything. */
	stage: string;
	archiveStatus: string;
	providerName?: string;
	created: number;
	requestCount: number;
	readyCount: number;
	byStatus: Record<string, number>;
	requests: Array<
		Pick<
			TranslationRequest,
			| 'requestId'
			| 'requestName'
			| 'status'
			| 'sourceNativeLanguageCode'
			| 'targetNativeLanguageCode'
			| 'deliveries'
			| 'latestErrorMessage'
		> & { what: string; isReady: boolean; errorTime?: number }
	>;
}

/** The data of the page: the newest of everything. */
export interface Overview {
	now: number;
	site: string;
	addresses: { baseUrl: string; authUrl: string; fileUrl: string; soapUrl: string };
	client?: { clientId: string; clientSecret: string };
	/** Only while there are no jobs. */
	firstSteps?: string;
	counts: {
		jobs: number;
		requests: number;
		inTranslation: number;
		inReview: number;
		waitingUpdates: number;
	};
	jobs: ShownJob[];
	calls: Call[];
	/** The log has dropped older calls. */
	oldestCall: number;
	listeners: Listener[];
	callbacks: SentCallback[];
	mails: Mail[];
	violations: Array<Pick<Violation, 'rule' | 'detail'> & { ageMs: number }>;
	preset: Preset;
	/** Switches that differ from the preset. */
	switched: Record<string, unknown>;
	faults: number;
}

export function overview(state: State, { sinceCall = 0 }: { sinceCall?: number }): Overview {
	const requests = [...state.requests.values()];
	const withStatus = (...statuses: string[]) =>
		requests.filter(({ status }) => statuses.includes(status)).length;
	const defaults = presetVariants(state.preset);
	const addresses = {
		baseUrl: state.urls.rest + REST_BASE_PATH,
		authUrl: state.urls.auth,
		fileUrl: state.urls.files,
		soapUrl: state.urls.soap,
	};
	const [client] = state.clients.values();
	return {
		now: state.now(),
		site: SITE_ID,
		addresses,
		client,
		firstSteps:
			client && state.jobs.size === 0 ? firstSteps({ ...addresses, ...client }) : undefined,
		counts: {
			jobs: state.jobs.size,
			requests: requests.length,
			inTranslation: withStatus(...AT_PROVIDER),
			inReview: withStatus('REVIEW_TRANSLATION'),
			waitingUpdates: [...state.updates.values()].filter(({ acknowledged }) => !acknowledged)
				.length,
		},
		jobs: newestJobs(state),
		calls: state.log
			.find({ since: sinceCall, last: SHOWN_CALLS })
			.map(({ headers: _headers, body: _body, bodyPreview: _preview, ...call }) => call),
		oldestCall: state.log.oldest(),
		listeners: [...state.listeners.values()],
		callbacks: state.callbacks.slice(-SHOWN_CALLBACKS).reverse(),
		mails: state.mails.slice(-SHOWN_MAILS).reverse(),
		violations: recentViolations(state),
		preset: state.preset,
		switched: Object.fromEntries(
			Object.entries(state.variants).filter(
				([name, value]) =>
					JSON.stringify(value) !== JSON.stringify(defaults[name as keyof typeof defaults]),
			),
		),
		faults: state.faults.pending().length,
	};
}

const AT_PROVIDER = ['SENDING', 'SENT_TO_PROVIDER', 'IN_TRANSLATION', 'TRANSLATION_REJECTED'];
const READY: readonly string[] = [
	'REVIEW_TRANSLATION',
	'TRANSLATION_APPROVED',
	...COMPLETED_STATUSES,
];

function newestJobs(state: State): ShownJob[] {
	const errorTimes = timesOfErrors(state);
	const newest = state.jobOrder.slice(-SHOWN_JOBS).reverse();
	return newest.map((job) => {
		const byStatus: Record<string, number> = {};
		for (const { status } of job.requests) byStatus[status] = (byStatus[status] ?? 0) + 1;
		return {
			jobId: job.jobId,
			jobName: job.jobName,
			stage: stageOf(job),
			archiveStatus: job.archiveStatus,
			providerName: state.providers.get(job.providerId ?? '')?.name,
			created: job.created,
			requestCount: job.requests.length,
			readyCount: job.requests.filter(({ status }) => READY.includes(status)).length,
			byStatus,
			requests: job.requests.slice(0, SHOWN_REQUESTS).map((request) => ({
				requestId: request.requestId,
				requestName: request.requestName,
				status: request.status,
				sourceNativeLanguageCode: request.sourceNativeLanguageCode,
				targetNativeLanguageCode: request.targetNativeLanguageCode,
				deliveries: request.deliveries,
				latestErrorMessage: request.latestErrorMessage,
				errorTime: request.hasError ? errorTimes.get(request.requestId) : undefined,
				what: state.files.get(request.fmsFileId ?? '')?.fileName ?? 'key/value pairs',
				isReady: READY.includes(request.status),
			})),
		};
	});
}

/** A job stays IN_TRANSLATION until it is completed, even when nothing is left to translate. */
function stageOf({ status, requests }: Job): string {
	const isAtProvider = requests.some((request) => AT_PROVIDER.includes(request.status));
	if (status !== 'IN_TRANSLATION' || isAtProvider || requests.length === 0) return status;
	return requests.some((request) => request.status === 'REVIEW_TRANSLATION')
		? 'READY_TO_COLLECT'
		: 'ALL_DONE';
}

/** When each request last reported an error. */
function timesOfErrors({ updates }: State): Map<string, number> {
	const times = new Map<string, number>();
	for (const { hasError, requestIds, updateTime } of updates.values())
		if (hasError) for (const requestId of requestIds) times.set(requestId, updateTime);
	return times;
}

function recentViolations({ violations }: State): Overview['violations'] {
	return violations
		.all()
		.slice(-20)
		.map(({ rule, detail, at }) => ({ rule, detail, ageMs: Date.now() - Date.parse(at) }))
		.filter(({ ageMs }) => ageMs < SHOWN_VIOLATION_MS);
}
