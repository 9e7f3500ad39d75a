import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { now, wait } from '../core/clock';
import { OperationFailed } from '../core/errors';
import { AddressError } from './address';
import { readRefusal } from './body';
import { earlierTry } from './earlierTry';
import { checkGone, GONE } from './errorBody';
import { asError, toNodeApiError } from './errors';
import { exchange } from './exchange';
import {
	checkResponse,
	type Expected,
	type ExpectedList,
	hasOddEntries,
	showTheSame,
} from './expected';
import { logAttempt } from './log';
import { classify, retry, type RetryableCall } from './retry';
import { Session } from './session';
import { CREDENTIAL_TYPE, sendAuthenticated } from './token/authenticate';
import {
	cancelSignalOf,
	DEFAULT_RETRY,
	type HttpResponse,
	type Ids,
	lostResponse,
	type Naming,
	type NodeContext,
	type Outcome,
	probeLimits,
	type Query,
	type RetryLimits,
} from './types';

/** A list with odd entries that shows the same after this time is believed. */
const ODD_ENTRIES_MS = 30_000;

const JSON_TYPE = 'application/json';

export interface ServiceCall<Result = unknown> {
	method: IHttpRequestMethods;
	path: string;
	query?: Query;
	/** A function gives what is left to do, before each try. */
	body?: unknown;
	headers?: Record<string, string>;
	about?: Ids;
	streamed?: boolean;
	/** Returns a redirect instead of failing. It is never followed. */
	mayRedirect?: boolean;
	/** Also ends the reading of the body. */
	abortSignal?: AbortSignal;
	/** A response without it is lost, whatever its status. */
	expects: Expected;
	/** What the service may not accept; shown if it refuses the call. */
	unconfirmed?: string;
	/**
	 * For a POST without a lasting effect, or whose caller repairs a second one. Other methods may
	 * always be repeated.
	 */
	repeatable?: boolean;
	/** The service asks the file host, whose failures have codes of their own. */
	asksFileHost?: boolean;
	/**
	 * Looks for the effect of this call after its response was lost or a repetition was refused.
	 * Returns what the call would have returned, or undefined if there is no effect.
	 */
	findEffect?: (client: Client) => Promise<Result | undefined>;
	/** True if the last look showed a part of the effect. */
	hasPart?: () => boolean;
	/** What a repetition by n8n has in common with this call. Without it, the whole body. */
	identity?: unknown;
}

/** Asks the service's lists whether what a call is about is missing. Undefined: no list tells. */
export type AbsenceCheck = (
	client: Client,
	method: string,
	path: string,
) => Promise<boolean | undefined>;

export interface ClientOptions {
	retry?: Partial<RetryLimits>;
	isAbsent?: AbsenceCheck;
}

interface Settings {
	retryLimits: RetryLimits;
	isAbsent: AbsenceCheck;
	itemIndex?: number;
	decides?: boolean;
	spend?: () => void;
	see?: (response: HttpResponse) => void;
	outlivesCancel?: boolean;
}

const unusableCredential = ({ message }: AddressError) =>
	new OperationFailed(
		`The credential cannot be used: ${message}`,
		'Open the credential and correct the address.',
	);

export class Client {
	private constructor(
		readonly context: NodeContext,
		readonly session: Session,
		private readonly settings: Settings,
	) {}

