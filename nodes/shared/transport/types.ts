import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** Every place in n8n from which this package talks to a service. */
export type NodeContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

export function cancelSignalOf(context: NodeContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

export type Query = Record<string, string | number | boolean | string[] | undefined>;

/** What a call is about, for the transaction log: ids only, never content. */
export type Ids = Record<string, string | string[] | undefined>;

/** How errors and log lines name what a call is about. */
export interface Naming {
	subjectOf(method: string, path: string): string;
	/** The ids of what a call made, from its answer. */
	idsIn(answer: unknown): Ids;
}

/** Any HTTP answer, whatever its status. Header names are lower case. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** No HTTP answer arrived. */
export interface Lost {
	/** The system's error code, e.g. ECONNRESET. */
	code: string;
	message: string;
	/** True when the connection was never made, so that the service cannot have seen the call. */
	neverSent: boolean;
}

/** There was no token to send the call with. */
export interface Denied {
	message: string;
	hint: string;
	status?: number;
	retryAfterMs?: number;
	/** True when a later try may succeed: the token host was busy or out of reach. */
	temporary: boolean;
}

export type Outcome =
	| { answer: Answer; lost?: undefined; denied?: undefined }
	| { lost: Lost; answer?: undefined; denied?: undefined }
	| { denied: Denied; answer?: undefined; lost?: undefined };

/** The execution was cancelled while a call waited for its turn. */
export const CANCELLED_BEFORE_SENT: Outcome = { lost: { code: 'CANCELLED', message: 'The execution was cancelled before the call was sent.', neverSent: true } };

export interface RetryLimits {
	/** How often a call is tried in all. */
	maxTries: number;
	/** How long all waits of one call may take together. */
	maxWaitMs: number;
	/** How long one try may take, if not as long as usual. */
	tryMs?: number;
	/** After this moment nothing is tried again. */
	until?: number;
}

export const DEFAULT_RETRY: RetryLimits = { maxTries: 5, maxWaitMs: 120_000 };
