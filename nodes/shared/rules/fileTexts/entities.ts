const CHARACTERS: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00A0',
	ensp: '\u2002',
	emsp: '\u2003',
	thinsp: '\u2009',
	shy: '\u00AD',
	zwnj: '\u200C',
	zwj: '\u200D',
	lsquo: '‘',
	rsquo: '’',
};
/** Every other name stands for a letter, as far as words are concerned. */
const SIGNS = new Set(
	`ndash mdash hellip bull middot copy reg trade deg plusmn times divide sect para cent pound yen euro curren laquo raquo lsaquo rsaquo
	ldquo rdquo bdquo sbquo iexcl iquest larr rarr uarr darr harr minus dagger Dagger permil prime Prime not brvbar uml acute cedil
	macr check star hearts infin ne le ge asymp lrm rlm`.split(/\s+/),
);
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,31}));/g;

/** Names that are rare become "a" or "–": as many characters, and as many words. */
export const decodeEntities = (text: string): string =>
	text.includes('&')
		? text.replace(ENTITY, (_, decimal?: string, hex?: string, name = '') => {
				if (!decimal && !hex) {
					if (Object.hasOwn(CHARACTERS, name)) return CHARACTERS[name]!;
					return SIGNS.has(name) ? '–' : 'a';
				}
				const code = decimal ? Number(decimal) : parseInt(hex!, 16);
				return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
			})
		: text;