	static async create(
		context: NodeContext,
		naming: Naming,
		{ retry: limits, isAbsent = async () => undefined }: ClientOptions = {},
	): Promise<Client> {
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
			CREDENTIAL_TYPE,
			0,
		);
		try {
			const session = new Session(context, credentials, naming);
			return new Client(context, session, {
				retryLimits: { ...DEFAULT_RETRY, ...limits },
				isAbsent,
			});
		} catch (error) {
			throw error instanceof AddressError ? unusableCredential(error) : asError(error);
		}
	}

	/** Errors point to this input item. */
	forItem(itemIndex: number): Client {
		return this.with({ itemIndex });
	}

	/** Asks before each call, also one that looks for an effect. It throws if there is none left. */
	withBudget(spend: () => void): Client {
		return this.with({ spend });
	}

	/** `see` gets each response as it came, before anything is made of it. */
	watchedBy(see: (response: HttpResponse) => void): Client {
		return this.with({ see });
	}

	/** For what must be cleaned up, even if the execution is cancelled. */
	beyondCancel(): Client {
		return this.with({ outlivesCancel: true });
	}

	private with(changes: Partial<Settings>): Client {
		return new Client(this.context, this.session, { ...this.settings, ...changes });
	}

	get itemIndex(): number {
		return this.settings.itemIndex ?? 0;
	}

	get retryLimits(): RetryLimits {
		return this.settings.retryLimits;
	}

	get cancelSignal(): AbortSignal | undefined {
		return this.settings.outlivesCancel ? undefined : cancelSignalOf(this.context);
	}

	/** For lists whose missing entries decide: one with odd entries must show the same twice. */
	forDecision(): Client {
		return this.with({ decides: true });
	}

	/** For asking whether a call took effect. */
	forProbe(): Client {
		return this.forDecision().with({ retryLimits: probeLimits(this.retryLimits) });
	}

	/** Returns the response's body, or undefined if the service may answer without one. */
	async call<Result>(call: ServiceCall<Result>): Promise<Result> {
		const end = await this.perform(call);
		return 'result' in end ? end.result : (end.response.body as Result);
	}

	/** Opens a file. Returns its stream or a redirect; the caller checks the content. */
	async open(call: Omit<ServiceCall<HttpResponse>, 'expects'>): Promise<HttpResponse> {
		const end = await this.perform<HttpResponse>({
			...call,
			expects: 'anything',
			asksFileHost: true,
			streamed: true,
			mayRedirect: true,
		});
		return 'result' in end ? end.result : end.response;
	}

	private async perform<Result>(
		call: ServiceCall<Result>,
	): Promise<{ response: HttpResponse } | { result: Result }> {
		this.settings.spend?.();
		const kind = kindOf(call);
		const earlier =
			kind === 'creates' ? earlierTry(this.context, this.itemIndex, this.session, call) : undefined;
		const { findEffect } = earlier ?? call;
		const retried = {
			kind,
			asksFileHost: call.asksFileHost,
			...(findEffect ? { findEffect: async () => await findEffect(this.forProbe()) } : {}),
		};
		// First of all, look for the effect of the earlier try.
		const attempt = async (number: number) =>
			(number === 1 && earlier?.outcome) || (await this.tryOnce(call, number));
		const { outcome, report, effect } = await retry(
			retried,
			this.retryLimits,
			attempt,
			this.cancelSignal,
		);
		earlier?.remember(report, outcome);
		if (effect) return effect;
		const { response } = outcome;
		const isRedirect =
			call.mayRedirect === true &&
			response !== undefined &&
			response.status >= 300 &&
			response.status < 400;
		if (response && (isRedirect || classify(outcome) === 'done')) return { response };
		throw toNodeApiError(outcome, {
			node: this.context.getNode(),
			what: this.session.naming.subjectOf(call.method, call.path),
			unconfirmed: call.unconfirmed,
			call: `${call.method} ${call.path}`,
			report,
			secrets: this.session.secrets,
			itemIndex: this.settings.itemIndex,
		});
	}

	/** Turns a response that is not to be believed into a lost one. */
	private async check(call: ServiceCall<unknown>, outcome: Outcome): Promise<Outcome> {
		const { method, path, expects, streamed } = call;
		if (outcome.response && GONE.includes(outcome.response.status))
			return await checkGone(
				outcome.response,
				async () => await this.settings.isAbsent(this.forProbe(), method, path),
			);
		return streamed ? outcome : checkResponse(outcome, expects, method);
	}

	/** What an odd entry hides may be what is looked for. */
	private async readAgain(
		{ expects }: ServiceCall<unknown>,
		first: Outcome,
		read: () => Promise<Outcome>,
	): Promise<Outcome> {
		const { until = Infinity } = this.retryLimits;
		const lost = lostResponse(
			'INCOMPLETE_ANSWER',
			'The list has entries that cannot be read, and a second reading does not confirm it.',
		);
		if (now() + ODD_ENTRIES_MS >= until || !(await wait(ODD_ENTRIES_MS, this.cancelSignal)))
			return lost;
		const second = await read();
		const isBelieved =
			!second.response ||
			second.response.status >= 300 ||
			!hasOddEntries(second.response.body, expects) ||
			showTheSame(first.response?.body, second.response.body, expects as ExpectedList);
		return isBelieved ? second : lost;
	}

	/** Reads an odd list twice where what is missing decides. */
	private async tryOnce(call: ServiceCall<unknown>, number: number): Promise<Outcome> {
		const readOnce = async () => await this.check(call, await this.attempt(call, number));
		const outcome = await readOnce();
		const isOdd = hasOddEntries(outcome.response?.body, call.expects);
		return isOdd && this.settings.decides && call.method === 'GET'
			? await this.readAgain(call, outcome, readOnce)
			: outcome;
	}

	private async attempt(call: ServiceCall<unknown>, attempt: number): Promise<Outcome> {
		return await sendAuthenticated(this.context, this.session, this.request(call), async (send) => {
			const outcome = await exchange(send, {
				pace: this.session.pace,
				wait: this.retryLimits,
				timeoutMs: this.retryLimits.tryMs,
				signal: call.abortSignal ?? this.cancelSignal,
				...(call.streamed ? { receive: readRefusal } : {}),
				log: (ended, startedAt) => this.log(call, attempt, startedAt, ended),
			});
			this.session.noteClock(outcome);
			if (outcome.response) this.settings.see?.(outcome.response);
			return outcome;
		});
	}

	private request({
		method,
		path,
		query,
		body,
		headers,
	}: ServiceCall<unknown>): IHttpRequestOptions {
		return {
			method,
			url: this.session.baseUrl + path + toQueryString(query),
			// The service wants the content type on every PUT, with or without a body.
			headers: {
				Accept: JSON_TYPE,
				...(method === 'GET' ? {} : { 'Content-Type': JSON_TYPE }),
				...headers,
			},
			...(body === undefined
				? {}
				: { body: JSON.stringify(typeof body === 'function' ? (body as () => unknown)() : body) }),
			// Limits silence only.
			timeout: this.retryLimits.tryMs,
		};
	}

	log(
		{ method, path, about }: Pick<ServiceCall, 'method' | 'path' | 'about'>,
		attempt: number,
		startedAt: number,
		outcome: Outcome,
		service = this.session.baseUrl,
	) {
		const isMade =
			method === 'POST' && outcome.response !== undefined && outcome.response.status < 300;
		const ids = isMade ? { ...about, ...this.session.naming.idsIn(outcome.response.body) } : about;
		logAttempt(
			this.context,
			{ environment: this.session.environment, service },
			{ method, path, about: ids, attempt, startedAt, outcome },
			this.session.secrets,
		);
	}
}

function kindOf(call: ServiceCall<unknown>): RetryableCall<unknown>['kind'] {
	const { method, repeatable, findEffect } = call;
	if (method === 'GET') return 'reads';
	if (method !== 'POST') return 'sets';
	if (!repeatable) return 'creates';
	return findEffect ? 'sets' : 'reads';
}

function toQueryString(query: Query = {}): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value])
			.filter((entry) => entry !== undefined)
			.map((entry) => `${encodeURIComponent(name)}=${encodeURIComponent(String(entry))}`),
	);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
