/** Remembers recent events of this process and forgets the oldest first. */
export class RecentEvents {
	private readonly times = new Map<string, number>();

	constructor(
		private readonly windowMs: number,
		private readonly most: number,
	) {}

	/** Records an event. Returns true if it was already recorded within the window. */
	note(what: string, now = Date.now()): boolean {
		const last = this.times.get(what);
		const isKnown = last !== undefined && now - last < this.windowMs;
		if (!isKnown) {
			this.times.delete(what);
			this.times.set(what, now);
			if (this.times.size > this.most) this.times.delete(this.times.keys().next().value!);
		}
		return isKnown;
	}
}
