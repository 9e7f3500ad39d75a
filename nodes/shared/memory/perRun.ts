/** A memory that lasts as long as one run of a node. */
export function perRun<Memory>(make: () => Memory): (context: object) => Memory {
	const memories = new WeakMap<object, Memory>();
	return (context) => {
		const known = memories.get(context);
		if (known !== undefined) return known;
		const memory = make();
		memories.set(context, memory);
		return memory;
	};
}
