import { decodeEntities } from '../text/plainText';
import type { Check } from './check';

/** Particles of languages without spaces may follow a term directly. */
const LETTER_PAIR =
	/^(?:[\p{Script=Latin}\p{Nd}_]{2}|[\p{Script=Cyrillic}\p{Nd}_]{2}|[\p{Script=Greek}\p{Nd}_]{2})$/u;
/** How far back the end of the sentence before is looked for. */
const LOOK_BACK = 30;
const SENTENCE_START = /(?:^|[.!?。！？:：\n>])[\s"'“”„«‘¡¿(*_#-]{0,30}$/u;

const compared = (text: string): string =>
	decodeEntities(text)
		.normalize('NFC')
		.replace(/[^\S ]/g, ' ');

function startsSentence(text: string, index: number): boolean {
	const before = text.slice(Math.max(0, index - LOOK_BACK), index);
	return SENTENCE_START.test(index > LOOK_BACK ? `…${before}` : before);
}

function otherCase(term: string): string {
	const [first = ''] = term;
	const upper = first.toUpperCase();
	return (first === upper ? first.toLowerCase() : upper) + term.slice(first.length);
}

function* placesOf(text: string, term: string): Generator<number> {
	for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) yield at;
}

const isInsideWord = (text: string, at: number): boolean =>
	LETTER_PAIR.test(text.slice(Math.max(0, at - 1), at + 1));

const isWhole = (text: string, at: number, { length }: string): boolean =>
	!isInsideWord(text, at) && !isInsideWord(text, at + length);

/** In any place, or with another first letter at the start of a sentence. */
function contains(text: string, term: string, isRight: (at: number) => boolean): boolean {
	for (const at of placesOf(text, term)) if (isRight(at)) return true;
	for (const at of placesOf(text, otherCase(term)))
		if (isRight(at) && startsSentence(text, at)) return true;
	return false;
}

export const withoutTerms = (text: string, terms: readonly string[]): string =>
	terms.filter(Boolean).reduce((rest, term) => rest.replaceAll(term, ' '), text);

export const terms: Check = {
	name: 'terms',
	title: 'Terms',
	description: "Terms of 'Terms to Keep' that the source has and the translation does not",
	isOptional: true,
	find({ source, translation }, { termsToKeep }) {
		if (termsToKeep.length === 0) return [];
		const [own, other] = [compared(source), compared(translation)];
		return termsToKeep.filter(Boolean).flatMap((term) => {
			const kept = compared(term);
			const isInSource = contains(own, kept, (at) => isWhole(own, at, kept));
			// Other languages inflect terms, and join them with words.
			return isInSource && !contains(other, kept, () => true) ? [`"${term}" is missing`] : [];
		});
	},
};
