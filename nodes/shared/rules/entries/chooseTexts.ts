import { EVERY, type FieldPath } from './fieldPaths';
import { pointerTo } from './pointer';

export interface Choice {
	/** Under the JSON Pointers of their places. */
	texts: Array<{ key: string; value: string }>;
	/** The path of each empty text. */
	empty: string[];
	/** The path of each number, object or other value that is not text. */
	notText: string[];
	/** The paths that lead to something. */
	fitting: FieldPath[];
}

export function chooseTexts(entry: unknown, paths: readonly FieldPath[]): Choice {
	const found: Found = new Map();
	const fitting = paths.filter((path) => follow(entry, path.steps, '', path, found));
	const choice: Choice = { texts: [], empty: [], notText: [], fitting };
	for (const [key, { value, path }] of found) {
		const text = value ?? '';
		if (typeof text !== 'string') choice.notText.push(path.text);
		else if (isBlank(text)) choice.empty.push(path.text);
		else choice.texts.push({ key, value: text });
	}
	return choice;
}

export const isBlank = (text: string): boolean => text.trim() === '';

/** By JSON Pointer: two paths may choose the same value. */
type Found = Map<string, { value: unknown; path: FieldPath }>;

/** True if the path is right as far as there is data. An empty list or null has no further parts. */
function follow(
	value: unknown,
	[step, ...rest]: FieldPath['steps'],
	pointer: string,
	path: FieldPath,
	found: Found,
): boolean {
	if (step === undefined) {
		found.set(pointer, { value, path });
		return true;
	}
	if (value === null) return true;
	if (typeof value !== 'object') return false;
	const goOn = (child: unknown, key: string | number) =>
		follow(child, rest, pointerTo(pointer, key), path, found);
	if (step === EVERY) {
		if (!Array.isArray(value)) return false;
		const fits = value.map(goOn);
		return fits.length === 0 || fits.includes(true);
	}
	// Inherited properties are not data.
	const fits = Array.isArray(value) === (typeof step === 'number') && Object.hasOwn(value, step);
	return fits && goOn((value as Record<string | number, unknown>)[step], step);
}
