import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { BoundedMap, Once } from '../../core/caches';
import { type IssuedToken, isUsable, tokenOwner } from './login';
import { requestToken } from './requestToken';
import { TokenError } from './tokenError';

/** More than any n8n has. */
const MAX_LOGINS = 1_000;

/** By login. n8n calls preAuthentication for each parallel call, so these are shared here. */
const issued = new BoundedMap<IssuedToken>({ maxEntries: MAX_LOGINS });
const failed = new BoundedMap<TokenError>({ maxEntries: MAX_LOGINS });
let underWay = new Once<IssuedToken>();

/**
 * Parallel callers share one exchange. A caller whose token was refused gets a newer one if there
 * is one.
 */
export async function obtainToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<IssuedToken> {
	const owner = tokenOwner(credentials);
	const known = issued.get(owner);
	if (
		known &&
		known.accessToken !== credentials.accessToken &&
		isUsable({ ...credentials, ...known })
	)
		return known;
	return await underWay.get(owner, async () => await renewToken(http, credentials, owner));
}

async function renewToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
	owner: string,
): Promise<IssuedToken> {
	try {
		const token = await requestToken(http, credentials, owner).catch(keepFailure(owner));
		failed.delete(owner);
		return issued.set(owner, token);
	} finally {
		underWay.forget(owner);
	}
}

const keepFailure = (owner: string) => (error: unknown) => {
	if (error instanceof TokenError) failed.set(owner, error);
	throw error;
};

export function dropToken(credentials: ICredentialDataDecryptedObject) {
	const owner = tokenOwner(credentials);
	if (issued.get(owner)?.accessToken === credentials.accessToken) issued.delete(owner);
}

export function failedExchange(
	credentials: ICredentialDataDecryptedObject,
): TokenError | undefined {
	return failed.get(tokenOwner(credentials));
}

/** For tests. */
export function forgetTokens() {
	issued.clear();
	underWay = new Once();
	failed.clear();
}
