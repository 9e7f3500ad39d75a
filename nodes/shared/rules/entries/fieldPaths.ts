import { InvalidInput } from '../invalidInput';

/** Every element of a list, written as [*]. */
export const EVERY = Symbol('every element');

export interface FieldPath {
	/** As entered. */
	text: string;
	/** A number is an element of a list, a text is a key of an object. */
	steps: Array<number | string | typeof EVERY>;
}

const FIELD = 'Fields to Translate';
const EXAMPLE = 'title, seo.description, blocks[*].text';

/** `[*]`, `[0]`, `['a key']` or `["a key"]`. */
const BRACKET = String.raw`\[\s*(?:(\*)|(\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]`;
/** A comma inside brackets belongs to a key. */
const PATH = new RegExp(`(?:${BRACKET}|[^,\\n])+`, 'gs');
const STEP = new RegExp(`${BRACKET}|(?:^|\\.)([^.[\\]]+)`, 'sy');

export function parseFieldPaths(entered: unknown): FieldPath[] {
	const text = Array.isArray(entered) ? entered.join(',') : String(entered ?? '');
	const paths = [...text.matchAll(PATH)].map(([path]) => path.trim()).filter(Boolean);
	if (paths.length === 0)
		throw new InvalidInput(
			`${FIELD} is empty`,
			`Drag fields here from the input, or enter their names, such as ${EXAMPLE}.`,
			FIELD,
		);
	return paths.map((path) => ({ text: path, steps: parseSteps(path) }));
}

function parseSteps(path: string): FieldPath['steps'] {
	const steps: FieldPath['steps'] = [];
	STEP.lastIndex = 0;
	while (STEP.lastIndex < path.length) {
		const [, every, index, single, double, name] = STEP.exec(path) ?? [];
		const key = unescape(single ?? double) ?? (name?.trim() || undefined);
		const step = every ? EVERY : index ? Number(index) : key;
		if (step === undefined)
			throw new InvalidInput(
				`${FIELD}: "${path}" cannot be read`,
				`Write paths such as ${EXAMPLE}, and not their texts. Put a key with dots, commas or brackets in quotation marks: ["my.key"].`,
				FIELD,
			);
		steps.push(step);
	}
	return steps;
}

const unescape = (key: string | undefined): string | undefined => key?.replace(/\\(['"\\])/g, '$1');
