import { BoundedMap, type Bounds } from './boundedMap';

/** For a memory that ends with a run: its entries are bounded by the run. */
const UNBOUNDED: Bounds = { maxEntries: Infinity };

/** Reads each key once. Concurrent callers share one read; a failed one is forgotten. */
export class Once<Value> {
	private readonly reads: BoundedMap<Promise<Value>>;

	constructor(bounds: Bounds = UNBOUNDED) {
		this.reads = new BoundedMap(bounds);
	}

	async get(key: string, read: () => Promise<Value>): Promise<Value> {
		const known = this.reads.get(key);
		if (known) return await known;
		const reading = this.reads.set(key, read());
		reading.catch(() => this.forget(key, reading));
		return await reading;
	}

	/** The read of this key, if there was one. */
	known(key: string): Promise<Value> | undefined {
		return this.reads.get(key);
	}

	/** Forgets a read, unless a newer one took its place. */
	forget(key: string, reading: Promise<Value> | undefined = this.reads.get(key)): void {
		if (reading !== undefined && this.reads.get(key) === reading) this.reads.delete(key);
	}
}
