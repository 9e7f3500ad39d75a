/**
 * Spellings that content systems use for an accepted code. An alias never guesses a region: any
 * region follows from the alias itself.
 */
export const CODE_ALIASES: Readonly<Record<string, string>> = {
	// Chinese by script: what Drupal, Windows and Android call the mainland and the Taiwan variety.
	'zh-hans': 'zh-cn',
	'zh-hant': 'zh-tw',
	// The names .NET used for the same two.
	'zh-chs': 'zh-cn',
	'zh-cht': 'zh-tw',
	// UN region 419 is Latin America, XL in the accepted list; Facebook and others write LA.
	'es-419': 'es-XL',
	'es-la': 'es-XL',
	// UK is reserved for the United Kingdom and widely written instead of GB.
	'en-uk': 'en-gb',
	// Valencian without its country.
	'ca-valencia': 'ca-ES-V',
	// Moldavian, a withdrawn code for Romanian as spoken in Moldova.
	mo: 'ro-MD',
	'mo-md': 'ro-MD',
	// Dari, the Persian of Afghanistan.
	prs: 'fa-AF',
	'prs-af': 'fa-AF',
};

/**
 * Codes of languages that the accepted list spells otherwise. The region must still match, or be
 * the only one. Serbo-Croatian (`sh`) may mean Bosnian, Croatian or Serbian, so it is not here.
 */
export const LANGUAGE_ALIASES: Readonly<Record<string, string>> = {
	// Withdrawn codes that Java and Android still write.
	iw: 'he',
	in: 'id',
	ji: 'yi',
	jw: 'jv',
	// "Norwegian" without further qualification is Bokmål; Nynorsk is always named (`nn`).
	no: 'nb',
	nor: 'nb',
	// Mandarin, the language that `zh` stands for.
	cmn: 'zh',
	// Inuktitut is accepted in its eastern Canadian form only.
	iu: 'ike',
	iku: 'ike',
};

/**
 * The ISO 639-2 codes (both editions, where they differ) of the accepted languages that have a
 * two-letter code.
 */
export const TWO_LETTER_CODES: ReadonlyMap<string, string> = new Map(
	`
	aa:aar ab:abk af:afr ak:aka am:amh ar:ara as:asm az:aze ba:bak be:bel bg:bul bh:bih bi:bis bn:ben
	bo:bod,tib br:bre bs:bos ca:cat co:cos cr:cre cs:ces,cze cy:cym,wel da:dan de:deu,ger dv:div dz:dzo
	ee:ewe el:ell,gre en:eng eo:epo es:spa et:est eu:eus,baq fa:fas,per fi:fin fo:fao fr:fra,fre fy:fry
	ga:gle gd:gla gl:glg gu:guj ha:hau he:heb hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:hye,arm hz:her id:ind
	ig:ibo is:isl,ice it:ita ja:jpn jv:jav ka:kat,geo kg:kon ki:kik kk:kaz kl:kal km:khm kn:kan ko:kor
	ks:kas ku:kur ky:kir la:lat lb:ltz lg:lug ln:lin lo:lao lt:lit lu:lub lv:lav mg:mlg mi:mri,mao
	mk:mkd,mac ml:mal mn:mon mr:mar ms:msa,may mt:mlt my:mya,bur nb:nob nd:nde ne:nep nl:nld,dut nn:nno
	nr:nbl nv:nav ny:nya oc:oci om:orm or:ori pa:pan pl:pol ps:pus pt:por qu:que rm:roh ro:ron,rum ru:rus
	rw:kin sa:san sd:snd se:sme si:sin sk:slk,slo sl:slv sm:smo sn:sna so:som sq:sqi,alb sr:srp ss:ssw
	st:sot su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn to:ton tr:tur
	ts:tso tt:tat tw:twi ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie wo:wol xh:xho yi:yid yo:yor zh:zho,chi
	zu:zul
	`
		.trim()
		.split(/\s+/)
		.flatMap((entry) => {
			const [twoLetters = '', threeLetters = ''] = entry.split(':');
			return threeLetters.split(',').map((code): [string, string] => [code, twoLetters]);
		}),
);
