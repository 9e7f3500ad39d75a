import { compareAllForms, withoutPlaceholders } from '../../texts/placeholders';
import { bareText } from '../../texts/plainText';
import { areMissing, areNew, type Check } from './check';
import { length } from './length';
import { numbers } from './numbers';
import { tags } from './tags';
import { terms, withoutTerms } from './terms';

/** Every placeholder has one of these. Most texts have none. */
const PLACEHOLDER_SIGN = /[%{<:[]/;

export const placeholders: Check = {
	name: 'placeholders',
	title: 'Placeholders',
	description: 'Placeholders such as {name} or %s that are missing, new or renamed',
	find({ source, translation }) {
		if (!PLACEHOLDER_SIGN.test(source) && !PLACEHOLDER_SIGN.test(translation)) return [];
		const { missing, added } = compareAllForms(source, translation);
		return [...areMissing(missing), ...areNew(added)];
	},
};

const THREE_LETTERS = /(?:\p{L}\p{M}*){3}/u;

const compared = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/\s{2,}|[^\S ]/g, ' ')
		.trim();

export const untranslated: Check = {
	name: 'untranslated',
	title: 'Untranslated',
	description: 'Texts that came back as they were sent',
	find({ source, translation }, { mayStay, termsToKeep }) {
		if (mayStay || compared(source) !== compared(translation)) return [];
		// Of a message, the texts of its branches stay.
		return THREE_LETTERS.test(withoutTerms(bareText(withoutPlaceholders(source)), termsToKeep))
			? ['the text is not translated']
			: [];
	},
};

const TAG = /<\/?\p{L}[^<>]*>/u;

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
		const isShort = !hasTag && countLineBreaks(other.inside) < countLineBreaks(own.inside);
		return [
			...compareEnd('leading', own.leading, other.leading, hasTag && own.inside.startsWith('<')),
			...(isShort ? ['a line break inside the text is missing'] : []),
			...compareEnd('trailing', own.trailing, other.trailing, hasTag && own.inside.endsWith('>')),
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
