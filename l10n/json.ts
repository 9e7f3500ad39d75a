import { InvalidInput } from './invalidInput';

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of the record without these fields. */
export const omit = <T extends object, K extends keyof T>(record: T, ...fields: K[]): Omit<T, K> =>
	Object.fromEntries(
		Object.entries(record).filter(([field]) => !fields.includes(field as K)),
	) as Omit<T, K>;

/** The order of keys is no content. That of a list may be. */
export const canonicalJson = (value: unknown): string =>
	JSON.stringify(value, (_, part: unknown) =>
		isRecord(part)
			? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
			: part,
	);

/** Undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

interface JsonShapes {
	object: Record<string, unknown>;
	array: unknown[];
	any: unknown;
}

function shapeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function tryParse(json: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(json) as unknown };
	} catch (error) {
		return { problem: error instanceof Error ? error.message : String(error) };
	}
}

function parseText(text: string, field: string): unknown {
	// A file read as text may begin with a byte order mark, which JSON does not allow.
	const json = text.replace(/^\uFEFF/, '').trim();
	if (json === '') {
		throw new InvalidInput(`${field} is empty`, 'Enter JSON.');
	}
	const result = tryParse(json);
	if ('problem' in result) {
		throw new InvalidInput(
			`${field} is not valid JSON: ${result.problem}`,
			'Put names and text in double quotes, and no comma after the last element. In an expression, JSON.stringify() turns data into JSON.',
		);
	}
	return result.value;
}

/** Reads a JSON parameter, which n8n passes as text or, from an expression, as data. */
export function parseJson<Shape extends keyof JsonShapes>(
	value: unknown,
	field: string,
	shape: Shape,
): JsonShapes[Shape] {
	const parsed = typeof value === 'string' ? parseText(value, field) : value;
	const fits =
		shape === 'any'
			? parsed !== undefined
			: shape === 'array'
				? Array.isArray(parsed)
				: isRecord(parsed);
	if (!fits) {
		const wanted = shape === 'array' ? 'a list' : shape === 'object' ? 'an object' : 'JSON';
		throw new InvalidInput(
			`${field} must be ${wanted}, but is ${shapeOf(parsed)}`,
			shape === 'array' ? 'Write it as [ … ].' : 'Write it as { "name": "value" }.',
		);
	}
	return parsed as JsonShapes[Shape];
}
