import { formatCount } from '../counted';
import {
	ALL_INSIDE,
	ANY_FIELD,
	EVERY,
	type FieldPath,
	parseFieldPaths,
} from '../entries/fieldPaths';
import { partsOf } from '../entries/mapTexts';
import { InvalidInput } from '../invalidInput';
import type { Check } from './check';

const FIELD = 'Max Lengths';

export interface MaxLength {
	/** As in 'Fields to Translate', the key of a text, or * for all. */
	path: string;
	characters: number;
}

interface Limit {
	/** Missing if the limit is for all. */
	path?: FieldPath;
	characters: number;
}

function fits(key: string, { text, steps }: FieldPath): boolean {
	if (key === text) return true;
	const own = partsOf(key);
	const hasLength =
		steps.at(-1) === ALL_INSIDE ? own.length >= steps.length : own.length === steps.length;
	return (
		hasLength &&
		steps.every((step, index) => {
			if (step === ANY_FIELD || step === ALL_INSIDE) return true;
			return step === EVERY ? /^\d+$/.test(own[index]!) : String(step) === own[index];
		})
	);
}

/** A row of its own beats the row for all. */
export function toMaxLengthOf(rows: readonly MaxLength[]): (key: string) => number | undefined {
	const limits = rows.flatMap(({ path, characters }): Limit[] => {
		if (!Number.isInteger(characters) || characters < 1)
			throw new InvalidInput(
				`${FIELD}: "${path}" has no number of characters`,
				'Enter a whole number of at least 1.',
			);
		if (path === '*') return [{ characters }];
		return parseFieldPaths(path, FIELD).map((parsed) => ({ path: parsed, characters }));
	});
	return (key) => {
		const own = limits.filter(({ path }) => path && fits(key, path));
		const chosen = own.length > 0 ? own : limits.filter(({ path }) => !path);
		return chosen.length > 0 ? Math.min(...chosen.map(({ characters }) => characters)) : undefined;
	};
}

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
