import { formatCount } from '../../rules/limits';
import type { Check } from './check';

/** The segmenter of Node 20 takes quadratic time, and in pieces still a while for each character. */
const PIECE = 500;
const COUNTED_BEYOND = 1_000;

// Made when it is first needed, as it would delay every start of n8n.
let graphemes: Intl.Segmenter | undefined;

/**
 * Characters as people count them, until there are enough. The last one of a piece may go on in the
 * next piece.
 */
export function countCharacters(text: string, enough = Infinity): number {
	graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	let count = 0;
	for (let from = 0; from < text.length && count < enough;) {
		const isCut = /[\ud800-\udbff]/.test(text.charAt(from + PIECE - 1));
		const piece = text.slice(from, from + PIECE - (isCut ? 1 : 0));
		const starts = Array.from(graphemes.segment(piece), ({ index }) => index);
		const isLast = from + piece.length === text.length || starts.length === 1;
		count += isLast ? starts.length : starts.length - 1;
		from += isLast ? piece.length : starts.at(-1)!;
	}
	return count;
}

function describeCount(text: string, most: number): string | undefined {
	const enough = most + COUNTED_BEYOND;
	const count = countCharacters(text, enough);
	if (count <= most) return undefined;
	return count < enough ? formatCount(count) : `more than ${formatCount(enough - 1)}`;
}

export const length: Check = {
	name: 'length',
	title: 'Length',
	description: "Translations that are longer than 'Max Lengths' allows",
	isOptional: true,
	find({ key, translation }, { maxLengthOf }) {
		const most = maxLengthOf(key);
		if (most === undefined || translation.length <= most) return [];
		const count = describeCount(translation, most);
		return count ? [`the text has ${count} characters, and may have ${formatCount(most)}`] : [];
	},
};
