import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { giveWay, ownTurn } from '../core/concurrency';
import { OperationFailed } from '../core/errors';
import { AddressError } from './address';
import { readRefusal } from './body';
import { checkGone, GONE, mayPass } from './errorBody';
import { asError } from './errors';
import type { Send } from './exchange';
import { checkResponse, confirmOddEntries, type Expected } from './expected';
import type { Attempt } from './log';
import { classify, type RetryableCall, type Verdict } from './retry';
import { type CallSettings, ServiceClient } from './serviceClient';
import { CREDENTIAL_TYPE, sendAuthenticated, Session } from './session';
import {
	CANCELLED_BEFORE_SENT,
	DEFAULT_RETRY,
	type HttpResponse,
	type Ids,
	type Naming,
	type NodeContext,
	type Outcome,
	type Query,
	type RetryLimits,
} from './types';

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
type AbsenceCheck = (client: Client, method: string, path: string) => Promise<boolean | undefined>;

export interface ClientOptions {
	retry?: Partial<RetryLimits>;
	isAbsent?: AbsenceCheck;
}

interface Settings extends CallSettings {
	isAbsent: AbsenceCheck;
	decides?: boolean;
	spend?: () => void;
	see?: (response: HttpResponse) => void;
}

const unusableCredential = ({ message }: AddressError) =>
	new OperationFailed(
		`The credential cannot be used: ${message}`,
		'Open the credential and correct the address.',
	);

export class Client extends ServiceClient<Settings> {
	private constructor(
		context: NodeContext,
		readonly session: Session,
		settings: Settings,
	) {
		const { environment, baseUrl, pace, secrets } = session;
		super(context, { called: { environment, service: baseUrl }, pace, secrets }, settings);
	}

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

	/** Asks before each call, also one that looks for an effect. It throws if there is none left. */
	withBudget(spend: () => void): this {
		return this.with({ spend });
	}

	/** `see` gets each response as it came, before anything is made of it. */
	watchedBy(see: (response: HttpResponse) => void): this {
		return this.with({ see });
	}

	/** For lists whose missing entries decide: one with odd entries counts if a retry shows the same. */
	forDecision(): this {
		return this.with({ decides: true });
	}

	override forProbe(): this {
		return super.forProbe().forDecision();
	}

	/** Returns the response's body, or undefined if the service may answer without one. */
	async call<Result>(call: ServiceCall<Result>): Promise<Result> {
		const end = await this.send(call);
		return 'result' in end ? end.result : (end.response.body as Result);
	}

	/** Opens a file. Returns its stream or a redirect; the caller checks the content. */
	async open(call: Omit<ServiceCall<HttpResponse>, 'expects'>): Promise<HttpResponse> {
		const end = await this.send<HttpResponse>({
			...call,
			expects: 'anything',
			asksFileHost: true,
			streamed: true,
			mayRedirect: true,
		});
		return 'result' in end ? end.result : end.response;
	}

	private async send<Result>(
		call: ServiceCall<Result>,
	): Promise<{ response: HttpResponse } | { result: Result }> {
		this.settings.spend?.();
		const { method, path, expects, unconfirmed, findEffect } = call;
		const isDeciding = this.settings.decides && method === 'GET';
		const confirm = isDeciding ? confirmOddEntries(expects) : (outcome: Outcome) => outcome;
		return await this.perform<Result>(
			{
				kind: kindOf(call),
				verdictOf: (outcome) => verdictOf(call, outcome),
				findEffect,
				sent: call,
				what: this.session.naming.subjectOf(method, path),
				call: `${method} ${path}`,
				unconfirmed,
			},
			async (number) => confirm(await this.check(call, await this.attempt(call, number))),
		);
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

	private async attempt(call: ServiceCall<unknown>, attempt: number): Promise<Outcome> {
		const { method, path, about, abortSignal, streamed } = call;
		await giveWay();
		const request = this.request(call);
		return await sendAuthenticated(this.context, this.session, request, async (send) => {
			const outcome = await this.exchange(
				isLarge(request) ? inOwnTurn(send) : send,
				{ method, path, about, attempt },
				{
					signal: abortSignal ?? this.cancelSignal,
					...(streamed ? { receive: readRefusal } : {}),
				},
			);
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

	override log(attempt: Attempt, service?: string) {
		const { method, about, outcome } = attempt;
		const isMade =
			method === 'POST' && outcome.response !== undefined && outcome.response.status < 300;
		const ids = isMade ? { ...about, ...this.session.naming.idsIn(outcome.response.body) } : about;
		super.log({ ...attempt, about: ids }, service);
	}
}

const LARGE = 50_000;

const isLarge = ({ body }: IHttpRequestOptions): boolean => String(body ?? '').length > LARGE;

/** n8n reads and writes a large body without a pause. */
const inOwnTurn =
	(send: Send): Send =>
	async (signal) => {
		await ownTurn();
		return signal.aborted ? CANCELLED_BEFORE_SENT : await send(signal);
	};

function verdictOf({ asksFileHost, mayRedirect }: ServiceCall<unknown>, outcome: Outcome): Verdict {
	const { response } = outcome;
	if (asksFileHost && response && mayPass(response)) return 'not done';
	const isRedirect = response && response.status >= 300 && response.status < 400;
	return mayRedirect && isRedirect ? 'done' : classify(outcome);
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
