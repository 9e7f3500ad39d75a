import { listed } from '../counted';
import { isBlank } from '../entries/chooseTexts';
import { partsOf } from '../entries/mapTexts';
import { giveWay } from '../giveWay';
import { formOf, smallForms } from '../plurals';
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
const shorten = (text: string, most: number): string =>
	text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

function toProblem(check: string, pair: Pair, clauses: readonly string[]): Problem {
	return {
		check,
		key: pair.key,
		detail: listed(
			clauses.map((clause) => shorten(clause, CLAUSE_CHARACTERS)),
			SHOWN_CLAUSES,
		),
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

/** Of gettext: every translator replaces it by names. */
const CREDITS = /^translator[-_]credits$/;
/** Each check reads a text in one go. */
export const MAX_CHECKED = 200_000;

/** What is wrong with one text. */
export async function comparePair(
	pair: Pair,
	checks: readonly Check[],
	settings: CheckSettings,
): Promise<Problem[]> {
	const { source, translation } = pair;
	if (CREDITS.test(source)) return [];
	if (isBlank(translation) && !isBlank(source)) return [missingText(pair)];
	if (source.length > MAX_CHECKED || translation.length > MAX_CHECKED)
		return [
			structureProblem(
				pair.key,
				'the text has more than 200,000 characters, and was not checked',
				pair,
			),
		];
	const found: Problem[] = [];
	for (const check of checks) {
		const pause = giveWay();
		if (pause) await pause;
		const clauses = check.find(pair, settings);
		if (clauses.length > 0) found.push(toProblem(check.name, pair, clauses));
	}
	if (found.length === 0 || !pair.plural) return found;
	const ofPlural = { ...pair, source: pair.plural, plural: '' };
	return (await comparePair(ofPlural, checks, settings)).length === 0 ? [] : found;
}

export const missingText = ({ key, source }: Omit<Pair, 'translation'>): Problem =>
	structureProblem(key, 'the text is missing', { source });

/** Compares each text with its translation. Only texts with a problem are listed. */
export async function checkPairs(
	source: ReadonlyArray<{ key: string; value: string }>,
	translated: ReadonlyArray<{ key: string; value: unknown }>,
	checks: readonly Check[],
	settings: CheckSettings,
	language?: string,
): Promise<Problem[]> {
	const sources = new Map(source.map(({ key, value }) => [key, value]));
	const smallForm = smallForms(language);
	const translations = new Map(translated.map(({ key, value }) => [key, value]));
	const problems: Problem[] = [];
	for (const { key, value } of source) {
		const found = translations.get(key);
		const translation = typeof found === 'string' ? found : '';
		const { group = '', index } = formOf(key) ?? {};
		const message = partsOf(group).at(-2);
		const isForm = index !== undefined && (sources.get(`${group}0`) ?? message) === message;
		const form = isForm ? smallForm(index) : undefined;
		const plural = isForm && index === 0 ? sources.get(`${group}1`) : undefined;
		const pair = { key, source: value, plural, translation, form };
		problems.push(...(await comparePair(pair, checks, settings)));
	}
	return problems;
}

/** The specification names no limit of a rejection's note. See docs/internals/wire-contract.md. */
const MAX_NOTE_CHARACTERS = 1_000;
const MAX_KEY = 200;

const sentenceOf = ({ check, key, detail }: Problem): string =>
	`"${shorten(key, MAX_KEY)}" (${check}): ${detail}.`;

/** The problems in sentences, as many as the note of a rejection may hold. */
export function problemsText(problems: readonly Problem[], most = MAX_NOTE_CHARACTERS): string {
	const lines: string[] = [];
	let length = 0;
	for (const [index, problem] of problems.entries()) {
		const line = sentenceOf(problem);
		const left = problems.length - index;
		const isLast = left === 1;
		const room = isLast ? 0 : `\nand ${left - 1} more`.length;
		if (length + line.length + room > most) {
			lines.push(`and ${left} more`);
			break;
		}
		lines.push(line);
		length += line.length + 1;
	}
	return lines.join('\n');
}
