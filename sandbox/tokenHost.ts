import { Refusal } from './calls/refusal';
import { type Exchange, readText, sendJson } from './http/exchange';
import { contentTooLarge } from './http/fields';
import { sendSignInPage, SIGN_IN_PATH } from './http/signIn';

const SCOPE = 'translation-jobs';

/** POST /connect/token: client credentials in, bearer token out. */
export async function handleTokenHost(exchange: Exchange): Promise<void> {
	const { req, url, state, entry } = exchange;
	if (url.pathname === SIGN_IN_PATH) return sendSignInPage(exchange);
	if (url.pathname !== '/connect/token')
		throw new Refusal(404, 'NOT_FOUND', `There is nothing at ${url.pathname}.`);
	if (req.method !== 'POST')
		throw new Refusal(405, 'METHOD_NOT_ALLOWED', 'The token endpoint takes POST.', {
			Allow: 'POST',
		});
	const body = await readText(exchange, 10_000, () => contentTooLarge(10_000));
	if (!(req.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
		return sendJson(exchange, 400, { error: 'invalid_request' });
	const form = new URLSearchParams(body);
	entry.body = Object.fromEntries(form);
	if (form.get('grant_type') !== 'client_credentials')
		return sendJson(exchange, 400, { error: 'unsupported_grant_type' });
	const client = state.clients.get(form.get('client_id') ?? '');
	if (!client || client.clientSecret !== form.get('client_secret')) {
		state.violations.note('wrong-client-secret', `client ${form.get('client_id')}`);
		return sendJson(exchange, 400, { error: 'invalid_client' });
	}
	sendJson(
		exchange,
		200,
		{
			access_token: state.issueToken(client.clientId),
			expires_in: state.variants.tokenLifetimeSeconds,
			token_type: 'Bearer',
			scope: SCOPE,
		},
		{ 'Cache-Control': 'no-store' },
	);
}
