export interface Bounds {
	maxEntries: number;
	/** Counted from when an entry was set. */
	maxAgeMs?: number;
}

/** A map that forgets: entries that are too old, and the oldest ones if there are too many. */
export class BoundedMap<Value> {
	private readonly entries = new Map<string, { value: Value; setAt: number }>();

	constructor(private readonly bounds: Bounds) {}

	get(key: string, now = Date.now()): Value | undefined {
		const entry = this.entries.get(key);
		return entry && this.isFresh(entry.setAt, now) ? entry.value : undefined;
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

	delete(key: string): void {
		this.entries.delete(key);
	}

	clear(): void {
		this.entries.clear();
	}

	/** A clock that was set back keeps nothing longer. */
	private isFresh(setAt: number, now: number): boolean {
		return Math.abs(now - setAt) < (this.bounds.maxAgeMs ?? Infinity);
	}
}
