/** The JSON Pointer (RFC 6901) of a value inside the value at `parent`. */
export const pointerTo = (parent: string, key: string | number): string =>
	`${parent}/${escaped(String(key))}`;

const escaped = (key: string): string =>
	/[~/]/.test(key) ? key.replace(/~/g, '~0').replace(/\//g, '~1') : key;

/** The keys and numbers of a JSON Pointer. */
export const partsOf = (pointer: string): string[] =>
	pointer
		.split('/')
		.slice(1)
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
