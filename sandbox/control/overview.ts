import { type LogEntry, REST_BASE_PATH } from '../http/log';
import type { Violation } from '../http/violations';
import type { Listener, SentCallback, TranslationRequest } from '../model/model';
import { type Preset, presetVariants } from '../model/presets';
import { SITE_ID, type State } from '../model/state';
import { firstSteps } from '../walkthrough';

const SHOWN_JOBS = 60;
const SHOWN_REQUESTS = 200;
const SHOWN_CALLS = 150;
const SHOWN_CALLBACKS = 30;

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
	status: string;
	archiveStatus: string;
	providerName?: string;
	hasError: boolean;
	created: number;
	requestCount: number;
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
		> & { what: string }
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
	violations: Violation[];
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
			inTranslation: withStatus(
				'SENDING',
				'SENT_TO_PROVIDER',
				'IN_TRANSLATION',
				'TRANSLATION_REJECTED',
			),
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
		violations: state.violations.all().slice(-20),
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

function newestJobs(state: State): ShownJob[] {
	const newest = state.jobOrder.slice(-SHOWN_JOBS).reverse();
	return newest.map((job) => {
		const byStatus: Record<string, number> = {};
		for (const { status } of job.requests) byStatus[status] = (byStatus[status] ?? 0) + 1;
		return {
			jobId: job.jobId,
			jobName: job.jobName,
			status: job.status,
			archiveStatus: job.archiveStatus,
			providerName: state.providers.get(job.providerId ?? '')?.name,
			hasError: job.hasError,
			created: job.created,
			requestCount: job.requests.length,
			byStatus,
			requests: job.requests.slice(0, SHOWN_REQUESTS).map((request) => ({
				requestId: request.requestId,
				requestName: request.requestName,
				status: request.status,
				sourceNativeLanguageCode: request.sourceNativeLanguageCode,
				targetNativeLanguageCode: request.targetNativeLanguageCode,
				deliveries: request.deliveries,
				latestErrorMessage: request.latestErrorMessage,
				what: state.files.get(request.fmsFileId ?? '')?.fileName ?? 'key/value pairs',
			})),
		};
	});
}
