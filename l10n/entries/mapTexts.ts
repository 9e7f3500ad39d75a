/** The JSON Pointer (RFC 6901) of a value inside the value at `parent`. */
export const pointerTo = (parent: string, key: string | number): string =>
	`${parent}/${escaped(String(key))}`;

const escaped = (key: string): string =>
	/[~/]/.test(key) ? key.split('~').join('~0').split('/').join('~1') : key;

/** The keys and numbers of a JSON Pointer. */
export const partsOf = (pointer: string): string[] =>
	pointer
		.split('/')
		.slice(1)
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));

type Replace = (pointer: string, text: string) => string;

/** Copies the value with other texts. Keys such as `__proto__` stay plain keys. */
export const mapTexts = <Value>(value: Value, replace: Replace): Value =>
	mapFrom(value, '', replace) as Value;

/** By JSON Pointer. */
export function textsIn(value: unknown): Map<string, string> {
	const texts = new Map<string, string>();
	addTexts(texts, value, '');
	return texts;
}

function addTexts(texts: Map<string, string>, value: unknown, pointer: string): void {
	if (typeof value === 'string') texts.set(pointer, value);
	else if (Array.isArray(value))
		for (const [index, child] of value.entries()) addTexts(texts, child, pointerTo(pointer, index));
	else if (isGroup(value))
		for (const key of Object.keys(value))
			addTexts(texts, value[key as keyof typeof value], pointerTo(pointer, key));
}

function mapFrom(value: unknown, pointer: string, replace: Replace): unknown {
	if (typeof value === 'string') return replace(pointer, value);
	if (!isGroup(value)) return value;
	const mapChild = (key: string | number, child: unknown) =>
		mapFrom(child, pointerTo(pointer, key), replace);
	if (Array.isArray(value)) return value.map((child, index) => mapChild(index, child));
	return Object.fromEntries(
		Object.entries(value).map(([key, child]) => [key, mapChild(key, child)]),
	);
}

/** An object or a list. A date is a value. */
export const isGroup = (value: unknown): value is object =>
	value !== null && typeof value === 'object' && !isDate(value);

/** Of JavaScript or of n8n's expressions. */
const isDate = (value: object): boolean =>
	typeof (value as { toJSON?: unknown }).toJSON === 'function';
