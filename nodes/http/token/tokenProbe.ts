import { readObject } from '../jsonBody';
import type { HttpResponse } from '../types';
import { errorCode, REFUSED } from './tokenError';

/** Finds out whether a token host is there, without a login. */
export const PROBE_FORM = 'grant_type=client_credentials';

const PROBE_REFUSALS = new Set(['invalid_client', 'invalid_request', 'unauthorized_client']);

export const isTokenHost = ({ status, body }: HttpResponse): boolean =>
	REFUSED.has(status) && PROBE_REFUSALS.has(errorCode(readObject(body) ?? {}));
