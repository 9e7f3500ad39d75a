import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { unlessCancelled } from '../../core/concurrency';
import { secretsOf } from '../../core/redact';
import { receiveWholeOrRefusal } from '../../http/body';
import type { ClientOptions } from '../../http/client';
import { asError, explainedError } from '../../http/errors';
import { exchange, sendPlain } from '../../http/exchange';
import { logAttempt } from '../../http/log';
import { type Pace, paceFor } from '../../http/pace';
import { retry } from '../../http/retry';
import { FIRST_TRY, type Report } from '../../http/tries';
import {
	cancelSignalOf,
	DEFAULT_RETRY,
	type Lost,
	type NodeContext,
	type Outcome,
	probeLimits,
	type RetryLimits,
} from '../../http/types';
import { MAX_RECEIVED } from '../../rules/limits';
import {
	type CallResult,
	callService,
	type Post,
	readLost,
	type SoapCall,
	statusOf,
	withText,
} from './call';
import { descriptionOf, isNoDocument, readDocument } from './description';
import { explainNoDescription, explainResult } from './errors';
import type { ServiceDescription } from './schema/wsdl';
import { readServiceSettings, type ServiceSettings } from './settings';
import { asResponseError, SoapResponseError } from './xml/decode';
import type { XmlElement } from './xml/xml';

const SOAP_CREDENTIAL_TYPE = 'translationProjectSettingsApi';

/** The service documents no limit; this one is polite. */
const REQUESTS_PER_SECOND = 10;

