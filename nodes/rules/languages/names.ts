import { ACCEPTED_LANGUAGE_CODES, languageParts, standardTag } from './codes';

export interface AcceptedLanguage {
	code: string;
	englishName: string;
	nativeName: string;
	/** English name of the region, or its code if it has no name; empty without a region. */
	region: string;
}

/** Languages that the runtime cannot name, or names after a broader language. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
	adh: 'Adhola',
	alg: 'Algonquian languages',
	apa: 'Apache languages',
	ber: 'Berber languages',
	bfy: 'Bagheli',
	bh: 'Bihari languages',
	bhb: 'Bhili',
	bih: 'Bihari languages',
	etu: 'Ejagham',
	fat: 'Fanti',
	fuf: 'Pular',
	igb: 'Ebira',
	ike: 'Eastern Canadian Inuktitut',
	its: 'Isekiri',
	jaz: 'Jawe',
	kck: 'Kalanga',
	ksw: 'S’gaw Karen',
	mnk: 'Mandinka',
	mtq: 'Muong',
	myi: 'Mina',
	myn: 'Mayan languages',
	nic: 'Niger-Congo languages',
	roa: 'Romance languages',
	sgn: 'Sign languages',
	shg: 'Shua',
	skr: 'Saraiki',
	// An older Ethnologue code, judging by the region of the accepted code.
	sso: 'Southern Sotho',
	syl: 'Sylheti',
	tl: 'Tagalog',
	tll: 'Tetela',
	tw: 'Twi',
	und: 'Undetermined',
	xsm: 'Kasem',
};

/** Codes whose parts do not add up to their name. */
const CODE_NAMES: Readonly<Record<string, string>> = {
	'en-cpe': 'English-based creoles and pidgins',
	'sgn-GB': 'British Sign Language',
};

const PROVINCES: Readonly<Record<string, string>> = { nu: 'Nunavut', qc: 'Quebec' };

function displayName(
	type: 'language' | 'script' | 'region',
	code: string,
	locale: string,
): string | undefined {
	try {
		return new Intl.DisplayNames([locale], {
			type,
			fallback: 'none',
			languageDisplay: 'standard',
		}).of(code);
	} catch {
		return undefined;
	}
}

function capitalise(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function regionName(tag: string): string {
	const { region } = languageParts(tag);
	if (region === undefined) return '';
	const code = region.toUpperCase();
	return displayName('region', code, 'en') ?? code;
}

function englishName(code: string): string {
	const fixed = CODE_NAMES[code];
	if (fixed !== undefined) return fixed;

	const tag = standardTag(code);
	const { language, script, rest } = languageParts(tag);
	const ownName = LANGUAGE_NAMES[language];
	const whole = ownName === undefined ? displayName('language', tag, 'en') : undefined;
	if (whole !== undefined) return whole;

	const details = [
		script === undefined
			? ''
			: (displayName('script', capitalise(script), 'en') ?? capitalise(script)),
		regionName(tag),
		...rest.map((part) => PROVINCES[part] ?? part),
	].filter((detail) => detail !== '');
	const name = ownName ?? displayName('language', language, 'en') ?? language;
	return details.length === 0 ? name : `${name} (${details.join(', ')})`;
}

/** The name in the language itself. Undefined if the runtime does not know the language. */
function nativeName(code: string): string | undefined {
	const tag = standardTag(code);
	const { language, region } = languageParts(tag);
	if (CODE_NAMES[code] !== undefined || LANGUAGE_NAMES[language] !== undefined) return undefined;
	for (const locale of [tag, language]) {
		try {
			if (Intl.DisplayNames.supportedLocalesOf([locale]).length === 0) continue;
		} catch {
			continue;
		}
		const whole = displayName('language', tag, locale);
		if (whole !== undefined) return whole;
		const name = displayName('language', language, locale);
		if (name !== undefined)
			return region === undefined ? name : `${name} (${region.toUpperCase()})`;
	}
	return undefined;
}

let cached: readonly AcceptedLanguage[] | undefined;

/** Every accepted code with its names, in the order of the specification. */
export function acceptedLanguages(): AcceptedLanguage[] {
	cached ??= ACCEPTED_LANGUAGE_CODES.map((code) => {
		const english = englishName(code);
		return {
			code,
			englishName: english,
			nativeName: nativeName(code) ?? english,
			region: regionName(standardTag(code)),
		};
	});
	return cached.map((language) => ({ ...language }));
}
