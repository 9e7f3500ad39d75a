import { perRun } from './caches';

/** Keeps secrets out of logs, errors and outputs. */

const HIDDEN = '***';
const CUT = '…';
/** Shorter texts are part of too many words. */
const SHORTEST = 4;

const PATTERNS: Array<[RegExp, string]> = [
	[/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${HIDDEN}`],
	[
		/(["']?\b(?:client_secret|access_token|refresh_token|sastoken|fmsSASToken|password|ticket|signature|sig)\b["']?\s*[:=]\s*)(["']?)[^"'&\s,;<>}]+\2/gi,
		`$1$2${HIDDEN}$2`,
	],
];
const ADDRESS = /https?:\/\/[^\s"'<>]+/gi;

/** The query of a pre-signed address may be the key. */
const hideQuery = (address: string): string => address.replace(/\?.+$/s, `?${HIDDEN}`);

export function redact(text: string, secrets: Iterable<string> = []): string {
	let clean = text;
	// The longest first: one secret may begin with another.
	for (const secret of spellings(secrets))
		clean = hideBeginning(clean.split(secret).join(HIDDEN), secret);
	for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
	return clean.replace(ADDRESS, hideQuery);
}

/** A run may hold thousands of secrets, so they are spelled again only when there are more. */
const spelled = new WeakMap<Iterable<string>, { count: number; all: string[] }>();

/** Plain, encoded for an address and encoded for a form. */
function spellings(secrets: Iterable<string>): string[] {
	const plain = [...secrets];
	const known = spelled.get(secrets);
	if (known?.count === plain.length) return known.all;
	const every = plain.flatMap((secret) => [
		secret,
		encodeURIComponent(secret),
		new URLSearchParams([['', secret]]).toString().slice(1),
	]);
	const all = [...new Set(every)]
		.filter(({ length }) => length >= SHORTEST)
		.sort((a, b) => b.length - a.length);
	spelled.set(secrets, { count: plain.length, all });
	return all;
}

/** A message may be cut in the middle of a secret. */
function hideBeginning(text: string, secret: string): string {
	let clean = text;
	for (let length = secret.length - 1; length >= SHORTEST && clean.includes(CUT); length -= 1) {
		clean = clean.split(secret.slice(0, length) + CUT).join(HIDDEN + CUT);
	}
	return clean;
}

/** In an address, also inside JSON, HTML or another address. */
const SIGNATURES = [
	/((?:[?&;]|\\u0026)signature=)[^&#"'<>\s\\]*/gi,
	/(%(?:3F|26)signature%3D)(?:(?!%26|%23)[^&#"'<>\s\\])*/gi,
];

export const hideSignature = (address: string): string =>
	SIGNATURES.reduce((text, pattern) => text.replace(pattern, `$1${HIDDEN}`), address);

export const isSignatureHidden = (address: string): boolean =>
	address.includes(`signature=${HIDDEN}`);

export const redactDeep = <T>(value: T, secrets: Iterable<string> = []): T =>
	mapTexts(value, (text) => redact(text, secrets)) as T;

export const hideSignatures = (value: unknown): unknown => mapTexts(value, hideSignature);

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [change(name), mapTexts(entry, change)]),
	);
}

/** What the credentials of a run hold, and what the run was given for them. */
export const secretsOf = perRun(() => new Set<string>());

/** For a text that is shown although a service may have a part in it. */
export const hideSecrets = (context: object, text: string): string =>
	redact(text, secretsOf(context));

export const hideSecretsDeep = <T>(context: object, value: T): T =>
	redactDeep(value, secretsOf(context));

interface Shown extends Error {
	description?: unknown;
	context?: unknown;
}

/** Cleans an error in place, with all that n8n stores of it. */
export function hideSecretsIn<Failure extends Error>(context: object, error: Failure): Failure {
	const { message, stack, description, context: details, cause }: Shown = error;
	Object.assign(error, {
		...hideSecretsDeep(context, { message, stack }),
		...(description === undefined ? {} : { description: hideSecretsDeep(context, description) }),
		...(details === undefined ? {} : { context: hideSecretsDeep(context, details) }),
	});
	if (cause instanceof Error && cause !== error) hideSecretsIn(context, cause);
	return error;
}
