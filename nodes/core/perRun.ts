/** A memory that lasts as long as its owner: the context of a run, or an item. */
export function perRun<Memory>(make: () => Memory): (owner: object) => Memory {
	const memories = new WeakMap<object, Memory>();
	return (owner) => {
		const known = memories.get(owner);
		if (known !== undefined) return known;
		const memory = make();
		memories.set(owner, memory);
		return memory;
	};
}
