import { createHash } from 'node:crypto';

/** Eight base64 characters hold 48 bits. A collision would hide one of the two entries. */
export const HASH_LENGTH = 8;

/** A short key for something long. */
export const shortHash = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

export interface Bounds {
	maxEntries: number;
	/** Counted from when an entry was set. */
	maxAgeMs?: number;
}

/** A map that forgets: entries that are too old, and the oldest ones if there are too many. */
export class BoundedMap<Value> {
	private readonly entries = new Map<string, { value: Value; setAt: number }>();

	constructor(private readonly bounds: Bounds) {}

	/** @param maxAgeMs - For a caller that wants a younger one. */
	get(key: string, now = Date.now(), maxAgeMs = Infinity): Value | undefined {
		const entry = this.entries.get(key);
		return entry && this.isFresh(entry.setAt, now, maxAgeMs) ? entry.value : undefined;
	}

	/** From the oldest to the newest. */
	values(now = Date.now()): Value[] {
		const fresh = [...this.entries.values()].filter(({ setAt }) => this.isFresh(setAt, now));
		return fresh.map(({ value }) => value);
	}

	keys(): string[] {
		return [...this.entries.keys()];
	}

	/** The entry becomes the newest one. */
	set(key: string, value: Value, now = Date.now()): Value {
		this.entries.delete(key);
		this.entries.set(key, { value, setAt: now });
		for (const [oldest, { setAt }] of this.entries) {
			if (this.entries.size <= this.bounds.maxEntries && this.isFresh(setAt, now)) break;
			this.entries.delete(oldest);
		}
		return value;
	}

	/** Returns false if it is there already. */
	enter(key: string, value: Value): boolean {
		if (this.get(key) !== undefined) return false;
		this.set(key, value);
		return true;
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	clear(): void {
		this.entries.clear();
	}

	/** A clock that was set back keeps nothing longer. */
	private isFresh(setAt: number, now: number, maxAgeMs = Infinity): boolean {
		return Math.abs(now - setAt) < Math.min(maxAgeMs, this.bounds.maxAgeMs ?? Infinity);
	}
}

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

/** Runs work with the same key one after another, in order. A failure does not stop the next. */
export class KeyedQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
		const before = this.last.get(key) ?? Promise.resolve();
		const turn = before.then(work);
		const settled = turn.catch(() => {});
		this.last.set(key, settled);
		try {
			return await turn;
		} finally {
			if (this.last.get(key) === settled) this.last.delete(key);
		}
	}
}
