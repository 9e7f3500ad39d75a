import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

export type NodeContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export function cancelSignalOf(context: NodeContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

export type Query = Record<string, string | number | boolean | string[] | undefined>;

/** For the log: ids only, never content. */
export type Ids = Record<string, string | string[] | undefined>;

/** Names what a call is about, for errors and the log. */
export interface Naming {
	subjectOf(method: string, path: string): string;
	/** The ids of what a call made, from its response. */
	idsIn(response: unknown): Ids;
}

/** Any status. Header names are lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

export interface Lost {
	/** E.g. ECONNRESET. */
	code: string;
	message: string;
	/** The service cannot have seen the call. */
	neverSent: boolean;
	/** What to do about it. */
	advice?: string;
}

/** There is no token for the call. */
export interface Denied {
	message: string;
	hint: string;
	status?: number;
	retryAfterMs?: number;
	/** The token host was busy or out of reach. */
	temporary: boolean;
}

export type Outcome =
	| { response: HttpResponse; lost?: undefined; denied?: undefined }
	| { lost: Lost; response?: undefined; denied?: undefined }
	| { denied: Denied; response?: undefined; lost?: undefined };

/** The service was called, and its response tells nothing. */
export const lostResponse = (code: string, message: string): Outcome => ({
	lost: { code, message, neverSent: false },
});

export const CANCELLED_BEFORE_SENT: Outcome = {
	lost: {
		code: 'CANCELLED',
		message: 'The execution was cancelled before the call was sent.',
		neverSent: true,
	},
};

export interface RetryLimits {
	maxTries: number;
	/** All waits of one call together. */
	maxWaitMs: number;
	/** One try, up to the end of its response. */
	tryMs: number;
	until?: number;
}

export const DEFAULT_RETRY: RetryLimits = { maxTries: 5, maxWaitMs: 120_000, tryMs: 60_000 };

/** What the tries of a call took. */
export interface Report {
	tries: number;
	waitedMs: number;
	cancelled: boolean;
	mayHaveTakenEffect: boolean;
	/** The service asked for a wait that an option of the node forbids. */
	forbiddenWaitMs?: number;
}
