import { type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

import { OperationFailed } from '../core/errors';
import { redact } from '../core/redact';
import { TOO_LARGE } from './body';
import {
	cut,
	GONE,
	isHtml,
	readErrorBody,
	type RefusalSource,
	refusalSourceOf,
	UNCONFIRMED,
} from './errorBody';
import { checkPort, inWords, NO_HTTPS, retryAfterOf } from './outcome';
import type { Denied, HttpResponse, Lost, Outcome, Report } from './types';

/** n8n acts on it, e.g. polls less often. Older versions ignore it. */
type Failure = NonNullable<NodeApiError['failure']>;

export interface Explanation {
	message: string;
	description: string;
	failure?: Failure;
	/** The service's own error code, for workflows that react to it. */
	code?: string;
}

/** What a service says in its own words. */
export interface Wording {
	/** The field of the credential that holds the service's address. */
	address: string;
	/** Undefined: the outcome is worded as for any service. */
	explain(outcome: Outcome, what: string): Explanation | undefined;
}

const REST: Wording = { address: 'Base URL', explain: () => undefined };

export const DOCS =
	'https://github.com/n8n-nodes-translation-jobs/n8n-nodes-translation-jobs/blob/main/docs';

/** Statuses for an unknown path or field. */
const NOT_TAKEN = [400, 404, 405, 422, 501];

const CHECK_ID = 'Check the id and that the credential belongs to the same environment.';
const CHECK_BASE_URL = 'Check the Base URL of the credential: it usually ends in /v2.';
const PAGE_CAME = 'answered with a web page instead of data';
const NOT_NOW =
	'Its status may not allow this. The operation Get shows its status; wait until it has changed, or choose another operation.';
const CORRECT_IT =
	'Correct what the service names in the fields of this node, and run it again. If it names nothing that you entered, the present status may not allow this: the operation Get shows it.';
/** Of what is there already, or not yet as it must be. */
const CONFLICTS = [409, 412, 423];

/** What can be told from an outcome. */
interface Seen {
	what: string;
	/** The field of the credential that holds the service's address. */
	address: string;
	response?: HttpResponse;
	lost?: Lost;
	/** 0 without a response. */
	status: number;
	/** What the service says. */
	reason: string;
}

/** How an outcome is explained: the first row of a host's table that fits says what happened. */
export type Row<Seen> = readonly [
	is: (seen: Seen) => boolean,
	cause: Failure['cause'] | undefined,
	say: (seen: Seen) => readonly [what: string, next: string],
];

const hasStatus =
	(...statuses: number[]) =>
	({ status }: Seen) =>
		statuses.includes(status);
const isLost =
	(...codes: string[]) =>
	({ lost }: Seen) =>
		lost !== undefined && codes.includes(lost.code);
const quoted = ({ reason, status }: Seen) => quoteReason(reason, status);
const refused = ({ what, reason, status }: Seen) =>
	`${what}: the service refused this: ${reason || `HTTP ${status}`}`;

const ROWS: ReadonlyArray<Row<Seen>> = [
	[
		({ status }) => status >= 300 && status < 400,
		'configuration-invalid',
		({ what, response }) => [
			`${what}: redirected to ${originOf(response?.headers.location)}`,
			'This looks like a gateway or a sign-in page in front of the service. Check the Base URL of the credential, and whether this n8n may reach the service without signing in.',
		],
	],
	[
		({ status, response }) => status < 300 && isHtml(response?.body),
		'configuration-invalid',
		({ what }) => [`${what}: ${PAGE_CAME}`, `This looks like a sign-in page. ${CHECK_BASE_URL}`],
	],
	[
		hasStatus(401),
		'credential-invalid',
		(seen) => [
			'The service did not accept the access token',
			`A new token was refused as well. Check the client ID, the client secret and the environment of the credential. ${quoted(seen)}`,
		],
	],
	[
		hasStatus(403),
		'configuration-invalid',
		(seen) => [
			`${seen.what}: not allowed for this client`,
			`Ask whoever manages the service for the permission, or choose another credential. ${quoted(seen)}`,
		],
	],
	[hasStatus(404), undefined, (seen) => [`${seen.what}: not found`, `${CHECK_ID} ${quoted(seen)}`]],
	[
		hasStatus(429),
		'rate-limited',
		(seen) => [
			`${seen.what}: the service is receiving too many requests`,
			`Lower "Requests per Second" in the credential if other systems share this address, or raise "Max Tries" in the node's options. ${quoted(seen)} More: ${DOCS}/scale.md`,
		],
	],
	[
		({ status }) => status >= 500,
		'temporarily-unavailable',
		(seen) => [
			`${seen.what}: the service is not available (HTTP ${seen.status})`,
			`Try again later. ${quoted(seen)}`,
		],
	],
	[hasStatus(...CONFLICTS), undefined, (seen) => [refused(seen), NOT_NOW]],
	[({ status }) => status > 0, undefined, (seen) => [refused(seen), CORRECT_IT]],
	[
		isLost('WEB_PAGE'),
		'temporarily-unavailable',
		({ what, lost }) => [
			`${what}: ${PAGE_CAME}`,
			`${lost!.message} It may come from a proxy or a load balancer. Try again later. ${CHECK_BASE_URL}`,
		],
	],
	[
		isLost(TOO_LARGE),
		'temporarily-unavailable',
		({ what, lost }) => [
			`${what}: the answer is too large`,
			`${lost!.message} Nothing of it was used. Ask for less at a time. If it stays so, check the Base URL of the credential: something other than the service may answer there.`,
		],
	],
	[
		isLost(NO_HTTPS),
		'temporarily-unavailable',
		({ what, address }) => [
			`${what}: this address does not speak https`,
			`${checkPort(`${address} of the credential`)} Nothing was sent.`,
		],
	],
	[
		isLost('UNREADABLE_ANSWER', 'INCOMPLETE_ANSWER', UNCONFIRMED),
		'temporarily-unavailable',
		({ what, lost }) => [`${what}: the answer cannot be read`, lost!.message],
	],
	[
		() => true,
		'temporarily-unavailable',
		({ what, address, lost }) => [
			`${what}: no answer from the service`,
			`Check the ${address} of the credential and the network between n8n and the service. ${lost?.code}: ${lost?.message}`,
		],
	],
];

const MAY_PASS: readonly unknown[] = ['rate-limited', 'temporarily-unavailable'];

export const quoteReason = (reason: string, status: number): string =>
	reason
		? `The service says: ${withFullStop(reason)}`
		: `The service gave no reason (HTTP ${status}).`;

export const withFullStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Only the origin: a path or query may carry a secret. */
export function originOf(location = ''): string {
	const origin = URL.canParse(location) ? new URL(location).origin : 'null';
	return origin === 'null' ? 'another address' : origin;
}

/** Says what happened, and what to do next. */
export function explain(outcome: Outcome, what: string, wording = REST): Explanation {
	const own = wording.explain(outcome, what);
	if (own) return own;
	if (outcome.denied) return explainDenied(outcome.denied);
	const { response, lost } = outcome;
	const { status = 0, body } = response ?? {};
	const { address } = wording;
	const seen = { what, address, response, lost, status, reason: readErrorBody(body) };
	const [, cause, say] = ROWS.find(([is]) => is(seen))!;
	const [message, description] = say(seen);
	const retryAfterMs = MAY_PASS.includes(cause) ? retryAfterOf(response?.headers) : undefined;
	return {
		message,
		description,
		code: serviceCode(body),
		...(cause ? { failure: { cause, retryAfterMs } } : {}),
	};
}

function explainDenied({ message, hint, temporary, status, retryAfterMs }: Denied): Explanation {
	const failure: Failure = !temporary
		? { cause: 'credential-invalid' }
		: { cause: status === 429 ? 'rate-limited' : 'temporarily-unavailable', retryAfterMs };
	return { message, description: hint, failure };
}

function effort(report: Report, lookAt: string | undefined): string {
	const { tries, waitedMs, cancelled, mayHaveTakenEffect, forbiddenWaitMs } = report;
	const parts: string[] = [];
	if (mayHaveTakenEffect) {
		const check = lookAt
			? `Look with ${lookAt} before you run this again.`
			: `Check the service before you run this again. More: ${DOCS}/send-and-collect.md#when-an-answer-is-lost`;
		parts.push(`The call may have taken effect. ${check}`);
	}
	if (forbiddenWaitMs !== undefined)
		parts.push(
			`The service asks to wait ${inWords(forbiddenWaitMs)}. Raise "Max Wait for All Tries" in the node's options to allow that.`,
		);
	if (cancelled) parts.push('The execution was cancelled.');
	if (tries > 1)
		parts.push(`Tried ${tries} times, waiting ${Math.round(waitedMs / 100) / 10} seconds in all.`);
	return parts.join(' ');
}

export interface ErrorContext {
	node: INode;
	/** Names the resource, e.g. "Job 12". */
	what: string;
	/** Of the service. Without it, that of the REST service. */
	wording?: Wording;
	/** Added if the service refuses the call. */
	unconfirmed?: string;
	/** What shows whether the call took effect, if the answer was lost. */
	lookAt?: string;
	/** The call itself, for experts. */
	call?: string;
	report: Report;
	secrets: Iterable<string>;
	itemIndex?: number;
}

export function toNodeApiError(outcome: Outcome, context: ErrorContext): NodeApiError {
	const status = outcome.response?.status ?? outcome.denied?.status;
	const explained = explain(outcome, context.what, context.wording);
	const hint =
		context.unconfirmed && NOT_TAKEN.includes(status ?? 0) ? ` ${context.unconfirmed}` : '';
	const error = explainedError(
		{ ...explained, description: explained.description + hint },
		status,
		context,
	);
	if (outcome.response) refusalSources.set(error, refusalSourceOf(outcome.response.body));
	if (outcome.lost?.code === UNCONFIRMED) unconfirmed.add(error);
	return error;
}

const refusalSources = new WeakMap<Error, RefusalSource>();
const unconfirmed = new WeakSet<Error>();

/** Every try came back with a 404 that nothing confirms. The call itself may be refused. */
export const isUnconfirmed = (error: unknown): boolean =>
	error instanceof Error && unconfirmed.has(error);

/** Who refused the call. Undefined if it was not refused. */
export const refusalSource = (error: unknown): RefusalSource | undefined =>
	error instanceof Error ? refusalSources.get(error) : undefined;

/** Made from scratch: the error of n8n's helper carries the request, and with it the token. */
export function explainedError(
	{ message, description, failure, code }: Explanation,
	status: number | undefined,
	context: Omit<ErrorContext, 'what'>,
): NodeApiError {
	const { node, call, lookAt, report, secrets, itemIndex } = context;
	const clean = (text: string) => redact(text, secrets);
	const response: JsonObject = {
		status: status ?? null,
		tries: report.tries,
		waitedMs: Math.round(report.waitedMs),
	};
	const details = code === undefined ? response : { ...response, serviceCode: clean(code) };
	const error = new NodeApiError(node, response, {
		message: clean(message),
		description: clean(
			[description, effort(report, lookAt), call ? `Call: ${call}` : ''].filter(Boolean).join(' '),
		),
		httpCode: status === undefined ? undefined : String(status),
		itemIndex,
		failure,
	});
	error.messages = [];
	Object.assign(error.context, details);
	// n8n 1 keeps no failure.
	if (failure && !error.failure) Object.assign(error, { failure });
	return error;
}

const LONGEST_CODE = 200;

export function serviceCode(body: unknown): string | undefined {
	const code =
		body !== null && typeof body === 'object' ? (body as { code?: unknown }).code : undefined;
	return typeof code === 'string' || typeof code === 'number'
		? cut(String(code), LONGEST_CODE)
		: undefined;
}

export function askedWaitMs(error: unknown): number | undefined {
	const failure = error instanceof NodeApiError ? error.failure : undefined;
	return failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
}

export function isStatus(error: unknown, ...statuses: number[]): error is NodeApiError {
	return error instanceof NodeApiError && statuses.includes(Number(error.httpCode));
}

/** For something that is missing in a list. Reads like the service's own 404. */
export const notFound = (node: INode, what: string) =>
	new NodeApiError(
		node,
		{},
		{ message: `${what}: not found`, description: CHECK_ID, httpCode: '404' },
	);

/** Only what `checkGone` believed has this status. */
export const isGone = (error: unknown): error is NodeApiError => isStatus(error, ...GONE);

/** The service refused this change; the next one may still work. */
export const isChangeRefused = (error: unknown): error is NodeApiError =>
	isStatus(error, 400, 404, 409, 412, 422);

/** The service refused this read; others may still work. */
export const isReadRefused = (error: unknown): error is NodeApiError =>
	isStatus(error, 400, 403, 404, 409, 410, 422);

const unless =
	(isNothing: (error: unknown) => boolean) =>
	async <T>(read: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await read();
		} catch (error) {
			if (isNothing(error)) return undefined;
			throw asError(error);
		}
	};

export const unlessGone = unless(isGone);
export const unlessRefused = unless(isReadRefused);

/** A later try may succeed. */
export function isTemporary(error: unknown): boolean {
	const status = error instanceof NodeApiError ? error.context.status : 0;
	return status === null || status === 429 || (typeof status === 'number' && status >= 500);
}

/** Rethrows as it is: wrapping would drop the status or the item. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new OperationFailed(String(error));
}

/** Says more about the same error, e.g. what has taken effect before it. */
export function withAdvice(error: unknown, advice: string): Error {
	const failure: Error & { description?: string } = asError(error);
	const description = [failure.description, advice].filter(Boolean).join(' ');
	return Object.assign(failure, { description });
}
