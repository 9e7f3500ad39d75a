const CHARACTERS: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00A0',
	ensp: ' ',
	emsp: ' ',
	thinsp: ' ',
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
	text.replace(ENTITY, (_, decimal?: string, hex?: string, name = '') => {
		const code = Number(decimal ?? (hex && `0x${hex}`));
		if (code <= 0x10ffff) return String.fromCodePoint(code);
		if (Object.hasOwn(CHARACTERS, name)) return CHARACTERS[name]!;
		return !name || SIGNS.has(name) ? '–' : 'a';
	});
