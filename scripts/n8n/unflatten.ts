type Flat = Record<string, unknown>;

/**
 * Reads the form in which n8n sends execution data: a list of values in which every string inside an
 * object or array is the position of the value that belongs there, so that nothing is written twice.
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
