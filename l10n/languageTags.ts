/** Language codes as content systems write them, and the standard tags they stand for. */

/**
 * Codes in use that are not standard language tags, or mean something else as one, each with the
 * tag it stands for.
 */
const STANDARD_TAGS: Readonly<Record<string, string>> = {
	'ca-es-v': 'ca-ES-valencia',
	'es-la': 'es-419',
	'es-xl': 'es-419',
	// KIR is the three-letter country code of Kiribati; a language tag would read it as Kyrgyz.
	'gil-kir': 'gil-KI',
	'und-und': 'und',
	'wuu-cn-cn': 'wuu-CN',
	'zh(-hans)-my': 'zh-Hans-MY',
};

export interface LanguageParts {
	language: string;
	script?: string;
	region?: string;
	/** Variants and provinces. */
	rest: string[];
}

/** Reads `_` as `-` and ignores case and outer space: content systems differ in all three. */
export function normaliseCode(code: string): string {
	return code.trim().replace(/_/g, '-').toLowerCase();
}

/** Ignores case, because services are not consistent about it. */
export function sameCode(one: string | undefined, other: string): boolean {
	return one?.toLowerCase() === other.toLowerCase();
}

export function standardTag(code: string): string {
	return STANDARD_TAGS[code.toLowerCase()] ?? code;
}

// Made when it is first needed, as it would delay every start of n8n.
let names: Intl.DisplayNames | undefined;

/** POSIX names the encoding as well. */
const withoutEncoding = (code: string): string => code.replace(/[.@].*/, '');

/** With the usual script and region. Undefined for what is no tag, or names no language. */
function likely(code: string): Intl.Locale | undefined {
	const tag = normaliseCode(standardTag(withoutEncoding(normaliseCode(code))));
	const { language } = languageParts(tag);
	try {
		names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
		const isKnown = language !== 'und' && names.of(language) !== undefined;
		return isKnown ? new Intl.Locale(tag.replace(/^no\b/, 'nb')).maximize() : undefined;
	} catch {
		return undefined;
	}
}

const regionOf = (code: string): string | undefined => languageParts(standardTag(code)).region;

/** A code without a region may be of any, and one of a part of the world has many. */
export function isOtherLanguage(one: string, other: string): boolean {
	const [a, b] = [likely(one), likely(other)];
	if (!a || !b) return false;
	const [region, another] = [regionOf(one), regionOf(other)];
	const haveRegions = /^[a-z]{2}$/.test(region ?? '') && /^[a-z]{2}$/.test(another ?? '');
	return a.language !== b.language || a.script !== b.script || (haveRegions && region !== another);
}

/** Both are known, and without a region it is the usual one. */
export function isSameLanguage(one: string, other: string): boolean {
	const [a, b] = [likely(one), likely(other)];
	return a !== undefined && a.toString() === b?.toString();
}

/** Without a region, some take them for another one. */
const NEVER_SHORT = ['en', 'pt', 'zh'];

/** As another code is written: its separator, its case, and without the usual region if it has none. */
export function spelledLike(code: string, like: string, separator: string): string {
	const shape = withoutEncoding(like);
	const { language, script, region, rest } = languageParts(standardTag(code));
	const isUsual =
		!script &&
		!NEVER_SHORT.includes(language) &&
		likely(language)?.region?.toLowerCase() === region;
	const isShort = isUsual && languageParts(shape).region === undefined;
	const isLower = /[-_]/.test(shape) && shape === shape.toLowerCase();
	const [own = separator] = /[-_]/.exec(shape) ?? [];
	const shown = [
		language,
		script && script[0]!.toUpperCase() + script.slice(1),
		isShort ? undefined : region?.toUpperCase(),
		...rest,
	].filter(Boolean);
	const spelled = shown.join(own);
	return isLower ? spelled.toLowerCase() : spelled;
}

/** The parts of a tag, in lower case. */
export function languageParts(tag: string): LanguageParts {
	const [language = '', ...rest] = normaliseCode(tag).split('-');
	const parts: LanguageParts = { language, rest };
	if (/^[a-z]{4}$/.test(rest[0] ?? '')) parts.script = rest.shift();
	if (/^([a-z]{2}|\d{3})$/.test(rest[0] ?? '')) parts.region = rest.shift();
	return parts;
}
