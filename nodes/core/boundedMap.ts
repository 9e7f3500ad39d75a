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
	private isFresh(setAt: number, now: number, maxAgeMs = Infinity): boolean {
		return Math.abs(now - setAt) < Math.min(maxAgeMs, this.bounds.maxAgeMs ?? Infinity);
	}
}
