import { isBlank } from '../../texts/chooseTexts';
import type { Check, CheckSettings, Pair } from './check';

export interface Problem {
	check: string;
	key: string;
	detail: string;
	/** The beginning of the text, as people need it to find the place. */
	source: string;
	translation: string;
}

const SHOWN_CHARACTERS = 200;
const SHOWN_CLAUSES = 5;
const CLAUSE_CHARACTERS = 80;

/** Cuts no pair of surrogates. */
export const shorten = (text: string, most: number): string =>
	text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

function detailOf(clauses: readonly string[]): string {
	const shown = clauses.slice(0, SHOWN_CLAUSES).map((clause) => shorten(clause, CLAUSE_CHARACTERS));
	const more = clauses.length - shown.length;
	return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function toProblem(check: string, pair: Pair, clauses: readonly string[]): Problem {
	return {
		check,
		key: pair.key,
		detail: detailOf(clauses),
		source: shorten(pair.source, SHOWN_CHARACTERS),
		translation: shorten(pair.translation, SHOWN_CHARACTERS),
	};
}

/** Not a check to choose: what is not there cannot be compared. */
export const structureProblem = (
	key: string,
	detail: string,
	{ source = '', translation = '' }: Partial<Pair> = {},
): Problem => toProblem('structure', { key, source, translation }, [detail]);

/** What is wrong with one text. */
export function comparePair(
	pair: Pair,
	checks: readonly Check[],
	settings: CheckSettings,
): Problem[] {
	if (isBlank(pair.translation) && !isBlank(pair.source)) return [missingText(pair)];
	return checks.flatMap((check) => {
		const clauses = check.find(pair, settings);
		return clauses.length === 0 ? [] : [toProblem(check.name, pair, clauses)];
	});
}

export const missingText = ({ key, source }: Omit<Pair, 'translation'>): Problem =>
	structureProblem(key, 'the text is missing', { source });

/** Compares each text with its translation. Only texts with a problem are listed. */
export function findProblems(
	source: ReadonlyArray<{ key: string; value: string }>,
	translated: ReadonlyArray<{ key: string; value: unknown }>,
	checks: readonly Check[],
	settings: CheckSettings,
): Problem[] {
	const translations = new Map(translated.map(({ key, value }) => [key, value]));
	return source.flatMap(({ key, value }) => {
		const found = translations.get(key);
		const translation = typeof found === 'string' ? found : '';
		return comparePair({ key, source: value, translation }, checks, settings);
	});
}
