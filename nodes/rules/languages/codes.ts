import { languageParts, standardTag } from '../../../l10n/languageTags';

/** The accepted codes, spelled as in the specification (Versioning, "Language codes"). */
export const ACCEPTED_LANGUAGE_CODES: readonly string[] = `
	aa-ET ab-GE ach-UG ADH af-ZA ak-GH alg-CA am-ET apa-us ar-AE ar-DZ ar-EG ar-IL ar-IQ ar-JO
	ar-KW AR-LB ar-LY ar-MA arn-CL ar-OM ar-qa ar-SA ar-SD ar-TN ar-xg ar-XN as-IN az-AZ
	az-Latn-AZ bal-PK ban-IN ba-RU be-BY ber-MA bfy-IN bg-BG bhb-IN bh-IN bih-in bin-NG bi-VU
	bn-BD bn-IN bo-CN br-FR brx-IN bs-BA bs-Cyrl-BA bs-Latn-BA ca-ES ca-ES-V ceb-PH chk-FM co-FR
	co-IT cr-CA cs-CZ cy-GB da-DK de-at de-BE de-ch de-de de-li de-lu dua-CM dv-MV dyu-BF dz-BT
	ee-GH el-CY el-GR en-au en-bz en-ca en-cpe en-cy en-EG en-gb en-HK en-id en-ie en-IN en-jm
	en-JO en-KE en-LB en-LK en-MT en-MW en-MY en-NG en-nz en-PH en-PK en-SA en-SG en-us en-xg
	en-XN en-za eo-XN es-ar es-BO es-CL es-CO es-CR es-CU es-DO es-EC es-es es-GT es-HN es-mx
	es-NI es-PA es-PE es-pr es-PY es-SV es-US es-UY es-VE es-XL es-XN et-EE etu-NG eu-ES fa-AF
	fa-in fa-IR fat-GH fi-FI fil-PH fo-FO fr-011 fr-be fr-ca fr-CD fr-ch fr-CI fr-CM fr-DZ fr-fr
	fr-GN fr-lu fr-MA fr-QM fr-TG fr-TN fr-xn fuf-GN fy-NL gaa-GH ga-ie gd-GB gil-kir gl-ES
	gu-IN gur-GH ha-NE he-IL hi-FJ hi-IN hil-PH hmn-LA ho-PG hr-ba hr-HR ht-HT hu-HU hy-AM hz-na
	id-ID igb-NG ig-NG ike-CA-NU ike-CA-QC ilo-PH is-IS it-CH it-IT its-NG ja-jp jam-jm jaz-NC
	jv-ID ka-GE kam-KE kck-ZW kg-CD kik-KE kk-cn kk-KZ kl-GL km-KH kn-IN kok-IN ko-kr kri-SL
	ks-IN ks-PK ksw-mymr ku-IQ ku-TR ky-KG la-VA lb-LU lg-UG ln-CG lo-LA loz-ZM lt-LT lu-CD
	luo-ke lv-LV mai-IN mg-MG mi-NZ mk-MK ml-IN mni-IN mnk-GM mn-MN moh-CA mr-IN ms-MY ms-SG
	mt-MT mtq-vn myi-IN my-MM myn-GT naq-NA nb-NO nd-ZW ne-NP nic-GH nl-BE nl-NL nn-NO nr-ZA
	nso-ZA nv-US ny-MW oc-ES om-ET or-IN pag-PH pa-IN pam-PH pap-AW pa-PK pl-PL ps-AF pt-AO
	pt-BR pt-MZ pt-PT qu-BO qu-pe rm-CH roa-IT ro-MD rom-MK ro-RO ru-BY ru-EE ru-IL ru-kg ru-KZ
	ru-lt ru-LV ru-RU ru-UA ru-xn rw-RW sa-IN sat-IN sco-GB sd-PK se-NO sgn-GB shg-BW si-LK
	skr-PK sk-SK sl-SI sm-WS sn-ZW so-SO sq-AL sr-Cyrl-RS sr-Latn-ME sr-Latn-RS srp-ME sso-LS
	ss-SZ st-LS su-ID sus-GN sv-FI sv-SE sw-KE syl-BD ta-IN ta-LK tcy-IN te-IN tem-SL TEO tet-TL
	tg-TJ th-TH ti-ER tig-ER tiv-NG tk-TM tll-CD tl-PH tn-BW to-TO tpi-PG tr-CY tr-TR ts-ZA
	tt-RU tvl-TV tw-GH ug-CN ug-ny uk-UA und-und ur-IN ur-PK uz-Cyrl-UZ uz-Latn-UZ uz-UZ ve-ZA
	vi-VN wo-SN wuu-CN-CN xh-ZA xsm-GH yao-MW yi-IL yo-NG zh(-Hans)-MY zh-cn zh-hk zh-mo zh-SG
	zh-tw zh-xy zu-ZA
`
	.trim()
	.split(/\s+/);

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

export function englishName(code: string): string {
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
