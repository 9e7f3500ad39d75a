import type { Denied, HttpResponse, Lost, Outcome } from './types';

/** The connection was never made, so the other side cannot have done anything. */
const NEVER_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** What answers there does not begin as https does, so nothing was sent to it. */
export const NO_HTTPS = 'NO_HTTPS';
const OTHER_PROTOCOL = /SSL routines.*(?:wrong version number|packet length too long)/;

interface HttpFailure {
	response?: { status?: number; headers?: Record<string, unknown>; data?: unknown };
	code?: unknown;
	message?: string;
	cause?: unknown;
	errors?: unknown[];
	/** A login that failed brings its explanation along. */
	denied?: Denied;
}

/** n8n's helper wraps the error in a NodeApiError, so the causes are searched. */
function* causes(error: unknown): Generator<HttpFailure> {
	const seen = new Set<unknown>();
	let current = error;
	while (current !== null && typeof current === 'object' && !seen.has(current)) {
		seen.add(current);
		yield current as HttpFailure;
		current = (current as HttpFailure).cause;
	}
}

function lowerCaseHeaders(headers: Record<string, unknown> | undefined): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers ?? {})
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [
				name.toLowerCase(),
				Array.isArray(value) ? value.join(', ') : String(value),
			]),
	);
}

/** Calls one of n8n's request helpers. The body is as the helper leaves it. */
export async function readResponse(request: () => Promise<unknown>): Promise<Outcome> {
	try {
		const { statusCode, headers, body } = (await request()) as {
			statusCode: number;
			headers: Record<string, unknown>;
			body: unknown;
		};
		return { response: { status: statusCode, headers: lowerCaseHeaders(headers), body } };
	} catch (error) {
		return readFailure(error);
	}
}

/**
 * Reads what n8n's helper threw. It throws a success whose body broke off with its status and
 * without data: that is a lost response.
 */
function readFailure(error: unknown): Outcome {
	for (const { denied, response: thrown } of causes(error)) {
		if (denied) return { denied };
		if (thrown?.status && thrown.status >= 400) {
			const response: HttpResponse = {
				status: thrown.status,
				headers: lowerCaseHeaders(thrown.headers),
				body: thrown.data,
			};
			return { response };
		}
	}
	return { lost: lostBy(error) };
}

/** What to do about NO_HTTPS. */
export const checkPort = (field: string): string =>
	`Check the ${field} and its port: something answers there, but without https. If it runs on this machine, begin the address with http://.`;

export function lostBy(error: unknown): Lost {
	let code = '';
	let message = '';
	for (const failure of causes(error)) {
		const found = failure.code ?? (failure.errors?.[0] as HttpFailure | undefined)?.code;
		if (!code && typeof found === 'string') code = found;
		if (failure.message) message = failure.message;
	}
	if (OTHER_PROTOCOL.test(message))
		return { code: NO_HTTPS, message: 'This address does not speak https.', neverSent: true };
	return { code: code || 'NO_ANSWER', message, neverSent: NEVER_SENT.has(code) };
}

/** Compares a date with the response's own date, because clocks differ. */
export function retryAfterOf(headers: Record<string, string | undefined> = {}): number | undefined {
	return readRetryAfter(headers['retry-after'], Date.parse(headers.date ?? '') || Date.now());
}

/** Reads seconds or an HTTP date. Undefined if the time makes no sense or has passed. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	const ms = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return ms > 0 ? ms : undefined;
}

const MINUTE_MS = 60_000;

export function inWords(ms: number): string {
	const minutes = Math.ceil(ms / MINUTE_MS);
	if (minutes > 1) return `${minutes.toLocaleString('en-US')} minutes`;
	return ms === MINUTE_MS ? '1 minute' : `${Math.ceil(ms / 1000)} seconds`;
}