export interface CallPolicy<Effect> {
	/** The call changes nothing, so it may be repeated. */
	isRead: boolean;
	/** True if the response is complete. An incomplete one counts as lost. */
	isWhole?: (response: XmlElement) => boolean;
	/** Asks whether the call took effect. Undefined if not; throws if nobody can tell. */
	findEffect?: (probe: SoapClient) => Promise<Effect | undefined>;
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
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
			SOAP_CREDENTIAL_TYPE,
			0,
		);
		const settings = readServiceSettings(credentials, secretsOf(context));
		const credentialId = context.getNode().credentials?.[SOAP_CREDENTIAL_TYPE]?.id ?? settings.url;
		const pace = paceFor(new URL(settings.url).origin, `soap ${credentialId}`, REQUESTS_PER_SECOND);
		return new SoapClient(context, settings, pace, { ...DEFAULT_RETRY, ...options.retry });
	}

	/** The same connection, with errors pointing to another input item. */
	forItem(itemIndex: number): SoapClient {
		return new SoapClient(this.context, this.settings, this.pace, this.limits, itemIndex);
	}

	/** The WSDL, or undefined if the service publishes none. Throws if it cannot be read. */
	async description(maxAgeMs?: number): Promise<ServiceDescription | undefined> {
		try {
			const read = async (url: string) => await this.readDocument(url);
			return await unlessCancelled(
				descriptionOf(this.settings, { reader: this.context, read }, maxAgeMs),
				this.cancelSignal,
			);
		} catch (error) {
			if (!(error instanceof SoapResponseError)) throw asError(error);
			throw explainedError(
				explainNoDescription({ unreadable: error }, this.settings),
				undefined,
				this.errorContext(FIRST_TRY),
			);
		}
	}

	/** Returns the response element, or what `findEffect` found if the response was lost. */
	async call<Effect = never>(
		call: SoapCall,
		{ isRead, isWhole, findEffect }: CallPolicy<Effect>,
	): Promise<{ response: XmlElement } | { effect: Effect }> {
		let result: CallResult = {};
		const attempt = async (number: number): Promise<Outcome> => {
			result = checkWhole(
				await callService(this.settings, call, this.post(number), this.cancelSignal),
				call.operation,
				isWhole,
			);
			return toOutcome(result);
		};
		const retried = {
			kind: isRead ? ('reads' as const) : ('creates' as const),
			...(findEffect ? { findEffect: async () => await findEffect(this.forProbe()) } : {}),
		};
		const { report, effect } = await retry<Effect>(
			retried,
			this.limits,
			attempt,
			this.cancelSignal,
		);
		if (effect) return { effect: effect.result };
		if (result.response) return { response: result.response };
		throw explainedError(
			explainResult(result, call.operation, this.settings),
			statusOf(result),
			this.errorContext(report),
		);
	}

	/** The same connection with few tries, to check for an effect. */
	private forProbe(): SoapClient {
		return new SoapClient(
			this.context,
			this.settings,
			this.pace,
			probeLimits(this.limits),
			this.itemIndex,
		);
	}

	private get cancelSignal(): AbortSignal | undefined {
		return cancelSignalOf(this.context);
	}

	private errorContext(report: Report) {
		return {
			node: this.context.getNode(),
			report,
			secrets: this.settings.secrets,
			itemIndex: this.itemIndex,
		};
	}

	private post(attempt: number): Post {
		return async ({ url, operation, headers, body }) =>
			await this.exchange(
				{ method: 'POST', url, headers, body },
				attempt,
				`${new URL(url).pathname} ${operation}`,
			);
	}

	/** One document of the WSDL, or undefined if there is none. */
	private async readDocument(url: string): Promise<XmlElement | undefined> {
		const { pathname, search } = new URL(url);
		let read: { document: XmlElement | undefined } | undefined;
		let result: CallResult = {};
		const attempt = async (number: number): Promise<Outcome> => {
			const headers = { ...this.settings.headers, Accept: 'text/xml, application/xml' };
			const outcome = await this.exchange(
				{ method: 'GET', url, headers },
				number,
				`GET ${pathname}${search}`,
			);
			const { response } = outcome;
			result = response ? { outcome: { response: withText(response) } } : readLost(outcome);
			if (!response) return toOutcome(result);
			if (response.status >= 300 && !isNoDocument(response.status)) return outcome;
			try {
				read = { document: readDocument(response) };
				return DONE;
			} catch (error) {
				const problem = asResponseError(error);
				if (response.status < 300) result = { unreadable: problem };
				return { lost: unreadable(problem) };
			}
		};
		const { report } = await retry({ kind: 'reads' }, this.limits, attempt, this.cancelSignal);
		if (read) return read.document;
		throw explainedError(
			explainNoDescription(result, this.settings),
			statusOf(result),
			this.errorContext(report),
		);
	}

	private async exchange(
		request: {
			method: 'GET' | 'POST';
			url: string;
			headers: Record<string, string>;
			body?: string;
		},
		attempt: number,
		path: string,
	): Promise<Outcome> {
		const timeoutMs = this.limits.tryMs;
		return await exchange(
			async (abortSignal) =>
				await sendPlain(this.context, {
					...request,
					timeout: timeoutMs,
					abortSignal,
				}),
			{
				pace: this.pace,
				wait: this.limits,
				timeoutMs,
				signal: this.cancelSignal,
				receive: receiveWholeOrRefusal(MAX_RECEIVED.xmlBytes),
				log: (outcome, startedAt) =>
					logAttempt(
						this.context,
						{ service: this.settings.url },
						{ method: request.method, path, attempt, startedAt, outcome },
						this.settings.secrets,
					),
			},
		);
	}
}

const DONE: Outcome = { response: { status: 200, headers: {}, body: '' } };
const REFUSED: Outcome = { response: { status: 400, headers: {}, body: '' } };

const unreadable = ({ message }: SoapResponseError): Lost => ({
	code: 'UNREADABLE_ANSWER',
	message,
	neverSent: false,
});

function checkWhole(
	result: CallResult,
	operation: string,
	isWhole?: (response: XmlElement) => boolean,
): CallResult {
	if (!result.response || isWhole === undefined || isWhole(result.response)) return result;
	return {
		unreadable: new SoapResponseError(
			`The service answered ${operation} without a result`,
			'Try the call again.',
		),
	};
}

/** For the retry rules, a fault is final and an unreadable response leaves the outcome open. */
function toOutcome({ response, unreadable: problem, outcome }: CallResult): Outcome {
	if (outcome) return outcome;
	if (problem) return { lost: unreadable(problem) };
	return response ? DONE : REFUSED;
}
