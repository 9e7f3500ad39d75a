/** Language codes as content systems write them, and the standard tags they stand for. */

/**
 * Codes in use that are not standard language tags, or mean something else as one, each with the
 * tag it stands for.
 */
const STANDARD_TAGS: Readonly<Record<string, string>> = {
	'ca-ES-V': 'ca-ES-valencia',
	'es-XL': 'es-419',
	// KIR is the three-letter country code of Kiribati; a language tag would read it as Kyrgyz.
	'gil-kir': 'gil-KI',
	'und-und': 'und',
	'wuu-CN-CN': 'wuu-CN',
	'zh(-Hans)-MY': 'zh-Hans-MY',
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
	return STANDARD_TAGS[code] ?? code;
}

/** Undefined for what is no tag. */
function likely(tag: string): Intl.Locale | undefined {
	try {
		return new Intl.Locale(normaliseCode(standardTag(tag)).replace(/^no\b/, 'nb')).maximize();
	} catch {
		return undefined;
	}
}

/** A code without a region may be of any. What nobody knows is no other language. */
export function isSameLanguage(one: string, other: string): boolean {
	const [a, b] = [likely(one), likely(other)];
	if (!a || !b) return true;
	const haveRegions = [one, other].every((tag) => languageParts(tag).region !== undefined);
	return (
		a.language === b.language && a.script === b.script && (!haveRegions || a.region === b.region)
	);
}

/** Without a region, some take them for another one. */
const NEVER_SHORT = ['en', 'pt', 'zh'];

/** As another code is written: its separator, its case, and without the usual region if it has none. */
export function spelledLike(code: string, like: string, separator: string): string {
	const { language, script, region, rest } = languageParts(standardTag(code));
	const isUsual =
		!script &&
		!NEVER_SHORT.includes(language) &&
		likely(language)?.region?.toLowerCase() === region;
	const isShort = isUsual && languageParts(like).region === undefined;
	const isLower = /[-_]/.test(like) && like === like.toLowerCase();
	const [own = separator] = /[-_]/.exec(like) ?? [];
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
