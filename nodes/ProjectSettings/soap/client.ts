import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { unlessCancelled } from '../../core/concurrency';
import { secretsOf } from '../../core/redact';
import { receiveWholeOrRefusal } from '../../http/body';
import type { ClientOptions } from '../../http/client';
import { asError } from '../../http/errors';
import { sendPlain } from '../../http/exchange';
import { paceFor } from '../../http/pace';
import { classify, FIRST_TRY, type Verdict } from '../../http/retry';
import { type CallSettings, ServiceClient } from '../../http/serviceClient';
import { DEFAULT_RETRY, type HttpResponse, type NodeContext, type Outcome } from '../../http/types';
import { MAX_RECEIVED } from '../../rules/limits';
import { callService, type Post, readOutcome, type SoapCall } from './call';
import { descriptionOf, readDocument } from './description';
import { descriptionWordingFor, faultIn, isAnswered, unreadable, wordingFor } from './errors';
import type { ServiceDescription } from './schema/wsdl';
import { readServiceSettings, type ServiceSettings } from './settings';
import { SoapResponseError } from './xml/decode';
import type { XmlElement } from './xml/xml';

const SOAP_CREDENTIAL_TYPE = 'translationProjectSettingsApi';

/** The service documents no limit; this one is polite. */
const REQUESTS_PER_SECOND = 10;

/** A read may be repeated, unlike a change. */
type CallPolicy =
	| {
			/** True if the response is complete. An incomplete one counts as lost. */
			isWhole: (response: XmlElement) => boolean;
			lookAt?: undefined;
	  }
	| {
			/** What shows whether a change took effect whose answer was lost. */
			lookAt: string;
			isWhole?: undefined;
	  };

/** Everything a service function needs to talk to the SOAP service. */
export class SoapClient extends ServiceClient {
	private constructor(
		context: NodeContext,
		readonly serviceSettings: ServiceSettings,
		settings: CallSettings,
	) {
		const { url, secrets } = serviceSettings;
		const credentialId = context.getNode().credentials?.[SOAP_CREDENTIAL_TYPE]?.id ?? url;
		const pace = paceFor(new URL(url).origin, `soap ${credentialId}`, REQUESTS_PER_SECOND);
		const wording = wordingFor(serviceSettings);
		super(context, { called: { service: url }, pace, secrets, wording }, settings);
	}

	get session(): object {
		return this.serviceSettings;
	}

	static async create(context: NodeContext, { retry }: ClientOptions = {}): Promise<SoapClient> {
		const credentials = await context.getCredentials<ICredentialDataDecryptedObject>(
			SOAP_CREDENTIAL_TYPE,
			0,
		);
		const settings = readServiceSettings(credentials, secretsOf(context));
		return new SoapClient(context, settings, { retryLimits: { ...DEFAULT_RETRY, ...retry } });
	}

	/** The WSDL, or undefined if the service publishes none. Throws if it cannot be read. */
	async description(maxAgeMs?: number): Promise<ServiceDescription | undefined> {
		try {
			const read = async (url: string) => await this.readDocument(url);
			return await unlessCancelled(
				descriptionOf(this.serviceSettings, read, maxAgeMs),
				this.cancelSignal,
			);
		} catch (error) {
			if (!(error instanceof SoapResponseError)) throw asError(error);
			throw this.failed(unreadable(error), this.reading, FIRST_TRY);
		}
	}

	/** Returns the response element. */
	async call(call: SoapCall, { isWhole, lookAt }: CallPolicy): Promise<XmlElement> {
		const { operation, fields } = call;
		const end = await this.perform<never>(
			{
				kind: isWhole ? 'reads' : 'creates',
				what: operation,
				lookAt,
				verdictOf,
				sent: { method: 'POST', path: operation, body: fields },
			},
			async (number) =>
				checkWhole(
					await callService(this.serviceSettings, call, this.post(number), this.cancelSignal),
					operation,
					isWhole,
				),
		);
		return bodyOf(end);
	}

	private post(attempt: number): Post {
		return async ({ url, operation, headers, body }) =>
			await this.request(
				{ method: 'POST', url, headers, body },
				attempt,
				`${new URL(url).pathname} ${operation}`,
			);
	}

	private get reading() {
		return {
			what: 'Reading the service description',
			wording: descriptionWordingFor(this.serviceSettings),
		};
	}

	/** One document of the WSDL, or undefined if there is none. */
	private async readDocument(url: string): Promise<XmlElement | undefined> {
		const { pathname, search } = new URL(url);
		const headers = { ...this.serviceSettings.headers, Accept: 'text/xml, application/xml' };
		const line = `GET ${pathname}${search}`;
		const end = await this.perform<never>({ kind: 'reads', ...this.reading }, async (attempt) =>
			readOutcome(
				await this.request({ method: 'GET', url, headers }, attempt, line),
				'it',
				readDocument,
			),
		);
		return bodyOf(end);
	}

	private async request(
		request: IHttpRequestOptions & { method: 'GET' | 'POST' },
		attempt: number,
		path: string,
	): Promise<Outcome> {
		const timeout = this.retryLimits.tryMs;
		return await this.exchange(
			async (abortSignal) => await sendPlain(this.context, { ...request, timeout, abortSignal }),
			{ method: request.method, path, attempt },
			{ receive: receiveWholeOrRefusal(MAX_RECEIVED.xmlBytes) },
		);
	}
}

/** Nobody looks for an effect here, so there is always a response. */
const bodyOf = <Body>(end: { response: HttpResponse } | { result: never }): Body =>
	('response' in end ? end.response.body : end.result) as Body;

/** A fault is final, though it comes with a 500. */
const verdictOf = (outcome: Outcome): Verdict => (faultIn(outcome) ? 'failed' : classify(outcome));

function checkWhole(
	outcome: Outcome,
	operation: string,
	isWhole: CallPolicy['isWhole'] = () => true,
): Outcome {
	if (!isAnswered(outcome) || isWhole(outcome.response.body)) return outcome;
	return unreadable(
		new SoapResponseError(
			`The service answered ${operation} without a result`,
			'Try the call again.',
		),
	);
}
