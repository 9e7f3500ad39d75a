/** What happened a short while ago, in this process. The oldest are forgotten first. */
export class RecentEvents {
	private readonly times = new Map<string, number>();

	constructor(
		private readonly windowMs: number,
		private readonly most: number,
	) {}

	/** Notes it; true if it was noted within the window before. */
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
