import type { IncomingMessage, ServerResponse } from 'node:http';

import { rewriteAnswer } from './answerFaults';
import type { Fault } from './faults';

/** What the body of a call may carry: the key of a callback's address, a SOAP ticket. */
const IN_BODY = [/[?&]signature=([\w-]+)/g, /<(?:\w+:)?Ticket>([^<]+)</g];

/** What a fault quotes: its own texts, and what the caller has sent or was given. */
export function leakOf(
	{ leaks = [], spelling = 'plain' }: Fault,
	req: IncomingMessage,
	/** With the Authorization header of whoever got them. */
	uploadKeys: ReadonlyMap<string, { givenTo?: string }>,
	sentBody = '',
): string {
	const { authorization = '', sastoken = '' } = req.headers;
	const given = [...uploadKeys].flatMap(([key, { givenTo }]) =>
		givenTo !== undefined && givenTo === authorization ? [key] : [],
	);
	const inBody = IN_BODY.flatMap((pattern) => [...sentBody.matchAll(pattern)]).map(
		([, key]) => key,
	);
	const inAddress = (req.url ?? '').match(/sbx-(?:link|sig)-[\w-]+/g) ?? [];
	const sent = [authorization.replace(/^\w+ /, ''), String(sastoken), ...inAddress, ...inBody];
	const all = new Set([...leaks, ...sent, ...given]);
	return [...all].flatMap((secret) => (secret ? SPELLINGS[spelling](secret) : [])).join('.');
}

const eachCharacter = (text: string, spell: (hex: string) => string): string =>
	[...text].map((character) => spell(character.charCodeAt(0).toString(16))).join('');

/** How a host may write a secret that it quotes. */
const SPELLINGS: Record<NonNullable<Fault['spelling']>, (secret: string) => string> = {
	plain: (secret) => secret,
	address: (secret) => eachCharacter(secret, (hex) => `%${hex.padStart(2, '0')}`),
	html: (secret) => eachCharacter(secret, (hex) => `&#x${hex};`),
	json: (secret) => eachCharacter(secret, (hex) => `\\u${hex.padStart(4, '0')}`),
	base64: (secret) => Buffer.from(`client:${secret}`).toString('base64'),
};

/** Replaces `{secrets}` at any depth, names included. */
export const fillIn = <T>(value: T, secrets: string): T =>
	value === undefined
		? value
		: (JSON.parse(
				JSON.stringify(value).replaceAll('{secrets}', JSON.stringify(secrets).slice(1, -1)),
			) as T);

const HEADERS = (secrets: string) => ({
	'Retry-After': secrets,
	'WWW-Authenticate': `Bearer error="${secrets}"`,
	'Content-Disposition': `attachment; filename="${secrets}.txt"`,
	ETag: `"${secrets}"`,
	'X-Request-Id': secrets,
});

/** Runs the call, then quotes the secrets in the texts and headers of its answer. */
export function leak(res: ServerResponse, secrets: string, keepsIds: boolean): void {
	rewriteAnswer(res, (body) => {
		for (const [name, value] of Object.entries(HEADERS(secrets))) res.setHeader(name, value);
		if (!keepsIds) res.setHeader('Content-Type', `application/${secrets}`);
		return quoteIn(body, secrets, keepsIds);
	});
}

/** A token is a secret itself: a changed one would be another. */
const TOKEN = /token$/i;
const ID_LIKE =
	/id$|ids$|status|code$|codes$|date$|time$|url$|uri|type$|expires_in|navNext|next|href|key$/i;

function quoteIn(body: Buffer, secrets: string, keepsIds: boolean): Buffer {
	const text = body.toString('utf8');
	if (/^\s*</.test(text))
		return Buffer.from(text.replace(/>([^<>]*\w[^<>]*)<\//g, `>$1 ${secrets}</`));
	const quote = (value: unknown, name = ''): unknown => {
		if (typeof value === 'string')
			return TOKEN.test(name) || (keepsIds && ID_LIKE.test(name)) ? value : `${value} ${secrets}`;
		if (Array.isArray(value)) return value.map((entry) => quote(entry, name));
		if (value === null || typeof value !== 'object') return value;
		const fields = Object.entries(value).map(([key, entry]) => [key, quote(entry, key)]);
		return Object.fromEntries(keepsIds ? fields : [...fields, [secrets, secrets]]) as unknown;
	};
	try {
		return Buffer.from(JSON.stringify(quote(JSON.parse(text))));
	} catch {
		return body;
	}
}
