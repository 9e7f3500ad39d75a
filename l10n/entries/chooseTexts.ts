import { ALL_INSIDE, ANY_FIELD, EVERY, type FieldPath } from './fieldPaths';
import { isGroup, pointerTo } from './mapTexts';

export interface Choice {
	/** Under the JSON Pointers of their places. */
	texts: Array<{ key: string; value: string }>;
	/** The path of each empty text. */
	empty: string[];
	/** The path of each number, object or other value that is not text. */
	notText: string[];
	/** The objects and lists among them. */
	groups: Array<{ pointer: string; value: object; path: FieldPath }>;
	/** The paths that lead to a value. */
	found: FieldPath[];
	/** The paths that lead nowhere. A path into an empty list or null is neither: nobody can tell. */
	wrong: FieldPath[];
}

export function chooseTexts(entry: unknown, paths: readonly FieldPath[]): Choice {
	const values: Values = new Map();
	const ends = paths.map((path) => ({ path, end: follow(entry, path.steps, '', path, values) }));
	const endingIn = (wanted: End) => ends.flatMap(({ path, end }) => (end === wanted ? [path] : []));
	const choice: Choice = {
		texts: [],
		empty: [],
		notText: [],
		groups: [],
		found: endingIn('found'),
		wrong: endingIn('wrong'),
	};
	for (const [key, { value, path }] of values) {
		const text = value ?? '';
		if (isGroup(text)) choice.groups.push({ pointer: key, value: text, path });
		if (typeof text !== 'string') choice.notText.push(path.text);
		else if (isBlank(text)) choice.empty.push(path.text);
		else choice.texts.push({ key, value: text });
	}
	return choice;
}

/** What nobody sees is no text. */
export const isBlank = (text: string): boolean =>
	/^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/.test(text);

/** By JSON Pointer: two paths may choose the same value. */
type Values = Map<string, { value: unknown; path: FieldPath }>;
type End = 'found' | 'open' | 'wrong';

function follow(
	value: unknown,
	steps: FieldPath['steps'],
	pointer: string,
	path: FieldPath,
	values: Values,
): End {
	const [step, ...rest] = steps;
	if (step === undefined) {
		values.set(pointer, { value, path });
		return 'found';
	}
	if (value === null) return 'open';
	if (typeof value !== 'object') return 'wrong';
	const goOn = (child: unknown, key: string | number) =>
		follow(child, rest, pointerTo(pointer, key), path, values);
	if (step === ALL_INSIDE)
		return endOf(
			Object.entries(value).map(([key, child]) => {
				const isChosen = !isGroup(child) && (rest.length === 0 || isKey(key, rest[0]!, value));
				if (!isChosen && !isGroup(child)) return 'wrong';
				return follow(child, isChosen ? [] : steps, pointerTo(pointer, key), path, values);
			}),
		);
	if (step === EVERY) return Array.isArray(value) ? endOf(value.map(goOn)) : 'wrong';
	if (step === ANY_FIELD)
		return Array.isArray(value)
			? 'wrong'
			: endOf(Object.entries(value).map(([key, child]) => goOn(child, key)));
	// Inherited properties are not data.
	const fits = Array.isArray(value) === (typeof step === 'number') && Object.hasOwn(value, step);
	return fits ? goOn((value as Record<string | number, unknown>)[step], step) : 'wrong';
}

const endOf = (ends: readonly End[]): End =>
	(['found', 'wrong'] as const).find((end) => ends.includes(end)) ?? 'open';

/** The elements of a list have no name. */
const isKey = (key: string, step: FieldPath['steps'][number], parent: object): boolean =>
	key === step && !Array.isArray(parent);
