import { formOf, isSmall } from '../plurals';
import { compareAllForms, hasBranches, withoutPlaceholders } from '../text/placeholders';
import { bareText } from '../text/plainText';
import { areMissing, areNew, type Check, type Pair } from './check';
import { length } from './length';
import { numbers } from './numbers';
import { tags } from './tags';
import { terms, withoutTerms } from './terms';

/** Every placeholder has one of these. Most texts have none. */
const PLACEHOLDER_SIGN = /[%{<:[$]/;

/** What counts, by its name or its kind. */
const COUNT = /^%[^(<a-z]*l{0,2}[diu]$|count|num|total|amount|quantit|[{(:]\s*(?:n|\d+)\b/i;

function smallFormOf({ key, form = '' }: Pair): string {
	const { group = '', category = '' } = formOf(key) ?? {};
	return group !== '' && isSmall(category) ? category : form;
}

/** A form for one, two or none may say its number in words, and the one for none leaves out more. */
function withoutCounts(missing: string[], pair: Pair): string[] {
	const { source } = pair;
	const category = smallFormOf(pair);
	if (category === 'zero') return [];
	if (category === '') return missing;
	const isOnlyOne = missing.length === 1 && !COUNT.test(source);
	return isOnlyOne ? [] : missing.filter((each) => !COUNT.test(each));
}

export const placeholders: Check = {
	name: 'placeholders',
	title: 'Placeholders',
	description: 'Placeholders such as {name} or %s that are missing, new or renamed',
	find(pair) {
		const { source, translation } = pair;
		if (!PLACEHOLDER_SIGN.test(source) && !PLACEHOLDER_SIGN.test(translation)) return [];
		const { missing, added } = compareAllForms(source, translation);
		// The form for one is that for none or 21, too, in other languages.
		const isNew = (each: string) => smallFormOf(pair) === '' || !COUNT.test(each);
		return [...areMissing(withoutCounts(missing, pair)), ...areNew(added.filter(isNew))];
	},
};

const THREE_LETTERS = /(?:\p{L}\p{M}*){3}/u;

const compared = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/\s{2,}|[^\S ]/g, ' ')
		.replace(/[‘’ʼ´`]/g, "'")
		.replace(/[“”„«»]/g, '"')
		.trim()
		.replace(/[.!…。]{1,3}$/, '');

/** As in MAX_SIZE: the name of something in code. */
const CODE_NAME = /(?<![\p{L}\p{Nd}_])[\p{L}\p{Nd}]{1,99}_[\p{L}\p{Nd}_]*/gu;

export const untranslated: Check = {
	name: 'untranslated',
	title: 'Untranslated',
	description: 'Texts that came back as they were sent',
	find({ source, translation }, { mayStay, termsToKeep }) {
		if (mayStay || compared(source) !== compared(translation)) return [];
		// Of a message, the texts of its branches stay.
		const text = withoutTerms(bareText(withoutPlaceholders(source)), termsToKeep);
		return THREE_LETTERS.test(text.replace(CODE_NAME, ' ')) ? ['the text is not translated'] : [];
	},
};

const TAG = /<\/\p{L}|\/>|<(?:br|hr|p|li|div|img|input)\b/iu;

/** Prose of long lines goes on in the next one. */
const WRAPPED = /(?<=[^\n]{30}[^\n.:;!?])\r?\n(?=[^\S\n]{0,99}\p{Ll})/gu;
/** Its own width is the space beside it. */
const WIDE = String.raw`[\u3000-\u303f\uff00-\uff65]`;
const WIDE_START = new RegExp(`^${WIDE}`);
const WIDE_END = new RegExp(`${WIDE}$`);

const countLineBreaks = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

/** White space at both ends, and what is between. */
function ends(text: string): { leading: string; inside: string; trailing: string } {
	const start = text.length - text.trimStart().length;
	const end = Math.max(start, text.trimEnd().length);
	return {
		leading: text.slice(0, start),
		inside: text.slice(start, end),
		trailing: text.slice(end),
	};
}

function compareEnd(name: string, own: string, other: string, isAtTag: boolean): string[] {
	const breaks = countLineBreaks(own);
	if (own === '' || (isAtTag && breaks > 0)) return [];
	if (other === '') return [`${name} white space is missing`];
	return countLineBreaks(other) < breaks ? [`a ${name} line break is missing`] : [];
}

export const whiteSpace: Check = {
	name: 'whiteSpace',
	title: 'White Space',
	description: 'Spaces at the start or end, and line breaks, that are missing',
	find({ source, translation }) {
		const [own, other] = [ends(source), ends(translation)];
		if (own.inside === '' || other.inside === '') return [];
		// Beside tags, line breaks mean nothing.
		const hasTag = TAG.test(own.inside);
		const isShort =
			!hasTag &&
			!hasBranches(source) &&
			countLineBreaks(other.inside) < countLineBreaks(own.inside.replace(WRAPPED, ' '));
		const isSpace = (end: string) => countLineBreaks(end) === 0;
		const hasWideStart = WIDE_START.test(other.inside) && isSpace(own.leading);
		const hasWideEnd = WIDE_END.test(other.inside) && isSpace(own.trailing);
		return [
			...(hasWideStart
				? []
				: compareEnd('leading', own.leading, other.leading, hasTag && own.inside.startsWith('<'))),
			...(isShort ? ['a line break inside the text is missing'] : []),
			...(hasWideEnd
				? []
				: compareEnd('trailing', own.trailing, other.trailing, hasTag && own.inside.endsWith('>'))),
		];
	},
};

/** To add a check, add it here. The form offers it. */
export const CHECKS: readonly Check[] = [
	placeholders,
	tags,
	numbers,
	untranslated,
	whiteSpace,
	length,
	terms,
];
