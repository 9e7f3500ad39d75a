interface ScheduledTask {
	readonly due: number;
	readonly task: () => Promise<void> | void;
}

const MAX_TIMER_MS = 2_147_483_647;

/** Real time plus an offset, with a schedule. Runs due tasks one after another. */
export class Clock {
	private offset = 0;
	private scheduled: ScheduledTask[] = [];
	private timer?: NodeJS.Timeout;
	private queue: Promise<void> = Promise.resolve();

	now(): number {
		return Date.now() + this.offset;
	}

	schedule(ms: number, task: ScheduledTask['task']): void {
		const due = this.now() + ms;
		const after = this.scheduled.findIndex((other) => other.due > due);
		this.scheduled.splice(after < 0 ? this.scheduled.length : after, 0, { due, task });
		this.setTimer();
	}

	/** Resolves after all due tasks have run, each at its own time and in order. */
	advance(ms: number): Promise<void> {
		this.queue = this.queue.then(() => this.runDue(ms));
		return this.queue;
	}

	stop(): void {
		this.scheduled = [];
		clearTimeout(this.timer);
	}

	private async runDue(ms: number): Promise<void> {
		const goal = this.offset + ms;
		for (
			let next = this.scheduled[0];
			next && next.due <= Date.now() + goal;
			next = this.scheduled[0]
		) {
			this.scheduled.shift();
			this.offset = Math.max(this.offset, next.due - Date.now());
			try {
				await next.task();
			} catch (error) {
				console.error('sandbox: a scheduled task failed', error);
			}
		}
		this.offset = goal;
		this.setTimer();
	}

	private setTimer(): void {
		clearTimeout(this.timer);
		const [next] = this.scheduled;
		if (!next) return;
		const wait = Math.min(Math.max(next.due - this.now(), 1), MAX_TIMER_MS);
		this.timer = setTimeout(() => void this.advance(0), wait).unref();
	}
}
