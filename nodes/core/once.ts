import { BoundedMap, type Bounds } from './boundedMap';

interface Keeping extends Partial<Bounds> {
	/** For a memory that is gone before a second try makes sense. */
	keepFailures?: boolean;
}

/**
 * Reads each key once. Concurrent callers share one read; a failed one is forgotten. Without
 * bounds it is for a memory that ends with a run, which bounds it.
 */
export class Once<Value> {
	private readonly reads: BoundedMap<Promise<Value>>;
	private readonly keepFailures: boolean;

	constructor({ keepFailures = false, maxEntries = Infinity, maxAgeMs }: Keeping = {}) {
		this.reads = new BoundedMap({ maxEntries, maxAgeMs });
		this.keepFailures = keepFailures;
	}

	/** @param maxAgeMs - For a caller that wants a younger one. */
	async get(key: string, read: () => Promise<Value>, maxAgeMs?: number): Promise<Value> {
		const known = this.reads.get(key, Date.now(), maxAgeMs);
		if (known) return await known;
		const reading = this.reads.set(key, read());
		if (!this.keepFailures) reading.catch(() => this.forget(key, reading));
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
