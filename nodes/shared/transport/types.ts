import type {
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Client } from './client';
import type { Expected } from './expected';

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
export interface Subject {
	jobId?: string;
	requestIds?: string[];
	[id: string]: string | string[] | undefined;
}

export interface ServiceCall<Result = unknown> {
	method: IHttpRequestMethods;
	/** Below the base address, with its ids already encoded. */
	path: string;
	query?: Query;
	body?: unknown;
	headers?: Record<string, string>;
	about?: Subject;
	/** Leaves the body of a good answer as a stream instead of reading it into memory. */
	streamed?: boolean;
	/** Hands out a redirect as the answer, which is a failure otherwise. It is never followed. */
	mayRedirect?: boolean;
	/** Ends the call at any time, also while its body is being read. */
	abortSignal?: AbortSignal;
	/** What a good answer must hold. One that does not is lost, whatever its status. */
	expects: Expected;
	/** What in this call the service may not take, for people: said when it refuses the call. */
	unsure?: string;
	/** For a POST that does no harm when it is repeated, e.g. because it only reserves something. Every other method can be. */
	repeatable?: boolean;
	/**
	 * Asks the service, with the given client, whether this call took effect, after an answer was lost or a repetition
	 * was refused. Resolves to what the call would have returned, or to undefined if nothing is to be seen of it.
	 */
	findEffect?: (client: Client) => Promise<Result | undefined>;
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
export const CANCELLED: Outcome = { lost: { code: 'CANCELLED', message: 'The execution was cancelled before the call was sent.', neverSent: true } };

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
