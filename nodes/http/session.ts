import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { secretsOf } from '../core/redact';
import { LIMITS } from '../rules/limits';
import { isNothing, toNumber, toText } from '../rules/values';
import { parseAuthUrl, parseBaseUrl } from './address';
import { type Pace, paceFor } from './pace';
import { CREDENTIAL_TYPE, type Login } from './token/authenticate';
import { clientIdOf, clientSecretOf, environmentOf, tokenOwner } from './token/login';
import type { Naming, NodeContext, Outcome } from './types';

/** A clock that is further off is broken. */
const PLAUSIBLE_CLOCK_MS = 7 * 86_400_000;

/** What is known about a service and the login there. */
export class Session implements Login {
	readonly baseUrl: string;
	/** Undefined if the service has the same origin. */
	readonly signInOrigin?: string;
	readonly environment: string;
	readonly instanceId: string;
	readonly clientId: string;
	/** What is read with one account is not shown to another. */
	readonly account: string;
	readonly connectorFingerprint: string;
	/** The trigger signs its address with it. */
	readonly signingKey: string;
	readonly pace: Pace;
	readonly requestsPerSecond: number;
	/** What a response may quote, so errors, hints and the log hide it. */
	readonly secrets: Set<string>;
	/** From the service's latest response. Undefined if it shows no plausible time. */
	clockAheadMs?: number;

	/** Throws an `AddressError` if an address cannot be used. */
	constructor(
		context: NodeContext,
		readonly credentials: ICredentialDataDecryptedObject,
		readonly naming: Naming,
	) {
		this.baseUrl = parseBaseUrl(toText(credentials.baseUrl ?? '', 'Base URL'));
		const { origin } = new URL(this.baseUrl);
		const signIn = new URL(parseAuthUrl(toText(credentials.authUrl ?? '', 'Token URL')));
		this.signInOrigin = signIn.origin === origin ? undefined : signIn.origin;
		this.environment = environmentOf(credentials);
		this.instanceId = context.getInstanceId();
		this.clientId = clientIdOf(credentials);
		const { connectorFingerprint } = credentials;
		this.connectorFingerprint = toText(connectorFingerprint ?? '', 'Connector Fingerprint').trim();
		this.signingKey = clientSecretOf(credentials);
		const credentialId =
			context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? String(credentials.clientId);
		const login = tokenOwner(credentials);
		this.account = [credentialId, this.environment, this.baseUrl, login].join(' ');
		this.requestsPerSecond = rateOf(credentials);
		this.pace = paceFor(origin, credentialId, this.requestsPerSecond);
		this.secrets = secretsOf(context);
		for (const secret of [this.signingKey, credentials.accessToken])
			if (secret) this.secrets.add(String(secret));
	}

	/** Converts a local time to the service's clock. */
	serverTime(localMs: number): number {
		return localMs + (this.clockAheadMs ?? 0);
	}

	noteClock({ response }: Outcome) {
		const aheadMs = Date.parse(response?.headers.date ?? '') - Date.now();
		if (Math.abs(aheadMs) < PLAUSIBLE_CLOCK_MS) this.clockAheadMs = aheadMs;
	}
}

function rateOf(credentials: ICredentialDataDecryptedObject): number {
	const { requestsPerSecond: rate } = credentials;
	const own = isNothing(rate) ? 0 : toNumber(rate, 'Requests per Second');
	return own || LIMITS.requestsPerSecond[environmentOf(credentials)];
}
