import type {
	ICredentialDataDecryptedObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { LIMITS } from '../rules/limits';
import { AddressError, parseAuthUrl, parseBaseUrl } from './http/address';
import { checkAnswer, type Expected } from './http/expected';
import { readRefusal } from './http/streamedBody';
import { CREDENTIAL_TYPE, type Login, sendAuthenticated } from './pipeline/authenticate';
import { asError, toNodeApiError } from './pipeline/errors';
import { exchange } from './pipeline/exchange';
import { logAttempt } from './pipeline/log';
import { type Pace, paceFor } from './pipeline/pace';
import { type Retried, retry } from './pipeline/retry';
import { clientIdOf, clientSecretOf, environmentOf } from './pipeline/token/login';
import { classify } from './pipeline/verdict';
import {
	type Answer,
	cancelSignalOf,
	DEFAULT_RETRY,
	type Ids,
	type Naming,
	type NodeContext,
	type Outcome,
	probeLimits,
	type Query,
	type RetryLimits,
} from './types';

/** A clock that is further off is broken. */
const PLAUSIBLE_CLOCK_MS = 7 * 86_400_000;
const JSON_TYPE = 'application/json';

export interface ServiceCall<Result = unknown> {
	method: IHttpRequestMethods;
	path: string;
	query?: Query;
	body?: unknown;
	headers?: Record<string, string>;
	about?: Ids;
	streamed?: boolean;
	/** Returns a redirect instead of failing. It is never followed. */
	mayRedirect?: boolean;
	/** Also ends the reading of the body. */
	abortSignal?: AbortSignal;
	/** An answer without it is lost, whatever its status. */
	expects: Expected;
	/** What the service may not accept; shown if it refuses the call. */
	unsure?: string;
	/**
	 * For a POST without a lasting effect, or whose caller repairs a second one. Other methods may
	 * always be repeated.
	 */
	repeatable?: boolean;
	/**
	 * Looks for the effect of this call after its answer was lost or a repetition was refused.
	 * Returns what the call would have returned, or undefined if there is no effect.
	 */
	findEffect?: (client: Client) => Promise<Result | undefined>;
}

export interface ClientOptions {
	retry?: Partial<RetryLimits>;
}

interface Session extends Login {
	baseUrl: string;
	pace: Pace;
	naming: Naming;
	/** From the service's latest answer. */
	clockAheadMs: number;
}

export class Client {
	readonly environment: string;
	readonly instanceId: string;

	private constructor(
		readonly context: NodeContext,
		private readonly session: Session,
		readonly retryLimits: RetryLimits,
		private readonly itemIndex?: number,
	) {
		this.environment = environmentOf(session.credentials);
		this.instanceId = context.getInstanceId();
	}

	static async create(
		context: NodeContext,
		naming: Naming,
		options: ClientOptions = {},
	): Promise<Client> {
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
			CREDENTIAL_TYPE,
			0,
		);
		try {
			const baseUrl = parseBaseUrl(String(credentials.baseUrl ?? ''));
			parseAuthUrl(String(credentials.authUrl ?? ''));
			const session = {
				credentials,
				usedTokens: new Set<string>(),
				baseUrl,
				pace: paceOf(context, credentials, baseUrl),
				naming,
				clockAheadMs: 0,
			};
			return new Client(context, session, { ...DEFAULT_RETRY, ...options.retry });
		} catch (error) {
			if (!(error instanceof AddressError)) throw asError(context.getNode(), error);
			throw new NodeOperationError(
				context.getNode(),
				`The credential cannot be used: ${error.message}`,
				{
					description: 'Open the credential and correct the address.',
				},
			);
		}
	}

	/** Errors point to this input item. */
	forItem(itemIndex: number): Client {
		return new Client(this.context, this.session, this.retryLimits, itemIndex);
	}

	get baseUrl(): string {
		return this.session.baseUrl;
	}

	/** Undefined if the service has the same origin. */
	get signInOrigin(): string | undefined {
		const { origin } = new URL(parseAuthUrl(String(this.session.credentials.authUrl ?? '')));
		return origin === new URL(this.baseUrl).origin ? undefined : origin;
	}

	/** Converts a local time to the service's clock. */
	serverTime(localMs: number): number {
		return localMs + this.session.clockAheadMs;
	}

	get connectorFingerprint(): string {
		return String(this.session.credentials.connectorFingerprint ?? '').trim();
	}

	get clientId(): string {
		return clientIdOf(this.session.credentials);
	}

	/** The trigger signs its address with it. */
	get signingKey(): string {
		return clientSecretOf(this.session.credentials);
	}

	get secrets(): string[] {
		const { credentials, usedTokens } = this.session;
		return [clientSecretOf(credentials), credentials.accessToken, ...usedTokens]
			.map((secret) => String(secret ?? ''))
			.filter(Boolean);
	}

	get cancelSignal(): AbortSignal | undefined {
		return cancelSignalOf(this.context);
	}

	/** For looking whether a call took effect. */
	forLook(): Client {
		return new Client(this.context, this.session, probeLimits(this.retryLimits), this.itemIndex);
	}

	/** Returns the answer's body, or undefined if the service may answer without one. */
	async call<Result>(call: ServiceCall<Result>): Promise<Result> {
		const end = await this.perform(call);
		return 'result' in end ? end.result : (end.answer.body as Result);
	}

	/** Opens a file. Returns its stream or a redirect; the caller checks the content. */
	async open(call: Omit<ServiceCall<Answer>, 'expects'>): Promise<Answer> {
		const end = await this.perform<Answer>({
			...call,
			expects: 'anything',
			streamed: true,
			mayRedirect: true,
		});
		return 'result' in end ? end.result : end.answer;
	}

	private async perform<Result>(
		call: ServiceCall<Result>,
	): Promise<{ answer: Answer } | { result: Result }> {
		const attempt = async (number: number) => {
			const outcome = await this.attempt(call, number);
			return call.streamed ? outcome : checkAnswer(outcome, call.expects, call.method);
		};
		const { findEffect } = call;
		const retried = {
			kind: kindOf(call),
			...(findEffect ? { findEffect: async () => await findEffect(this.forLook()) } : {}),
		};
		const { outcome, report, effect } = await retry(
			retried,
			this.retryLimits,
			attempt,
			this.cancelSignal,
		);
		if (effect) return effect;
		const { answer } = outcome;
		const isRedirect =
			call.mayRedirect === true &&
			answer !== undefined &&
			answer.status >= 300 &&
			answer.status < 400;
		if (answer && (isRedirect || classify(outcome) === 'done')) return { answer };
		throw toNodeApiError(outcome, {
			node: this.context.getNode(),
			what: this.session.naming.subjectOf(call.method, call.path),
			unsure: call.unsure,
			call: `${call.method} ${call.path}`,
			report,
			secrets: this.secrets,
			itemIndex: this.itemIndex,
		});
	}

	private async attempt(call: ServiceCall<unknown>, attempt: number): Promise<Outcome> {
		return await sendAuthenticated(this.context, this.session, this.request(call), async (send) => {
			const outcome = await exchange(send, {
				pace: this.session.pace,
				timeoutMs: this.retryLimits.tryMs,
				signal: call.abortSignal ?? this.cancelSignal,
				receive: readRefusal,
				log: (ended, startedAt) => this.log(call, attempt, startedAt, ended),
			});
			this.noteClock(outcome);
			return outcome;
		});
	}

	private noteClock({ answer }: Outcome) {
		const aheadMs = Date.parse(answer?.headers.date ?? '') - Date.now();
		if (Math.abs(aheadMs) < PLAUSIBLE_CLOCK_MS) this.session.clockAheadMs = aheadMs;
	}

	private request({
		method,
		path,
		query,
		body,
		headers,
		streamed,
	}: ServiceCall<unknown>): IHttpRequestOptions {
		return {
			method,
			url: this.baseUrl + path + toQueryString(query),
			// The service wants the content type on every PUT, with or without a body.
			headers: {
				Accept: JSON_TYPE,
				...(method === 'GET' ? {} : { 'Content-Type': JSON_TYPE }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			...(streamed ? { encoding: 'stream' as const } : {}),
			// Limits silence only.
			timeout: this.retryLimits.tryMs,
		};
	}

	log(
		{ method, path, about }: Pick<ServiceCall, 'method' | 'path' | 'about'>,
		attempt: number,
		startedAt: number,
		outcome: Outcome,
		service = this.baseUrl,
	) {
		const isMade = method === 'POST' && outcome.answer !== undefined && outcome.answer.status < 300;
		const ids = isMade ? { ...about, ...this.session.naming.idsIn(outcome.answer.body) } : about;
		logAttempt(
			this.context,
			{ environment: this.environment, service },
			{ method, path, about: ids, attempt, startedAt, outcome },
			this.secrets,
		);
	}
}

function kindOf(call: ServiceCall<unknown>): Retried<unknown>['kind'] {
	const { method, repeatable, findEffect } = call;
	if (method === 'GET') return 'reads';
	if (method !== 'POST') return 'sets';
	if (!repeatable) return 'creates';
	return findEffect ? 'sets' : 'reads';
}

function paceOf(
	context: NodeContext,
	credentials: ICredentialDataDecryptedObject,
	baseUrl: string,
): Pace {
	const rate =
		Number(credentials.requestsPerSecond) ||
		(environmentOf(credentials) === 'staging'
			? LIMITS.requestsPerSecond.staging
			: LIMITS.requestsPerSecond.production);
	const credentialId =
		context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? String(credentials.clientId);
	return paceFor(new URL(baseUrl).origin, credentialId, rate);
}

function toQueryString(query: Query = {}): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value])
			.filter((each) => each !== undefined)
			.map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
	);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
