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
const wrapped = (indentation: string) =>
	new RegExp(String.raw`(?<=[^\n]{30}[^\n.:;!?])\n(?=[^\S\n]{${indentation}}\p{Ll})`, 'gu');
const WRAPPED = wrapped('0,99');
/** As in code. */
const WRAPPED_LAYOUT = wrapped('4,99');
const BETWEEN_TAGS = />\s{1,99}(?=<)/g;
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A wide sign has its space in its own width. */
const BESIDE = {
	leading: { tag: /^</, wide: /^[\u3000-\u303f\uff00-\uff65]/ },
	trailing: { tag: />$/, wide: /[\u3000-\u303f\uff00-\uff65]$/ },
};
/** As in front of a French colon. */
const ONLY_NO_BREAK = /^[\u00a0\u202f]*$/;

const countLineBreaks = (text: string): number => text.match(/\n/g)?.length ?? 0;

const longestLine = (text: string): number =>
	text.split('\n').reduce((most, { length }) => Math.max(most, length), 0);

/** White space at both ends, and what is between. */
function ends(written: string): { leading: string; inside: string; trailing: string } {
	const text = written.replace(/\r\n?/g, '\n');
	const start = text.length - text.trimStart().length;
	const end = Math.max(start, text.trimEnd().length);
	return {
		leading: text.slice(0, start),
		inside: text.slice(start, end),
		trailing: text.slice(end),
	};
}

function compareEnd(
	name: keyof typeof BESIDE,
	source: ReturnType<typeof ends>,
	translation: ReturnType<typeof ends>,
): string[] {
	const [own, other] = [source[name], translation[name]];
	const [before, after] = [countLineBreaks(own), countLineBreaks(other)];
	const { tag, wide } = BESIDE[name];
	const isLayout = before + after > 0 && TAG.test(source.inside) && tag.test(source.inside);
	if (own === other || isLayout) return [];
	if (own === '' || other === '') {
		const isBesideWide = before + after === 0 && wide.test((own ? translation : source).inside);
		if (isBesideWide || (own === '' && ONLY_NO_BREAK.test(other))) return [];
		return [`${name} white space is ${own ? 'missing' : 'new'}`];
	}
	if (before !== after) return [`a ${name} line break is ${after < before ? 'missing' : 'new'}`];
	if (before > 0 || own.length === other.length) return [];
	return [`a ${name} space is ${other.length < own.length ? 'missing' : 'new'}`];
}

/** Between tags and in messages, line breaks mean nothing. In wide letters, prose has fewer lines. */
function isLineBreakMissing(own: string, other: string): boolean {
	if (!own.includes('\n') || hasBranches(own)) return false;
	const isShorter = WIDE_LETTER.test(other) && longestLine(other) * 2 <= longestLine(own);
	const lines = own.replace(isShorter ? WRAPPED : WRAPPED_LAYOUT, ' ').replace(BETWEEN_TAGS, '>');
	return countLineBreaks(other.replace(BETWEEN_TAGS, '>')) < countLineBreaks(lines);
}

export const whiteSpace: Check = {
	name: 'whiteSpace',
	title: 'White Space',
	description: 'Spaces at the start or end that are missing or new, and missing line breaks',
	find({ source, translation }) {
		const [own, other] = [ends(source), ends(translation)];
		if (own.inside === '' || other.inside === '') return [];
		const isMissing = isLineBreakMissing(own.inside, other.inside);
		return [
			...compareEnd('leading', own, other),
			...(isMissing ? ['a line break inside the text is missing'] : []),
			...compareEnd('trailing', own, other),
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
