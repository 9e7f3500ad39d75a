import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { LIMITS } from '../rules/limits';
import { AddressError, parseAuthUrl, parseBaseUrl } from './address';
import { isHtml } from './errorBody';
import { passOn, toNodeApiError } from './errors';
import { logAttempt } from './log';
import { type Pace, paceFor } from './pace';
import { retry } from './retry';
import { CREDENTIAL_TYPE, expectJson, type Login, sendAuthenticated } from './send';
import { readRefusal } from './streamedBody';
import { subjectOf } from './subject';
import { type Answer, CANCELLED, cancelSignalOf, DEFAULT_RETRY, type NodeContext, type Outcome, type Query, type RetryLimits, type ServiceCall } from './types';

/** Calls per second by environment, when the credential does not say. */
const RATE: Record<string, number> = LIMITS.requestsPerSecond;
const TIMEOUT_MS = 60_000;
/** A clock that is further off than a week is no clock but a defect, e.g. of a gateway. */
const PLAUSIBLE_CLOCK_MS = 7 * 86_400_000;
const JSON_TYPE = 'application/json';

export interface ClientOptions {
	retry?: Partial<RetryLimits>;
}

/** What all clients of one node run share. */
interface Session extends Login {
	baseUrl: string;
	pace: Pace;
	/** How far the service's clock is ahead of ours, from its latest answer. */
	clockAheadMs: number;
}

/** Everything a service function needs to talk to the REST service. */
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

	static async create(context: NodeContext, options: ClientOptions = {}): Promise<Client> {
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL_TYPE, 0);
		try {
			const baseUrl = parseBaseUrl(String(credentials.baseUrl ?? ''));
			parseAuthUrl(String(credentials.authUrl ?? ''));
			const session = { credentials, usedTokens: new Set<string>(), baseUrl, pace: paceOf(context, credentials, baseUrl), clockAheadMs: 0 };
			return new Client(context, session, { ...DEFAULT_RETRY, ...options.retry });
		} catch (error) {
			if (!(error instanceof AddressError)) throw passOn(context.getNode(), error);
			throw new NodeOperationError(context.getNode(), `The credential cannot be used: ${error.message}`, {
				description: 'Open the credential and correct the address.',
			});
		}
	}

	/** The same connection, with errors pointing to another input item. */
	forItem(itemIndex: number): Client {
		return new Client(this.context, this.session, this.retryLimits, itemIndex);
	}

	get baseUrl(): string {
		return this.session.baseUrl;
	}

	/** A time of this machine's clock as the service's clock shows it, as far as its answers tell. */
	serverTime(localMs: number): number {
		return localMs + this.session.clockAheadMs;
	}

	get connectorFingerprint(): string {
		return String(this.session.credentials.connectorFingerprint ?? '').trim();
	}

	get clientId(): string {
		return String(this.session.credentials.clientId ?? '').trim();
	}

	/** A secret that only the holder of this credential can derive again; see the trigger's address. */
	get signingKey(): string {
		return String(this.session.credentials.clientSecret ?? '');
	}

	get secrets(): string[] {
		const { credentials, usedTokens } = this.session;
		return [credentials.clientSecret, credentials.accessToken, ...usedTokens].map((secret) => String(secret ?? '')).filter(Boolean);
	}

	get cancelSignal(): AbortSignal | undefined {
		return cancelSignalOf(this.context);
	}

	/** Calls the service and returns the JSON it answers. */
	async call<Result>(call: ServiceCall<Result>): Promise<Result> {
		const { answer, result } = await this.perform(call, expectJson);
		return answer ? (answer.body as Result) : result!;
	}

	/** Calls the service and returns the whole answer, whatever its body is. */
	async exchange(call: ServiceCall<Answer>): Promise<Answer> {
		const { answer, result } = await this.perform(call, (outcome) => outcome);
		return answer ?? result!;
	}

	private async perform<Result>(call: ServiceCall<Result>, check: (outcome: Outcome) => Outcome): Promise<{ answer?: Answer; result?: Result }> {
		const attempt = async (number: number) => check(await this.attempt(call, number));
		const { outcome, report, effect } = await retry(call, this.retryLimits, attempt, this.cancelSignal);
		if (effect) return { result: effect.result };
		if (outcome.answer && outcome.answer.status < (call.mayRedirect ? 400 : 300) && !isHtml(outcome.answer.body)) return { answer: outcome.answer };
		throw toNodeApiError(outcome, {
			node: this.context.getNode(),
			what: subjectOf(call.method, call.path),
			call: `${call.method} ${call.path}`,
			report,
			secrets: this.secrets,
			itemIndex: this.itemIndex,
		});
	}

	private async attempt(call: ServiceCall<unknown>, attempt: number): Promise<Outcome> {
		return await sendAuthenticated(this.context, this.session, this.request(call), async (send) => await this.pass(call, attempt, send));
	}

	/** One HTTP call: paced, watched and logged. */
	private async pass(call: ServiceCall<unknown>, attempt: number, send: () => Promise<Outcome>): Promise<Outcome> {
		if (!(await this.session.pace.turn(this.cancelSignal))) return CANCELLED;
		const startedAt = Date.now();
		const sentAt = performance.now();
		const outcome = await readRefusal(await send(), this.cancelSignal);
		this.session.pace.answered(sentAt);
		const aheadMs = Date.parse(outcome.answer?.headers.date ?? '') - Date.now();
		if (Math.abs(aheadMs) < PLAUSIBLE_CLOCK_MS) this.session.clockAheadMs = aheadMs;
		if (outcome.answer?.status === 429) this.session.pace.refused();
		this.log(call, attempt, startedAt, outcome);
		return outcome;
	}

	private request({ method, path, query, body, headers, streamed, abortSignal }: ServiceCall<unknown>): IHttpRequestOptions {
		return {
			method,
			url: this.baseUrl + path + toQueryString(query),
			// The content type is sent without a body, too: the service asks for it on every PUT.
			headers: { Accept: JSON_TYPE, ...(method === 'GET' ? {} : { 'Content-Type': JSON_TYPE }), ...headers },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			...(streamed ? { encoding: 'stream' as const } : {}),
			...(abortSignal ? { abortSignal } : {}),
			returnFullResponse: true,
			disableFollowRedirect: true,
			timeout: this.retryLimits.tryMs ?? TIMEOUT_MS,
		};
	}

	/** One line of the transaction log. */
	log({ method, path, about }: Pick<ServiceCall, 'method' | 'path' | 'about'>, attempt: number, startedAt: number, outcome: Outcome, service = this.baseUrl) {
		logAttempt(this.context, { environment: this.environment, service }, { method, path, about, attempt, startedAt, outcome }, this.secrets);
	}
}

const environmentOf = (credentials: ICredentialDataDecryptedObject) => String(credentials.environment || 'production');

function paceOf(context: NodeContext, credentials: ICredentialDataDecryptedObject, baseUrl: string): Pace {
	const rate = Number(credentials.requestsPerSecond) || RATE[environmentOf(credentials)] || RATE.production!;
	const credentialId = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? String(credentials.clientId);
	return paceFor(new URL(baseUrl).origin, credentialId, rate);
}

function toQueryString(query: Query = {}): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value]).filter((each) => each !== undefined).map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
	);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
