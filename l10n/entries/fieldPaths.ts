import { InvalidInput } from '../invalidInput';

/** Every element of a list, written as [*]. */
export const EVERY = Symbol('every element');
/** Every field of an object, written as *. */
export const ANY_FIELD = Symbol('every field');
/** Everything inside, however deep, written as **. At the end, or before the name of a field. */
export const ALL_INSIDE = Symbol('everything inside');

export type Step = number | string | typeof EVERY | typeof ANY_FIELD | typeof ALL_INSIDE;

export interface FieldPath {
	/** As entered. */
	text: string;
	/** A number is an element of a list, a text is a key of an object. */
	steps: Step[];
}

const FIELD = 'Fields to Translate';
const EXAMPLE = 'title, seo.description, blocks[*].text';

/** `[*]`, `[0]`, `['a key']` or `["a key"]`. */
const BRACKET = String.raw`\[\s*(?:(\*)|(\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]`;
/** A comma inside brackets belongs to a key. */
const PATH = new RegExp(`(?:${BRACKET}|[^,\\n])+`, 'gs');
const STEP = new RegExp(`${BRACKET}|(?:^|\\.)([^.[\\]]+)`, 'sy');

/** @param field - What to name if a path is wrong. */
export function parseFieldPaths(entered: unknown, field = FIELD): FieldPath[] {
	const text = Array.isArray(entered) ? entered.join(',') : String(entered ?? '');
	const paths = [...text.matchAll(PATH)].map(([path]) => path.trim()).filter(Boolean);
	if (paths.length === 0)
		throw new InvalidInput(
			`${field} is empty`,
			`Drag fields here from the input, or enter their names, such as ${EXAMPLE}.`,
		);
	return paths.map((path) => ({ text: path, steps: parseSteps(path, field) }));
}

function parseSteps(path: string, field: string): FieldPath['steps'] {
	const steps: FieldPath['steps'] = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < path.length) {
		const [, every, index, single, double, name] = STEP.exec(path) ?? [];
		const key = unescape(single ?? double) ?? toStep(name?.trim());
		const step = every ? EVERY : index ? Number(index) : key;
		const isNamed = steps.at(-1) !== ALL_INSIDE || typeof step === 'string';
		if (step === undefined || steps.at(-2) === ALL_INSIDE || !isNamed)
			throw new InvalidInput(
				`${field}: "${path}" cannot be read`,
				`Write paths such as ${EXAMPLE}, and not their texts. Put a key with dots, commas or brackets in quotation marks: ["my.key"].`,
			);
		steps.push(step);
	}
	return steps;
}

function toStep(name: string | undefined): Step | undefined {
	if (name === '*') return ANY_FIELD;
	return name === '**' ? ALL_INSIDE : name || undefined;
}

const unescape = (key: string | undefined): string | undefined => key?.replace(/\\(['"\\])/g, '$1');
