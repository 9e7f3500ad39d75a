import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ClientOptions } from '../client';
import { explainedError, passOn } from '../errors';
import { logAttempt } from '../log';
import { readLost } from '../outcome';
import { paceFor, type Pace } from '../pace';
import { retry } from '../retry';
import { sendPlain } from '../send';
import type { Report } from '../tries';
import { CANCELLED, cancelSignalOf, DEFAULT_RETRY, type NodeContext, type Outcome, type RetryLimits } from '../types';
import { callService, withText, type CallResult, type Post, type SoapCall } from './call';
import { descriptionOf } from './description';
import { documentText, offersNone } from './document';
import { explainNoDescription, explainResult, statusOf } from './errors';
import { SoapAnswerError } from './failures';
import { receive } from './receive';
import { readSettings, type ServiceSettings } from './settings';
import type { ServiceDescription } from './wsdl';
import type { XmlElement } from './xml';

const SOAP_CREDENTIAL_TYPE = 'projectSettingsApi';

/** The service states no limit; this is polite. */
const REQUESTS_PER_SECOND = 10;
const TIMEOUT_MS = 60_000;

export interface CallPolicy<Effect> {
	/** A second identical call has no second effect. */
	repeatable: boolean;
	/** See `ServiceCall`. */
	findEffect?: () => Promise<Effect | undefined>;
}

/** Everything a service function needs to talk to the SOAP service. */
export class SoapClient {
	private constructor(
		readonly context: NodeContext,
		readonly settings: ServiceSettings,
		private readonly pace: Pace,
		private readonly limits: RetryLimits,
		private readonly itemIndex?: number,
	) {}

	static async create(context: NodeContext, options: ClientOptions = {}): Promise<SoapClient> {
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(SOAP_CREDENTIAL_TYPE, 0);
		const settings = readSettings(credentials);
		const credentialId = context.getNode().credentials?.[SOAP_CREDENTIAL_TYPE]?.id ?? settings.url;
		const pace = paceFor(new URL(settings.url).origin, `soap ${credentialId}`, REQUESTS_PER_SECOND);
		return new SoapClient(context, settings, pace, { ...DEFAULT_RETRY, ...options.retry });
	}

	/** The same connection, with errors pointing to another input item. */
	forItem(itemIndex: number): SoapClient {
		return new SoapClient(this.context, this.settings, this.pace, this.limits, itemIndex);
	}

	/** What the service says about itself, or undefined when it says nothing; that it cannot be read is an error. */
	async description(maxAgeMs?: number): Promise<ServiceDescription | undefined> {
		try {
			const read = async (url: string) => await this.readDocument(url);
			return await descriptionOf(this.settings, { reader: this.context, read }, maxAgeMs);
		} catch (error) {
			if (!(error instanceof SoapAnswerError)) throw passOn(this.context.getNode(), error);
			const report: Report = { tries: 1, waitedMs: 0, cancelled: false, mayHaveTakenEffect: false };
			throw explainedError(explainNoDescription(error, this.settings), undefined, this.errorContext(report));
		}
	}

	/** Calls an operation and returns its response element, or what `findEffect` found in place of a lost one. */
	async call<Effect = never>(call: SoapCall, policy: CallPolicy<Effect>): Promise<{ response: XmlElement } | { effect: Effect }> {
		let result: CallResult = {};
		const attempt = async (number: number): Promise<Outcome> => {
			result = await callService(this.settings, call, this.post(number));
			return toOutcome(result, policy.repeatable);
		};
		const { repeatable, findEffect } = policy;
		const { report, effect } = await retry<Effect>({ kind: repeatable ? 'reads' : 'creates', findEffect }, this.limits, attempt, this.cancelSignal);
		if (effect) return { effect: effect.result };
		if (result.response) return { response: result.response };
		throw explainedError(explainResult(result, call.operation, this.settings), statusOf(result), this.errorContext(report));
	}

	private get cancelSignal(): AbortSignal | undefined {
		return cancelSignalOf(this.context);
	}

	private errorContext(report: Report) {
		return { node: this.context.getNode(), report, secrets: this.settings.secrets, itemIndex: this.itemIndex };
	}

	private post(attempt: number): Post {
		return async ({ url, operation, headers, body }) =>
			await this.send({ method: 'POST', url, headers, body }, attempt, `${new URL(url).pathname} ${operation}`);
	}

	/** A document of the service's description, or undefined when it offers none. */
	private async readDocument(url: string): Promise<string | undefined> {
		const { pathname, search } = new URL(url);
		const what = `GET ${pathname}${search}`;
		const attempt = async (number: number): Promise<Outcome> => {
			const outcome = await this.send({ method: 'GET', url, headers: { ...this.settings.headers, Accept: 'text/xml, application/xml' } }, number, what);
			return outcome.answer && offersNone(outcome.answer.status) ? { answer: { ...outcome.answer, status: 404 } } : outcome;
		};
		const { outcome, report } = await retry({ kind: 'reads' }, this.limits, attempt, this.cancelSignal);
		const { answer } = outcome;
		if (answer?.status === 404) return undefined;
		if (answer && answer.status < 300) return documentText(answer);
		const explained = explainNoDescription(answer ? { answer: withText(answer) } : outcome, this.settings);
		throw explainedError(explained, answer?.status, this.errorContext(report));
	}

	/** One HTTP exchange: paced, limited in time and size, logged. */
	private async send(request: Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'body'>, attempt: number, what: string): Promise<Outcome> {
		const cancel = this.cancelSignal;
		if (!(await this.pace.turn(cancel))) return CANCELLED;
		const startedAt = Date.now();
		const deadline = AbortSignal.timeout(TIMEOUT_MS);
		const outcome = await receiveAll(
			await sendPlain(this.context, {
				...request,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: TIMEOUT_MS,
				abortSignal: cancel ? AbortSignal.any([cancel, deadline]) : deadline,
			}),
		);
		if (outcome.answer?.status === 429) this.pace.refused();
		logAttempt(this.context, { service: this.settings.url }, { method: request.method ?? 'POST', path: what, attempt, startedAt, outcome }, this.settings.secrets);
		if (outcome.lost && deadline.aborted) {
			return { lost: { code: 'ETIMEDOUT', message: `No complete answer within ${TIMEOUT_MS / 1000} seconds.`, neverSent: false } };
		}
		return outcome;
	}
}

/** What the retry rules make of a result: a fault is final, an unreadable answer leaves open what happened. */
function toOutcome({ response, unreadable, outcome }: CallResult, repeatable: boolean): Outcome {
	if (outcome) return outcome;
	if (unreadable && !repeatable) return { lost: { code: 'UNREADABLE_ANSWER', message: unreadable.message, neverSent: false } };
	return { answer: { status: response ? 200 : 400, headers: {}, body: '' } };
}

async function receiveAll(outcome: Outcome): Promise<Outcome> {
	const { answer } = outcome;
	if (!answer) return outcome;
	try {
		return { answer: { ...answer, body: await receive(answer.body as AsyncIterable<Buffer>) } };
	} catch (error) {
		return { lost: { ...readLost(error), neverSent: false } };
	}
}
