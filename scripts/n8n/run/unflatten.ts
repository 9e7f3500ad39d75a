type Flat = Record<string, unknown>;

/**
 * Reads n8n's format of execution data: a list of values in which each string inside an object or
 * array is the index of another value. So no value is stored twice.
 */
export function unflatten<T>(text: string): T {
	const values = JSON.parse(text) as unknown[];
	const done = new Set<unknown>();
	const resolve = (position: number): unknown => {
		const value = values[position];
		if (typeof value !== 'object' || value === null || done.has(value)) return value;
		done.add(value);
		for (const [key, child] of Object.entries(value)) {
			if (typeof child === 'string') (value as Flat)[key] = resolve(Number(child));
		}
		return value;
	};
	return resolve(0) as T;
}
