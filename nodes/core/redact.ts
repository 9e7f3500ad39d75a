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
	const all = spellings(secrets);
	let shown = hideNamed(hideAll(text, all), all);
	let plain = shown;
	for (let pass = 0; pass < MAX_PASSES && all.length > 0; pass++) {
		const decoded = decode(plain);
		if (decoded === plain) break;
		plain = hideNamed(hideAll(decoded, all), all);
		// Only then: what has nothing to hide is shown as it came.
		if (plain !== decoded) shown = plain;
	}
	for (const [pattern, replacement] of PATTERNS) shown = shown.replace(pattern, replacement);
	return shown.replace(ADDRESS, hideQuery);
}

/** A text may be escaped, and escaped again. */
const MAX_PASSES = 3;
/** For an address, for HTML and for JSON. The last part is cut within an escape. */
const ESCAPED =
	/((?:%[0-9a-f]{2})+)|&#(\d{1,7});|&#x([0-9a-f]{1,6});|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&(amp|lt|gt|quot|apos);|\\([/"'\\])|(?:%[0-9a-f]?|&#?\w{0,6}|\\(?:u[0-9a-f]{0,3})?)(?=…)/gi;
const BASE64 = /[\w+/-]{12,}={0,2}/g;
const SHORTEST_BASE64 = 12;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string): string =>
	text
		.replace(ESCAPED, unescaped)
		.replace(BASE64, (word) => fromBase64(word) ?? word.split('/').map(partOf).join('/'));

function fromBase64(word: string): string | undefined {
	const plain = Buffer.from(word, 'base64').toString();
	return /[\p{Cc}\uFFFD]/u.test(plain) ? undefined : plain;
}

/** Of a path, whose parts are encoded by themselves. */
const partOf = (part: string): string =>
	(part.length < SHORTEST_BASE64 ? undefined : fromBase64(part)) ?? part;

function unescaped(_: string, bytes?: string, ...parts: Array<string | undefined>): string {
	if (bytes) {
		const decoded = Buffer.from(bytes.replaceAll('%', ''), 'hex');
		return decoded.toString(decoded.toString().includes('\uFFFD') ? 'latin1' : 'utf8');
	}
	const [decimal, html, unicode, byte, name, sign = ''] = parts;
	const code = decimal ? Number(decimal) : Number.parseInt(html ?? unicode ?? byte ?? '', 16);
	if (code <= 0x10_ffff) return String.fromCodePoint(code);
	return name ? NAMED[name.toLowerCase()]! : sign;
}

/** A run may hold thousands of secrets, so each is spelled once. */
const spelled = new WeakMap<Iterable<string>, { count: number; all: string[] }>();

/** Plain, encoded for an address and encoded for a form. The longest first: one may begin with another. */
function spellings(secrets: Iterable<string>): string[] {
	const plain = [...secrets];
	const { count, all } = spelled.get(secrets) ?? { count: 0, all: [] };
	if (count === plain.length) return all;
	const added = plain
		.slice(count)
		.flatMap((secret) => [
			secret,
			secret.replaceAll(' ', '+'),
			encodeURIComponent(secret),
			new URLSearchParams([['', secret]]).toString().slice(1),
		]);
	const every = [...new Set([...all, ...added])]
		.filter(({ length }) => length >= SHORTEST)
		.sort((a, b) => b.length - a.length);
	spelled.set(secrets, { count: plain.length, all: every });
	return every;
}

function hideAll(text: string, secrets: readonly string[]): string {
	const isCut = text.includes(CUT);
	let clean = text;
	for (const secret of secrets) {
		if (clean.includes(secret)) clean = clean.split(secret).join(HIDDEN);
		if (isCut) clean = hideBeginning(clean, secret);
	}
	return clean;
}

/** HTML has more than two thousand, such as `&eacute;` and `&lowbar;`. */
const NAMED_ENTITY = '&[A-Za-z]\\w{1,31};';
const SIGN = /[^a-z\d]/iu;
const HAS_NAMED = new RegExp(NAMED_ENTITY, 'i');

/** Whatever an entity stands for, it may stand for a sign of a secret. */
function hideNamed(text: string, secrets: readonly string[]): string {
	if (!HAS_NAMED.test(text)) return text;
	return secrets.reduce((clean, secret) => {
		const parts = secret.split(SIGN);
		const isThere = parts.some(Boolean) && parts.every((part) => clean.includes(part));
		if (parts.length === 1 || !isThere) return clean;
		const signs = secret.replace(new RegExp(SIGN, 'gu'), (sign) => {
			const plain = sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
			return `(?:${plain}|${NAMED_ENTITY})`;
		});
		return clean.replace(new RegExp(signs, 'gu'), HIDDEN);
	}, text);
}

/** No key: file names, dates and numbers. */
const NO_KEY = /\.\w{1,5}$|^[\d-]+(?:T|$)|\s/;
const SHORTEST_KEY = 8;

/** What permits the use of a pre-signed address: what its query says, or its last part. */
export function keysIn(address: string, isInPath = false): string[] {
	if (!URL.canParse(address)) return [];
	const { searchParams, pathname } = new URL(address);
	const last = isInPath ? pathname.split('/').slice(-1) : [];
	return [...searchParams.values(), ...last].filter(
		(value) => value.length >= SHORTEST_KEY && !NO_KEY.test(value),
	);
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
