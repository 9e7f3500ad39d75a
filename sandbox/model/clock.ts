interface Appointment {
	readonly due: number;
	readonly task: () => Promise<void> | void;
}

const LONGEST_TIMER = 2_147_483_647;

/** Real time plus whatever it was moved by, and what waits for it. What is due is carried out one after the other. */
export class Clock {
	private offset = 0;
	private waiting: Appointment[] = [];
	private timer?: NodeJS.Timeout;
	private turn: Promise<void> = Promise.resolve();

	now(): number {
		return Date.now() + this.offset;
	}

	later(ms: number, task: Appointment['task']): void {
		const due = this.now() + ms;
		const after = this.waiting.findIndex((other) => other.due > due);
		this.waiting.splice(after < 0 ? this.waiting.length : after, 0, { due, task });
		this.setTimer();
	}

	/** Returns when everything that became due is done, each at its own time and in the order of these times. */
	advance(ms: number): Promise<void> {
		this.turn = this.turn.then(() => this.carryOut(ms));
		return this.turn;
	}

	stop(): void {
		this.waiting = [];
		clearTimeout(this.timer);
	}

	private async carryOut(ms: number): Promise<void> {
		const goal = this.offset + ms;
		for (let next = this.waiting[0]; next && next.due <= Date.now() + goal; next = this.waiting[0]) {
			this.waiting.shift();
			this.offset = Math.max(this.offset, next.due - Date.now());
			try {
				await next.task();
			} catch (error) {
				console.error('sandbox: something that was due failed', error);
			}
		}
		this.offset = goal;
		this.setTimer();
	}

	private setTimer(): void {
		clearTimeout(this.timer);
		const [next] = this.waiting;
		if (!next) return;
		const wait = Math.min(Math.max(next.due - this.now(), 1), LONGEST_TIMER);
		this.timer = setTimeout(() => void this.advance(0), wait).unref();
	}
}
