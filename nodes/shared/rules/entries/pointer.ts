/** The JSON Pointer (RFC 6901) of a value inside the value at `parent`. */
export const pointerTo = (parent: string, key: string | number): string =>
	`${parent}/${escaped(String(key))}`;

const escaped = (key: string): string =>
	/[~/]/.test(key) ? key.replace(/~/g, '~0').replace(/\//g, '~1') : key;
