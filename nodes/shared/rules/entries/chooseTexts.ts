import { EVERY, type FieldPath } from './fieldPaths';
import { pointerTo } from './pointer';

export interface Choice {
	/** Under the JSON Pointers of their places. */
	texts: Array<{ key: string; value: string }>;
	empty: number;
	/** The places of numbers, objects and other values that are not text. */
	notText: string[];
	/** The paths that lead to something. */
	fitting: FieldPath[];
}

export function chooseTexts(entry: unknown, paths: readonly FieldPath[]): Choice {
	const found = new Map<string, unknown>();
	const fitting = paths.filter(({ steps }) => follow(entry, steps, '', found));
	const texts = [...found].flatMap(([key, value]) =>
		typeof value === 'string' && !isBlank(value) ? [{ key, value }] : [],
	);
	const notText = [...found].flatMap(([key, value]) => (isTextOrNothing(value) ? [] : [key]));
	return { texts, notText, fitting, empty: found.size - texts.length - notText.length };
}

export const isBlank = (text: string): boolean => text.trim() === '';

const isTextOrNothing = (value: unknown) =>
	typeof value === 'string' || value === null || value === undefined;

/** True if the path is right as far as there is data. An empty list or null has no further parts. */
function follow(
	value: unknown,
	[step, ...rest]: FieldPath['steps'],
	pointer: string,
	found: Map<string, unknown>,
): boolean {
	if (step === undefined) {
		found.set(pointer, value);
		return true;
	}
	if (value === null) return true;
	if (typeof value !== 'object') return false;
	if (step === EVERY) {
		if (!Array.isArray(value)) return false;
		const fits = value.map((each, index) => follow(each, rest, pointerTo(pointer, index), found));
		return fits.length === 0 || fits.includes(true);
	}
	// Inherited properties are not data.
	const fits = Array.isArray(value) === (typeof step === 'number') && Object.hasOwn(value, step);
	if (!fits) return false;
	const child = (value as Record<string | number, unknown>)[step];
	return follow(child, rest, pointerTo(pointer, step), found);
}
