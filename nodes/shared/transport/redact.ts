/** The one place that keeps secrets out of logs, errors and outputs. */

const HIDDEN = '***';

const PATTERNS: Array<[RegExp, string]> = [
	[/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${HIDDEN}`],
	[
		/(["']?\b(?:client_secret|access_token|refresh_token|sastoken|fmsSASToken|password|ticket|signature|sig)\b["']?\s*[:=]\s*)(["']?)[^"'&\s,;<>}]+\2/gi,
		`$1$2${HIDDEN}$2`,
	],
	// Pre-signed addresses: whatever stands behind the question mark may be the key.
	[/(https?:\/\/[^\s"'<>?]+)\?[^\s"'<>]+/gi, `$1?${HIDDEN}`],
];

export function redact(text: string, secrets: readonly string[] = []): string {
	let clean = text;
	for (const secret of secrets) {
		for (const spelling of [secret, encodeURIComponent(secret)]) {
			if (spelling.length >= 4) clean = clean.split(spelling).join(HIDDEN);
		}
	}
	for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
	return clean;
}

/** An address without the signature in it, and otherwise as it is. */
export const hideSignature = (address: string): string => address.replace(/([?&]signature=)[^&#]*/gi, `$1${HIDDEN}`);

/** Whether an address was copied from where its signature is hidden. */
export const isSignatureHidden = (address: string): boolean => address.includes(`signature=${HIDDEN}`);

/** Applies `redact` to every text inside a JSON value. */
export const redactDeep = <T>(value: T, secrets: readonly string[] = []): T => mapTexts(value, (text) => redact(text, secrets)) as T;

/** Applies `hideSignature` to every text inside a JSON value. */
export const hideSignatures = (value: unknown): unknown => mapTexts(value, hideSignature);

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, change)]));
}
