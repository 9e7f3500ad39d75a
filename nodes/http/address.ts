/** Parses the addresses that people type into a credential. */

export class AddressError extends Error {
	override readonly name = 'AddressError';
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if the address is on the machine that uses it. */
export const isLocal = ({ hostname }: URL): boolean =>
	LOCAL_HOSTS.has(hostname) || hostname.endsWith('.localhost');

export interface AddressRules {
	/** Set where the credential has a switch for plain http. */
	plainHttp?: { isAllowed: boolean; switchName: string };
}

function parseAddress(text: string, field: string, { plainHttp }: AddressRules): URL {
	const trimmed = text.trim();
	if (!trimmed) throw new AddressError(`${field} is empty`);
	const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
	if (!URL.canParse(whole)) throw new AddressError(`${field} "${trimmed}" is not a web address`);
	const url = new URL(whole);
	if (
		url.protocol !== 'https:' &&
		!(url.protocol === 'http:' && (isLocal(url) || plainHttp?.isAllowed))
	) {
		const exception = plainHttp
			? `for localhost, or with ${plainHttp.switchName} switched on`
			: 'for localhost only';
		throw new AddressError(`${field} must begin with https:// (http is accepted ${exception})`);
	}
	if (url.username || url.password)
		throw new AddressError(`${field} must not contain a user name or a password`);
	return url;
}

const withoutTrailingSlashes = (path: string) => path.replace(/\/+$/, '');

/** Base address of a service, without a trailing slash, query or fragment. */
export function parseBaseUrl(text: string, field = 'Base URL', rules: AddressRules = {}): string {
	const url = parseAddress(text, field, rules);
	return url.origin + withoutTrailingSlashes(url.pathname);
}

/** Address of the token endpoint's host; a pasted `/connect/token` is tolerated. */
export function parseAuthUrl(text: string): string {
	return parseBaseUrl(text, 'Token URL').replace(/\/connect(\/token)?$/i, '');
}

export const TOKEN_PATH = '/connect/token';
export const tokenUrl = (authUrl: string) => authUrl + TOKEN_PATH;
