import { isInline, markupTokens } from './markup';
import { withoutBraces, withoutLooseForms, withoutPlaceholders } from './placeholders';

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

/** Bounded, so that no start is read to the end of a long text. */
const EMAIL = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`;
export const URL_SIGNS = String.raw`\w.~:/?#@!$&+,;=%-`;
const URL = String.raw`\b(?:[a-z]{2,20}:\/\/|www\.)\w[${URL_SIGNS}]*`;
/** Those in brackets belong to Markdown. */
export const ADDRESS = new RegExp(`${URL}|${EMAIL}`, 'gi');

/** The address of a Markdown link. */
const LINK_TARGET = /\]\([^()\s]+/g;

/** Without tags, comments, scripts and styles; entities are what they stand for. */
export function withoutMarkup(text: string, inlineTag = ''): string {
	if (!text.includes('<')) return decodeEntities(text);
	const parts: string[] = [];
	for (const { kind, text: part, name } of markupTokens(text, true))
		if (kind !== 'tag') parts.push(decodeEntities(part));
		else parts.push(isInline(name) ? inlineTag : '\n');
	return parts.join('');
}

/** What people read and translate. */
export const plainText = (text: string): string => shownText(withoutMarkup(text));

/** The same of a text that is without markup already. */
export const shownText = (text: string): string =>
	withoutPlaceholders(text.replace(LINK_TARGET, ']('));

/**
 * Only words and numbers, for checks. Here, what may be a placeholder is one and each tag separates;
 * for the words of an offer, only what is certain counts as one.
 */
export const bareText = (text: string): string =>
	withoutLooseForms(
		withoutPlaceholders(withoutBraces(withoutMarkup(text, ' ').replace(ADDRESS, ' ')), ' '),
	);
