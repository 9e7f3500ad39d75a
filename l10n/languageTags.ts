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

/** The parts of a tag, in lower case. */
export function languageParts(tag: string): LanguageParts {
	const [language = '', ...rest] = normaliseCode(tag).split('-');
	const parts: LanguageParts = { language, rest };
	if (/^[a-z]{4}$/.test(rest[0] ?? '')) parts.script = rest.shift();
	if (/^([a-z]{2}|\d{3})$/.test(rest[0] ?? '')) parts.region = rest.shift();
	return parts;
}
